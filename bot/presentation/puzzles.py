"""Puzzles: find the best move of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot import interface
from bot.domain.puzzles import Puzzle
from bot.interface import Button, Screen
from bot.presentation.exercises import Exercise, as_match, named_as_in_rules
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import spelled
from bot.presentation.reviews import COUNTING
from games import GAMES
from games.match import MatchView


@dataclass(frozen=True, slots=True)
class Attempt(Exercise):
    """A person's progress with a puzzle."""

    puzzle: Puzzle
    game: str | None
    """The game of the puzzles that follow; None for any."""
    of_day: bool = False
    """Whether it is the chat's puzzle of the day; answers are private to each person."""
    wrong: str | None = None

    @property
    def match(self) -> MatchView:
        return as_match(self.puzzle.code, self.puzzle.game, self.view, self.puzzle.house_rules)

    def answer(self, chosen: interface.Choose) -> interface.AnswerPuzzle:
        return interface.AnswerPuzzle(self.puzzle.code, self.game, chosen.words, chosen.final, chosen.page)

    def title(self, phrasing: Phrasing) -> str:
        key = "title.puzzle_of_day" if self.of_day else "title.puzzle"
        return phrasing.texts(key, game=phrasing.game(self.puzzle.game))

    def reasons(self, notation: str, named: Phrasing) -> list[str]:
        game = self.puzzle.game
        facts = self.view.tell_purpose(GAMES[game].parse(notation))
        return named.describe(game, named.names(self.match), facts)

    def refutation(self, notation: str, named: Phrasing) -> list[str]:
        """The plies that refute a wrong move, if known."""
        game, match, lines = self.puzzle.game, self.match, list[str]()
        for ply in self.puzzle.follow_up(notation):
            then = named.texts("puzzle.then", name=named.seat(match, ply.seat), move=quoted(ply.notation))
            lines.append(" ".join([then, *named.describe(game, named.names(match), ply.facts)]))
        return lines

    def cost(self, cost: float, phrasing: Phrasing) -> str:
        """A cost in beans, or in percentage points of the chance to win."""
        if self.puzzle.game in COUNTING:
            return phrasing.texts("puzzle.beans", count=round(cost))
        return phrasing.texts("puzzle.chance", number=phrasing.texts.number(round(100 * cost)))


def puzzle_page(attempt: Attempt, phrasing: Phrasing, *, text_only: bool = False) -> Screen:
    """The position with the choices after the words chosen so far, and the cost of a wrong answer."""
    texts, puzzle, match, named = phrasing.texts, attempt.puzzle, attempt.match, named_as_in_rules(phrasing)
    lines, buttons = list[str](), [] if attempt.of_day else [_another(attempt, phrasing)]
    if attempt.wrong is not None:
        cost = attempt.cost(puzzle.costs[attempt.wrong], phrasing)
        lines.append(texts("puzzle.wrong", move=spelled(match, attempt.wrong, texts), cost=cost))
        lines += [*attempt.reasons(attempt.wrong, named), *attempt.refutation(attempt.wrong, named)]
        buttons.append(Button(texts("button.solve"), interface.SolvePuzzle(puzzle.code, attempt.game)))
    lines.append(texts("puzzle.question", name=named.seat(match, attempt.view.to_act[0])))
    if attempt.of_day:
        lines.append(texts("puzzle.of_day"))
    return attempt.asked(lines, buttons, phrasing, text_only=text_only)


def solved_page(attempt: Attempt, phrasing: Phrasing, *, found: bool, text_only: bool = False) -> Screen:
    """The solution, which the person `found` or gave up to find, and its reason."""
    texts, puzzle, match, named = phrasing.texts, attempt.puzzle, attempt.match, named_as_in_rules(phrasing)
    best, tempting = puzzle.best, puzzle.tempting
    lines = [texts("puzzle.right" if found else "puzzle.solution", move=spelled(match, best, texts))]
    lines += attempt.reasons(best, named) or [texts("hint.quiet")]
    if plies := puzzle.follow_up(best):
        line = ", ".join(f"{named.seat(match, ply.seat)} {quoted(ply.notation)}" for ply in plies)
        lines.append(texts("puzzle.line", plies=line))
    cost = attempt.cost(puzzle.costs[tempting], phrasing)
    why_not = texts("puzzle.tempting", move=spelled(match, tempting, texts), cost=cost)
    lines.append(" ".join([why_not, *attempt.refutation(tempting, named)]))
    lines.append(texts("puzzle.others", cost=attempt.cost(puzzle.next_best, phrasing)))
    buttons = [_another(attempt, phrasing, "main")]
    return attempt.solved(lines, buttons, phrasing, words=tuple(best.split()), text_only=text_only)


def _another(attempt: Attempt, phrasing: Phrasing, style: Literal["plain", "main"] = "plain") -> Button:
    request = interface.ShowPuzzle(attempt.game, attempt.puzzle.code)
    return Button(phrasing.texts("button.another_puzzle"), request, style)
