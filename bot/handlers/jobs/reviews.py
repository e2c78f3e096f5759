"""Reviews that take longer than an answer: the message that announces one is replaced when it is finished."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot import presentation
from bot.handlers.context import MatchContext
from bot.handlers.jobs.posting import try_to_edit, try_to_post
from bot.handlers.replays import may_play_on
from bot.handlers.reviews import Review
from bot.handlers.services import Services
from bot.interface import Chat, Delivery, DisplayPreferences, RetryLater, Screen
from bot.repositories.replays import ReplayedMatch, load_replay
from games.events import MatchId, PlayerId
from games.replay import Frame, seen_at
from storage.jobs import Job

COUNTED_EVERY = 5
"""At least so many seconds lie between two edits that count; Telegram allows a group twenty a minute."""
ANNOUNCED = "review "
"""Begins what adapters report as delivered when they have shown the announcement of a review."""


def announced(context: MatchContext) -> Delivery:
    """With this, adapters report the message that announces a review."""
    chat = context.chat
    return Delivery(f"{ANNOUNCED}{context.player} {chat.platform} {context.match_id} {chat.id}")


def job_of(delivery: Delivery, message: str, now: int) -> Job:
    """The job that finishes an announced review."""
    player, platform, place = delivery.board.removeprefix(ANNOUNCED).split(" ", 2)
    return Job("review", f"{place} {message}", now, platform, PlayerId(player))


async def finish(services: Services, job: Job) -> None:
    """Count in the announcement up to the review that takes its place; if it cannot, show it in private."""
    code, place, message = job.key.split(" ")
    replayed = await load_replay(services.store, services.matches, MatchId(code), job.player)
    seat = replayed.seat_of(job.player)
    if seat is None:
        return  # their account was unlinked
    review = await services.reviews.resume(replayed, seat, job.player)
    accounts = (await services.router.reach(job.player)).accounts
    account = next((one for one in accounts if one.platform == job.platform), None)
    own = account and services.router.private_chat_of(account)
    asked_in = Chat(job.platform, place, private=False)
    chat = own if own and (own.id == place or asked_in.fixed) else asked_in  # a fixed one holds no notes

    async def page() -> Screen:
        chosen = await services.screens.preferences_of_reader(job.player, job.platform)
        return await screen(services, replayed, review, job.platform, chosen)

    shown = job.due
    async for _ in review.progress():
        if services.clock() >= shown + COUNTED_EVERY:
            with suppress(RetryLater):
                await try_to_edit(services, chat, message, await page())
            shown = services.clock()
    if not await try_to_edit(services, chat, message, await page()) and own:
        await try_to_post(services, own, await page(), f"{job.kind} {job.key}")


async def screen(
    services: Services,
    replayed: ReplayedMatch,
    review: Review,
    platform: str,
    preferences: DisplayPreferences,
    number: int | None = None,
) -> Screen:
    """A review for its player, as far as it has come; when finished, at a ply or at the costliest."""
    phrasing = await services.screens.phrasing(replayed.match, platform, preferences)
    judged = await asyncio.to_thread(review.judged_with_themes) if review.finished else review.judged()
    seen = replayed.match.seen_by(review.seat)
    costly = presentation.costly_plies(seen, judged, phrasing) if review.finished else []
    if costly and number not in {ply.number for ply in review.plies}:
        number = max(costly, key=lambda ply: ply.judged.cost).number
    if costly and number is not None:
        seen = seen_at(replayed.match, replayed.positions, Frame(number - 1), review.seat)
        retry = may_play_on(replayed, review.seat, number - 1)
        shown = presentation.moment_page(seen, judged, number, phrasing, may_retry=retry)
    else:
        shown = presentation.review_page(
            seen, judged, len(review.plies), phrasing, under_way=review.under_way
        )
    return services.screens.page(shown, preferences)
