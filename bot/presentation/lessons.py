"""Lessons: a guided first game, one task a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bot import interface
from bot.domain.guided import Step, steps
from bot.interface import Button, Screen, ShowLesson
from bot.presentation.button_rows import in_rows, turning
from bot.presentation.exercises import Exercise, as_match
from bot.presentation.phrasing import Phrasing
from games.match import MatchView


@dataclass(frozen=True, slots=True)
class Guided(Exercise):
    """A person's progress in a guided first game; its view may be that after the right move."""

    step: Step
    number: int
    """The number of the step, from 1."""
    wrong: bool = False

    @property
    def game(self) -> str:
        return self.step.game

    @property
    def count(self) -> int:
        return len(steps(self.game))

    @property
    def match(self) -> MatchView:
        return as_match(f"{self.game}{self.number}", self.game, self.view, {})

    def answer(self, chosen: interface.Choose) -> interface.AnswerLesson:
        return interface.AnswerLesson(self.game, self.number, chosen.words, chosen.final, chosen.page)

    @property
    def title(self) -> str:
        game = self.phrasing.game(self.game)
        return self.texts("title.lesson", game=game, number=self.number, count=self.count)

    def text(self, key: str) -> str:
        """The `task` of the step, or what to say when it was answered `right` or `wrong`."""
        return self.texts(f"{self.game}.lesson.{self.step.key}.{key}")


def lessons_page(games: Sequence[str], phrasing: Phrasing) -> Screen:
    buttons = [Button(phrasing.game(key), ShowLesson(key), "main") for key in games]
    return Screen(phrasing.texts("lesson.which"), phrasing.texts("button.learn"), rows=in_rows(buttons))


def lesson_page(guided: Guided) -> Screen:
    texts = guided.texts
    you = texts("lesson.you", name=guided.phrasing.seat(guided.match, guided.view.viewer or 0))
    wrong = [guided.text("wrong")] if guided.wrong else []
    to = partial(ShowLesson, guided.game)
    buttons = turning(
        guided.number, guided.count, to, texts, back="button.earlier_lesson", onward="button.skip_lesson"
    )
    hinted = guided.step.solution() if guided.wrong else ()
    return guided.question([*wrong, you, guided.text("task")], buttons, hinted=hinted)


def lesson_done_page(guided: Guided, *, robots: bool) -> Screen:
    """Explain the right move; next comes another step or, after the last one, a match."""
    texts, name = guided.texts, guided.phrasing.game(guided.game)
    lines = [texts("lesson.right"), guided.text("right")]
    if guided.number < guided.count:
        buttons = [Button(texts("button.next"), ShowLesson(guided.game, guided.number + 1), "main")]
    else:
        lines.append(texts("lesson.over", game=name))
        if robots:
            play = Button(texts("button.robot"), interface.PickRobot(guided.game), "main")
        else:
            challenge = interface.OfferChallenge(guided.game, None, ())
            play = Button(texts("button.play", game=name), challenge, "main")
        buttons = [play, Button(texts("button.rules"), interface.ShowRules(guided.game))]
    return guided.solution(lines, buttons)
