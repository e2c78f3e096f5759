"""The puzzle of the day of a chat: posted, edited as people solve it, and closed when its day is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot import presentation
from bot.delivery.routing import derived_id
from bot.domain.puzzles import DAILY_HOUR, Puzzle, of_day, puzzles
from bot.domain.time_zones import day_begun, next_hour
from bot.handlers.jobs.posting import REFUSED, digest, post, try_to_edit
from bot.handlers.services import Services
from bot.interface import Chat, DisplayPreferences, Screen, SharedMessage
from bot.presentation import Attempt, LastPuzzle, Phrasing, PuzzleLead, Solvers
from bot.texts import Texts
from games.events import PlayerId
from storage.boards import ChatId
from storage.jobs import Job
from storage.people import ChatSettings
from storage.puzzles import POST_EDITED_AFTER, PuzzlePost

ANY_DAY = date.max.toordinal()


async def post_puzzle(services: Services, job: Job) -> int | None:
    """Post the puzzle of the day without a notification; days of downtime are skipped."""
    daily = await services.preferences.of_chat(job.platform, job.where)
    if not daily.puzzles:
        await _close(services, job, ANY_DAY)
        return None
    now = services.clock()
    day = day_begun(DAILY_HOUR, daily.zone, now)
    if day and (puzzle := of_day(f"{daily.platform}:{daily.place}", day)):
        if not await _is_posted(services, daily, day, puzzle):
            await services.preferences.change_chat(
                job.platform, job.where, lambda chosen: replace(chosen, puzzles="")
            )
            await _close(services, job, ANY_DAY)
            return None
        await _close(services, job, day.toordinal())
    return next_hour(DAILY_HOUR, daily.zone, now)


async def _close(services: Services, job: Job, before: int) -> None:
    await services.store.puzzles.close_posts(job.platform, job.where, before, services.clock())
    services.intake.wake()


async def _is_posted(services: Services, daily: ChatSettings, day: date, puzzle: Puzzle) -> bool:
    """Post a puzzle, once a day. Returns False if the chat does not accept it."""
    chat = Chat(daily.platform, daily.puzzles, private=False)
    known = await _posts(services, chat.platform, chat.id)
    if known and known[0].day >= day.toordinal():
        return True
    where = chat.platform, ChatId(chat.id), day.toordinal()
    fresh = PuzzlePost(*where, puzzle.code, message="", shown="", edited=services.clock())
    screen = await _page(services, fresh, known)
    try:
        message = await post(
            services, chat, screen, derived_id(f"puzzle of {day} in {chat.platform}:{chat.id}")
        )
    except REFUSED:
        return False
    await services.store.puzzles.put_post(replace(fresh, message=message, shown=digest(screen)))
    return True


async def show_solvers(services: Services, job: Job) -> int | None:
    """Bring the newest puzzles of a chat up to date, the open one once a minute at most.

    Raises:
        NotHere, RetryLater
    """
    posts = await _posts(services, job.platform, job.where)
    later = [await _show(services, one, posts[place:]) for place, one in enumerate(posts, 1)]
    return min(filter(None, later), default=None)


async def _posts(services: Services, platform: str, chat: str) -> Sequence[PuzzlePost]:
    """The newest puzzles of a chat, the newest first; an older version may have had others."""
    posts = await services.store.puzzles.posts(platform, ChatId(chat))
    return [one for one in posts if one.puzzle in puzzles()]


async def _show(services: Services, shown: PuzzlePost, before: Sequence[PuzzlePost]) -> int | None:
    """Edit the message of a puzzle; returns from when on that may be done, if not yet."""
    screen = await _page(services, shown, before)
    if not shown.message or digest(screen) == shown.shown:
        return None
    if not shown.closed and (due := shown.edited + POST_EDITED_AFTER) > services.clock():
        return due
    chat = Chat(shown.platform, shown.chat, private=False)
    message = shown.message if await try_to_edit(services, chat, shown.message, screen) else ""
    now = replace(shown, message=message, shown=digest(screen), edited=services.clock())
    await services.store.puzzles.note_shown(now)
    return None


async def page_again(services: Services, seen: SharedMessage, key: str, language: str) -> Screen | None:
    """The message of a puzzle in a language of some who read it: `key` is its day and its code."""
    day, _, code = key.partition("/")
    if code not in puzzles():
        return None
    posts = await _posts(services, seen.chat.platform, seen.chat.id)
    shown = next((post for post in posts if post.day == int(day)), None)
    before = [post for post in posts if post.day < int(day)]
    fresh = PuzzlePost(seen.chat.platform, ChatId(seen.chat.id), int(day), code, "", shown="", edited=0)
    return await _page(services, shown or fresh, before, language)


async def _page(
    services: Services, shown: PuzzlePost, before: Sequence[PuzzlePost], language: str = ""
) -> Screen:
    """The message of a puzzle as it is to be now; `before`: the older ones of the chat."""
    chat = Chat(shown.platform, shown.chat, private=False)
    chosen = await services.preferences.display_of_chat(chat, read_in=language)
    made = await _made(services, shown, before, chosen)
    return services.screens.page(replace(made, subject=f"puzzle {shown.day}/{shown.puzzle}"), chosen)


async def _made(
    services: Services, shown: PuzzlePost, before: Sequence[PuzzlePost], chosen: DisplayPreferences
) -> Screen:
    puzzle = puzzles()[shown.puzzle]
    solvers = await _solvers(services, shown, chosen.texts)
    attempt = Attempt(puzzle, None, view=puzzle.view(), preferences=chosen, of_day=True, solvers=solvers)
    if shown.closed:
        return presentation.closed_page(attempt)
    if before:
        last = LastPuzzle(before[0].puzzle, await _solvers(services, before[0], chosen.texts))
        attempt = replace(attempt, last=last)
    return presentation.puzzle_page(attempt)


async def _solvers(services: Services, shown: PuzzlePost, texts: Texts) -> Solvers:
    """How many solved it, and the names of those who agreed to that."""
    solvers = await services.store.puzzles.solvers(shown)
    named = [one.player for one in solvers if await _is_named(services, one.player)]
    phrasing = Phrasing(texts, await services.accounts.of(named, shown.platform)).brief()
    return Solvers(len(solvers), tuple(map(phrasing.name, named)))


async def lead_of_day(services: Services, chat: Chat) -> PuzzleLead | None:
    """How far a chat is with its puzzle of the day; None if it has none."""
    newest = (await _posts(services, chat.platform, chat.id))[:1]
    if not newest or newest[0].closed:
        return None
    solvers = await services.store.puzzles.solvers(newest[0])
    for one in solvers:
        if await _is_named(services, one.player):
            return PuzzleLead(len(solvers), one.player, first_try=one.outcome == "first")
    return PuzzleLead(len(solvers))


async def _is_named(services: Services, player: PlayerId) -> bool:
    """Whether somebody agreed to be named."""
    return (await services.preferences.of(player)).named
