"""The guided first game as screens: a position, one thing to do there, and why it was right or not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import interface
from bot.interface import Button, Screen
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import in_rows, place_in, prompt
from bot.presentation.puzzles import frame, named_as_in_rules, position_screen
from games import GAMES
from games.game import View
from games.match import MatchView
from games.words import Words


@dataclass(frozen=True, slots=True)
class Guided:
    """How far somebody is with a guided first game."""

    game: str
    key: str
    """Of the position."""
    step: int
    """Which position it is, from 1."""
    steps: int
    """How many there are."""
    view: View
    """Of the seat to move, or after its move."""
    words: Words = ()
    """Chosen so far."""
    page: int = 0
    """Of the choices, from 0."""
    wrong: bool = False
    """A move was made here that does something else."""

    @property
    def match(self) -> MatchView:
        """A match that the position could be of."""
        return frame(f"{self.game}{self.step}", self.game, {}, self.view)


def lessons_page(games: tuple[str, ...], phrasing: Phrasing) -> Screen:
    """Which games can be learned."""
    texts = phrasing.texts
    buttons = [Button(phrasing.game(key), interface.ShowLesson(key), "main") for key in games if key in GAMES]
    return Screen(texts("lesson.which"), texts("button.learn"), rows=in_rows(buttons))


def lesson_page(guided: Guided, phrasing: Phrasing, *, text_only: bool = False) -> Screen:
    """The position, what is to be done, and the choices of the game.

    Args:
        guided: where the reader is.
        phrasing: the reader's.
        text_only: without a picture; the text tells all that it would show.
    """
    texts, match = phrasing.texts, guided.match
    place = place_in(match, guided.words)
    rows = tuple(
        tuple(_of_lesson(button, guided) for button in row)
        for row in prompt(match, place, guided.page, phrasing)
    )
    about = f"{guided.game}.lesson.{guided.key}"
    lines = [texts(f"{about}.wrong")] if guided.wrong else []
    name = named_as_in_rules(phrasing).seat(match, guided.view.viewer or 0)
    lines += [texts("lesson.you", name=name), texts(f"{about}.task")]
    ways = [_turn(guided, guided.step - 1, "button.earlier_lesson", phrasing)] if guided.step > 1 else []
    if guided.step < guided.steps:
        ways.append(_turn(guided, guided.step + 1, "button.skip_lesson", phrasing))
    return position_screen(
        match,
        guided.view,
        _title(guided, phrasing),
        place.words,
        lines,
        (*rows, *in_rows(ways)),
        phrasing,
        solved=False,
        text_only=text_only,
    )


def lesson_done_page(guided: Guided, phrasing: Phrasing, *, text_only: bool = False) -> Screen:
    """What the right move did, and the way on; after the last position, to a match.

    Args:
        guided: with the view after the move.
        phrasing: the reader's.
        text_only: as in `lesson_page`.
    """
    texts = phrasing.texts
    lines = [texts("lesson.right"), texts(f"{guided.game}.lesson.{guided.key}.right")]
    if guided.step < guided.steps:
        on = replace(_turn(guided, guided.step + 1, "button.next", phrasing), style="main")
        buttons = [on]
    else:
        lines.append(texts("lesson.over", game=phrasing.game(guided.game)))
        buttons = [
            Button(texts("button.robot"), interface.PickRobot(guided.game), "main"),
            Button(texts("button.rules"), interface.ShowRules(guided.game)),
        ]
    return position_screen(
        guided.match,
        guided.view,
        _title(guided, phrasing),
        (),
        lines,
        in_rows(buttons),
        phrasing,
        solved=True,
        text_only=text_only,
    )


def _title(guided: Guided, phrasing: Phrasing) -> str:
    game = phrasing.game(guided.game)
    return phrasing.texts("title.lesson", game=game, number=guided.step, count=guided.steps)


def _turn(guided: Guided, step: int, key: str, phrasing: Phrasing) -> Button:
    return Button(phrasing.texts(key), interface.ShowLesson(guided.game, step))


def _of_lesson(button: Button, guided: Guided) -> Button:
    """A button of a choice, for a lesson in place of a match."""
    asked = button.request
    if not isinstance(asked, interface.Choose):
        raise TypeError("a choice has buttons for choices only")
    answer = interface.AnswerLesson(guided.game, guided.step, asked.words, asked.final, asked.page)
    return replace(button, request=answer)
