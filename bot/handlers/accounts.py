"""Accounts of a player: linking, unlinking, deletion of all data, and its export."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import Any

from bot import interface, presentation
from bot.domain.absences import united
from bot.domain.match_requests import CODE_LETTERS
from bot.domain.refusals import Refused
from bot.handlers.context import RequestContext, answers, require_account
from bot.handlers.jobs.people import linked_job, unlinked_job
from bot.handlers.transactions import MatchTransaction
from bot.interface import (
    Account,
    Answer,
    File,
    ForgetMe,
    LinkAccounts,
    Note,
    Screen,
    ShowMyData,
    UnlinkAccount,
)
from bot.repositories.accounts import account_of
from games import actions
from games.events import Event, MatchId, PlayerId
from games.match import UNDER_WAY, Decision, Match, Phase, fold
from games.replay import positions
from storage.errors import PeopleChanged, PressedBefore, StoreError, VersionConflict
from storage.people import LinkCode, Person, WrongCodes, real_accounts

log = logging.getLogger(__name__)

CODE_LENGTH = 10  # letters, 49 bits
MINUTES = 10
EXPIRES_AFTER = 60 * MINUTES  # seconds
MOST_WRONG = 5  # wrong codes that an account may enter within `MINUTES`


async def _give_code(context: RequestContext) -> str:
    code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in context.services.draw(CODE_LENGTH))
    account, expires = context.incoming.account, context.at + EXPIRES_AFTER
    await context.store.people.put_link_code(LinkCode(_digest(code), account.platform, account.id, expires))
    return code


async def _wrong_codes(context: RequestContext) -> WrongCodes:
    account = context.incoming.account
    known = await context.store.people.wrong_codes(account.platform, account.id)
    if known is None or context.at - known.since >= EXPIRES_AFTER:
        return WrongCodes(account.platform, account.id, 0, context.at)
    return known


def _digest(code: str) -> str:
    """Digest under which a code is stored, independent of case."""
    return hashlib.sha256(code.upper().encode()).hexdigest()


@answers(interface.LinkAccounts)
async def link_accounts(context: RequestContext, request: LinkAccounts) -> Answer:
    if request.code is None:
        code = await _give_code(context)
        return Note(presentation.link_code(code, EXPIRES_AFTER, context.texts))
    if (await _wrong_codes(context)).count >= MOST_WRONG:
        raise Refused("no.link_locked", time=context.texts.duration(EXPIRES_AFTER))
    return await _take(context, request.code)


async def _take(context: RequestContext, typed: str) -> Answer:
    account = context.incoming.account
    code = await context.store.people.link_code(_digest(typed))
    giver = await context.services.accounts.player_of(code.platform, code.account) if code else None
    if code is None or giver is None or code.expires <= context.at:
        return await _refuse_code(context)
    if (code.platform, code.account) == (account.platform, account.id):
        raise Refused("link.own")
    people = await context.store.people.people([context.player, giver])
    require_account(context, people)
    there = next(account_of(one) for one in people if (one.player, one.platform) == (giver, code.platform))
    if giver == context.player:  # The command was repeated: repeat the answer.
        return Note(presentation.linked(there, context.texts))
    if code.used:
        return await _refuse_code(context)
    if problem := await _problem(context, context.player, giver, people):
        await context.store.people.put_link_code(replace(code, used=True))
        raise Refused(problem)
    return await _join(context, giver, there, people, code)


async def _join(
    context: RequestContext,
    giver: PlayerId,
    there: Account,
    people: Sequence[Person],
    code: LinkCode,
) -> Answer:
    accounts, former, player = context.services.accounts, context.player, giver
    if await accounts.under_way(former) and not await accounts.under_way(player):
        former, player = player, former
    taken_along = await accounts.under_way(former)
    away = (await context.services.preferences.of(former)).away
    told = linked_job(there, context.incoming.account, player, context.at)
    await accounts.join(former, player, people, code, [told])
    context.services.presence.merge(former, player)
    if away:  # all other preferences are those of the remaining player
        await context.services.preferences.change(
            player, lambda chosen: replace(chosen, away=united(chosen.away, away, chosen.zone))
        )
    # Boards that were rendered meanwhile are for a player who no longer exists.
    await context.services.boards.redraw_matches(row.match for row in taken_along)
    context.services.presence.record_activity(player, context.chat)
    context.services.intake.wake()
    return Note(presentation.linked(there, context.texts))


async def _problem(context: RequestContext, one: PlayerId, other: PlayerId, people: Sequence[Person]) -> str:
    """Text key of the reason why the two cannot be merged; "" if they can."""
    platforms = [person.platform for who in (one, other) for person in real_accounts(_of(people, who))]
    if len(set(platforms)) < len(platforms):
        return "no.link_platform"
    against_each_other = any(other in row.players for row in await context.services.accounts.under_way(one))
    return "no.link_opponents" if against_each_other else ""


async def _refuse_code(context: RequestContext) -> Answer:
    """Refuse every bad code with the same text, which does not reveal whether the code exists."""
    known = await _wrong_codes(context)
    await context.store.people.put_wrong_codes(replace(known, count=known.count + 1))
    raise Refused("no.link_code")


def _of(people: Sequence[Person], player: PlayerId) -> list[Person]:
    return [person for person in people if person.player == player]


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
    return await _part(context, leaving, people)


async def _part(context: RequestContext, leaving: Account, people: Sequence[Person]) -> Answer:
    player = context.player
    await _withdraw_boards(context, player, leaving.platform)
    elsewhere = leaving.platform != context.incoming.account.platform
    told = [unlinked_job(leaving, context.at)] if elsewhere else []
    fresh = await context.services.accounts.part(player, leaving.platform, context.at, people, told)
    context.services.tables.changed(None)  # permissions are looked up again
    context.services.presence.part(player, leaving.platform, fresh)
    context.services.intake.wake()
    return Note(presentation.unlinked(leaving, context.texts))


async def _withdraw_boards(context: RequestContext, player: PlayerId, platform: str) -> None:
    for row in await context.services.accounts.under_way(player):
        boards = await context.store.boards.boards_of(row.match)
        context.services.boards.withdraw(
            board for board in boards if board.player == player and board.platform == platform
        )


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
        gone = await context.services.accounts.forget(context.player, context.at, people, len(left))
    context.services.tables.changed(None)  # permissions are looked up again
    told = context.texts("note.forgotten" if gone else "note.forgotten_later")
    return Note(Screen(told))


async def _end_if_it_can_be_read(context: RequestContext, match_id: MatchId, ended: AsyncExitStack) -> None:
    """Resign, withdraw or decline; a broken log does not prevent the deletion."""
    try:
        transaction = await ended.enter_async_context(context.services.transactions.begin(match_id))
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
    return match.decide(actions.DeclineChallenge(player), at) if match.opened.invited == player else None


ALL = tuple(Phase)
MOST = 500  # matches, the last changed ones

Data = dict[str, Any]


@answers(interface.ShowMyData)
async def show_my_data(context: RequestContext, _: ShowMyData) -> Answer:
    player, store, logs = context.player, context.store, await _logs(context)
    matches = [fold(log) for log in logs]
    sections: Data = {  # in the order of the list *What I keep*
        "accounts": _rows(await store.people.people([player]), "platform account name handle language"),
        "choices": await _choices(context),
        "matches": [_match(match, log, context) for match, log in zip(matches, logs, strict=True)],
        "records": _rows(await store.results.records_of(player), "at text"),
        "reviews": await _reviews(context, matches),
        "searches": _rows(await store.seeks.seeks_of(player, context.at), "game terms ratings until"),
        "messages": _rows(await store.talk.remarks_of(player), "match said at until"),
        "results": await _results(context),
        "places": await _places(context, matches),
    }
    data = json.dumps(sections, ensure_ascii=False, indent=1, default=str).encode()
    file = File("my-data.json", data, "application/json", context.texts("title.my_data"))
    text = context.texts("my_data.text", count=len(matches), most=MOST)
    return Note(Screen(text, context.texts("title.my_data"), file=file))


async def _logs(context: RequestContext) -> list[Sequence[Event]]:
    logs: list[Sequence[Event]] = []
    for row in await context.store.matches.matches_of(context.player, ALL, newest=MOST):
        try:
            logs.append(await context.store.matches.load(row.match))
        except StoreError:
            continue
    return logs


async def _choices(context: RequestContext) -> Data:
    chosen = await context.store.settings.preferences(context.player)
    blocked = [one.blocked for one in await context.store.settings.blocked_by(context.player)]
    muted = await context.store.talk.muted_by(context.player)
    return {
        **_plain(chosen, "language theme text_only reminders quiet zone words away"),
        "blocked": await _names(context, blocked),
        "muted": await _names(context, muted),
    }


async def _names(context: RequestContext, players: Sequence[PlayerId]) -> list[str]:
    return sorted({one.name for one in await context.store.people.people(players)})


async def _reviews(context: RequestContext, matches: Sequence[Match]) -> list[Data]:
    reviews: list[Data] = []
    for match in matches:
        seat = match.seat_of(context.player)
        moves = await context.store.results.review(match.opened.match, seat) if seat is not None else ()
        if moves:
            reviews.append({"match": match.opened.match, "moves": _rows(moves, "cost better exact")})
    return reviews


async def _results(context: RequestContext) -> Data:
    results = await context.store.results.results_of(context.player, newest=MOST)
    return {
        "matches": _rows(results, "match game reason counts ended"),
        "ratings": [
            {"game": one.game, "rating": round(one.strength.value), "won": one.won, "drawn": one.drawn}
            | {"lost": one.lost}
            for one in await context.store.results.ratings_of(context.player)
        ],
        "tournaments": await context.store.tournaments.tournaments_of(context.player),
    }


async def _places(context: RequestContext, matches: Sequence[Match]) -> list[Data]:
    places: list[Data] = []
    for match in matches:
        key = match.opened.match
        seen = [one for one in await context.store.matches.seen_in(key) if one.player == context.player]
        boards = [one for one in await context.store.boards.boards_of(key) if one.player == context.player]
        there = _rows(seen, "platform chat at") + _rows(boards, "platform chat message")
        places += [{"match": key} | place for place in there]
    return places


def _plain(value: object, names: str) -> Data:
    """The named fields of a value; `names` is separated by spaces."""
    return {name: getattr(value, name) for name in names.split()}


def _rows(values: Iterable[object], names: str) -> list[Data]:
    return [_plain(value, names) for value in values]


def _match(match: Match, log: Sequence[Event], context: RequestContext) -> Data:
    seat, opened = match.seat_of(context.player), match.opened
    told: Data = {
        "match": opened.match,
        "game": opened.game,
        "house_rules": dict(opened.house_rules),
        "began": opened.at,
        "phase": match.phase,
    }
    return told if seat is None else {**told, "seat": seat + 1, "turns": list(_turns(match, log, context))}


def _turns(match: Match, log: Sequence[Event], context: RequestContext) -> Iterator[Data]:
    seat = match.seat_of(context.player)
    phrasing, own = context.phrasing, context.incoming.account.name
    opponent = context.texts("my_data.opponent")
    names = (own, opponent) if seat == 0 else (opponent, own)
    for position in positions(log):
        told = position.state.view(seat).tell_turn() if position.ply else ()
        sentences = phrasing.describe(match.opened.game, names, told)
        yield {"at": position.at, "told": " ".join(sentences)}
