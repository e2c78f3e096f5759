"""The standing message of a group chat, which lists what goes on there."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from bot import presentation
from bot.delivery.claims import CLAIMED_FOR
from bot.delivery.routing import by_age, chat_of, derived_id
from bot.delivery.worker import NotHere
from bot.handlers.jobs.posting import REFUSED, digest, post, try_to_edit
from bot.handlers.jobs.puzzles import lead_of_day
from bot.handlers.services import Services
from bot.interface import Chat, Link, MessageGone, Pins, RetryLater, Screen, SharedMessage
from bot.presentation import ChatOverview, MatchEntry, Phrasing
from games.events import MatchId
from games.match import UNDER_WAY, Phase
from storage.boards import ChatId
from storage.errors import VersionConflict, retried
from storage.jobs import Job
from storage.matches import MatchRow
from storage.standing import STANDING_EDITED_AFTER, StandingMessage

log = logging.getLogger(__name__)

MOST_RUNNING, MOST_CHALLENGES = 15, 5  # listed
POST, DELETE = "post", "delete"
"""Jobs about one of these, with a name or an id after a `/`, post a message or delete one. Others edit it."""


async def stand(services: Services, chat: Chat, press: str) -> None:
    """Post a standing message in a chat, in place of the one there; the same press posts it once.

    Raises:
        NotHere, Unreachable, InteractionRequired, RetryLater: nothing has changed.
    """
    later = services.clock() + CLAIMED_FOR  # if this process dies meanwhile
    job = Job("standing", f"{POST}/{derived_id(press)} {chat.platform}:{chat.id}", later, chat.platform)
    await services.store.jobs.put(job)
    try:
        await _stand(services, chat, job)
    except (NotHere, RetryLater, *REFUSED):
        await services.store.jobs.drop(job)
        raise


async def stand_no_more(services: Services, chat: Chat) -> None:
    """Delete the standing message of a chat, if there is one."""

    async def drop() -> None:
        if (before := await _standing(services, chat)) is not None:
            await services.store.standing_messages.drop(before, *_deletion(services, before))

    await retried(VersionConflict, drop)
    services.intake.wake()


async def keep_up(services: Services, job: Job) -> int | None:
    """Do a job of the kind `standing`.

    Raises:
        NotHere, RetryLater
    """
    chat = Chat(job.platform, job.where, private=False)
    verb, _, message = job.about.partition("/")
    if verb == DELETE:
        await _delete(services, chat, message)
    elif verb == POST:
        with suppress(*REFUSED):
            await _stand(services, chat, job)
    else:
        return await _refresh(services, chat)
    return None


async def _stand(services: Services, chat: Chat, job: Job) -> None:
    screen = await _page(services, chat)
    shown = await _posted(services, chat, screen, job.about)

    async def keep() -> None:
        before = await _standing(services, chat)
        replaced = before is not None and before.message != shown.message  # else it was posted before
        deletion = _deletion(services, before) if before and replaced else ()
        # What has changed while it was posted does not know of it yet.
        look = Job(
            "standing", f"{chat.platform}:{chat.id}", shown.edited + STANDING_EDITED_AFTER, chat.platform
        )
        await services.store.standing_messages.put(shown, before, look, *deletion, done=job)

    await retried(VersionConflict, keep)
    services.intake.wake()


async def _refresh(services: Services, chat: Chat) -> int | None:
    """Bring a standing message up to date, once a minute at most; one that is gone is posted anew."""
    standing = await _standing(services, chat)
    if standing is None:
        return None
    if (due := standing.edited + STANDING_EDITED_AFTER) > services.clock():
        return due  # a change came while it was being edited
    screen = await _page(services, chat)
    if digest(screen) == standing.shown:
        return None
    if standing.message and await try_to_edit(services, chat, standing.message, screen):
        edited = _shown(services, chat, standing.message, screen)
        with suppress(VersionConflict):  # another one stands there by now
            await services.store.standing_messages.put(edited, standing)
    else:
        await _replace(services, chat, screen, standing)
    return None


async def _replace(services: Services, chat: Chat, screen: Screen, standing: StandingMessage) -> None:
    """Post the message anew; in a chat that accepts none, there is no standing message any more."""
    stored, left = services.store.standing_messages, _deletion(services, standing)
    try:
        shown = await _posted(services, chat, screen, f"after {standing.message}")
    except REFUSED:
        log.info("a standing message cannot be posted any more on %s", chat.platform)
        with suppress(VersionConflict):
            await stored.drop(standing)
        return
    try:
        await stored.put(shown, standing, *left)
    except VersionConflict:  # another one stands there by now
        await services.store.jobs.put(*_deletion(services, shown))
    services.intake.wake()


async def _posted(services: Services, chat: Chat, screen: Screen, name: str) -> StandingMessage:
    """Post and pin a message, once for each name."""
    nonce = derived_id(f"standing in {chat.platform}:{chat.id} {name}")
    message = await post(services, chat, screen, nonce)
    adapter = services.adapters[chat.platform]
    if isinstance(adapter, Pins):
        try:
            await adapter.pin(chat, message)
        except (RetryLater, MessageGone, *REFUSED):
            log.info("a standing message is not pinned on %s", chat.platform)
    return _shown(services, chat, message, screen)


def _deletion(services: Services, standing: StandingMessage) -> tuple[Job, ...]:
    """The job that deletes a message that stands no more; none if it went with its chat."""
    where = f"{standing.platform}:{standing.chat}"
    key = f"{DELETE}/{standing.message} {where}"
    return (Job("standing", key, services.clock(), standing.platform),) if standing.message else ()


async def _delete(services: Services, chat: Chat, message: str) -> None:
    if not services.router.is_running(chat.platform):
        raise NotHere
    try:
        await services.adapters[chat.platform].delete(chat, message)
    except (MessageGone, *REFUSED):
        log.info("an old standing message stays on %s", chat.platform)


async def _standing(services: Services, chat: Chat) -> StandingMessage | None:
    return await services.store.standing_messages.of(chat.platform, ChatId(chat.id))


def _shown(services: Services, chat: Chat, message: str, screen: Screen) -> StandingMessage:
    return StandingMessage(chat.platform, ChatId(chat.id), message, digest(screen), services.clock())


async def page_again(services: Services, seen: SharedMessage, _: str, language: str) -> Screen:
    """The message in a language of some who read it."""
    return await _page(services, seen.chat, language)


async def _page(services: Services, chat: Chat, language: str = "") -> Screen:
    """The message as it is to be now, from rows of matches: no match is loaded, and no view."""
    rows = await services.store.matches.matches_inside(chat.platform, ChatId(chat.id), UNDER_WAY)
    threads = await _threads(services, chat)
    running = [_entry(row, threads) for row in rows if row.phase == Phase.RUNNING]
    challenges = [_entry(row, threads) for row in rows if row.phase == Phase.CHALLENGE]
    listed = running[:MOST_RUNNING], challenges[:MOST_CHALLENGES]
    lead = await lead_of_day(services, chat)
    overview = ChatOverview(*listed, left_out=len(rows) - sum(map(len, listed)), puzzle=lead)
    chosen = await services.preferences.display_of_chat(chat, read_in=language)
    players = dict.fromkeys(player for row in rows for player in row.players)
    players |= {lead.leader: None} if lead and lead.leader else {}
    phrasing = Phrasing.of(chosen, await services.accounts.of(players, chat.platform))
    page = replace(presentation.standing_page(overview, phrasing), subject="standing")
    return services.screens.page(page, chosen)


async def _threads(services: Services, chat: Chat) -> dict[MatchId, Link]:
    """Where the matches are played that are played in a thread of the chat only."""
    boards = await services.store.boards.boards_in(chat.platform, chat.id)
    standing = [board for board in sorted(boards, key=by_age) if board.message and board.moved_to is None]
    here = {board.match for board in standing if board.chat == chat.id}
    return {
        board.match: Link(board.match, chat_of(board), board.message or "", board.match)
        for board in standing
        if board.match not in here
    }


def _entry(row: MatchRow, threads: Mapping[MatchId, Link]) -> MatchEntry:
    return MatchEntry(row.match, row.game, row.players, row.awaited, row.since, threads.get(row.match))
