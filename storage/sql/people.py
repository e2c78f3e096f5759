"""People and chats: accounts, settings, joining and unlinking accounts, and data ownership."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Literal

from games.events import PlayerId
from storage.errors import PeopleChanged
from storage.jobs import Job
from storage.people import Block, ChatSettings, DailyPuzzle, LinkCode, Person, Preferences, WrongCodes
from storage.results import CAPPED, Rating
from storage.sql import tournaments
from storage.sql.database import (
    NOT_GONE,
    OPEN,
    STILL_THEIRS,
    UNDER_WAY,
    Lines,
    Part,
    Record,
    Row,
    Statement,
    listed,
    reader,
    stand_in,
)
from storage.sql.jobs import to_put
from storage.sql.results import put_rating
from storage.sql.schema import (
    BLOCKS,
    CHAT_SETTINGS,
    DAILY_PUZZLES,
    FORGOTTEN_ACCOUNTS,
    FORMER_PLAYERS,
    GONE_PLAYERS,
    LAST_BEAT,
    LINK_CODES,
    PEOPLE,
    PREFERENCES,
    SHARED_VALUES,
    TABLES,
    WRONG_CODES,
    Table,
)
from storage.sql.tournaments import JOIN_ENTRANTS

PERSON = "platform, account, player, name, language, handle"
_BY_ACCOUNT = f"SELECT {PERSON} FROM people WHERE platform = ?1 AND account = ?2"
_BY_HANDLE = f"""
    SELECT {PERSON} FROM people WHERE lower(handle) = lower(?2) AND platform = ?1 AND handle <> '' LIMIT 1
"""
_BY_NAME = f"SELECT {PERSON} FROM people WHERE folded = ?2 AND platform = ?1 LIMIT 2"
_OF_PLAYERS = f"""
    SELECT {PERSON} FROM people WHERE player IN (SELECT value FROM json_each(?1))
    ORDER BY player, platform, account
"""
_COUNT = "SELECT count(*) FROM (SELECT DISTINCT player FROM people) AS players"
_CODE = f"SELECT {LINK_CODES.all} FROM link_codes WHERE digest = ?1"
_WRONG = "SELECT count, since FROM wrong_codes WHERE platform = ?1 AND account = ?2"

to_person, _TO_CODE = reader(Person), reader(LinkCode)

# The player of a known account stays.
_PUT = Statement(f"{PEOPLE.insert()} {PEOPLE.replace('player')}")
_TAKE_HANDLE = Statement(
    """
    UPDATE people SET handle = ''
    WHERE lower(handle) = lower(?2) AND platform = ?1 AND handle <> '' AND account <> ?3
    """
)

# Changes of who is who are exclusive, and guarded by what they were decided on.
_SO_MANY_ACCOUNTS = Statement(
    "SELECT 1 WHERE ?2 = (SELECT count(*) FROM people WHERE player = ?1)", PeopleChanged, alone=True
)
_USE_CODE = Statement(
    "UPDATE link_codes SET used = 1 WHERE digest = ?1 AND used = 0 RETURNING 1", PeopleChanged
)
_STILL_RATED = Statement(
    """
    SELECT 1 WHERE ?3 = (
        SELECT coalesce(sum(won + drawn + lost), 0) FROM ratings WHERE player = ?1 OR player = ?2
    )
    """,
    PeopleChanged,
    alone=True,
)
_NO_OPPONENTS = Statement(
    f"""
    SELECT 1 WHERE NOT EXISTS (
        SELECT 1 FROM matches WHERE {OPEN} AND player = ?1 AND opponent = ?2
        UNION ALL
        SELECT 1 FROM matches WHERE {OPEN} AND player = ?2 AND opponent = ?1
    )
    """,
    PeopleChanged,
    alone=True,
)
_STILL_UNDER_WAY = Statement(
    f"SELECT 1 WHERE ?2 = (SELECT count(*) FROM ({UNDER_WAY}) AS under_way)", PeopleChanged, alone=True
)
_ADD_GONE = Statement(f"{GONE_PLAYERS.insert()} ON CONFLICT DO NOTHING", alone=True)
_CLEAR_RATINGS = Statement("DELETE FROM ratings WHERE player = ?1")
_PART_BOARDS = Statement("DELETE FROM boards WHERE player = ?1 AND platform = ?2")
_PART_SEEN = Statement("DELETE FROM seen WHERE player = ?1 AND platform = ?2")
_PART_ACCOUNT = Statement("UPDATE people SET player = ?1 WHERE player = ?2 AND platform = ?3", alone=True)
_FORGET_CODES = Statement(
    """
    DELETE FROM link_codes
    WHERE (platform, account) IN (SELECT platform, account FROM people WHERE player = ?1)
    """
)
# Remarks to the player are kept only if they were reported.
_FORGET_HEARD = Statement("DELETE FROM remarks WHERE reader = ?1 AND reported IS NULL")


class People(Part):
    """Players and their accounts."""

    async def person(self, platform: str, account: str) -> Person | None:
        row = await self._glance(_BY_ACCOUNT, platform, account)
        return to_person(row) if row else None

    async def person_with(self, platform: str, handle: str) -> Person | None:
        """An account by its handle, in any case; None for an empty handle.

        A handle belongs to one account: the last one stored with it.
        """
        return await self._first(to_person, _BY_HANDLE, platform, handle)

    async def person_named(self, platform: str, name: str) -> Person | None:
        """An account by its name, in any case; None also if several accounts have it."""
        found = await self._all(to_person, _BY_NAME, platform, fold_name(name))
        return found[0] if len(found) == 1 else None

    async def people(self, players: Sequence[PlayerId]) -> tuple[Person, ...]:
        rows = await self._database.glance(_OF_PLAYERS, (listed(players),))
        return tuple(map(to_person, rows))

    async def count_people(self) -> int:
        """The number of players with at least one account."""
        return await self._number(_COUNT)

    async def put_person(self, person: Person) -> None:
        """Add or update an account; a known one keeps its player."""
        await self._write(*_put(person))

    async def add_person(self, person: Person) -> None:
        """Likewise for an account that was not known a moment ago.

        Blocks, mutes and silences of it from before it was forgotten are restored, see `forget_player`.
        """
        account = (person.platform, person.account)
        known_by = stand_in(await self._identities.digest_of(*account))
        await self._write(*_put(person), *come_back_rows(*account, known_by))

    # Linking accounts

    async def put_link_code(self, code: LinkCode) -> None:
        await self._write(LINK_CODES.put(code))

    async def link_code(self, digest: str) -> LinkCode | None:
        """A code by its hash, even if it is used or expired."""
        return await self._first(_TO_CODE, _CODE, digest)

    async def wrong_codes(self, platform: str, account: str) -> WrongCodes | None:
        row = await self._one(_WRONG, platform, await self._identities.digest_of(platform, account))
        return WrongCodes(platform, account, row["count"], row["since"]) if row else None

    async def put_wrong_codes(self, wrong: WrongCodes) -> None:
        digest = await self._identities.digest_of(wrong.platform, wrong.account)
        await self._write(WRONG_CODES.put(wrong, account=digest))

    async def join_players(
        self,
        old: PlayerId,
        player: PlayerId,
        known: Sequence[Person],
        before: Sequence[Rating],
        after: Sequence[Rating],
        *,
        code: LinkCode | None = None,
        jobs: Sequence[Job] = (),
    ) -> None:
        """Join two players in one transaction: everything of `old` belongs to `player` afterwards.

        Settings of `old` are taken over only if `player` has none. The log keeps the ids it was written
        with; reading it yields the present ones.

        Args:
            old: the id that is given up.
            player: the id that stays.
            known: guard: all accounts of both, as they were read.
            before: guard: the ratings of both, likewise.
            after: the ratings of the joined player, which replace these.
            code: the link code to use up.

        Raises:
            PeopleChanged: a guard failed, the code is used, or they play against each other; nothing was
                stored.
        """
        await self._write(
            *_unchanged(known, old, player),
            (_NO_OPPONENTS, (old, player)),
            (_STILL_RATED, (old, player, sum(rating.matches for rating in before))),
            (_ADD_GONE, (old,)),
            *([] if code is None else [(_USE_CODE, (code.digest,))]),
            (JOIN_ENTRANTS, (player, old)),  # before one of two entries is deleted
            *((_CLEAR_RATINGS, (each,)) for each in (old, player)),
            *join_rows(old, player),
            FORMER_PLAYERS.add(former=old, player=player),
            *map(put_rating, after),
            *to_put(jobs),
        )

    async def part_account(
        self,
        player: PlayerId,
        platform: str,
        fresh: PlayerId,
        at: int,
        known: Sequence[Person],
        jobs: Sequence[Job] = (),
    ) -> None:
        """Unlink a player's account on a platform, making it a new player, in one transaction.

        The new player gets copies of the preferences, blocks, mutes and silences by and of the old one.
        Everything else stays with the old player, except boards and `seen` on the platform, which are
        deleted. As after `forget_player`, `Results.rated_between` counts both as one until the first `beat`
        after `CAPPED` seconds.

        Args:
            known: guard: all accounts of the player, as they were read.

        Raises:
            PeopleChanged: the guard failed; nothing was stored.
        """
        digests = await self._identities.digests_of(player, platform)
        await self._write(
            *_unchanged(known, player),
            *part_rows(player, fresh),
            (_PART_BOARDS, (player, platform)),
            (_PART_SEEN, (player, platform)),
            *_kept(digests, player, at),
            (_PART_ACCOUNT, (fresh, player, platform)),
            *to_put(jobs),
        )

    async def forget_player(self, player: PlayerId, at: int, known: Sequence[Person], under_way: int) -> bool:
        """Delete what is stored about a person: accounts, boards, codes, ratings, preferences and the like.

        Boards of the player that are put later are dropped. Log and results stay, under an id that no
        account leads to. A keyed hash of each account is kept until the first `beat` after `CAPPED` seconds,
        for these counts only: `Results.rated_between`, `abandoned_by`, `abandoned_between` and
        `Matches.challenged_before`.

        Blocks, mutes and silences of the player by others are kept, under an id derived from the keyed hash
        of each account. The count of wrong codes is kept.

        Args:
            known: guard: all their accounts, as they were read.
            under_way: guard: the number of their challenges and running matches, likewise.

        Returns:
            Whether the data is erased from the files, too; False if a reader prevents it.

        Raises:
            PeopleChanged: a guard failed; nothing was stored.
        """
        digests = await self._identities.digests_of(player)
        await self._write(
            *_unchanged(known, player),
            (_STILL_UNDER_WAY, (player, under_way)),
            (_ADD_GONE, (player,)),
            (_FORGET_CODES, (player,)),
            (_FORGET_HEARD, (player,)),
            *tournaments.forget(player, at),
            *_kept(digests, player, at),
            *forget_rows(player, [stand_in(digest) for digest in digests]),
        )
        return await self._database.wipe()


def fold_name(name: str) -> str:
    """A name for comparison, regardless of case and of how accents are encoded.

    The canonical caseless match of the Unicode Standard, section 3.13.
    """
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def _unchanged(known: Sequence[Person], *players: PlayerId) -> Lines:
    theirs: Lines = [(STILL_THEIRS, (person.platform, person.account, person.player)) for person in known]
    counts = [(player, sum(person.player == player for person in known)) for player in players]
    return [*theirs, *((_SO_MANY_ACCOUNTS, count) for count in counts)]


def _kept(digests: Sequence[str], player: PlayerId, at: int) -> Lines:
    """Keep the hashes of a player's accounts until the first `beat` after `CAPPED` seconds."""
    return [FORGOTTEN_ACCOUNTS.put(digest=digest, player=player, until=at + CAPPED) for digest in digests]


def _put(person: Person) -> Lines:
    lines: Lines = [(_PUT, PEOPLE.row(person, folded=fold_name(person.name)))]
    if person.handle:
        lines.append((_TAKE_HANDLE, (person.platform, person.handle, person.account)))
    return lines


# Preferences, chat settings and values shared by processes


def _revised(table: Table, **values: str) -> Statement:
    """Put a row if the stored one has the revision in the last parameter; NULL for any revision."""
    known = f"{table.name}.revision"
    still = f"WHERE {known} = coalesce(?{len(table.names) - len(values)}, {known}) RETURNING 1"
    put = f"{table.insert(revision='1', **values)} {table.replace(revision=f'{known} + 1')}"
    return Statement(f"{put} {still}", PeopleChanged)


_BLOCKED_BY = "SELECT player, blocked, since FROM blocks WHERE player = ?1 ORDER BY since, blocked"

_PUT_PREFERENCES = _revised(PREFERENCES)
_PUT_CHAT_SETTINGS = _revised(CHAT_SETTINGS)
_PUT_SHARED_VALUE = _revised(SHARED_VALUES, changed=LAST_BEAT)

to_chat_settings = reader(ChatSettings)
_TO_PREFERENCES, _TO_BLOCK = reader(Preferences, "quiet", "away"), reader(Block)


class Settings(Part):
    """Preferences, blocks, chat settings, daily puzzles and values shared by processes."""

    async def shared_value(self, name: str) -> tuple[str, int]:
        """A short text shared by the processes of the bot, and its revision; ("", 0) if there is none.

        It is deleted `SHARED_KEPT` seconds after its last change.
        """
        row = await self._one(SHARED_VALUES.by_key, name)
        return (str(row["value"]), int(row["revision"])) if row else ("", 0)

    async def put_shared_value(
        self, name: str, value: str, revision: int | None, *, later: bool = False
    ) -> None:
        """Replace a shared value; `later`: with the next write.

        Raises:
            PeopleChanged: it has another revision by now; None means any.
        """
        await self._write((_PUT_SHARED_VALUE, (name, value, revision)), later=later)

    async def preferences(self, player: PlayerId) -> Preferences:
        row = await self._glance(PREFERENCES.by_key, player)
        return to_preferences(row) if row else Preferences(player, revision=0)

    async def put_preferences(self, preferences: Preferences) -> None:
        """Replace the preferences of a player.

        Raises:
            PeopleChanged: they have another revision by now, or the player is gone.
        """
        player = preferences.player
        row = _from_preferences(preferences)
        await self._write((NOT_GONE, (player,)), (_PUT_PREFERENCES, row))

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        return await self._all(_TO_BLOCK, _BLOCKED_BY, player)

    async def put_block(self, block: Block) -> None:
        await self._write((NOT_GONE, (block.player,)), BLOCKS.keep(block))

    async def drop_block(self, player: PlayerId, blocked: PlayerId) -> None:
        await self._write(BLOCKS.drop(player, blocked))

    async def chat_settings(self, platform: str, place: str) -> ChatSettings:
        row = await self._glance(CHAT_SETTINGS.by_key, platform, place)
        return to_chat_settings(row) if row else ChatSettings(platform, place, revision=0)

    async def put_chat_settings(self, settings: ChatSettings) -> None:
        """Replace the settings of a place.

        Raises:
            PeopleChanged: they have another revision by now.
        """
        await self._write((_PUT_CHAT_SETTINGS, astuple(settings)))

    async def daily_puzzle(self, platform: str, place: str) -> DailyPuzzle | None:
        row = await self._one(DAILY_PUZZLES.by_key, platform, place)
        return DailyPuzzle(*row) if row else None

    async def put_daily_puzzle(self, daily: DailyPuzzle, due: int) -> None:
        """Turn on the daily puzzle of a place; the first one is due at `due`."""
        job = Job("puzzle", f"{daily.platform}:{daily.place}", due, daily.platform)
        await self._write(DAILY_PUZZLES.put(daily), *to_put([job]))

    async def drop_daily_puzzle(self, platform: str, place: str) -> None:
        """Turn off the daily puzzle of a place; its job stays and finds nothing to post."""
        await self._write(DAILY_PUZZLES.drop(platform, place))


def _from_preferences(chosen: Preferences) -> Row:
    begin, end = chosen.quiet or (None, None)
    return PREFERENCES.row(chosen, quiet_from=begin, quiet_to=end, away=json.dumps(chosen.away))


def to_preferences(row: Record) -> Preferences:
    quiet = None if row["quiet_from"] is None else (row["quiet_from"], row["quiet_to"])
    return _TO_PREFERENCES(row, quiet=quiet, away=tuple(map(tuple, json.loads(row["away"]))))


# Data ownership, for joining players, unlinking accounts and forgetting players

_TABLES = {table.name: table for table in TABLES}
Fate = Literal["stays", "goes", "copied"]


@dataclass(frozen=True, slots=True)
class Owned:
    """A column that names a player."""

    table: str
    column: str
    other: str | None = None
    """A column that must not name the same player."""
    plays: bool = False
    """It names a player of the match. Rows are found by the match, which has moved by then: no index."""
    parted: Fate = "stays"
    """When an account is unlinked: the old player keeps the rows; `copied`: the new one gets copies."""
    forgotten: Fate = "stays"
    """When a player is forgotten; `copied`: rows by others are moved to the player's stand-ins."""

    @property
    def beside(self) -> tuple[str, ...] | None:
        """The other columns of the key, if this one is in it; if rows collide, the new player's stays."""
        key = _TABLES[self.table].key
        return tuple(name for name in key if name != self.column) if self.column in key else None


OWNED: Sequence[Owned] = (  # in this order: matches first, for columns that are found by the match
    Owned("former_players", "player"),
    Owned("forgotten_accounts", "player"),
    *(Owned("matches", column) for column in ("player", "opponent")),
    *(Owned("matches", column, plays=True) for column in ("awaited", "also_awaited")),
    Owned("boards", "player", forgotten="goes"),
    Owned("boards", "notified", plays=True),
    Owned("seen", "player", forgotten="goes"),
    Owned("results", "first"),
    Owned("results", "second"),
    Owned("reviews", "player", forgotten="goes"),
    Owned("records", "player", forgotten="goes"),
    Owned("preferences", "player", parted="copied", forgotten="goes"),
    Owned("blocks", "player", other="blocked", parted="copied", forgotten="goes"),
    Owned("blocks", "blocked", other="player", parted="copied", forgotten="copied"),
    Owned("mutes", "player", other="muted", parted="copied", forgotten="goes"),
    Owned("mutes", "muted", other="player", parted="copied", forgotten="copied"),
    Owned("silences", "player", parted="copied", forgotten="copied"),
    Owned("remarks", "player", forgotten="goes"),
    Owned("remarks", "reader"),
    Owned("remarks", "reporter"),
    Owned("seeks", "player", forgotten="goes"),
    Owned("jobs", "player", forgotten="goes"),
    Owned("ratings", "player", forgotten="goes"),
    Owned("tournaments", "organiser"),
    Owned("tournament_entrants", "player"),
    Owned("tournament_pairings", "first"),
    Owned("tournament_pairings", "second"),
    Owned("people", "player", forgotten="goes"),  # last: other statements read it
)
"""Every column with a player id, outside the log."""


_MATCHES_OF_NEW = (
    "SELECT match FROM matches WHERE player = ?1 UNION SELECT match FROM matches WHERE opponent = ?1"
)


def _moved(owned: Owned) -> Statement:
    table, column = owned.table, owned.column
    move = f"UPDATE {table} SET {column} = ?1 WHERE {column} = ?2"
    if owned.plays:
        move += f" AND match IN ({_MATCHES_OF_NEW})"
    if owned.other:
        move += f" AND {owned.other} <> ?1"
    if owned.beside is not None:
        same = "".join(f" AND there.{name} = {table}.{name}" for name in owned.beside)
        move += f" AND NOT EXISTS (SELECT 1 FROM {table} AS there WHERE there.{column} = ?1{same})"
    return Statement(move)


def _deleted(owned: Owned) -> Statement:
    return Statement(f"DELETE FROM {owned.table} WHERE {owned.column} = ?1")


def _copied(owned: Owned, new: str = "?1", old: str = "?2", source: str = "") -> Statement:
    names = [name for name in _TABLES[owned.table].names if name != owned.column]
    rest = ", ".join(f"{owned.table}.{name}" for name in names)
    return Statement(
        f"INSERT INTO {owned.table} ({owned.column}, {', '.join(names)}) SELECT {new}, {rest}"
        f" FROM {owned.table} {source} WHERE {owned.table}.{owned.column} = {old} ON CONFLICT DO NOTHING"
    )


_ACCOUNT = "JOIN people ON people.platform = ?1 AND people.account = ?2"
_KEPT_FOR_STAND_IN = [owned for owned in OWNED if owned.forgotten == "copied"]
_MOVE = [_moved(owned) for owned in OWNED]
_DROP_UNMOVED = [_deleted(owned) for owned in OWNED if owned.beside is not None]
_COPY_FOR_PARTED = [_copied(owned) for owned in OWNED if owned.parted == "copied"]
_COPY_FOR_STAND_IN = [_copied(owned) for owned in _KEPT_FOR_STAND_IN]
_DROP_FORGOTTEN = [_deleted(owned) for owned in OWNED if owned.forgotten != "stays"]
_RETURN = [_copied(owned, "people.player", "?3", _ACCOUNT) for owned in _KEPT_FOR_STAND_IN]
_DROP_STAND_IN = [_deleted(owned) for owned in _KEPT_FOR_STAND_IN]


def join_rows(old: PlayerId, player: PlayerId) -> Lines:
    """Move all rows of the old player to the other; where two rows collide, the other's stays."""
    return [*_each(_MOVE, player, old), *_each(_DROP_UNMOVED, old)]


def part_rows(player: PlayerId, fresh: PlayerId) -> Lines:
    """Copy a player's preferences, and blocks, mutes and silences by and of them, to a new player."""
    return _each(_COPY_FOR_PARTED, fresh, player)


def forget_rows(player: PlayerId, stand_ins: Sequence[PlayerId]) -> Lines:
    """Delete a player's rows; blocks, mutes and silences of them are moved to their stand-ins."""
    copies = [line for each in stand_ins for line in _each(_COPY_FOR_STAND_IN, each, player)]
    return [*copies, *_each(_DROP_FORGOTTEN, player)]


def come_back_rows(platform: str, account: str, known_by: PlayerId) -> Lines:
    """Move blocks, mutes and silences from an account's stand-in to its present player."""
    return [*_each(_RETURN, platform, account, known_by), *_each(_DROP_STAND_IN, known_by)]


def _each(statements: Sequence[Statement], *row: str) -> Lines:
    return [(statement, row) for statement in statements]
