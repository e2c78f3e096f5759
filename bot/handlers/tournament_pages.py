"""Tournaments as messages: for a whole chat, or for one reader."""

from __future__ import annotations

from collections.abc import Sequence

from bot import presentation
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import chat_of
from bot.domain.tournaments import agreed, is_abandoned, round_seconds, standings
from bot.handlers.context import RequestContext
from bot.interface import Chat, Link, Message
from bot.interface.people import DisplayPreferences
from bot.presentation import Paired, Phrasing, ShownTournament
from bot.repositories.accounts import AccountRepository
from games.events import PlayerId
from storage.sql.store import Store
from storage.tournaments import Tournament


class TournamentPages:
    """Looks up names and languages."""

    def __init__(self, store: Store, accounts: AccountRepository, screens: MatchScreens) -> None:
        self._store, self._accounts, self._screens = store, accounts, screens

    async def for_all(self, tournament: Tournament) -> Message:
        """As the chat of the tournament is shown it."""
        return await self._page(tournament, await self._shared(tournament), None)

    async def sign_up(self, tournament: Tournament) -> Message:
        """Where the chat signs up, or has signed up."""
        chosen = await self._shared(tournament)
        shown = presentation.sign_up_page(shown_of(tournament), await self._phrasing(tournament, chosen))
        return self._screens.page(shown, chosen)

    async def for_reader(self, tournament: Tournament, context: RequestContext) -> Message:
        """As one person is shown it, with the ways to the others of its chat."""
        under_way = await self._store.tournaments.tournaments_under_way(tournament.platform, tournament.place)
        others = [shown_of(one) for one in under_way if one.id != tournament.id]
        return await self._page(tournament, context.preferences, context.player, others)

    async def crosstable(self, tournament: Tournament, context: RequestContext) -> Message:
        """Who has played whom, and the ways to the matches of the round."""
        chosen = context.preferences
        shown = presentation.crosstable_page(
            shown_of(tournament),
            await self._phrasing(tournament, chosen),
            await self._links(tournament),
            reader=context.player,
            text_only=chosen.text_only,
        )
        return self._screens.page(shown, chosen)

    async def _links(self, tournament: Tournament) -> list[Link]:
        """To the boards that stand in the chat of the tournament."""
        links = []
        for one in tournament.pairings:
            if one.round != tournament.round or not one.match:
                continue
            boards = [board for board in await self._store.boards.boards_of(one.match) if board.message]
            there = [
                board
                for board in boards
                if not board.private
                and board.moved_to is None
                and (board.platform, chat_of(board).place) == (tournament.platform, tournament.place)
            ]
            if there:
                board = max(there, key=lambda each: each.made)
                links.append(Link(one.match, chat_of(board), board.message or "", one.match))
        return links

    async def _shared(self, tournament: Tournament) -> DisplayPreferences:
        """In the language of the chat or, where none is chosen, of those who take part."""
        chat = Chat(tournament.platform, tournament.chat, private=False)
        return await self._screens.preferences_shared(chat, _people(tournament))

    async def _page(
        self,
        tournament: Tournament,
        chosen: DisplayPreferences,
        reader: PlayerId | None,
        others: Sequence[ShownTournament] = (),
    ) -> Message:
        phrasing = await self._phrasing(tournament, chosen)
        shown = presentation.tournament_page(
            shown_of(tournament), phrasing, reader=reader, text_only=chosen.text_only, others=others
        )
        return self._screens.page(shown, chosen)

    async def _phrasing(self, tournament: Tournament, chosen: DisplayPreferences) -> Phrasing:
        cast = await self._accounts.cast(_people(tournament), tournament.platform)
        return Phrasing(chosen.texts, cast)


def _people(told: Tournament) -> tuple[PlayerId, ...]:
    """Who opened it, and who takes part or did."""
    return (told.organiser, *(one.player for one in told.entrants))


def shown_of(told: Tournament) -> ShownTournament:
    """A tournament, as everybody may see it."""
    return ShownTournament(
        told.id,
        told.game,
        told.style,
        told.stage,
        is_abandoned(told),
        agreed(told),
        told.place,
        told.organiser or None,
        told.round,
        told.rounds,
        round_seconds(told),
        there=tuple(one.player for one in told.entrants if not one.gone),
        pairs=tuple(
            Paired(one.round, one.first, one.second, one.outcome, one.in_time, one.match)
            for one in told.pairings
        ),
        standings=standings(told),
    )
