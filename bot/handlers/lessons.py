"""Guided first games, for whoever asks alone; nothing is stored: where somebody is stands in the buttons."""

from __future__ import annotations

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.domain.guided import steps
from bot.handlers.context import RequestContext
from bot.handlers.request_table import answers
from bot.handlers.responses import private, turned
from bot.interface import Response, Screen
from bot.presentation import Guided, Phrasing
from games import GAMES


class LessonHandler:
    """Shows positions with one thing to do, and says whether it was done."""

    def __init__(self, screens: MatchScreens) -> None:
        self._screens = screens

    @answers(interface.ShowLesson)
    async def show(self, context: RequestContext, request: interface.ShowLesson) -> Response:
        """A position, or the games that can be learned."""
        known = steps(request.game) if request.game else ()
        if not request.game or not known:
            taught = tuple(key for key in GAMES if steps(key))
            return private(presentation.lessons_page(taught, Phrasing(context.texts, {})))
        number = min(max(request.step, 1), len(known))
        step = known[number - 1]
        return self._asked(context, Guided(step, number, step.view()), anew=not request.step)

    @answers(interface.AnswerLesson)
    async def answer(self, context: RequestContext, request: interface.AnswerLesson) -> Response:
        """The choices that are left, or whether the move is right."""
        known = steps(request.game)
        if not 1 <= request.step <= len(known):
            return await self.show(context, interface.ShowLesson(request.game))
        step, number = known[request.step - 1], request.step
        after = step.after(request.words) if request.final else None
        if after is None:
            return self._asked(context, Guided(step, number, step.view(), request.words, request.page))
        if not step.is_right(request.words):
            return self._asked(context, Guided(step, number, step.view(), wrong=True))
        phrasing, text_only = Phrasing(context.texts, {}), context.preferences.text_only
        done = presentation.lesson_done_page(
            Guided(step, number, after),
            phrasing,
            robots=step.game in context.robots,
            text_only=text_only,
        )
        return self._shown(context, done)

    def _asked(self, context: RequestContext, guided: Guided, *, anew: bool = False) -> Response:
        phrasing, text_only = Phrasing(context.texts, {}), context.preferences.text_only
        return self._shown(context, presentation.lesson_page(guided, phrasing, text_only=text_only), anew)

    def _shown(self, context: RequestContext, page: Screen, anew: bool = False) -> Response:
        shown = self._screens.page(page, context.preferences)
        return turned(shown, in_place=context.own and not anew)
