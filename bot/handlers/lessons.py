"""Guided first games, for whoever asks alone; nothing is stored: where somebody is stands in the buttons."""

from __future__ import annotations

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.domain.guided import Step, steps
from bot.handlers.context import RequestContext
from bot.handlers.responses import private, turned
from bot.interface import Response, Screen
from bot.presentation import Guided, Phrasing
from games import GAMES
from games.game import View
from games.words import Words


class LessonHandler:
    """Shows positions with one thing to do, and says whether it was done."""

    def __init__(self, screens: MatchScreens) -> None:
        self._screens = screens

    async def show(self, context: RequestContext, request: interface.ShowLesson) -> Response:
        """A position, or the games that can be learned."""
        known = steps(request.game) if request.game else ()
        if not request.game or not known:
            taught = tuple(key for key in GAMES if steps(key))
            return private(presentation.lessons_page(taught, Phrasing(context.texts, {})))
        number = min(max(request.step, 1), len(known))
        return self._asked(context, known[number - 1], number)

    async def answer(self, context: RequestContext, request: interface.AnswerLesson) -> Response:
        """The choices that are left, or whether the move is right."""
        known = steps(request.game)
        if not 1 <= request.step <= len(known):
            return await self.show(context, interface.ShowLesson(request.game))
        step = known[request.step - 1]
        after = step.after(request.words) if request.final else None
        if after is None:
            return self._asked(context, step, request.step, request.words, request.page)
        if not step.is_right(request.words):
            return self._asked(context, step, request.step, wrong=True)
        done = _guided(step, request.step, after)
        text_only = context.preferences.text_only
        return self._shown(
            context, presentation.lesson_done_page(done, Phrasing(context.texts, {}), text_only=text_only)
        )

    def _asked(
        self,
        context: RequestContext,
        step: Step,
        number: int,
        words: Words = (),
        page: int = 0,
        *,
        wrong: bool = False,
    ) -> Response:
        guided = _guided(step, number, step.view(), words, page, wrong=wrong)
        text_only = context.preferences.text_only
        return self._shown(
            context, presentation.lesson_page(guided, Phrasing(context.texts, {}), text_only=text_only)
        )

    def _shown(self, context: RequestContext, page: Screen) -> Response:
        return turned(self._screens.page(page, context.preferences), in_place=context.own)


def _guided(
    step: Step, number: int, view: View, words: Words = (), page: int = 0, *, wrong: bool = False
) -> Guided:
    return Guided(step.game, step.key, number, len(steps(step.game)), view, words, page, wrong)
