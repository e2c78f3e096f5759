"""Answers to what changes nothing: help, rules, and what could not be understood."""

from __future__ import annotations

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.handlers.context import RequestContext
from bot.handlers.inbox import InboxHandler
from bot.handlers.request_table import answers
from bot.handlers.responses import note, private, turned
from bot.interface import Message, Response
from bot.presentation import Phrasing
from bot.presentation.rulebook import example
from games import GAMES


class HelpHandler:
    """Answers requests that change nothing."""

    def __init__(self, screens: MatchScreens, inbox: InboxHandler, contact: str) -> None:
        self._screens, self._inbox, self._contact = screens, inbox, contact

    @answers(interface.Help)
    async def help(self, context: RequestContext, request: interface.Help) -> Response:
        """What this is; who begins anew and has matches already is shown these."""
        if request.first and await self._inbox.has_matches(context.player):
            return await self._inbox.matches(context, interface.ListMatches())
        page = presentation.welcome_page if request.first else presentation.help_page
        return private(page(Phrasing(context.texts, {}), robots=bool(context.robots)))

    @answers(interface.ShowPrivacy)
    async def privacy(self, context: RequestContext, _: interface.ShowPrivacy) -> Response:
        """What is kept about people."""
        return private(presentation.privacy_page(self._contact, Phrasing(context.texts, {})))

    @answers(interface.Dismiss)
    async def dismiss(self, context: RequestContext, _: interface.Dismiss) -> Response:
        """That nothing happens."""
        return turned(Message(context.texts("note.never_mind")), in_place=context.own)

    @answers(interface.InvalidCommand)
    async def misspoken(self, context: RequestContext, request: interface.InvalidCommand) -> Response:
        """What is wrong with a command; where there is none, what can be done by button."""
        if request.problem == "no_command":
            return private(presentation.no_command(Phrasing(context.texts, {})), succeeded=False)
        return note(presentation.misspoken(request, Phrasing(context.texts, {})))

    @answers(interface.InvalidPayload)
    async def unreadable(self, context: RequestContext, _: interface.InvalidPayload) -> Response:
        """That it is no button of ours."""
        return note(context.texts("no.unreadable"))

    @answers(interface.ShowRules)
    async def rules(self, context: RequestContext, request: interface.ShowRules) -> Response:
        """The games, or a page of the rules of one; turned in place where the message is the reader's own."""
        phrasing = Phrasing(context.texts, {})
        if request.game is None or request.game not in GAMES:
            return private(presentation.games_page(phrasing))
        pages = GAMES[request.game].rule_pages
        number = min(max(request.page, 1), len(pages))
        page = pages[number - 1]
        shown = presentation.rules_page(
            request.game,
            page.key,
            example(request.game, page),
            phrasing,
            page=number,
            pages=len(pages),
            robots=request.game in context.robots,
            text_only=context.preferences.text_only,
        )
        ready = self._screens.page(shown, context.preferences)
        return turned(ready, in_place=bool(request.page) and context.own)

    @answers(interface.ShowLegend)
    async def legend(self, context: RequestContext, request: interface.ShowLegend) -> Response:
        """The signs of a game."""
        phrasing = Phrasing(context.texts, {})
        if request.game not in GAMES:
            return private(presentation.games_page(phrasing))
        return private(presentation.legend_page(request.game, phrasing))
