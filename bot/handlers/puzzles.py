"""Puzzles, for whoever asks alone; nothing is stored: where somebody is stands in the buttons."""

from __future__ import annotations

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.domain.puzzles import Puzzle, following, puzzles
from bot.handlers.context import RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import Refusal, turned
from bot.interface import Response, Screen
from bot.presentation import Attempt, Phrasing


class PuzzleHandler:
    """Shows positions with one best move, and says which answers are right."""

    def __init__(self, screens: MatchScreens) -> None:
        self._screens = screens

    @answers(interface.ShowPuzzle)
    async def show(self, context: RequestContext, request: interface.ShowPuzzle) -> Response:
        """A puzzle, or the one after it."""
        puzzle = following(request.game, request.after, int(context.digest, 16))
        if puzzle is None:
            raise Refusal("no.no_puzzle")
        return self._asked(context, Attempt(puzzle, puzzle.view(), request.game))

    @answers(interface.AnswerPuzzle)
    async def answer(self, context: RequestContext, request: interface.AnswerPuzzle) -> Response:
        """The choices that are left, or whether the move is the best."""
        puzzle = _known(request.puzzle)
        attempt = Attempt(puzzle, puzzle.view(), request.game, request.words, request.page)
        notation = " ".join(request.words)
        if not request.final or notation not in puzzle.costs:
            return self._asked(context, attempt)
        if notation == puzzle.best:
            return self._solved(context, attempt, found=True)
        return self._asked(context, Attempt(puzzle, attempt.view, request.game, wrong=notation))

    @answers(interface.SolvePuzzle)
    async def solve(self, context: RequestContext, request: interface.SolvePuzzle) -> Response:
        """The solution, for who gives up."""
        puzzle = _known(request.puzzle)
        return self._solved(context, Attempt(puzzle, puzzle.view(), request.game), found=False)

    def _asked(self, context: RequestContext, attempt: Attempt) -> Response:
        text_only = context.preferences.text_only
        return self._shown(
            context, presentation.puzzle_page(attempt, _phrasing(context), text_only=text_only)
        )

    def _solved(self, context: RequestContext, attempt: Attempt, *, found: bool) -> Response:
        text_only, phrasing = context.preferences.text_only, _phrasing(context)
        return self._shown(
            context, presentation.solved_page(attempt, phrasing, found=found, text_only=text_only)
        )

    def _shown(self, context: RequestContext, page: Screen) -> Response:
        return turned(self._screens.page(page, context.preferences), in_place=context.own)


def _known(code: str) -> Puzzle:
    """The puzzle of a button; another installation may have others."""
    puzzle = puzzles().get(code)
    if puzzle is None:
        raise Refusal("no.no_puzzle")
    return puzzle


def _phrasing(context: RequestContext) -> Phrasing:
    return Phrasing(context.texts, {})
