"""The guided first game as screens: a position, one thing to do there, and why it was right or not."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import interface
from bot.domain.guided import Step, steps
from bot.interface import Button, Screen
from bot.presentation.phrasing import Phrasing
from bot.presentation.positions import as_match, choices, named_as_in_rules, position_screen
from bot.presentation.prompts import in_rows, place_in
from games import GAMES
from games.game import View
from games.match import MatchView
from games.words import Words


@dataclass(frozen=True, slots=True)
class Guided:
    """How far somebody is with a guided first game."""

    step: Step
    number: int
    """Which position it is, from 1."""
    view: View
    """Of the seat to move, or after its move."""
    words: Words = ()
    """Chosen so far."""
    page: int = 0
    """Of the choices, from 0."""
    wrong: bool = False
    """A move was made here that does something else."""

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.step.game

    @property
    def count(self) -> int:
        """How many positions there are."""
        return len(steps(self.game))

    @property
    def match(self) -> MatchView:
        """A match that the position could be of; of house rules nothing is said."""
        return as_match(f"{self.game}{self.number}", self.game, self.view, {})

    def answer(self, chosen: interface.Choose) -> interface.AnswerLesson:
        """What a button of a choice asks."""
        return interface.AnswerLesson(self.game, self.number, chosen.words, chosen.final, chosen.page)


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
    texts, match, named = phrasing.texts, guided.match, named_as_in_rules(phrasing)
    place = place_in(match, guided.words)
    rows = choices(match, place, guided.page, named, guided.answer)
    about = f"{guided.game}.lesson.{guided.step.key}"
    lines = [texts(f"{about}.wrong")] if guided.wrong else []
    name = named.seat(match, guided.view.viewer or 0)
    lines += [texts("lesson.you", name=name), texts(f"{about}.task")]
    ways = [_turn(guided, guided.number - 1, "button.earlier_lesson", phrasing)] if guided.number > 1 else []
    if guided.number < guided.count:
        ways.append(_turn(guided, guided.number + 1, "button.skip_lesson", phrasing))
    return position_screen(
        match,
        _title(guided, phrasing),
        place.words,
        lines,
        (*rows, *in_rows(ways)),
        named,
        solved=False,
        text_only=text_only,
    )


def lesson_done_page(guided: Guided, phrasing: Phrasing, *, robots: bool, text_only: bool = False) -> Screen:
    """What the right move did, and the way on; after the last position, to a match.

    Args:
        guided: with the view after the move.
        phrasing: the reader's.
        robots: whether one plays the game here.
        text_only: as in `lesson_page`.
    """
    texts = phrasing.texts
    lines = [texts("lesson.right"), texts(f"{guided.game}.lesson.{guided.step.key}.right")]
    if guided.number < guided.count:
        on = replace(_turn(guided, guided.number + 1, "button.next", phrasing), style="main")
        buttons = [on]
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
        _title(guided, phrasing),
        (),
        lines,
        in_rows(buttons),
        named_as_in_rules(phrasing),
        solved=True,
        text_only=text_only,
    )


def _title(guided: Guided, phrasing: Phrasing) -> str:
    game = phrasing.game(guided.game)
    return phrasing.texts("title.lesson", game=game, number=guided.number, count=guided.count)


def _turn(guided: Guided, number: int, key: str, phrasing: Phrasing) -> Button:
    return Button(phrasing.texts(key), interface.ShowLesson(guided.game, number))
