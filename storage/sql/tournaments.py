"""Tournaments of chats: who takes part, who meets whom in which round, and how that went."""

from __future__ import annotations

from dataclasses import astuple, replace

from games.events import MatchId, PlayerId
from storage.sql.database import Record, Statement, reader
from storage.sql.part import Part
from storage.sql.schema import ENTRANTS, PAIRINGS, TOURNAMENTS
from storage.tournaments import Entrant, Pairing, Tournament

_TOURNAMENT = f"SELECT {TOURNAMENTS.all} FROM tournaments"
_WITH_ID = f"{_TOURNAMENT} WHERE id = ?1"
_NEWEST_IN = f"{_TOURNAMENT} WHERE platform = ?1 AND place = ?2 ORDER BY made DESC LIMIT 1"
_UNDER_WAY = f"""
    {_TOURNAMENT} WHERE platform = ?1 AND place = ?2 AND stage IN ('open', 'running') ORDER BY made DESC, id
"""
_OF_MATCH = f"{_TOURNAMENT} WHERE id = (SELECT tournament FROM tournament_pairings WHERE match = ?1)"
_DUE = "SELECT id FROM tournaments WHERE due <= ?1 ORDER BY due"
_OF_PLAYER = "SELECT tournament FROM tournament_entrants WHERE player = ?1 ORDER BY tournament"
_ENTRANTS = "SELECT player, gone FROM tournament_entrants WHERE tournament = ?1 ORDER BY number"
_PAIRINGS = """
    SELECT round, number AS "table", first, second, match, outcome, in_time FROM tournament_pairings
    WHERE tournament = ?1 ORDER BY round, number
"""
_TO_ENTRANT, _TO_PAIRING = reader(Entrant), reader(Pairing)

# The organiser of a known one stays.
_PUT = Statement(
    f"""
    {TOURNAMENTS.insert()}
    {TOURNAMENTS.replace("platform", "place", "chat", "game", "style", "terms", "organiser", "made")}
    """
)
_DROP_ENTRANTS = Statement("DELETE FROM tournament_entrants WHERE tournament = ?1")
# Who has become another one who takes part, too, is one entrant, gone only where both are.
_PUT_ENTRANT = Statement(
    f"""
    {ENTRANTS.insert("player")}
    {ENTRANTS.replace("number", gone="tournament_entrants.gone * excluded.gone")}
    """
)
JOIN_ENTRANTS = Statement(
    """
    UPDATE tournament_entrants SET gone = 0 WHERE player = ?1 AND EXISTS (
        SELECT 1 FROM tournament_entrants AS there
        WHERE there.tournament = tournament_entrants.tournament AND there.player = ?2 AND there.gone = 0
    )
    """
)
"""Before two players become one."""
_PUT_PAIRING = Statement(
    f"{PAIRINGS.insert('first', 'second')} {PAIRINGS.replace('first', 'second', 'match')}"
)
# A match may have ended since its tournament was read.
_CALL_BEHIND = Statement(
    """
    UPDATE tournaments SET due = 0 WHERE id = ?1 AND stage = 'running' AND EXISTS (
        SELECT 1 FROM tournament_pairings AS pairing JOIN results ON results.match = pairing.match
        WHERE pairing.tournament = tournaments.id
            AND pairing.round = tournaments.round
            AND pairing.outcome IS NULL
    )
    """
)
CALL_OF_MATCH = Statement(
    """
    UPDATE tournaments SET due = 0
    WHERE stage = 'running' AND id = (SELECT tournament FROM tournament_pairings WHERE match = ?1)
    """
)
"""With the end of a match: whoever kills the bot then keeps no tournament from going on."""
DELAY = Statement(
    """
    UPDATE tournaments SET ends = ends + ?1, due = CASE WHEN due = ends THEN due + ?1 ELSE due END
    WHERE stage = 'running'
    """
)
"""The rounds that are played end so much later."""
_TAKE = Statement("UPDATE tournaments SET organiser = ?2 WHERE id = ?1 AND organiser = ''")
FORGET_ENTRANTS = Statement("UPDATE tournament_entrants SET gone = 1 WHERE player = ?1")
FORGET_ORGANISERS = Statement(  # their chats are to be told of it
    """
    UPDATE tournaments SET organiser = '', told = -1, due = 0
    WHERE stage IN ('open', 'running') AND organiser = ?1
    """
)


class Tournaments(Part):
    """The part of the store that knows the tournaments.

    The result of a match that belongs to one makes it due in the same transaction.
    """

    async def tournament(self, key: str) -> Tournament | None:
        return await self._found(_WITH_ID, key)

    async def tournament_in(self, platform: str, place: str) -> Tournament | None:
        """The newest tournament of a place."""
        return await self._found(_NEWEST_IN, platform, place)

    async def tournaments_under_way(self, platform: str, place: str) -> tuple[Tournament, ...]:
        """Those of a place that are open or running, the newest first."""
        return tuple([await self._whole(row) for row in await self._rows(_UNDER_WAY, platform, place)])

    async def tournament_of(self, match: MatchId) -> Tournament | None:
        return await self._found(_OF_MATCH, match)

    async def tournaments_of(self, player: PlayerId) -> tuple[str, ...]:
        """The ids of those that a player has signed up for."""
        return tuple(row["tournament"] for row in await self._rows(_OF_PLAYER, player))

    async def tournaments_due(self, at: int) -> tuple[str, ...]:
        """The ids of those that are due at this time, the longest due first."""
        return tuple(row["id"] for row in await self._rows(_DUE, at))

    async def put_tournament(self, tournament: Tournament) -> None:
        """Add a tournament, or new facts about a known one: whole or not at all.

        It is due at once where a match has ended of which it does not know the outcome. The organiser of a
        known one stays.
        """
        key = tournament.id
        await self._write(
            (_PUT, TOURNAMENTS.row(tournament)),
            (_DROP_ENTRANTS, (key,)),
            *(
                (_PUT_ENTRANT, (key, one.player, number, int(one.gone)))
                for number, one in enumerate(tournament.entrants)
            ),
            *((_PUT_PAIRING, (key, *astuple(one))) for one in tournament.pairings),
            (_CALL_BEHIND, (key,)),
        )

    async def take_tournament(self, key: str, organiser: PlayerId) -> None:
        """Somebody is the organiser of one that has none; nothing where it has."""
        await self._write((_TAKE, (key, organiser)))

    async def _found(self, query: str, *parameters: object) -> Tournament | None:
        row = await self._one(query, *parameters)
        return await self._whole(row) if row else None

    async def _whole(self, row: Record) -> Tournament:
        entrants = await self._all(_TO_ENTRANT, _ENTRANTS, row["id"])
        pairings = await self._all(_TO_PAIRING, _PAIRINGS, row["id"])
        return replace(Tournament(*row), entrants=entrants, pairings=pairings)
