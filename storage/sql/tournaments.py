"""Tournaments in SQLite: how they are asked for and written, and as rows."""

from __future__ import annotations

from dataclasses import replace

from games.events import MatchId, PlayerId
from storage.sql import tournament_statements as statements
from storage.sql.database import Record, Row
from storage.sql.part import Part
from storage.tournaments import Entrant, Pairing, Tournament, merged


class SqlTournaments(Part):
    """The `Tournaments` of a database."""

    async def tournament(self, key: str) -> Tournament | None:
        """A tournament by its id."""
        return await self._whole(await self._one(statements.TOURNAMENT, key))

    async def tournament_in(self, platform: str, place: str) -> Tournament | None:
        """The newest tournament of a place."""
        return await self._whole(await self._one(statements.TOURNAMENT_IN, platform, place))

    async def tournaments_under_way(self, platform: str, place: str) -> tuple[Tournament, ...]:
        """Those of a place that are open or running, the newest first."""
        rows = await self._database.rows(statements.TOURNAMENTS_UNDER_WAY, (platform, place))
        former = await self._former_players()
        return tuple([merged(await self._as_written(row), former) for row in rows])

    async def tournament_of(self, match: MatchId) -> Tournament | None:
        """The tournament that a match belongs to."""
        return await self._whole(await self._one(statements.TOURNAMENT_OF, match))

    async def tournaments_of(self, player: PlayerId) -> tuple[str, ...]:
        """The ids of those that a player has signed up for."""
        ids = await self._ids_of(player)
        rows = await self._database.rows(statements.TOURNAMENTS_OF, (ids,))
        return tuple(row["tournament"] for row in rows)

    async def tournaments_due(self, at: int) -> tuple[str, ...]:
        """The ids of those that are due at this time, the longest due first."""
        return tuple(row["id"] for row in await self._database.rows(statements.TOURNAMENTS_DUE, (at,)))

    async def put_tournament(self, tournament: Tournament) -> None:
        """Add a tournament, or new facts about a known one."""
        key = tournament.id
        await self._group.write(
            {
                statements.PUT_TOURNAMENT: [_from_tournament(tournament)],
                statements.DROP_ENTRANTS: [(key,)],
                statements.PUT_ENTRANT: [
                    (key, one.player, number, int(one.gone)) for number, one in enumerate(tournament.entrants)
                ],
                statements.PUT_PAIRING: [_from_pairing(key, one) for one in tournament.pairings],
                statements.CALL_TOURNAMENT: [(key,)],
            }
        )

    async def take_tournament(self, key: str, organiser: PlayerId) -> None:
        """Somebody is the organiser of one that has none."""
        await self._group.write({statements.TAKE_TOURNAMENT: [(organiser, key)]})

    async def delay_tournaments(self, seconds: int) -> None:
        """The rounds that are played end so much later, for the bot was away."""
        await self._group.write({statements.DELAY_TOURNAMENTS: [(seconds, seconds)]})

    async def _whole(self, row: Record | None) -> Tournament | None:
        return merged(await self._as_written(row), await self._former_players()) if row else None

    async def _as_written(self, row: Record) -> Tournament:
        entrants = await self._database.rows(statements.ENTRANTS, (row["id"],))
        pairings = await self._database.rows(statements.PAIRINGS, (row["id"],))
        return replace(
            Tournament(*row),
            entrants=tuple(Entrant(one["player"], bool(one["gone"])) for one in entrants),
            pairings=tuple(replace(Pairing(*one), in_time=bool(one["in_time"])) for one in pairings),
        )


def _from_tournament(told: Tournament) -> Row:
    """In the order of the columns of `tournaments`."""
    where = (told.id, told.platform, told.place, told.chat)
    what = (told.game, told.style, told.rounds, told.terms, told.organiser, told.made)
    return (*where, *what, told.due, told.stage, told.round, told.ends, told.told)


def _from_pairing(tournament: str, told: Pairing) -> Row:
    """In the order of the columns of `tournament_pairings`."""
    players = (told.first, told.second, told.match)
    return (tournament, told.round, told.table, *players, told.outcome, int(told.in_time))
