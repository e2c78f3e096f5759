"""The store of the house in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from games.events import Event, MatchId, PlayerId
from storage import codec, merged_players
from storage.results import Rating
from storage.sqlite import settings_rows, statements
from storage.sqlite.database import Database
from storage.sqlite.deadlines import SqliteDeadlines, deadlines_to_put
from storage.sqlite.group_commit import GroupCommit, Row
from storage.sqlite.results import (
    SqliteResults,
    from_rating,
    from_result,
)
from storage.sqlite.schema import STEPS
from storage.store import (
    Block,
    Board,
    Change,
    ChatSettings,
    LinkCode,
    MatchRow,
    Notice,
    Person,
    Preferences,
    Seen,
    StoredRecord,
    StoreError,
    WrongCodes,
)

MOST_PLAYERS = 2  # the two columns of a match


class UnreadableLog(StoreError):
    """An event in the log of a match is not one that this version knows; says which, not what is in it."""


class SqliteStore(SqliteResults, SqliteDeadlines):
    """A `Store`, see there; what waits to be written at the same time is committed together."""

    def __init__(self, database: Database) -> None:
        """A store in an open database that has all of `schema.STEPS`; `close` closes it."""
        super().__init__(database, GroupCommit(database))
        self._forgotten: set[PlayerId] = set()  # whose boards may still be on their way

    @classmethod
    async def open(cls, path: Path) -> SqliteStore:
        """The store in this file; file and folder are made if there are none.

        Raises:
            UnusableDatabase: in another process, from a newer version, or no database of ours.
        """
        return cls(await Database.open(path, STEPS))

    async def close(self) -> None:
        """Finish what is under way and let go of the database."""
        await self._group.finish()
        await self._database.close()

    # Matches

    async def append(self, change: Change) -> None:
        """Store a change; the caller may take it for durable when this returns."""
        row, first = change.row, change.row.version - len(change.events) + 1
        await self._group.write(
            {
                statements.ADD_PRESS: [(change.press, row.match)] if change.press is not None else [],
                statements.ADD_EVENT: [
                    (row.match, version, *codec.dump(event))
                    for version, event in enumerate(change.events, first)
                ],
                statements.PUT_MATCH: [_from_match(row)],
                statements.PUT_SEEN: [_from_seen(row.match, change.seen)] if change.seen else [],
                statements.ADD_RESULT: [from_result(change.result)] if change.result else [],
                statements.PUT_RATING: [from_rating(rating) for rating in change.ratings],
                statements.PUT_BOARD: [_from_board(board) for board in change.boards],
                statements.MARK_SHOWN: _from_shown(change.shown),
                **deadlines_to_put(row.match, change.deadlines),
            }
        )

    async def load(self, match: MatchId) -> tuple[Event, ...]:
        """The log of a match from its first event; () for an unknown one.

        Raises:
            UnreadableLog: it was written by another version, or damaged.
        """
        rows = await self._database.rows(statements.EVENTS_OF_MATCH, (match,))
        known = await self._former_players()
        return tuple(merged_players.event(_to_event(match, *row), known) for row in rows)

    async def pressed(self, press: str) -> MatchId | None:
        """The match for which this press has counted, or None."""
        row = await self._one(statements.MATCH_OF_PRESS, press)
        return row["match"] if row else None

    async def row(self, match: MatchId) -> MatchRow | None:
        """A match as lists show it."""
        row = await self._one(statements.MATCH, match)
        return merged_players.match(_to_match(row), await self._former_players()) if row else None

    async def matches_of(
        self, player: PlayerId, phases: Sequence[str], *, newest: int | None = None
    ) -> tuple[MatchRow, ...]:
        """The player's matches in these phases, the longest untouched first; or the newest, newest first."""
        his = (await self._ids_of(player), json.dumps(list(phases)))
        if newest is None:
            return await self._matches(statements.MATCHES_OF_PLAYER, *his, *his)
        return await self._matches(statements.NEWEST_OF_PLAYER, *his, *his, newest)

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

    # Boards

    async def boards_of(self, match: MatchId) -> tuple[Board, ...]:
        """The boards that show a match, in the order of their ids."""
        # Each press asks thrice: those of a match that somebody plays lie in memory.
        return await self._told(self._database.glance(statements.BOARDS_OF_MATCH, (match,)))

    async def boards_behind(self) -> tuple[Board, ...]:
        """The boards that show less than has happened; the others are not even looked at."""
        return await self._boards(statements.BOARDS_BEHIND)

    async def boards_in(self, platform: str, place: str) -> tuple[Board, ...]:
        """The boards in a chat, and in those whose ids begin with it and a `/`, in the order of their ids."""
        return await self._boards(statements.BOARDS_IN_PLACE, platform, place, platform, place, place)

    async def matches_in(self, platform: str, chat: str, phases: Sequence[str]) -> tuple[MatchRow, ...]:
        """The matches in these phases with a board in this chat, the longest untouched first."""
        return await self._matches(statements.MATCHES_IN_CHAT, platform, chat, json.dumps(list(phases)))

    async def put_boards(self, boards: Sequence[Board]) -> None:
        """Add boards or new facts about known ones."""
        lasting = [board for board in boards if board.player not in self._forgotten]
        await self._group.write({statements.PUT_BOARD: [_from_board(board) for board in lasting]})

    async def mark_shown(self, shown: Mapping[str, int]) -> None:
        """Note for boards, by id, which version they show now; a lower one never replaces a higher one."""
        await self._group.write({statements.MARK_SHOWN: _from_shown(shown)})

    async def drop_board(self, board: str) -> None:
        """Forget a board: its message is gone or will not change any more."""
        await self._group.write({statements.DROP_BOARD: [(board,)]})

    async def move_chat(self, platform: str, old: str, new: str, phases: Sequence[str]) -> None:
        """A chat is called by another id, and its messages are out of reach."""
        inside = (platform, old, old)
        await self._group.write(
            {
                statements.MOVE_BOARDS: [(new, old, json.dumps(list(phases)), platform, old, *inside)],
                statements.MOVE_SEEN: [(new, platform, old)],
                statements.MOVE_SEEN_INSIDE: [(new, old, *inside)],
                statements.MOVE_CHAT_SETTINGS: [(new, platform, old)],
            }
        )

    # People

    async def person(self, platform: str, account: str) -> Person | None:
        """An account by the platform's id."""
        row = await self._one(statements.PERSON, platform, account)
        return Person(*row) if row else None

    async def person_with(self, platform: str, handle: str) -> Person | None:
        """An account by its handle there, any case; None for the empty one."""
        row = await self._one(statements.PERSON_WITH, platform, handle)
        return Person(*row) if row else None

    async def person_named(self, platform: str, name: str) -> Person | None:
        """An account by its name there, any case; None also where several have it."""
        rows = await self._database.rows(statements.PEOPLE_NAMED, (platform, fold_name(name)))
        return Person(*rows[0]) if len(rows) == 1 else None

    async def people(self, players: Sequence[PlayerId]) -> tuple[Person, ...]:
        """The accounts of these players, by player, platform and account."""
        rows = await self._database.rows(statements.PEOPLE_OF_PLAYERS, (json.dumps(list(players)),))
        return tuple(Person(*row) for row in rows)

    async def put_person(self, person: Person) -> None:
        """Add an account or new facts about a known one."""
        await self._group.write({statements.PUT_PERSON: [_from_person(person)]})

    # Two accounts of one person

    async def put_link_code(self, code: LinkCode) -> None:
        """Add a code, or new facts about a known one."""
        await self._group.write({statements.PUT_LINK_CODE: [_from_code(code)]})

    async def link_code(self, digest: str) -> LinkCode | None:
        """A code by its hash."""
        row = await self._one(statements.LINK_CODE, digest)
        return LinkCode(**{**dict(row), "used": bool(row["used"])}) if row else None

    async def wrong_codes(self, platform: str, account: str) -> WrongCodes | None:
        """The wrong codes of an account as they were put last."""
        row = await self._one(statements.WRONG_CODES_OF, platform, account)
        return WrongCodes(**dict(row)) if row else None

    async def put_wrong_codes(self, wrong: WrongCodes) -> None:
        """Note the wrong codes of an account in place of those before."""
        row = (wrong.platform, wrong.account, wrong.count, wrong.since)
        await self._group.write({statements.PUT_WRONG_CODES: [row]})

    async def join_players(
        self, old: PlayerId, player: PlayerId, code: LinkCode, ratings: Sequence[Rating] = ()
    ) -> None:
        """Make one player of two; the caller may take it for durable when this returns."""
        known = await self._former_players()
        await self._group.write(
            {
                statements.PUT_LINK_CODE: [_from_code(code)],
                statements.FOLLOW_PLAYER: [(player, old)],
                statements.ADD_FORMER_PLAYER: [(player, old)],
                statements.MOVE_ACCOUNTS: [(player, old)],
                statements.MOVE_RECORDS: [(player, old)],
                statements.CLEAR_RATINGS: [(old,), (player,)],
                statements.PUT_JOINED_RATING: [from_rating(rating) for rating in ratings],
                statements.MOVE_PREFERENCES: [(player, old)],
                statements.MOVE_BLOCKS: [(player, old)],
                statements.MOVE_BLOCKED: [(player, old)],
                statements.DROP_PREFERENCES: [(old,)],
                statements.DROP_BLOCKS_BY: [(old,)],
                statements.DROP_BLOCKS_OF: [(old,)],
            }
        )
        known |= {who: player for who, now in known.items() if now == old} | {old: player}

    async def forget_player(self, player: PlayerId) -> None:
        """Delete what is kept about a person; the caller may take it for done when this returns."""
        self._forgotten |= set(json.loads(await self._ids_of(player)))
        await self._group.write(
            {
                statements.FORGET_CODES: [(player,)],
                statements.FORGET_WRONG_CODES: [(player,)],
                statements.FORGET_BOARDS: [(player, player)],
                statements.FORGET_SEEN: [(player, player)],
                statements.FORGET_RATINGS: [(player,)],
                statements.FORGET_PREFERENCES: [(player,)],
                statements.FORGET_BLOCKS: [(player, player)],
                statements.FORGET_RECORDS: [(player,)],
                statements.FORGET_ACCOUNTS: [(player,)],
            }
        )
        await self._database.wipe()

    # What people and chats have chosen

    async def preferences(self, player: PlayerId) -> Preferences:
        """What a player has chosen for himself."""
        row = await self._one(statements.PREFERENCES, player)
        return settings_rows.to_preferences(row) if row else Preferences(player)

    async def put_preferences(self, preferences: Preferences) -> None:
        """Replace what he has chosen."""
        await self._group.write({statements.PUT_PREFERENCES: [settings_rows.from_preferences(preferences)]})

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        """From whom a player wants no challenges, the longest blocked first."""
        return tuple(Block(*row) for row in await self._database.rows(statements.BLOCKED_BY, (player,)))

    async def put_record(self, record: StoredRecord) -> None:
        """Add a record; the schema lets the oldest of its player go."""
        await self._group.write({statements.PUT_RECORD: [(record.id, record.player, record.at, record.text)]})

    async def record(self, number: str) -> StoredRecord | None:
        """A record by its id."""
        row = await self._one(statements.RECORD, number)
        return StoredRecord(*row) if row else None

    async def put_block(self, block: Block) -> None:
        """Add a block; one that stands already stays as it is."""
        await self._group.write({statements.PUT_BLOCK: [(block.player, block.blocked, block.since)]})

    async def drop_block(self, player: PlayerId, blocked: PlayerId) -> None:
        """Take a block back."""
        await self._group.write({statements.DROP_BLOCK: [(player, blocked)]})

    async def chat_settings(self, platform: str, place: str) -> ChatSettings:
        """What is chosen for this place itself."""
        row = await self._one(statements.CHAT_SETTINGS, platform, place)
        return settings_rows.to_chat_settings(row) if row else ChatSettings(platform, place)

    async def put_chat_settings(self, settings: ChatSettings) -> None:
        """Replace what is chosen for a place."""
        await self._group.write({statements.PUT_CHAT_SETTINGS: [settings_rows.from_chat_settings(settings)]})

    async def _boards(self, query: str, *parameters: object) -> tuple[Board, ...]:
        return await self._told(await self._database.rows(query, parameters))

    async def _told(self, boards: Sequence[sqlite3.Row]) -> tuple[Board, ...]:
        known = await self._former_players()
        return tuple(merged_players.board(_to_board(row), known) for row in boards)

    async def _matches(self, query: str, *parameters: object) -> tuple[MatchRow, ...]:
        rows, known = await self._database.rows(query, parameters), await self._former_players()
        return tuple(merged_players.match(_to_match(row), known) for row in rows)


def fold_name(name: str) -> str:
    """A name as it is compared: without case, and however its accents are written.

    The canonical caseless match of the Unicode Standard, section 3.13.
    """
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


# Rows, as `sql` names their columns, from facts and back


def _to_event(match: MatchId, version: int, kind: str, body: str) -> Event:
    try:
        return codec.load(kind, body)
    except codec.UnreadableEvent as wrong:
        raise UnreadableLog(f"event {version} of match {match} cannot be read: {wrong}") from None


def _from_match(row: MatchRow) -> Row:
    players, awaited = _two(row.players), _two(row.awaited)
    return (row.match, row.version, row.game, row.phase, *players, *awaited, row.since)


def _to_match(row: sqlite3.Row) -> MatchRow:
    return MatchRow(
        match=row["match"],
        version=row["version"],
        game=row["game"],
        phase=row["phase"],
        players=_known(row["player"], row["opponent"]),
        awaited=_known(row["awaited"], row["also_awaited"]),
        since=row["since"],
    )


def _two(players: tuple[PlayerId, ...]) -> tuple[PlayerId | None, ...]:
    if len(players) > MOST_PLAYERS:
        raise ValueError(f"a match has room for {MOST_PLAYERS} players, not for {len(players)}")
    return players + (None,) * (MOST_PLAYERS - len(players))


def _known(*players: PlayerId | None) -> tuple[PlayerId, ...]:
    return tuple(player for player in players if player is not None)


def _from_board(board: Board) -> Row:
    place = (board.platform, board.chat, int(board.private), board.message)
    notice = (board.notice.player, board.notice.question) if board.notice else (None, None)
    facts = (board.player, board.shown, board.moved_to, *notice, board.made)
    return (board.id, board.match, *place, *facts, board.match)


def _to_board(row: sqlite3.Row) -> Board:
    known = dict(row)
    player, question = known.pop("notified"), known.pop("question")
    notice = Notice(player, question) if player is not None else None
    return Board(**{**known, "private": bool(row["private"])}, notice=notice)


def _from_seen(match: MatchId, seen: Seen) -> Row:
    return (match, seen.player, seen.platform, seen.chat, int(seen.private), seen.at)


def _from_shown(shown: Mapping[str, int]) -> list[Row]:
    return [(version, board) for board, version in shown.items()]


def _to_seen(row: sqlite3.Row) -> Seen:
    return Seen(**{**dict(row), "private": bool(row["private"])})


def _from_code(code: LinkCode) -> Row:
    return (code.digest, code.platform, code.account, code.expires, int(code.used))


def _from_person(person: Person) -> Row:
    names = (person.name, person.language, person.handle, fold_name(person.name))
    return (person.platform, person.account, person.player, *names)
