"""Puzzles: a task in a position, and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot import interface
from bot.domain.puzzles import BEYOND, Puzzle
from bot.interface import Button, File, Screen
from bot.presentation.exercises import Exercise, as_match
from bot.presentation.move_names import called, spelled
from bot.presentation.phrasing import opened
from bot.texts import Texts, joined
from games import GAMES
from games.game import other
from games.match import MatchView

ALIKE = 3
"""Of further answers so many are named."""
NAMED, NAMED_LATER = 8, 3
"""Of those who solved a puzzle so many are named below its solution, and below the next puzzle."""


@dataclass(frozen=True, slots=True)
class Solvers:
    """Those who solved the puzzle of a day in a chat."""

    count: int
    names: Sequence[str] = ()
    """Of those who agreed to be named."""

    def line(self, texts: Texts, which: Literal["", "last_"] = "") -> str:
        """Who solved this puzzle, or the last one."""
        named = list(self.names[: NAMED_LATER if which else NAMED])
        if not named:
            return texts(f"puzzle.{which}solvers", count=self.count)
        if others := self.count - len(named):
            named.append(texts("puzzle.other_solvers", count=others))
        return texts(f"puzzle.{which}solved_by", names=texts.listed(named))


@dataclass(frozen=True, slots=True)
class LastPuzzle:
    """The puzzle that a chat had before the one of today."""

    code: str
    solvers: Solvers


@dataclass(frozen=True, slots=True)
class OwnSolve:
    """What somebody who has solved the puzzle of the day is told about that."""

    streak: int
    named: bool
    """Whether the chat will see their name."""


@dataclass(frozen=True, slots=True)
class Attempt(Exercise):
    """A person's progress with a puzzle."""

    puzzle: Puzzle
    game: str | None
    """The game of the puzzles that follow; None for any."""
    of_day: bool = False
    """Whether it is the chat's puzzle of the day; answers are private to each person."""
    wrong: str | None = None
    solvers: Solvers = Solvers(0)
    """Of the puzzle of the day."""
    last: LastPuzzle | None = None

    @property
    def match(self) -> MatchView:
        return as_match(self.puzzle.code, self.puzzle.game, self.view, self.puzzle.house_rules)

    def answer(self, chosen: interface.Choose) -> interface.AnswerPuzzle:
        return interface.AnswerPuzzle(self.puzzle.code, self.game, chosen.words, chosen.final, chosen.page)

    @property
    def title(self) -> str:
        key = "title.puzzle_of_day" if self.of_day else "title.puzzle"
        return self.texts(key, game=self.phrasing.game(self.puzzle.game))

    @property
    def task(self) -> str:
        """What is asked for, which holds for whatever the view hides."""
        nothing = "" if self.puzzle.count else "_nothing"
        return self._about(f"asks_{self.puzzle.asks}{nothing}", self.puzzle.count)

    @property
    def grade(self) -> str:
        if self.puzzle.grade == BEYOND:
            return self.texts("puzzle.beyond")
        return self.texts("puzzle.grade", number=self.puzzle.grade)

    def reasons(self, notation: str) -> list[str]:
        facts = self.view.tell_purpose(GAMES[self.puzzle.game].parse(notation))
        return self.phrasing.tell(self.match, facts)

    def shortfall(self, notation: str) -> list[str]:
        """How far a wrong move gets, where that is a number, and the ply that refutes it, if known."""
        match, phrasing, value = self.match, self.phrasing, self.puzzle.values[notation]
        reached = self._about(f"short_{self.puzzle.asks}", abs(value)) if value else ""
        lines = [reached] if reached else []
        for ply in self.puzzle.follow_up(notation):
            name = phrasing.seat(match, ply.seat)
            then = self.texts("puzzle.then", name=name, move=self.spelled(ply.notation))
            lines.append(joined([then, *phrasing.tell(match, ply.facts)]))
        return lines

    def spelled(self, notation: str) -> str:
        return spelled(self.match, notation, self.phrasing)

    def says(self, key: str, notation: str) -> str:
        """A sentence about a move."""
        move = called(self.match, notation, self.phrasing)
        return opened(self.texts(f"puzzle.{key}", move=move), self.texts)

    def _about(self, key: str, count: int) -> str:
        mover = self.view.to_act[0]
        name, opponent = (self.phrasing.seat(self.match, seat) for seat in (mover, other(mover)))
        return self.texts.get(f"puzzle.{self.puzzle.game}.{key}", "", name=name, other=opponent, count=count)


def puzzle_page(attempt: Attempt) -> Screen:
    """The position with the choices after the words chosen so far, and what is wrong with a wrong answer."""
    texts, puzzle, wrong = attempt.texts, attempt.puzzle, attempt.wrong
    lines, buttons = list[str](), [] if attempt.of_day else [_another(attempt)]
    if wrong is not None:
        lines.append(attempt.says("wrong", wrong))
        lines += attempt.shortfall(wrong)
        buttons.append(Button(texts("button.solve"), interface.SolvePuzzle(puzzle.code, attempt.game)))
    lines.append(attempt.grade)
    if attempt.of_day:
        lines += _of_day(attempt)
        buttons += _last_solution(attempt)
    lines.append(attempt.task)
    return attempt.question(lines, buttons, tuple((wrong or "").split()))


def _of_day(attempt: Attempt) -> list[str]:
    """What the chat is told below its puzzle of the day: how many solved it, and who the one before."""
    texts, count, last = attempt.texts, attempt.solvers.count, attempt.last
    lines = [texts("puzzle.of_day")]
    if count:
        lines.append(texts("puzzle.solved_so_far", count=count))
    if last and last.solvers.count:
        lines.append(last.solvers.line(texts, "last_"))
    return lines


def _last_solution(attempt: Attempt) -> list[Button]:
    if attempt.last is None:
        return []
    request = interface.SolvePuzzle(attempt.last.code, None)
    return [Button(attempt.texts("button.last_solution"), request)]


def solved_page(attempt: Attempt, *, found: str | None, own: OwnSolve | None = None) -> Screen:
    """The answer, which the person `found` or gave up to find, what follows it, and its motif.

    What was found is seen as it ends: the last ply of its line. What was not, is marked in the position.
    `own`: of somebody who has solved the puzzle of the day with that.
    """
    answer = found or attempt.puzzle.answers[0]
    verdict = attempt.says("right" if found else "solution", answer)
    lines = [attempt.task, verdict, *_why(attempt, answer)]
    buttons = [_another(attempt, "main"), *_watch(attempt)]
    if own is not None:
        lines += _own(own, attempt.texts)
        buttons.append(_naming(own, attempt.texts))
    if found:
        before, after = attempt.puzzle.views_after(found)
        return replace(attempt, view=after).played(lines, buttons, before)
    return attempt.solution(lines, buttons, tuple(answer.split()))


def closed_page(attempt: Attempt) -> Screen:
    """The puzzle of a day that is over: how it is solved, and who did it."""
    answer, texts = attempt.puzzle.answers[0], attempt.texts
    lines = [attempt.task, attempt.says("solution", answer), *_why(attempt, answer)]
    if attempt.solvers.count:
        lines.append(attempt.solvers.line(texts))
    return attempt.solution(lines, _watch(attempt), tuple(answer.split()))


def solution_clip(attempt: Attempt, clip: bytes) -> Screen:
    """The solution as a clip."""
    puzzle, answer = attempt.puzzle, attempt.puzzle.answers[0]
    text = attempt.says("solution", answer)
    alt = joined([text, *_why(attempt, answer)])
    return Screen(text, attempt.title, file=File(f"{puzzle.code}.gif", clip, "image/gif", alt))


def name_chosen(texts: Texts, *, on: bool) -> Screen:
    return Screen(texts("note.named" if on else "note.unnamed"))


def _own(own: OwnSolve, texts: Texts) -> list[str]:
    lines = [texts("puzzle.streak", count=own.streak)] if own.streak > 1 else []
    return [*lines, texts("puzzle.you_are_named" if own.named else "puzzle.you_are_counted")]


def _naming(own: OwnSolve, texts: Texts) -> Button:
    return Button(
        texts("button.named_off" if own.named else "button.named_on"), interface.BeNamed(not own.named)
    )


def _watch(attempt: Attempt) -> list[Button]:
    if attempt.preferences.text_only:
        return []  # the words say it all
    return [Button(attempt.texts("button.play_clip"), interface.WatchSolution(attempt.puzzle.code))]


def _why(attempt: Attempt, answer: str) -> list[str]:
    """Why it is right, what follows it, what else is as good or tempts, and its motif."""
    texts, puzzle, match, phrasing = attempt.texts, attempt.puzzle, attempt.match, attempt.phrasing
    lines = attempt.reasons(answer)
    if plies := puzzle.follow_up(answer):
        line = ", ".join(f"{phrasing.seat(match, ply.seat)} {attempt.spelled(ply.notation)}" for ply in plies)
        lines.append(texts("puzzle.line", plies=line))
    if alike := [attempt.spelled(move) for move in puzzle.answers if move != answer][:ALIKE]:
        lines.append(texts("puzzle.alike", moves=texts.listed(alike)))
    if puzzle.tempting:
        why_not = attempt.says("tempting", puzzle.tempting)
        lines.append(joined([why_not, *attempt.shortfall(puzzle.tempting)]))
    lines.append(texts("puzzle.motif", motif=texts(f"puzzle.{puzzle.game}.motif_{puzzle.motif}")))
    return lines


def _another(attempt: Attempt, style: Literal["plain", "main"] = "plain") -> Button:
    request = interface.ShowPuzzle(attempt.game, attempt.puzzle.code)
    return Button(attempt.texts("button.another_puzzle"), request, style)
