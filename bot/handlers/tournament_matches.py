"""The matches of a tournament: ordinary ones that nobody had to accept, each opened once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.delivery.routing import ChatRouter, new_board
from bot.domain import challenge_requests
from bot.handlers.deals import DealKeys
from bot.handlers.match_transaction import MatchTransactions
from bot.interface import Chat, OfferChallenge
from games import actions
from games.events import MatchId, PlayerId
from games.match import Decision, Match
from storage.boards import Board, Notice
from storage.errors import PressedBefore, VersionConflict
from storage.sql.store import Store
from storage.tournaments import Pairing, Tournament


class TournamentMatches:
    """Opens them. Their ids follow from round and table, so that a kill in between doubles none."""

    def __init__(
        self, store: Store, transactions: MatchTransactions, router: ChatRouter, keys: DealKeys
    ) -> None:
        self._store, self._transactions = store, transactions
        self._router, self._keys = router, keys

    def reaches(self, platform: str) -> bool:
        """Messages can be posted there at present."""
        return self._router.is_running(platform)

    async def open(self, tournament: Tournament, at: int) -> None:
        """Open the matches of the present round that are not opened yet."""
        for one in tournament.pairings:
            if one.round == tournament.round and one.match and one.second:
                await self._open(tournament, one, one.match, one.second, at)

    async def _open(
        self, tournament: Tournament, pairing: Pairing, match_id: MatchId, second: PlayerId, at: int
    ) -> None:
        if pairing.outcome is not None or pairing.first == second or await self._store.matches.row(match_id):
            return
        zones = [(await self._store.settings.preferences(player)).zone for player in (pairing.first, second)]
        begun = self._begun(tournament, pairing.first, second, match_id, at, zones)
        press = f"house:tournament {tournament.id}:{match_id}"
        boards = await self._boards(tournament, begun.after, press, at)
        try:
            async with self._transactions.begin(match_id, new=True) as transaction:
                await transaction.open(begun, press=press, boards=boards, seen=None)
        except (PressedBefore, VersionConflict):  # It is there.
            pass

    def _begun(
        self,
        tournament: Tournament,
        first: PlayerId,
        second: PlayerId,
        match_id: MatchId,
        at: int,
        zones: Sequence[str],
    ) -> Decision:
        """The challenge and its acceptance, both made by the organiser's beginning.

        Args:
            tournament: it tells what is agreed.
            first: who begins.
            second: the other one.
            match_id: of the new match.
            at: when, in seconds since 1970.
            zones: the time zones of the two, for weekends that are off.
        """
        asked = OfferChallenge(tournament.game, None, tuple(tournament.terms.split()))
        opened = challenge_requests.challenge(
            asked, first, second, draws=self._keys.draw(), at=at, zone=zones[0]
        )
        opened = replace(opened, match=match_id, first=first)
        entropy = self._keys.acceptance(opened.entropy, "")
        return challenge_requests.taken(opened, actions.AcceptChallenge(second, entropy, zone=zones[1]), at)

    async def _boards(self, tournament: Tournament, match: Match, press: str, at: int) -> list[Board]:
        """One in the chat of the tournament, and one for each seat where a game keeps secrets.

        They notify whoever is to move; who was active last on another platform is notified there.
        """
        chat, match_id = Chat(tournament.platform, tournament.chat, private=False), match.opened.match
        if match.players is None:
            return []
        players = match.players
        own = [
            await self._router.private_board(player, match_id, prefer=tournament.platform, after=press, at=at)
            for seat, player in enumerate(players)
            if not match.plays_openly
            or (
                seat in match.awaited
                and not (await self._router.reach(player)).reads_first(tournament.platform)
            )
        ]
        boards = [new_board(chat, match_id, None, after=press, at=at), *filter(None, own)]
        told = [board.player for board in boards]
        for seat in match.awaited:
            player, question = players[seat], match.question(seat)
            place = told.index(player) if player in told else 0
            if question and boards[place].notice is None:
                boards[place] = replace(boards[place], notice=Notice(player, question))
        return boards
