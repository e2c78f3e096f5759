"""Matches in SQLite: how they are asked for, and as rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from games.events import Event, MatchId, PlayerId
from games.game import SEATS
from storage import codec, merged_players
from storage.boards import ChatId
from storage.errors import StoreError
from storage.matches import DueMatch, FinishedMatch, MatchRow, Seen
from storage.sql import list_statements, statements
from storage.sql.database import Record, Row
from storage.sql.part import Part

OPEN, RUNNING, OVER = map(json.dumps, (["challenge", "running"], ["running"], ["over"]))

MOST_PLAYERS = 2  # the two columns of a match


class UnreadableLog(StoreError):
    """An event in the log of a match is not one that this version knows; says which, not what is in it."""


class SqlMatches(Part):
    """The `Matches` of a database."""

    async def load(self, match: MatchId) -> tuple[Event, ...]:
        """The log of a match from its first event; () for an unknown one.

        Raises:
            UnreadableLog: it was written by another version, or damaged.
        """
        return await self._events(match)

    async def _events(self, match: MatchId, after: int = 0) -> tuple[Event, ...]:
        """The events of a match after this version."""
        return await self._read(match, await self._database.rows(statements.EVENTS_OF_MATCH, (match, after)))

    async def _read(self, match: MatchId, rows: Iterable[Iterable[Any]]) -> tuple[Event, ...]:
        """Rows of its events."""
        known = await self._former_players()
        return tuple(merged_players.event(_to_event(match, *row), known) for row in rows)

    async def pressed(self, press: str) -> MatchId | None:
        """The match for which this press has counted, or None."""
        row = await self._one(statements.MATCH_OF_PRESS, press)
        return row["match"] if row else None

    async def drawn_for(self, match: MatchId) -> bytes:
        """32 bytes for this match, the same ones each time; who cannot read the database cannot know them."""
        return await self._keyed(f"match\0{match}")

    async def row(self, match: MatchId) -> MatchRow | None:
        """A match as lists show it."""
        row = await self._one(statements.MATCH, match)
        return merged_players.match(_to_match(row), await self._former_players()) if row else None

    async def matches_of(
        self, player: PlayerId, phases: Sequence[str], *, newest: int | None = None
    ) -> tuple[MatchRow, ...]:
        """The player's matches in these phases, the longest untouched first; or the newest, newest first."""
        theirs = (await self._ids_of(player), json.dumps(list(phases)))
        if newest is None:
            return await self._matches(statements.MATCHES_OF_PLAYER, *theirs, *theirs)
        return await self._matches(statements.NEWEST_OF_PLAYER, *theirs, *theirs, newest)

    async def open_matches_of(self, player: PlayerId) -> tuple[DueMatch, ...]:
        """The player's challenges and running matches, with what is due in them, in no order."""
        theirs = (await self._ids_of(player), OPEN)
        rows = await self._database.rows(list_statements.OPEN_MATCHES_OF_PLAYER, theirs)
        known = await self._former_players()
        return tuple(DueMatch(merged_players.match(_to_match(row), known), row["due"]) for row in rows)

    async def challenged_before(self, player: PlayerId, since: int) -> int:
        """How many challenges were withdrawn since a time by who they were before they were forgotten."""
        before = await self._ids_before(player)
        if not before:
            return 0
        return await self._count(list_statements.CHALLENGED_BEFORE, await self._ids_of(*before), since)

    async def next_turn_of(self, player: PlayerId, besides: MatchId) -> MatchRow | None:
        """The match with the player's most urgent turn, of all but one."""
        theirs = (await self._ids_of(player), RUNNING)
        row = await self._one(list_statements.NEXT_TURN_OF_PLAYER, *theirs, besides)
        return merged_players.match(_to_match(row), await self._former_players()) if row else None

    async def finished_of(
        self, player: PlayerId, *, most: int, skip: int = 0
    ) -> tuple[int, tuple[FinishedMatch, ...]]:
        """How many matches of a player are over, and some of them, the one that ended last first."""
        theirs = (await self._ids_of(player), OVER, most, skip)
        rows = await self._database.rows(list_statements.FINISHED_OF_PLAYER, theirs)
        known = await self._former_players()
        found = (
            FinishedMatch(merged_players.match(_to_match(row), known), row["counts"], row["winner"])
            for row in rows
        )
        return (rows[0]["total"] if rows else 0), tuple(found)

    async def seen_in(self, match: MatchId) -> tuple[Seen, ...]:
        """Where the players of a match have acted in it; each chat of a player once."""
        rows, known = (
            await self._database.rows(statements.SEEN_IN_MATCH, (match,)),
            await self._former_players(),
        )
        return tuple(merged_players.seen(_to_seen(row), known) for row in rows)

    async def last_seen(self, player: PlayerId) -> Seen | None:
        """Where a player has acted last, in any match."""
        row = await self._one(statements.LAST_SEEN, await self._ids_of(player))
        return merged_players.seen(_to_seen(row), await self._former_players()) if row else None

    async def count_running(self) -> int:
        """How many matches run; none of them is read, and no other."""
        return await self._count(list_statements.COUNT_RUNNING)

    async def matches_in(self, platform: str, chat: ChatId, phases: Sequence[str]) -> tuple[MatchRow, ...]:
        """The matches in these phases with a board in this chat, the longest untouched first."""
        return await self._matches(statements.MATCHES_IN_CHAT, platform, chat, json.dumps(list(phases)))

    async def _matches(self, query: str, *parameters: object) -> tuple[MatchRow, ...]:
        rows, known = await self._database.rows(query, parameters), await self._former_players()
        return tuple(merged_players.match(_to_match(row), known) for row in rows)


# Rows, as the statements name their columns, from facts and back


def _to_event(match: MatchId, version: int, kind: str, body: str) -> Event:
    try:
        return codec.load(kind, body)
    except codec.UnreadableEvent as wrong:
        raise UnreadableLog(f"event {version} of match {match} cannot be read: {wrong}") from None


def from_match(row: MatchRow, after: int | None) -> Row:
    """The row of a match that had been changed so often before."""
    players, awaited = _two(row.players), _two(row.awaited)
    standing = (row.offer, row.take_back, " ".join(map(str, row.late)))
    return (row.match, row.version, row.game, row.phase, *players, *awaited, row.since, *standing, after)


def _to_match(row: Record) -> MatchRow:
    return MatchRow(
        match=row["match"],
        version=row["version"],
        game=row["game"],
        phase=row["phase"],
        players=_known(row["player"], row["opponent"]),
        awaited=_known(row["awaited"], row["also_awaited"]),
        since=row["since"],
        offer=row["offer"],
        take_back=row["take_back"],
        late=tuple(map(SEATS.__getitem__, map(int, row["late"].split()))),
    )


def _two(players: tuple[PlayerId, ...]) -> tuple[PlayerId | None, ...]:
    if len(players) > MOST_PLAYERS:
        raise ValueError(f"a match has room for {MOST_PLAYERS} players, not for {len(players)}")
    return players + (None,) * (MOST_PLAYERS - len(players))


def _known(*players: PlayerId | None) -> tuple[PlayerId, ...]:
    return tuple(player for player in players if player is not None)


def from_seen(match: MatchId, seen: Seen) -> Row:
    """The row of where somebody acted."""
    return (match, seen.player, seen.platform, seen.chat, int(seen.private), seen.at)


def _to_seen(row: Record) -> Seen:
    return Seen(**{**dict(row), "private": bool(row["private"])})
