"""Tournaments of chats: entrants, pairings by round, and outcomes."""

from __future__ import annotations

from dataclasses import astuple, replace

from games.events import MatchId, PlayerId
from storage.errors import VersionConflict
from storage.sql.database import Lines, Part, Record, Statement, reader
from storage.sql.jobs import put_for_rows
from storage.sql.table import Table
from storage.tournaments import Entrant, Pairing, Tournament

TOURNAMENTS = Table(
    "tournaments",
    """
        *id text, platform text, place text, chat text, game text, style text, rounds integer,
        terms text, organiser text, made integer, stage text, round integer, ends integer, told integer,
        message text, shown text, changes integer
    """,
    indexes="(platform, place, made); (stage); (organiser)",
)
ENTRANTS = Table(
    "tournament_entrants",
    "*tournament text REFERENCES tournaments, *player text, number integer, gone integer",
    indexes="(player)",
)
PAIRINGS = Table(
    "tournament_pairings",
    """
        *tournament text REFERENCES tournaments, *round integer, *number integer, first text,
        second text?, match text?, outcome text?, in_time integer
    """,
    constraints="UNIQUE (match)",
    indexes="(first); (second)",
)
TABLES = (TOURNAMENTS, ENTRANTS, PAIRINGS)

_NEWEST_IN = f"{TOURNAMENTS.select} WHERE platform = ?1 AND place = ?2 ORDER BY made DESC LIMIT 1"
_UNDER_WAY = f"""
    {TOURNAMENTS.select} WHERE platform = ?1 AND place = ?2 AND stage IN ('open', 'running')
    ORDER BY made DESC, id
"""
_OF_MATCH = f"{TOURNAMENTS.select} WHERE id = (SELECT tournament FROM tournament_pairings WHERE match = ?1)"
_OF_PLAYER = "SELECT tournament FROM tournament_entrants WHERE player = ?1 ORDER BY tournament"
_ENTRANTS = "SELECT player, gone FROM tournament_entrants WHERE tournament = ?1 ORDER BY number"
_PAIRINGS = """
    SELECT round, number AS "table", first, second, match, outcome, in_time FROM tournament_pairings
    WHERE tournament = ?1 ORDER BY round, number
"""
_TO_ENTRANT, _TO_PAIRING = reader(Entrant), reader(Pairing)

# Optimistic lock: a writer passes the change count that it read. These columns are never replaced.
_FIXED = ("platform", "place", "chat", "game", "terms", "organiser", "made", "message", "shown")
_PUT = Statement(
    f"""
    {TOURNAMENTS.insert(changes="?17 + 1")}
    {TOURNAMENTS.replace(*_FIXED, changes="tournaments.changes + 1")}
    WHERE tournaments.changes = excluded.changes - 1 RETURNING 1
    """,
    VersionConflict,
)
_DROP_ENTRANTS = Statement("DELETE FROM tournament_entrants WHERE tournament = ?1")
# If an entrant was joined to another entrant, they become one, gone only if both are.
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
"""Before two players are joined."""
_PUT_PAIRING = Statement(
    f"{PAIRINGS.insert('first', 'second')} {PAIRINGS.replace('first', 'second', 'match')}"
)
_NOTE_TOLD = Statement(
    "UPDATE tournaments SET told = ?3, message = ?4, shown = ?5 WHERE id = ?1 AND told = ?2"
)


def _look_at(which: str) -> Statement:
    return put_for_rows(f"tournaments WHERE {which}", "tournament", "id", "CAST(?2 AS BIGINT)", "platform")


_LOOK_AT = _look_at("id = ?1")
LOOK_AT_THAT_OF_MATCH = _look_at(
    "stage = 'running' AND id = (SELECT tournament FROM tournament_pairings WHERE match = ?1)"
)
"""At the end of a match: queue a job for its tournament, due at that time."""
_TAKE = Statement(
    "UPDATE tournaments SET organiser = ?2, changes = changes + 1 WHERE id = ?1 AND organiser = ''"
)
_FORGET_ENTRANT = (
    Statement("UPDATE tournament_entrants SET gone = 1 WHERE player = ?1"),
    Statement(
        """
        UPDATE tournaments SET changes = changes + 1
        WHERE id IN (SELECT tournament FROM tournament_entrants WHERE player = ?1)
        """
    ),
)
_ORGANISED = "stage IN ('open', 'running') AND organiser = ?1"
_LOOK_AT_ORGANISED = _look_at(_ORGANISED)
_FORGET_ORGANISER = Statement(  # their chats are notified of it
    f"UPDATE tournaments SET organiser = '', told = -1, changes = changes + 1 WHERE {_ORGANISED}"
)


class Tournaments(Part):
    """The tournaments of the store."""

    async def tournament(self, key: str) -> Tournament | None:
        return await self._found(TOURNAMENTS.by_key, key)

    async def tournament_in(self, platform: str, place: str) -> Tournament | None:
        return await self._found(_NEWEST_IN, platform, place)

    async def tournaments_under_way(self, platform: str, place: str) -> tuple[Tournament, ...]:
        return tuple([await self._whole(row) for row in await self._rows(_UNDER_WAY, platform, place)])

    async def tournament_of(self, match: MatchId) -> Tournament | None:
        return await self._found(_OF_MATCH, match)

    async def tournaments_of(self, player: PlayerId) -> tuple[str, ...]:
        return tuple(row["tournament"] for row in await self._rows(_OF_PLAYER, player))

    async def put_tournament(self, tournament: Tournament, look_at: int | None = None) -> None:
        """Add or update a tournament in one transaction; the organiser of a stored one is not replaced.

        Args:
            look_at: the due time of its next job; None leaves that as it is.

        Raises:
            VersionConflict: it was changed since it was read; nothing was stored.
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
            *([] if look_at is None else [(_LOOK_AT, (key, look_at))]),
        )

    async def note_told(self, tournament: Tournament, told: int, message: str, shown: str) -> None:
        """Store which round its chat was told of, and by what, unless `told` has changed meanwhile."""
        await self._write((_NOTE_TOLD, (tournament.id, tournament.told, told, message, shown)))

    async def take_tournament(self, key: str, organiser: PlayerId) -> None:
        """Make a player the organiser, unless there is one."""
        await self._write((_TAKE, (key, organiser)))

    async def _found(self, query: str, *parameters: object) -> Tournament | None:
        row = await self._one(query, *parameters)
        return await self._whole(row) if row else None

    async def _whole(self, row: Record) -> Tournament:
        entrants = await self._all(_TO_ENTRANT, _ENTRANTS, row["id"])
        pairings = await self._all(_TO_PAIRING, _PAIRINGS, row["id"])
        return replace(Tournament(*row), entrants=entrants, pairings=pairings)


def forget(player: PlayerId, at: int) -> Lines:
    """Withdraw a forgotten player as entrant and organiser; chats are notified of a missing organiser."""
    organised: Lines = [(_LOOK_AT_ORGANISED, (player, at)), (_FORGET_ORGANISER, (player,))]
    return [*((statement, (player,)) for statement in _FORGET_ENTRANT), *organised]
