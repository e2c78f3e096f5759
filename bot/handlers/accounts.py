"""Accounts of a player: linking, unlinking, and deletion of all data."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import NamedTuple, NoReturn

from bot import interface, presentation
from bot.domain.absences import united
from bot.domain.match_requests import code_of
from bot.domain.refusals import Refused
from bot.domain.teams import marks_job
from bot.handlers.context import RequestContext, answers, require_account
from bot.handlers.jobs.people import linked_job, unlinked_job
from bot.handlers.transactions import MatchTransaction, match_transaction
from bot.interface import Account, Answer, ForgetMe, LinkAccounts, Note, Screen, UnlinkAccount
from bot.repositories.accounts import account_of
from games import actions
from games.events import MatchId, PlayerId
from games.match import UNDER_WAY, Decision, Match, Phase
from storage.errors import PeopleChanged, PressedBefore, StoreError, VersionConflict
from storage.people import LinkCode, Person, real_accounts

log = logging.getLogger(__name__)

CODE_LENGTH = 10  # letters, 49 bits
MINUTES = 10
EXPIRES_AFTER = 60 * MINUTES  # seconds
MOST_WRONG = 5  # wrong codes that an account may enter within `MINUTES`


@answers(interface.LinkAccounts)
async def link_accounts(context: RequestContext, request: LinkAccounts) -> Answer:
    if request.code is None:
        return await _give_code(context)
    wrong = await _wrong_codes(context)
    if wrong.number >= MOST_WRONG:
        left = wrong.since + EXPIRES_AFTER - context.at
        raise Refused("no.link_locked", time=context.texts.duration(left))
    return await _redeem(context, request.code)


async def _give_code(context: RequestContext) -> Answer:
    code = code_of(context.services.draw(CODE_LENGTH))
    account, expires = context.incoming.account, context.at + EXPIRES_AFTER
    await context.store.people.put_link_code(LinkCode(_digest(code), account.platform, account.id, expires))
    return Note(presentation.link_code(code, EXPIRES_AFTER, context.texts))


def _digest(code: str) -> str:
    """Digest under which a code is stored, independent of case."""
    return hashlib.sha256(code.upper().encode()).hexdigest()


async def _redeem(context: RequestContext, typed: str) -> Answer:
    account = context.incoming.account
    code = await context.store.people.link_code(_digest(typed))
    other_player = await context.services.accounts.player_of(code.platform, code.account) if code else None
    if code is None or other_player is None or code.expires <= context.at:
        await _refuse_code(context)
    if (code.platform, code.account) == (account.platform, account.id):
        raise Refused("link.own")
    people = await context.store.people.people([context.player, other_player])
    require_account(context, people)
    other_account = next(
        account_of(person)
        for person in people
        if (person.player, person.platform) == (other_player, code.platform)
    )
    if other_player == context.player:  # The command was repeated: repeat the answer.
        return Note(presentation.linked(other_account, context.texts))
    if code.used:
        await _refuse_code(context)
    if obstacle := await _obstacle(context, other_player, people):
        await context.store.people.put_link_code(replace(code, used=True))
        raise Refused(obstacle)
    await _join(context, other_player, other_account, people, code)
    return Note(presentation.linked(other_account, context.texts))


async def _refuse_code(context: RequestContext) -> NoReturn:
    """Refuse every bad code with the same text, which does not reveal whether the code exists."""
    wrong = await _wrong_codes(context)
    counted = f"{wrong.number + 1} {wrong.since}"
    await context.store.settings.put_shared_value(wrong.name, counted, wrong.revision)
    raise Refused("no.link_code")


class _WrongCodes(NamedTuple):
    """The wrong codes that an account has entered lately, and the shared value that counts them."""

    number: int
    since: int
    name: str
    revision: int


async def _wrong_codes(context: RequestContext) -> _WrongCodes:
    account = context.incoming.account
    name = await context.store.people.code_name(account.platform, account.id)
    value, revision = await context.store.settings.shared_value(name)
    count, since = map(int, value.split()) if value else (0, context.at)
    if context.at - since >= EXPIRES_AFTER:
        count, since = 0, context.at
    return _WrongCodes(count, since, name, revision)


async def _obstacle(context: RequestContext, other: PlayerId, people: Sequence[Person]) -> str:
    """Text key of the reason why the two players cannot be joined; "" if they can."""
    both = ([one for one in people if one.player == player] for player in (context.player, other))
    platforms = [person.platform for accounts in both for person in real_accounts(accounts)]
    if len(set(platforms)) < len(platforms):
        return "no.link_platform"
    rows = await context.services.accounts.under_way(context.player)
    return "no.link_opponents" if any(other in row.players for row in rows) else ""


async def _join(
    context: RequestContext, other: PlayerId, other_account: Account, people: Sequence[Person], code: LinkCode
) -> None:
    services = context.services
    # The player of the code stays, unless only the one who redeems it has matches under way.
    kept, former = other, context.player
    if await services.accounts.under_way(former) and not await services.accounts.under_way(kept):
        kept, former = former, kept
    away = (await services.preferences.of(former)).away
    linked = linked_job(other_account, context.incoming.account, kept, context.at)
    await services.accounts.join(former, kept, people, code, [linked])
    services.presence.merge(former, kept)
    if away:  # all other preferences are those of the kept player
        await services.preferences.change(
            kept, lambda chosen: replace(chosen, away=united(chosen.away, away, chosen.zone))
        )
    # Boards that were rendered meanwhile are for a player who no longer exists; others may know a name more.
    await _redraw_matches(context, kept)
    services.presence.record_activity(kept, context.chat)
    services.intake.wake()


@answers(interface.UnlinkAccount)
async def unlink_account(context: RequestContext, request: UnlinkAccount) -> Answer:
    people = await context.store.people.people([context.player])
    require_account(context, people)
    accounts = tuple(map(account_of, real_accounts(people)))
    if len(accounts) < 2:
        raise Refused("no.unlink_alone")
    if request.platform is None:
        under_way = len(await context.services.accounts.under_way(context.player))
        page = presentation.unlink_page(accounts, under_way, context.phrasing)
        return Note(page, succeeded=False)
    leaving = next((one for one in accounts if one.platform == request.platform), None)
    if leaving is None:
        raise Refused("no.unlink_alone")
    return await _unlink(context, leaving, people)


async def _unlink(context: RequestContext, leaving: Account, people: Sequence[Person]) -> Answer:
    player = context.player
    elsewhere = leaving.platform != context.incoming.account.platform
    jobs = [unlinked_job(leaving, context.at)] if elsewhere else []
    fresh = await context.services.accounts.unlink(player, leaving.platform, context.at, people, jobs)
    context.services.pages.changed(None)
    context.services.presence.part(player, leaving.platform, fresh)
    await _redraw_matches(context, player)  # on that platform they have the name from elsewhere now
    context.services.intake.wake()
    return Note(presentation.unlinked(leaving, context.texts))


async def _redraw_matches(context: RequestContext, player: PlayerId) -> None:
    services = context.services
    await services.boards.redraw_matches(row.match for row in await services.accounts.under_way(player))


@answers(interface.ForgetMe)
async def forget_me(context: RequestContext, request: ForgetMe) -> Answer:
    rows = await context.store.matches.matches_of(context.player, UNDER_WAY)
    if not request.sure:
        running = sum(row.phase == Phase.RUNNING for row in rows)
        accounts = await context.services.accounts.accounts(context.player)
        page = presentation.forget_page(accounts, running, len(rows) - running, context.phrasing)
        return Note(page, succeeded=False)
    async with AsyncExitStack() as ended:  # their boards are updated after the deletion
        for row in sorted(rows, key=lambda row: row.match):  # the common order of locks
            await _end_if_it_can_be_read(context, row.match, ended)
        left = await context.store.matches.matches_of(context.player, UNDER_WAY)
        if {row.match for row in left} - {row.match for row in rows}:
            raise PeopleChanged  # they began another match
        people = await context.store.people.people([context.player])
        require_account(context, people)
        voted = {vote.match for vote in await context.store.votes.votes_of(context.player)}
        recounts = [marks_job(match, context.at) for match in sorted(voted)]
        gone = await context.services.accounts.forget(context.player, context.at, people, len(left), recounts)
    context.services.intake.wake()
    context.services.pages.changed(None)
    return Note(Screen(context.texts("note.forgotten" if gone else "note.forgotten_later")))


async def _end_if_it_can_be_read(context: RequestContext, match_id: MatchId, ended: AsyncExitStack) -> None:
    """Resign, withdraw or decline; a broken log does not prevent the deletion."""
    try:
        transaction = await ended.enter_async_context(match_transaction(context.services, match_id))
        await _end(context, match_id, transaction)
    except VersionConflict:  # another process was quicker
        raise
    except StoreError:
        log.exception("match %s could not be ended before a player was forgotten", match_id)


async def _end(context: RequestContext, match_id: MatchId, transaction: MatchTransaction) -> None:
    decision = _leave(transaction.match, context.player, context.at)
    if decision is not None:
        notices = await context.services.notifier.notify_of_change(
            transaction.match, decision.after, context.player, transaction.boards
        )
        with suppress(PressedBefore):  # another process was quicker
            await transaction.commit(decision, press=f"{context.press} {match_id}", notices=notices)


def _leave(match: Match, player: PlayerId, at: int) -> Decision | None:
    """Decide how a player leaves a match; None if there is nothing to leave."""
    if match.phase not in UNDER_WAY:  # ended by another process
        return None
    if match.phase is Phase.RUNNING:
        return match.decide(actions.Resign(player), at)
    if match.opened.challenger == player:
        return match.decide(actions.CancelChallenge(player), at)
    if match.opened.invited == player:
        return match.decide(actions.DeclineChallenge(player), at)
    return None
