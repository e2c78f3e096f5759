"""Notices that were put off: one match as a fresh board, several in one message."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.background import STORE_AWAY
from bot.delivery.match_lists import ON_A_PAGE, ListReader, section
from bot.delivery.worker import CLAIMED_FOR
from bot.handlers.jobs.posting import TRIES, is_posted
from bot.handlers.services import Services
from bot.interface import Account, RetryLater, Screen
from bot.presentation import News, Phrasing
from games.events import MatchId, PlayerId
from games.match import Decision
from storage.jobs import Job, OwedNotice, notice_of

log = logging.getLogger(__name__)

LOOKS = (interface.ShowBoard, interface.ShowHand, interface.OpenMatch, interface.Choose)
"""Requests that show a match to the player who asks."""


def note_look(services: Services, player: PlayerId, request: interface.MatchRequest, match: MatchId) -> None:
    """Drop the pending notice of a match for a player who looks at it, while the request is answered."""
    if isinstance(request, LOOKS) and not (isinstance(request, interface.Choose) and request.final):
        services.background.start(_drop_seen(services, player, match, services.clock()))


async def _drop_seen(services: Services, player: PlayerId, match: MatchId, at: int) -> None:
    try:
        await services.store.jobs.drop_seen_notice(player, match, at)
    except Exception:  # At worst they are notified of what they have seen.
        log.exception("that somebody has seen a match could not be stored")


async def send_notices(services: Services, job: Job) -> int | None:
    """Send a due notice, or a digest of all that are due for the player; return when to try again."""
    now, at = services.clock(), await services.notifier.times.next_time(job.player)
    if at > now:
        return at
    due = {one.match: one for one in await services.store.jobs.take_notices(job, now, now + CLAIMED_FOR)}
    owed = [one for one in due.values() if await _is_owed(services, one)]
    if len(owed) > 1 and await _is_told(services, job.player, owed, now):
        await _settle(services, owed, now)
        return None
    return await _tell_one(services, job)


async def _is_owed(services: Services, owed: OwedNotice) -> bool:
    loaded = await services.matches.read(owed.match)
    return await services.notifier.is_owed(loaded.match, owed, loaded.boards)


async def _tell_one(services: Services, job: Job) -> int | None:
    owed, notifier = notice_of(job), services.notifier
    async with services.transactions.begin(owed.match) as transaction:
        match, boards = transaction.match, transaction.boards
        if not await services.store.jobs.is_held(job):  # A reminder replaced it.
            return None
        if not await notifier.is_owed(match, owed, boards):
            return None
        notices = await notifier.notify_late(match, owed, boards)
        if not notices.boards:
            return None
        seat = match.seat_of(owed.notice.player)
        press = f"house:{owed.match}:notice{'' if seat is None else seat}:{owed.due}"
        return await transaction.commit_job(job, Decision((), match), press=press, notices=notices)


# Several matches of one player


async def _is_told(services: Services, player: PlayerId, owed: Sequence[OwedNotice], now: int) -> bool:
    """Notify a player of several matches in one message. Returns whether a private chat accepts it.

    Raises:
        RetryLater: nothing was sent.
    """
    first = owed[0]
    name = f"digest for {player} of {first.match} {first.notice.question} since {first.since}"
    for _ in range(TRIES):
        found = (await services.router.reach(player)).private_chat("")
        if found is None or not services.router.is_running(found[1].platform):
            return False
        account, chat = found
        if await is_posted(services, chat, await _digest(services, player, account, owed, now), name):
            return True
    return False


async def _settle(services: Services, owed: Sequence[OwedNotice], now: int) -> None:
    try:
        await services.store.jobs.settle_notices(owed, now)
    except Exception:
        log.exception("that somebody was told of their matches could not be stored")
        raise RetryLater(STORE_AWAY) from None  # the whole digest again, with the same nonce


async def _digest(
    services: Services, player: PlayerId, account: Account, owed: Sequence[OwedNotice], now: int
) -> Screen:
    chosen = await services.screens.preferences_of_reader(player, account.platform)
    matches = await services.lists.open_matches(player)
    reader = ListReader(player, account.platform, chosen.texts, now)
    inbox = await services.lists.inbox(matches, reader, 1)
    listed = {match.match for match in matches if section(match, player) != "waiting"}
    others = [one for one in owed if one.match not in listed]
    news = [await _news(services, one, reader) for one in others[:ON_A_PAGE]]
    left_out = len(others) - len(news)
    page = presentation.digest_page(
        inbox, news, Phrasing(chosen.texts, {}), left_out=left_out, zone=chosen.zone
    )
    return replace(services.screens.page(page, chosen), awaits=(account,), pings=True)


async def _news(services: Services, owed: OwedNotice, reader: ListReader) -> News:
    match, row = await services.matches.load(owed.match), await services.store.matches.row(owed.match)
    if row is None:
        raise ValueError("a notice of no match")
    (listed,) = await services.lists.listed([row], reader)
    return News(listed, presentation.what_became(services.screens.view(match, reader.player)))
