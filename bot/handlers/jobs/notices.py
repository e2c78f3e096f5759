"""Notices that were put off: one match as a fresh board, several in one message."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.background import STORE_AWAY
from bot.delivery.claims import CLAIMED_FOR
from bot.handlers.context import Asker, MatchContext
from bot.handlers.jobs.posting import TRIES, try_to_post
from bot.handlers.match_lists import ON_A_PAGE, inbox, listed, open_matches, section
from bot.handlers.services import Services
from bot.handlers.transactions import match_transaction
from bot.interface import RetryLater, Screen
from bot.presentation import News
from games.events import MatchId, PlayerId
from games.match import Decision
from storage.jobs import Job, notice_of

log = logging.getLogger(__name__)

LOOKS = (interface.ShowBoard, interface.ShowHand, interface.OpenMatch)
"""Requests to see a match."""


def note_look(context: MatchContext) -> None:
    """Drop the pending notice of a match for a player who looks at it, while the request is answered."""
    services = context.services
    dropped = _drop_seen(services, context.player, context.match_id, services.clock())
    services.background.start(dropped)


async def _drop_seen(services: Services, player: PlayerId, match: MatchId, at: int) -> None:
    try:
        await services.store.jobs.drop_seen_notice(player, match, at)
    except Exception:  # At worst they are notified of what they have seen.
        log.exception("that somebody has seen a match could not be stored")


async def send_notices(services: Services, job: Job) -> int | None:
    """Send a due notice, or a digest of all that are due for the player; return when to try again."""
    now, at = services.clock(), await services.notifier.next_time(job.player)
    if at > now:
        return at
    due = await services.store.jobs.take_notices(job, now, now + CLAIMED_FOR)
    one_of_each_match = {notice.match: notice for notice in due}.values()
    owed = [notice for notice in one_of_each_match if await _is_owed(services, notice)]
    if len(owed) > 1 and await _is_digest_sent(services, job.player, owed, now):
        await _settle(services, owed, now)
        return None
    return await _send_as_board(services, job)


async def _is_owed(services: Services, notice: Job) -> bool:
    loaded = await services.matches.read(notice.match)
    return await services.notifier.is_owed(loaded.match, notice, loaded.boards)


async def _send_as_board(services: Services, job: Job) -> int | None:
    """Post a fresh board of the match, unless its player knows by now; return when to try again."""
    notifier = services.notifier
    async with match_transaction(services, job.match) as transaction:
        match, boards = transaction.match, transaction.boards
        if not await services.store.jobs.is_held(job):  # A reminder replaced it.
            return None
        if not await notifier.is_owed(match, job, boards):
            return None
        notices = await notifier.notify_late(match, job, boards)
        if not notices.boards:
            return None
        seat = match.seat_of(job.player)
        press = f"house:{job.match}:notice{'' if seat is None else seat}:{job.due}"
        return await transaction.commit_job(job, Decision((), match), press=press, notices=notices)


# Several matches of one player


async def _is_digest_sent(services: Services, player: PlayerId, owed: Sequence[Job], now: int) -> bool:
    """Notify a player of several matches in one message. Returns False if no private chat accepts it.

    Raises:
        RetryLater: nothing was sent.
    """
    first = owed[0]
    name = f"digest for {player} of {first.match} {notice_of(first).question} since {first.since}"
    for _ in range(TRIES):
        found = (await services.router.reach(player)).private_chat("")
        if found is None:
            return False
        account, chat = found
        if not services.router.is_running(chat.platform):
            return False
        preferences = await services.screens.preferences_of_reader(player, account.platform)
        digest = await _digest(Asker(services, player, chat, preferences, now), owed)
        if await try_to_post(services, chat, replace(digest, awaits=(account,), pings=True), name):
            return True
    return False


async def _settle(services: Services, owed: Sequence[Job], now: int) -> None:
    try:
        await services.store.jobs.settle_notices(owed, now)
    except Exception:
        log.exception("that somebody was told of their matches could not be stored")
        raise RetryLater(STORE_AWAY) from None  # the whole digest again, with the same nonce


async def _digest(reader: Asker, owed: Sequence[Job]) -> Screen:
    """What the reader has to do, and what became of other matches."""
    matches = await open_matches(reader.store, reader.player)
    to_do = {match.match for match in matches if section(match, reader.player) != "waiting"}
    others = [notice.match for notice in owed if notice.match not in to_do]
    news = [await _news(reader, match) for match in others[:ON_A_PAGE]]
    left_out = len(others) - len(news)
    page = presentation.digest_page(await inbox(reader, 1), news, reader.phrasing, left_out=left_out)
    return reader.services.screens.page(page, reader.preferences)


async def _news(reader: Asker, match_id: MatchId) -> News:
    match, row = await reader.services.matches.load(match_id), await reader.store.matches.row(match_id)
    if row is None:
        raise ValueError("a notice of no match")
    (listing,) = await listed(reader, [row])
    return News(listing, presentation.what_became(reader.services.screens.view(match, reader.player)))
