"""Tournaments as messages: for a whole chat, or for one reader."""

from __future__ import annotations

from bot import presentation
from bot.delivery.match_screens import MatchScreens
from bot.domain.tournaments import agreed, round_seconds, standings
from bot.handlers.context import RequestContext
from bot.interface import Chat, Message
from bot.interface.display_preferences import DisplayPreferences
from bot.presentation import Paired, Phrasing, ShownTournament
from bot.repositories.accounts import AccountRepository
from games.events import PlayerId
from storage.tournaments import Tournament


class TournamentPages:
    """Looks up names and languages."""

    def __init__(self, accounts: AccountRepository, screens: MatchScreens) -> None:
        self._accounts, self._screens = accounts, screens

    async def for_all(self, tournament: Tournament) -> Message:
        """As the chat of the tournament is shown it."""
        return await self._page(tournament, await self._shared(tournament), None)

    async def sign_up(self, tournament: Tournament) -> Message:
        """Where the chat signs up, or has signed up."""
        chosen = await self._shared(tournament)
        shown = presentation.sign_up_page(_shown(tournament), await self._phrasing(tournament, chosen))
        return self._screens.page(shown, chosen)

    async def for_reader(self, tournament: Tournament, context: RequestContext) -> Message:
        """As one person is shown it."""
        return await self._page(tournament, context.preferences, context.player)

    async def _shared(self, tournament: Tournament) -> DisplayPreferences:
        """In the language of the chat or, where none is chosen, of those who take part."""
        chat = Chat(tournament.platform, tournament.chat, private=False)
        return await self._screens.preferences_shared(chat, _people(tournament))

    async def _page(
        self, tournament: Tournament, chosen: DisplayPreferences, reader: PlayerId | None
    ) -> Message:
        phrasing = await self._phrasing(tournament, chosen)
        shown = presentation.tournament_page(
            _shown(tournament), phrasing, reader=reader, text_only=chosen.text_only
        )
        return self._screens.page(shown, chosen)

    async def _phrasing(self, tournament: Tournament, chosen: DisplayPreferences) -> Phrasing:
        cast = await self._accounts.cast(_people(tournament), tournament.platform)
        return Phrasing(chosen.texts, cast)


def _people(told: Tournament) -> tuple[PlayerId, ...]:
    """Who opened it, and who takes part or did."""
    return (told.organiser, *(one.player for one in told.entrants))


def _shown(told: Tournament) -> ShownTournament:
    return ShownTournament(
        told.id,
        told.game,
        told.style,
        told.stage,
        agreed(told),
        told.organiser,
        told.round,
        told.rounds,
        round_seconds(told),
        there=tuple(one.player for one in told.entrants if not one.gone),
        pairs=tuple(
            Paired(one.round, one.first, one.second, one.outcome, one.in_time, one.match is not None)
            for one in told.pairings
        ),
        standings=standings(told),
    )
