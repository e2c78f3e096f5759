"""Answers to what changes nothing: help, rules, lists, and what could not be understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.match_screens import MatchScreens
from bot.handlers.context import RequestContext
from bot.handlers.match_resolver import (
    MOST_LISTED,
    MatchOptional,
    SeveralMatches,
)
from bot.interface import (
    Message,
    Response,
    Screen,
)
from bot.presentation import Listed, Phrasing
from bot.presentation.rulebook import RULEBOOK
from games.events import MatchId
from games.match import Phase
from storage.store import MatchRow, Store

Asked = (
    interface.Help
    | interface.ShowRules
    | interface.ShowPrivacy
    | interface.ListMatches
    | interface.Dismiss
    | interface.InvalidCommand
    | interface.InvalidPayload
)


class HelpHandler:
    """Tells, and touches nothing."""

    def __init__(self, store: Store, screens: MatchScreens) -> None:
        self._store, self._screens = store, screens

    async def answer(self, context: RequestContext, request: Asked) -> Response:
        """For this person's eyes alone."""
        phrasing = Phrasing(context.texts, {})
        match request:
            case interface.Help():
                return private(presentation.help_page(phrasing))
            case interface.ShowRules(game=str(game)) if game in RULEBOOK:
                return self._rules(context, game, request.page)
            case interface.ShowRules():
                return private(presentation.games_page(phrasing))
            case interface.ShowPrivacy():
                return private(presentation.privacy_page(phrasing))
            case interface.ListMatches():
                return await self._list(context)
            case interface.Dismiss():
                done = Message(context.texts("note.never_mind"))
                own = context.incoming.ephemeral or context.chat.private
                return Response(update=done, succeeded=True) if own else Response(note=done, succeeded=True)
            case interface.InvalidCommand():
                return note(presentation.misspoken(request, phrasing))
            case interface.InvalidPayload():
                return note(context.texts("no.unreadable"))

    async def which(self, context: RequestContext, several: SeveralMatches) -> Response:
        """Ask which match was meant."""
        request = context.incoming.request
        listed = await self._listed(context, several.rows)

        def named(match: MatchId) -> interface.Request:
            return replace(request, match=match) if isinstance(request, MatchOptional) else request

        return private(presentation.which_match(listed, named, Phrasing(context.texts, {})), succeeded=False)

    def _rules(self, context: RequestContext, game: str, asked: int) -> Response:
        """A page of the rules; turned in place where the message is the reader's own."""
        pages = RULEBOOK[game]
        number = min(max(asked, 1), len(pages))
        page, phrasing = pages[number - 1], Phrasing(context.texts, {})
        example = presentation.rules_page(
            game,
            page.key,
            page.view(game),
            phrasing,
            page=number,
            pages=len(pages),
            text_only=context.preferences.text_only,
        )
        shown = self._screens.page(example, context.preferences)
        own = context.incoming.ephemeral or context.chat.private
        if asked and own:
            return Response(update=shown, succeeded=True)
        return Response(note=shown, succeeded=True)

    async def _list(self, context: RequestContext) -> Response:
        phases = (Phase.CHALLENGE.value, Phase.RUNNING.value)
        rows = await self._store.matches_of(context.player, phases)
        listed = await self._listed(context, rows[:MOST_LISTED])
        return private(presentation.matches_page(listed, Phrasing(context.texts, {})))

    async def _listed(self, context: RequestContext, rows: Sequence[MatchRow]) -> tuple[Listed, ...]:
        return await self._screens.listed(
            rows, context.player, context.chat.platform, context.texts, now=context.at
        )


def note(text: str) -> Response:
    """A sentence for one person: why not."""
    return Response(note=Message(text))


def private(shown: Screen, *, succeeded: bool = True) -> Response:
    """A screen without a picture, for one person."""
    return Response(note=Message(shown.text, shown.title, None, shown.rows, shown.links), succeeded=succeeded)
