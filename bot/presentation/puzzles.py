"""Puzzles as screens: a position in which one move is the best, answers to it, and its solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot import interface
from bot.domain.puzzles import Puzzle
from bot.interface import Button, Screen
from bot.presentation.lessons import COUNTING
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.positions import as_match, choices, named_as_in_rules, position_screen
from bot.presentation.prompts import in_rows, place_in, spelled
from games import GAMES
from games.game import View
from games.match import MatchView
from games.words import Words


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far somebody is with a puzzle."""

    puzzle: Puzzle
    view: View
    """Of the seat to move."""
    game: str | None
    """Of which game the puzzles are that follow; None: of any."""
    words: Words = ()
    """Chosen so far."""
    page: int = 0
    """Of the choices, from 0."""
    of_day: bool = False
    """It is shown to a whole chat, whose puzzle of the day it is; answers are for those who give them."""
    wrong: str | None = None
    """The answer that was given and is not the best, in notation."""

    @property
    def match(self) -> MatchView:
        """A match that the position could be of."""
        return as_match(self.puzzle.code, self.puzzle.game, self.view, self.puzzle.house_rules)

    def answer(self, chosen: interface.Choose) -> interface.AnswerPuzzle:
        """What a button of a choice asks."""
        return interface.AnswerPuzzle(self.puzzle.code, self.game, chosen.words, chosen.final, chosen.page)


def puzzle_page(attempt: Attempt, phrasing: Phrasing, *, text_only: bool = False) -> Screen:
    """The position with the choices that follow the words chosen so far, and what a wrong answer costs.

    Args:
        attempt: whose solution it does not tell.
        phrasing: the reader's.
        text_only: without a picture; the text tells all that it would show.
    """
    texts, puzzle, match, named = phrasing.texts, attempt.puzzle, attempt.match, named_as_in_rules(phrasing)
    place = place_in(match, attempt.words)
    rows = choices(match, place, attempt.page, named, attempt.answer)
    lines = []
    if attempt.wrong is not None:
        cost = _cost(puzzle, puzzle.costs[attempt.wrong], phrasing)
        lines.append(texts("puzzle.wrong", move=spelled(match, attempt.wrong, texts), cost=cost))
        lines += _reasons(attempt, attempt.wrong, named)
        lines += _punished(attempt, attempt.wrong, named)
    lines.append(texts("puzzle.question", name=named.seat(match, attempt.view.to_act[0])))
    if attempt.of_day:
        lines.append(texts("puzzle.of_day"))
    ways = [] if attempt.of_day else [_another(attempt, phrasing)]
    if attempt.wrong is not None:
        ways.append(Button(texts("button.solve"), interface.SolvePuzzle(puzzle.code, attempt.game)))
    rows = (*rows, *in_rows(ways))
    title = _title(attempt, phrasing)
    return position_screen(match, title, place.words, lines, rows, named, solved=False, text_only=text_only)


def solved_page(attempt: Attempt, phrasing: Phrasing, *, found: bool, text_only: bool = False) -> Screen:
    """The solution and its reason.

    Args:
        attempt: of the one who has found the solution, or wants to know it.
        phrasing: theirs.
        found: they found it.
        text_only: as in `puzzle_page`.
    """
    texts, puzzle, match, named = phrasing.texts, attempt.puzzle, attempt.match, named_as_in_rules(phrasing)
    best = spelled(match, puzzle.best, texts)
    lines = [texts("puzzle.right" if found else "puzzle.solution", move=best)]
    lines += _reasons(attempt, puzzle.best, named) or [texts("hint.quiet")]
    if line := _line(attempt, puzzle.best, named):
        lines.append(texts("puzzle.line", plies=line))
    cost = _cost(puzzle, puzzle.costs[puzzle.tempting], phrasing)
    tempting = [texts("puzzle.tempting", move=spelled(match, puzzle.tempting, texts), cost=cost)]
    lines.append(" ".join([*tempting, *_punished(attempt, puzzle.tempting, named)]))
    lines.append(texts("puzzle.others", cost=_cost(puzzle, puzzle.next_best, phrasing)))
    rows = in_rows([_another(attempt, phrasing, "main")])
    title, words = _title(attempt, phrasing), tuple(puzzle.best.split())
    return position_screen(match, title, words, lines, rows, named, solved=True, text_only=text_only)


def _title(attempt: Attempt, phrasing: Phrasing) -> str:
    kind = "title.puzzle_of_day" if attempt.of_day else "title.puzzle"
    return phrasing.texts(kind, game=phrasing.game(attempt.puzzle.game))


def _reasons(attempt: Attempt, notation: str, named: Phrasing) -> list[str]:
    """What speaks for a move, as far as it shows at once."""
    game = attempt.puzzle.game
    facts = attempt.view.tell_purpose(GAMES[game].parse(notation))
    return named.describe(game, named.names(attempt.match), facts)


def _punished(attempt: Attempt, notation: str, named: Phrasing) -> list[str]:
    """What follows a wrong move, where that shows what is wrong with it."""
    game, match = attempt.puzzle.game, attempt.match
    told = []
    for ply in attempt.puzzle.follow_up(notation):
        name, why = named.seat(match, ply.seat), named.describe(game, named.names(match), ply.facts)
        told.append(" ".join([named.texts("puzzle.then", name=name, move=quoted(ply.notation)), *why]))
    return told


def _line(attempt: Attempt, notation: str, named: Phrasing) -> str:
    """What follows the best move, as `Sun 2, Moon 4`."""
    match, plies = attempt.match, attempt.puzzle.follow_up(notation)
    return ", ".join(f"{named.seat(match, ply.seat)} {quoted(ply.notation)}" for ply in plies)


def _cost(puzzle: Puzzle, cost: float, phrasing: Phrasing) -> str:
    """In beans, or in hundredths of a win."""
    if puzzle.game in COUNTING:
        return phrasing.texts("puzzle.beans", count=round(cost))
    return phrasing.texts("puzzle.chance", number=phrasing.texts.number(round(100 * cost)))


def _another(attempt: Attempt, phrasing: Phrasing, style: Literal["plain", "main"] = "plain") -> Button:
    request = interface.ShowPuzzle(attempt.game, attempt.puzzle.code)
    return Button(phrasing.texts("button.another_puzzle"), request, style)
