"""Answers to what changes nothing: help, rules, lists, and what could not be understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.match_screens import Display
from bot.handlers.context import Visit
from bot.handlers.match_resolver import (
    MOST_LISTED,
    MayNameNone,
    SeveralMatches,
)
from bot.interface import (
    Answer,
    Message,
    Screen,
)
from bot.presentation import Listed, Voice
from bot.presentation.rulebook import RULEBOOK
from games.events import MatchId
from games.match import Phase
from storage.store import MatchRow, Store

Asked = (
    interface.Help
    | interface.AskRules
    | interface.AskPrivacy
    | interface.ListMatches
    | interface.NeverMind
    | interface.Misspoken
    | interface.Unreadable
)


class Information:
    """Tells, and touches nothing."""

    def __init__(self, store: Store, display: Display) -> None:
        self._store, self._display = store, display

    async def answer(self, visit: Visit, request: Asked) -> Answer:
        """For this person's eyes alone."""
        voice = Voice(visit.texts, {})
        match request:
            case interface.Help():
                return private(presentation.help_page(voice))
            case interface.AskRules(game=str(game)) if game in RULEBOOK:
                return self._rules(visit, game, request.page)
            case interface.AskRules():
                return private(presentation.games_page(voice))
            case interface.AskPrivacy():
                return private(presentation.privacy_page(voice))
            case interface.ListMatches():
                return await self._list(visit)
            case interface.NeverMind():
                done = Message(visit.texts("note.never_mind"))
                own = visit.incoming.alone or visit.chat.private
                return Answer(update=done, granted=True) if own else Answer(note=done, granted=True)
            case interface.Misspoken():
                return note(presentation.misspoken(request, voice))
            case interface.Unreadable():
                return note(visit.texts("no.unreadable"))

    async def which(self, visit: Visit, several: SeveralMatches) -> Answer:
        """Ask which match was meant."""
        request = visit.incoming.request
        listed = await self._listed(visit, several.rows)

        def named(match: MatchId) -> interface.Request:
            return replace(request, match=match) if isinstance(request, MayNameNone) else request

        return private(presentation.which_match(listed, named, Voice(visit.texts, {})), granted=False)

    def _rules(self, visit: Visit, game: str, asked: int) -> Answer:
        """A page of the rules; turned in place where the message is the reader's own."""
        pages = RULEBOOK[game]
        number = min(max(asked, 1), len(pages))
        page, voice = pages[number - 1], Voice(visit.texts, {})
        example = presentation.rules_page(
            game,
            page.key,
            page.view(game),
            voice,
            page=number,
            pages=len(pages),
            in_words=visit.look.text_only,
        )
        shown = self._display.page(example, visit.look)
        own = visit.incoming.alone or visit.chat.private
        if asked and own:
            return Answer(update=shown, granted=True)
        return Answer(note=shown, granted=True)

    async def _list(self, visit: Visit) -> Answer:
        phases = (Phase.CHALLENGE.value, Phase.RUNNING.value)
        rows = await self._store.matches_of(visit.player, phases)
        listed = await self._listed(visit, rows[:MOST_LISTED])
        return private(presentation.matches_page(listed, Voice(visit.texts, {})))

    async def _listed(self, visit: Visit, rows: Sequence[MatchRow]) -> tuple[Listed, ...]:
        return await self._display.listed(rows, visit.player, visit.chat.platform, visit.texts, now=visit.at)


def note(text: str) -> Answer:
    """A sentence for one person: why not."""
    return Answer(note=Message(text))


def private(shown: Screen, *, granted: bool = True) -> Answer:
    """A screen without a picture, for one person."""
    return Answer(note=Message(shown.text, shown.title, None, shown.rows, shown.links), granted=granted)
