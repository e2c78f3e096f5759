"""Screens of exercises: puzzles and lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from bot import interface
from bot.domain.guided import Step, steps
from bot.domain.puzzles import Puzzle
from bot.interface import Account, Button, Choose, Picture, Request, Screen, ShowLesson
from bot.presentation.alt_texts import described, length, position
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import Rows, in_rows, place_in, prompt, spelled, turning
from bot.presentation.reviews import COUNTING
from games import GAMES
from games.events import MatchId, PlayerId
from games.game import View
from games.match import MatchView, Phase
from games.words import Tree, Words

PLAYERS = PlayerId("first"), PlayerId("second")


def position_screen(
    match: MatchView,
    title: str,
    words: Words,
    lines: Sequence[str],
    rows: Rows,
    named: Phrasing,
    *,
    solved: bool,
    text_only: bool,
) -> Screen:
    """The screen of an exercise: picture, text, buttons.

    Args:
        match: from `as_match`.
        title: of the message.
        words: chosen so far.
        lines: the text.
        rows: the buttons.
        named: the reader's phrasing, from `named_as_in_rules`.
        solved: whether nothing is asked any more.
        text_only: without a picture; the text describes everything.
    """
    view, limits = match.view, named.capabilities
    if view is None:
        raise ValueError("a position has a view")
    rules = named.house_rules(match.game, match.house_rules)
    lines = [*([named.texts("challenge.house_rules", rules=rules)] if rules else []), *lines]
    after = lines if text_only else ()
    room = limits.text - length([title]) if text_only else limits.alt_text
    if solved:
        told = position(match, view, named, after, room)
    else:
        told = described(match, view, named, place_in(match, words), after, room)
    picture = Picture(match.game, view, named.plain_names(match), words, " ".join(told))
    return Screen(
        title=title,
        text="\n".join(told if text_only else lines),
        picture=None if text_only else picture,
        rows=rows,
        text_only=text_only,
    )


def choices(
    match: MatchView, place: Tree, page: int, phrasing: Phrasing, answer: Callable[[Choose], Request]
) -> Rows:
    """The choice buttons of a match, with other requests.

    Args:
        match: from `as_match`.
        place: the node of the words chosen so far.
        page: of the choices, from 0.
        phrasing: the reader's.
        answer: makes the request that replaces a choice.
    """

    def instead(button: Button) -> Button:
        if not isinstance(button.request, Choose):
            raise TypeError("a choice has buttons for choices only")
        return replace(button, request=answer(button.request))

    return tuple(tuple(map(instead, row)) for row in prompt(match, place, page, phrasing))


def named_as_in_rules(phrasing: Phrasing) -> Phrasing:
    """Name the seats by their symbols in pictures, as there are no players."""
    called = zip(PLAYERS, (phrasing.texts("puzzle.sun"), phrasing.texts("puzzle.moon")), strict=True)
    return replace(phrasing, cast={player: Account("", player, name) for player, name in called})


def as_match(code: str, game: str, view: View, house_rules: Mapping[str, str]) -> MatchView:
    """Wrap a position in a match view, for functions that need one."""
    return MatchView(
        match=MatchId(code),
        version=0,
        phase=Phase.RUNNING,
        viewer=view.viewer,
        game=game,
        house_rules=house_rules,
        challenger=PLAYERS[0],
        invited=PLAYERS[1],
        players=PLAYERS,
        view=view,
        awaited=view.to_act,
        offer=None,
        take_back=None,
        can_take_back=(),
        late=(),
        clock=0,
        rated=False,
        forewarned=False,
        ending=None,
        seal="",
        words="",
        since=0,
    )


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's progress with a puzzle."""

    puzzle: Puzzle
    view: View
    """The view of the seat to move."""
    game: str | None
    """The game of the puzzles that follow; None for any."""
    words: Words = ()
    """The words chosen so far."""
    page: int = 0
    """The page of the choices, from 0."""
    of_day: bool = False
    """Whether it is the chat's puzzle of the day; answers are private to each person."""
    wrong: str | None = None
    """A wrong answer, in notation."""

    @property
    def match(self) -> MatchView:
        """The position wrapped in a match view."""
        return as_match(self.puzzle.code, self.puzzle.game, self.view, self.puzzle.house_rules)

    def answer(self, chosen: interface.Choose) -> interface.AnswerPuzzle:
        """The request of a choice button."""
        return interface.AnswerPuzzle(self.puzzle.code, self.game, chosen.words, chosen.final, chosen.page)

    def title(self, phrasing: Phrasing) -> str:
        """The title of its pages."""
        kind = "title.puzzle_of_day" if self.of_day else "title.puzzle"
        return phrasing.texts(kind, game=phrasing.game(self.puzzle.game))


def puzzle_page(attempt: Attempt, phrasing: Phrasing, *, text_only: bool = False) -> Screen:
    """The position with the choices after the words chosen so far, and the cost of a wrong answer.

    Args:
        attempt: at the puzzle, whose solution is not revealed.
        phrasing: the reader's.
        text_only: without a picture; the text describes everything.
    """
    texts, puzzle, match, named = phrasing.texts, attempt.puzzle, attempt.match, named_as_in_rules(phrasing)
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
    return _asked(attempt, lines, ways, phrasing, text_only=text_only)


def solved_page(attempt: Attempt, phrasing: Phrasing, *, found: bool, text_only: bool = False) -> Screen:
    """The solution and its reason.

    Args:
        attempt: of the person who found the solution or gave up.
        phrasing: the person's.
        found: whether they found it.
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
    title, words = attempt.title(phrasing), tuple(puzzle.best.split())
    return position_screen(match, title, words, lines, rows, named, solved=True, text_only=text_only)


def _reasons(attempt: Attempt, notation: str, named: Phrasing) -> list[str]:
    """The immediate reasons for a move."""
    game = attempt.puzzle.game
    facts = attempt.view.tell_purpose(GAMES[game].parse(notation))
    return named.describe(game, named.names(attempt.match), facts)


def _punished(attempt: Attempt, notation: str, named: Phrasing) -> list[str]:
    """The plies that refute a wrong move, if known."""
    game, match = attempt.puzzle.game, attempt.match
    told = []
    for ply in attempt.puzzle.follow_up(notation):
        name, why = named.seat(match, ply.seat), named.describe(game, named.names(match), ply.facts)
        told.append(" ".join([named.texts("puzzle.then", name=name, move=quoted(ply.notation)), *why]))
    return told


def _line(attempt: Attempt, notation: str, named: Phrasing) -> str:
    """The plies after the best move, such as `Sun 2, Moon 4`."""
    match, plies = attempt.match, attempt.puzzle.follow_up(notation)
    return ", ".join(f"{named.seat(match, ply.seat)} {quoted(ply.notation)}" for ply in plies)


def _cost(puzzle: Puzzle, cost: float, phrasing: Phrasing) -> str:
    """A cost in beans, or in percentage points of the chance to win."""
    if puzzle.game in COUNTING:
        return phrasing.texts("puzzle.beans", count=round(cost))
    return phrasing.texts("puzzle.chance", number=phrasing.texts.number(round(100 * cost)))


def _another(attempt: Attempt, phrasing: Phrasing, style: Literal["plain", "main"] = "plain") -> Button:
    request = interface.ShowPuzzle(attempt.game, attempt.puzzle.code)
    return Button(phrasing.texts("button.another_puzzle"), request, style)


@dataclass(frozen=True, slots=True)
class Guided:
    """A person's progress in a guided first game."""

    step: Step
    number: int
    """The number of the step, from 1."""
    view: View
    """The view of the seat to move, before or after its move."""
    words: Words = ()
    """The words chosen so far."""
    page: int = 0
    """The page of the choices, from 0."""
    wrong: bool = False
    """Whether a wrong move was tried."""

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.step.game

    @property
    def count(self) -> int:
        """The number of steps."""
        return len(steps(self.game))

    @property
    def match(self) -> MatchView:
        """The position wrapped in a match view, without house rules."""
        return as_match(f"{self.game}{self.number}", self.game, self.view, {})

    def answer(self, chosen: interface.Choose) -> interface.AnswerLesson:
        """The request of a choice button."""
        return interface.AnswerLesson(self.game, self.number, chosen.words, chosen.final, chosen.page)

    def title(self, phrasing: Phrasing) -> str:
        """The title of its pages."""
        game = phrasing.game(self.game)
        return phrasing.texts("title.lesson", game=game, number=self.number, count=self.count)


def _asked(
    exercise: Attempt | Guided,
    lines: Sequence[str],
    ways: Sequence[Button],
    phrasing: Phrasing,
    *,
    text_only: bool,
) -> Screen:
    """The position with the choices after the words chosen so far, and other buttons below."""
    match, named = exercise.match, named_as_in_rules(phrasing)
    place = place_in(match, exercise.words)
    rows = (*choices(match, place, exercise.page, named, exercise.answer), *in_rows(ways))
    title, words = exercise.title(phrasing), place.words
    return position_screen(match, title, words, lines, rows, named, solved=False, text_only=text_only)


def lessons_page(games: tuple[str, ...], phrasing: Phrasing) -> Screen:
    """Ask for the game to learn."""
    texts = phrasing.texts
    buttons = [Button(phrasing.game(key), ShowLesson(key), "main") for key in games if key in GAMES]
    return Screen(texts("lesson.which"), texts("button.learn"), rows=in_rows(buttons))


def lesson_page(guided: Guided, phrasing: Phrasing, *, text_only: bool = False) -> Screen:
    """The position, its task and the choices.

    Args:
        guided: the reader's progress.
        phrasing: the reader's.
        text_only: without a picture; the text describes everything.
    """
    texts = phrasing.texts
    about = f"{guided.game}.lesson.{guided.step.key}"
    lines = [texts(f"{about}.wrong")] if guided.wrong else []
    name = named_as_in_rules(phrasing).seat(guided.match, guided.view.viewer or 0)
    lines += [texts("lesson.you", name=name), texts(f"{about}.task")]
    to, back, onward = (
        partial(interface.ShowLesson, guided.game),
        "button.earlier_lesson",
        "button.skip_lesson",
    )
    ways = turning(guided.number, guided.count, to, texts, back=back, onward=onward)
    return _asked(guided, lines, ways, phrasing, text_only=text_only)


def lesson_done_page(guided: Guided, phrasing: Phrasing, *, robots: bool, text_only: bool = False) -> Screen:
    """Explain the right move, with a button to the next step or, after the last one, to a match.

    Args:
        guided: with the view after the move.
        phrasing: the reader's.
        robots: whether a robot plays the game.
        text_only: as in `lesson_page`.
    """
    texts = phrasing.texts
    lines = [texts("lesson.right"), texts(f"{guided.game}.lesson.{guided.step.key}.right")]
    if guided.number < guided.count:
        following = ShowLesson(guided.game, guided.number + 1)
        buttons = [Button(texts("button.next"), following, "main")]
    else:
        lines.append(texts("lesson.over", game=phrasing.game(guided.game)))
        play = interface.PickRobot(guided.game) if robots else interface.OfferChallenge(guided.game, None, ())
        label = texts("button.robot") if robots else texts("button.play", game=phrasing.game(guided.game))
        buttons = [
            Button(label, play, "main"),
            Button(texts("button.rules"), interface.ShowRules(guided.game)),
        ]
    return position_screen(
        guided.match,
        guided.title(phrasing),
        (),
        lines,
        in_rows(buttons),
        named_as_in_rules(phrasing),
        solved=True,
        text_only=text_only,
    )
