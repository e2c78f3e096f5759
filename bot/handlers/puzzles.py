"""Puzzles. Answers to one of today count in the chat that posted it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.domain.puzzles import following, puzzles, streak
from bot.domain.refusals import Refused
from bot.handlers import responses
from bot.handlers.context import RequestContext, answers
from bot.interface import Answer, Note
from bot.presentation import Attempt, OwnSolve
from storage.boards import ChatId
from storage.puzzles import Outcome, PuzzlePost, PuzzleTry


@answers(interface.ShowPuzzle)
async def show_puzzle(context: RequestContext, request: interface.ShowPuzzle) -> Answer:
    puzzle = following(request.game, request.after, int(context.press, 16))
    if puzzle is None:
        raise Refused("no.no_puzzle")
    attempt = Attempt(puzzle, request.game, view=puzzle.view(), preferences=context.preferences)
    return responses.page(context, presentation.puzzle_page(attempt))


@answers(interface.AnswerPuzzle)
async def answer_puzzle(context: RequestContext, request: interface.AnswerPuzzle) -> Answer:
    attempt, notation = _attempt(context, request.puzzle, request.game), " ".join(request.words)
    if not request.final or notation not in attempt.puzzle.values:
        await _record_try(context, request.puzzle, "trying")
        page = presentation.puzzle_page(replace(attempt, words=request.words, page=request.page))
    elif notation in attempt.puzzle.answers:
        own = await _record_solved(context, request.puzzle)
        page = presentation.solved_page(attempt, found=notation, own=own)
    else:
        await _record_try(context, request.puzzle, "wrong")
        page = presentation.puzzle_page(replace(attempt, wrong=notation))
    return responses.page(context, page)


@answers(interface.SolvePuzzle)
async def solve_puzzle(context: RequestContext, request: interface.SolvePuzzle) -> Answer:
    attempt = _attempt(context, request.puzzle, request.game)
    await _record_try(context, request.puzzle, "given_up")
    return responses.page(context, presentation.solved_page(attempt, found=None))


@answers(interface.WatchSolution)
async def watch_solution(context: RequestContext, request: interface.WatchSolution) -> Answer:
    attempt = _attempt(context, request.puzzle, None)
    await _record_try(context, request.puzzle, "given_up")
    views, names = attempt.puzzle.solution(), attempt.phrasing.plain_names(attempt.match)
    images, theme = context.services.screens.images, context.preferences.theme
    clip = await images.clip(attempt.puzzle.game, views, names, theme, dark=context.incoming.dark)
    return Note(presentation.solution_clip(attempt, clip.data))


def _attempt(context: RequestContext, code: str, game: str | None) -> Attempt:
    """The puzzle of a button; other installations may have different puzzles."""
    puzzle = puzzles().get(code)
    if puzzle is None:
        raise Refused("no.no_puzzle")
    return Attempt(puzzle, game, view=puzzle.view(), preferences=context.preferences)


# Puzzles of the day


@answers(interface.BeNamed)
async def be_named(context: RequestContext, request: interface.BeNamed) -> Answer:
    preferences = context.services.preferences
    await preferences.change(context.player, lambda chosen: replace(chosen, named=request.on))
    await refresh_names(context)
    return Note(presentation.name_chosen(context.texts, on=request.on))


async def _record_try(context: RequestContext, puzzle: str, outcome: Outcome) -> Sequence[PuzzlePost]:
    """Store how far the player got, if the puzzle is one of today; return the posts where that counts."""
    posts = await _posts(context, puzzle)
    for post in posts:
        tried = PuzzleTry(context.player, post.platform, post.chat, post.day, outcome, context.at)
        await context.store.puzzles.put_try(tried)
    return posts


async def _record_solved(context: RequestContext, puzzle: str) -> OwnSolve | None:
    """Store a right answer; None if it does not count."""
    posts = await _record_try(context, puzzle, "first")  # the store makes it `later` after a wrong answer
    solvers = [one.player for post in posts for one in await context.store.puzzles.solvers(post)]
    if context.player not in solvers:
        return None
    context.services.intake.wake()
    days = await context.store.puzzles.days_solved(context.player)
    chosen = await context.services.preferences.of(context.player)
    return OwnSolve(streak(days), chosen.named)


async def _posts(context: RequestContext, puzzle: str) -> Sequence[PuzzlePost]:
    """The posts with this puzzle of today: of this chat or, in a private one, where the player began."""
    if context.chat.private:
        return await context.store.puzzles.open_posts_tried(context.player, puzzle)
    post = await context.store.puzzles.open_post(context.chat.platform, ChatId(context.chat.id), puzzle)
    return [post] if post else []


async def refresh_names(context: RequestContext) -> None:
    """Update the messages of puzzles that name the player, or may name them now."""
    await context.store.puzzles.refresh_names(context.player, context.at)
    context.services.intake.wake()
