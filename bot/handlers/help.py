"""Answers to what changes nothing: help, rules, lists, and what could not be understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.match_lists import MatchLists
from bot.delivery.match_screens import MatchScreens
from bot.handlers.context import RequestContext
from bot.handlers.match_resolver import MOST_LISTED, MatchOptional, SeveralMatches
from bot.handlers.responses import note, private, turned
from bot.interface import Message, Response
from bot.presentation import Listed, Phrasing
from bot.presentation.rulebook import example
from games import GAMES
from games.events import MatchId
from games.match import Phase
from storage.matches import Matches, MatchRow


class HelpHandler:
    """Answers requests that change nothing."""

    def __init__(self, store: Matches, screens: MatchScreens, lists: MatchLists) -> None:
        self._store, self._screens, self._lists = store, screens, lists

    async def help(self, context: RequestContext, _: interface.Help) -> Response:
        """What this is."""
        return private(presentation.help_page(Phrasing(context.texts, {}), robots=bool(context.robots)))

    async def privacy(self, context: RequestContext, _: interface.ShowPrivacy) -> Response:
        """What is kept about people."""
        return private(presentation.privacy_page(Phrasing(context.texts, {})))

    async def dismiss(self, context: RequestContext, _: interface.Dismiss) -> Response:
        """That nothing happens."""
        return turned(Message(context.texts("note.never_mind")), in_place=context.own)

    async def misspoken(self, context: RequestContext, request: interface.InvalidCommand) -> Response:
        """What is wrong with a command; where there is none, what can be done by button."""
        if request.problem == "no_command":
            return private(presentation.no_command(Phrasing(context.texts, {})), succeeded=False)
        return note(presentation.misspoken(request, Phrasing(context.texts, {})))

    async def unreadable(self, context: RequestContext, _: interface.InvalidPayload) -> Response:
        """That it is no button of ours."""
        return note(context.texts("no.unreadable"))

    async def which(self, context: RequestContext, several: SeveralMatches) -> Response:
        """Ask which match was meant."""
        request = context.incoming.request
        listed = await self._listed(context, several.rows)

        def named(match: MatchId) -> interface.Request:
            return replace(request, match=match) if isinstance(request, MatchOptional) else request

        return private(presentation.which_match(listed, named, Phrasing(context.texts, {})), succeeded=False)

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

    async def legend(self, context: RequestContext, request: interface.ShowLegend) -> Response:
        """The signs of a game."""
        phrasing = Phrasing(context.texts, {})
        if request.game not in GAMES:
            return private(presentation.games_page(phrasing))
        return private(presentation.legend_page(request.game, phrasing))

    async def matches(self, context: RequestContext, _: interface.ListMatches) -> Response:
        """The matches that somebody is in."""
        phases = (Phase.CHALLENGE.value, Phase.RUNNING.value)
        rows = await self._store.matches_of(context.player, phases)
        urgent = await self._lists.most_urgent_first(rows, context.player)
        listed = await self._listed(context, urgent[:MOST_LISTED])
        page = presentation.matches_page(
            listed, Phrasing(context.texts, {}), left_out=len(rows) - len(listed)
        )
        return private(page)

    async def _listed(self, context: RequestContext, rows: Sequence[MatchRow]) -> tuple[Listed, ...]:
        return await self._lists.listed(
            rows, context.player, context.chat.platform, context.texts, now=context.at
        )
