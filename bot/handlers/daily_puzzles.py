"""Answers to puzzles of the day, which count in the chat that posted the puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.domain.puzzles import streak
from bot.handlers.context import RequestContext, answers
from bot.interface import Answer, Note
from bot.presentation import OwnSolve
from storage.boards import ChatId
from storage.puzzles import Outcome, PuzzlePost, PuzzleTry


async def record_try(context: RequestContext, puzzle: str, outcome: Outcome) -> Sequence[PuzzlePost]:
    """Store how far the player got, if the puzzle is one of today; return the posts where that counts."""
    posts = await _posts(context, puzzle)
    for post in posts:
        tried = PuzzleTry(context.player, post.platform, post.chat, post.day, outcome, context.at)
        await context.store.puzzles.put_try(tried)
    return posts


async def record_solved(context: RequestContext, puzzle: str) -> OwnSolve | None:
    """Store a right answer; None if it does not count."""
    posts = await record_try(context, puzzle, "first")  # the store makes it `later` after a wrong answer
    solvers = [one.player for post in posts for one in await context.store.puzzles.solvers(post)]
    if context.player not in solvers:
        return None
    context.services.intake.wake()
    days = await context.store.puzzles.days_solved(context.player)
    chosen = await context.services.preferences.of(context.player)
    return OwnSolve(streak(days), chosen.named)


async def _posts(context: RequestContext, puzzle: str) -> Sequence[PuzzlePost]:
    """The posts with this puzzle of today: of this chat or, in a private one, where the player began."""
    puzzles, chat = context.store.puzzles, context.chat
    if chat.private:
        return await puzzles.open_posts_tried(context.player, puzzle)
    post = await puzzles.open_post(chat.platform, ChatId(chat.id), puzzle)
    return [post] if post else []


@answers(interface.BeNamed)
async def be_named(context: RequestContext, request: interface.BeNamed) -> Answer:
    preferences = context.services.preferences
    await preferences.change(context.player, lambda chosen: replace(chosen, named=request.on))
    await refresh_names(context)
    return Note(presentation.name_chosen(context.texts, on=request.on))


async def refresh_names(context: RequestContext) -> None:
    """Update the messages of puzzles that name the player, or may name them now."""
    await context.store.puzzles.refresh_names(context.player, context.at)
    context.services.intake.wake()
