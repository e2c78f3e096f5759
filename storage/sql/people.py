"""People: accounts, joining, unlinking and forgetting them, and which rows are whose."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from games.events import PlayerId
from storage.errors import PeopleChanged
from storage.jobs import Job
from storage.people import LinkCode, Person
from storage.results import CAPPED, Rating
from storage.sql import boards, jobs, matches, puzzles, remarks, results, seeks, settings, tournaments, votes
from storage.sql.database import Lines, Part, Statement, listed, reader
from storage.sql.jobs import to_put
from storage.sql.matches import OPEN, UNDER_WAY
from storage.sql.results import put_rating
from storage.sql.table import STILL_THEIRS, Table
from storage.sql.tournaments import JOIN_ENTRANTS

# `folded`: the name for comparison. The key does not begin with the platform: lookups by name or handle would
# use it, too, and read everybody on the platform. Accounts known by their handle only are one range of this
# key, see `storage.people.awaited_id`.
PEOPLE = Table(
    "people",
    "*account text, *platform text, player text, name text, language text, handle text, folded text",
    indexes="(player); (folded, platform); (lower(handle), platform) WHERE handle <> ''",
)
# Only the hash of a code, so that it cannot be read from the file. One code per account, the newest.
LINK_CODES = Table(
    "link_codes",
    "digest text, *platform text, *account text, expires integer, used integer",
    constraints="UNIQUE (digest)",
)
# The log keeps the ids it was written with; they are mapped to present ones when it is read.
FORMER_PLAYERS = Table("former_players", "*former text, player text", indexes="(player)")
GONE_PLAYERS = Table("gone_players", "*player text")
DIGEST_KEY = Table("digest_key", "*id integer, key text")
# The daily limit of rated matches also holds for players who come back after they were forgotten.
FORGOTTEN_ACCOUNTS = Table(
    "forgotten_accounts",
    "*digest text, *player text, until integer",
    indexes="(until); (player)",
)
TABLES = (PEOPLE, LINK_CODES, FORMER_PLAYERS, GONE_PLAYERS, DIGEST_KEY, FORGOTTEN_ACCOUNTS)

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
_COUNT = "SELECT count(*) FROM (SELECT DISTINCT player FROM people WHERE account NOT LIKE '#%') AS players"
_CODE = f"{LINK_CODES.select} WHERE digest = ?1"

to_person, _TO_CODE = reader(Person), reader(LinkCode)

# The player of a known account stays.
_PUT = Statement(f"{PEOPLE.insert()} {PEOPLE.replace('player')}")
_TAKE_HANDLE = Statement(
    """
    UPDATE people SET handle = ''
    WHERE lower(handle) = lower(?2) AND platform = ?1 AND handle <> '' AND account <> ?3
    """
)

# Changes of who is who are guarded by what they were decided on: by the accounts, which makes them exclusive.
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
)
_NO_OPPONENTS = Statement(
    f"""
    SELECT 1 WHERE NOT EXISTS (
        SELECT 1 FROM matches WHERE {OPEN} AND player = ?1 AND opponent = ?2
        UNION ALL
        SELECT 1 FROM matches WHERE {OPEN} AND player = ?2 AND opponent = ?1
        UNION ALL
        SELECT 1 FROM votes AS one JOIN votes AS other ON other.match = one.match AND other.seat <> one.seat
        WHERE one.player = ?1 AND other.player = ?2
        UNION ALL
        SELECT 1 FROM votes JOIN matches ON matches.match = votes.match
        WHERE votes.player = ?1 AND (matches.player = ?2 OR matches.opponent = ?2)
        UNION ALL
        SELECT 1 FROM votes JOIN matches ON matches.match = votes.match
        WHERE votes.player = ?2 AND (matches.player = ?1 OR matches.opponent = ?1)
    )
    """,
    PeopleChanged,
)
_STILL_UNDER_WAY = Statement(
    f"SELECT 1 WHERE ?2 = (SELECT count(*) FROM ({UNDER_WAY}) AS under_way)", PeopleChanged
)
_ADD_GONE = Statement(f"{GONE_PLAYERS.insert()} ON CONFLICT DO NOTHING")
_CLEAR_RATINGS = Statement("DELETE FROM ratings WHERE player = ?1")
_UNLINK_BOARDS = Statement("DELETE FROM boards WHERE player = ?1 AND platform = ?2")
_UNLINK_SEEN = Statement("DELETE FROM seen WHERE player = ?1 AND platform = ?2")
_UNLINK_ACCOUNT = Statement("UPDATE people SET player = ?1 WHERE player = ?2 AND platform = ?3")
_FORGET_CODES = Statement(
    """
    DELETE FROM link_codes
    WHERE (platform, account) IN (SELECT platform, account FROM people WHERE player = ?1)
    """
)
# Remarks to the player are kept only if they were reported.
_FORGET_HEARD = Statement("DELETE FROM remarks WHERE reader = ?1 AND reported IS NULL")


class People(Part):
    """Players and their accounts. What is refused stores nothing."""

    async def person(self, platform: str, account: str) -> Person | None:
        return await self._first(to_person, _BY_ACCOUNT, platform, account, near=True)

    async def person_with(self, platform: str, handle: str) -> Person | None:
        """An account by its handle, in any case; None for an empty handle.

        A handle belongs to one account: the last one stored with it.
        """
        return await self._first(to_person, _BY_HANDLE, platform, handle)

    async def person_named(self, platform: str, name: str) -> Person | None:
        """An account by its name, in any case; None also if several accounts have it."""
        found = await self._all(to_person, _BY_NAME, platform, fold_name(name))
        return found[0] if len(found) == 1 else None

    async def people(self, players: Iterable[PlayerId]) -> tuple[Person, ...]:
        return await self._all(to_person, _OF_PLAYERS, listed(players), near=True)

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
        returned = [*_each(_RETURN, *account, known_by), *_each(_DROP_STAND_IN, known_by)]
        await self._write(*_put(person), *returned)

    # Linking accounts

    async def put_link_code(self, code: LinkCode) -> None:
        await self._write(LINK_CODES.put(code))

    async def link_code(self, digest: str) -> LinkCode | None:
        """A code by its hash, even if it is used or expired."""
        return await self._first(_TO_CODE, _CODE, digest)

    async def code_name(self, platform: str, account: str) -> str:
        """The name of the shared value that counts an account's wrong codes, even after it was forgotten."""
        return f"wrong codes of {await self._identities.digest_of(platform, account)}"

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
        """Join two players: everything of `old` belongs to `player` afterwards.

        Settings of `old` are taken over only if `player` has none. The log keeps the ids it was written
        with; reading it yields the present ones.

        Args:
            known, before: guards: all accounts and ratings of both, as they were read.
            after: the ratings of the joined player, which replace these.
            code: the link code to use up.

        Raises:
            PeopleChanged: a guard failed, the code is used, or they play against each other.
        """
        await self._write(
            *_unchanged(known, old, player),
            (_NO_OPPONENTS, (old, player)),
            (_STILL_RATED, (old, player, sum(rating.matches for rating in before))),
            (_ADD_GONE, (old,)),
            *([] if code is None else [(_USE_CODE, (code.digest,))]),
            *((_CLEAR_RATINGS, (each,)) for each in (old, player)),
            *join_rows(old, player),
            FORMER_PLAYERS.add(former=old, player=player),
            *map(put_rating, after),
            *to_put(jobs),
        )

    async def unlink_account(
        self,
        player: PlayerId,
        platform: str,
        fresh: PlayerId,
        at: int,
        known: Sequence[Person],
        jobs: Sequence[Job] = (),
    ) -> None:
        """Unlink a player's account on a platform, making it a new player.

        The new player gets copies of the preferences, blocks, mutes and silences by and of the old one.
        Everything else stays with the old player, except boards and `seen` on the platform, which are
        deleted. As after `forget_player`, `Results.rated_between` counts both as one until the first `beat`
        after `CAPPED` seconds.

        Args:
            known: guard: all accounts of the player, as they were read.

        Raises:
            PeopleChanged: the guard failed.
        """
        digests = await self._identities.digests_of(player, platform)
        await self._write(
            *_unchanged(known, player),
            *_each(_COPY_FOR_UNLINKED, fresh, player),
            (_UNLINK_BOARDS, (player, platform)),
            (_UNLINK_SEEN, (player, platform)),
            *_kept(digests, player, at),
            (_UNLINK_ACCOUNT, (fresh, player, platform)),
            *to_put(jobs),
        )

    async def forget_player(
        self, player: PlayerId, at: int, known: Sequence[Person], under_way: int, jobs: Sequence[Job] = ()
    ) -> bool:
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
            jobs: what is to be done when they are gone.

        Returns:
            Whether the data is erased from the files, too; False if a reader prevents it.

        Raises:
            PeopleChanged: a guard failed.
        """
        digests = await self._identities.digests_of(player)
        stand_ins = map(stand_in, digests)
        await self._write(
            *_unchanged(known, player),
            (_STILL_UNDER_WAY, (player, under_way)),
            (_ADD_GONE, (player,)),
            (_FORGET_CODES, (player,)),
            (_FORGET_HEARD, (player,)),
            *tournaments.forget(player, at),
            *puzzles.refresh_names(player, at),
            *_kept(digests, player, at),
            *(line for each in stand_ins for line in _each(_COPY_FOR_STAND_IN, each, player)),
            *_each(_DROP_FORGOTTEN, player),
            *to_put(jobs),
        )
        return await self._database.wipe()


def fold_name(name: str) -> str:
    """A name for comparison, regardless of case and of how accents are encoded.

    The canonical caseless match of the Unicode Standard, section 3.13.
    """
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def _unchanged(known: Sequence[Person], *players: PlayerId) -> Lines:
    theirs: Lines = [(STILL_THEIRS, (one.platform, one.account, one.player)) for one in known]
    counts = [(player, sum(person.player == player for person in known)) for player in players]
    return [*theirs, *((_SO_MANY_ACCOUNTS, count) for count in counts)]


def _kept(digests: Sequence[str], player: PlayerId, at: int) -> Lines:
    """Keep the hashes of a player's accounts until the first `beat` after `CAPPED` seconds."""
    until = at + CAPPED
    return [FORGOTTEN_ACCOUNTS.put(digest=digest, player=player, until=until) for digest in digests]


def stand_in(digest: str) -> PlayerId:
    """The id under which blocks, mutes and silences of a forgotten account are kept.

    Without the key it cannot be traced to the account.
    """
    return PlayerId(digest[:18])  # as many characters as a player id has


def _put(person: Person) -> Lines:
    lines: Lines = [(_PUT, PEOPLE.row(person, folded=fold_name(person.name)))]
    if person.handle:
        lines.append((_TAKE_HANDLE, (person.platform, person.handle, person.account)))
    return lines


# Data ownership, for joining players, unlinking accounts and forgetting players

Fate = Literal["stays", "goes", "copied"]


@dataclass(frozen=True, slots=True)
class Owned:
    """A column that names a player."""

    table: Table
    column: str
    other: str | None = None
    """A column that must not name the same player."""
    plays: bool = False
    """It names a player of the match. Rows are found by the match, which has moved by then: no index."""
    unlinked: Fate = "stays"
    """When an account is unlinked: the old player keeps the rows; `copied`: the new one gets copies."""
    forgotten: Fate = "stays"
    """When a player is forgotten; `copied`: rows by others are moved to the player's stand-ins."""

    @property
    def beside(self) -> tuple[str, ...] | None:
        """The other columns of the key, if this one is in it; if rows collide, the new player's stays."""
        key = self.table.key
        return tuple(name for name in key if name != self.column) if self.column in key else None


OWNED: Sequence[Owned] = (  # in this order: matches first, for columns that are found by the match
    Owned(FORMER_PLAYERS, "player"),
    Owned(FORGOTTEN_ACCOUNTS, "player"),
    *(Owned(matches.MATCHES, column) for column in ("player", "opponent")),
    *(Owned(matches.MATCHES, column, plays=True) for column in ("awaited", "also_awaited")),
    Owned(boards.BOARDS, "player", forgotten="goes"),
    Owned(boards.BOARDS, "notified", plays=True),
    Owned(matches.SEEN, "player", forgotten="goes"),
    Owned(results.RESULTS, "first"),
    Owned(results.RESULTS, "second"),
    Owned(results.REVIEWS, "player", forgotten="goes"),
    Owned(results.RECORDS, "player", forgotten="goes"),
    Owned(settings.PREFERENCES, "player", unlinked="copied", forgotten="goes"),
    Owned(settings.BLOCKS, "player", other="blocked", unlinked="copied", forgotten="goes"),
    Owned(settings.BLOCKS, "blocked", other="player", unlinked="copied", forgotten="copied"),
    Owned(remarks.MUTES, "player", other="muted", unlinked="copied", forgotten="goes"),
    Owned(remarks.MUTES, "muted", other="player", unlinked="copied", forgotten="copied"),
    Owned(remarks.SILENCES, "player", unlinked="copied", forgotten="copied"),
    Owned(remarks.REMARKS, "player", forgotten="goes"),
    Owned(remarks.REMARKS, "reader"),
    Owned(remarks.REMARKS, "reporter"),
    Owned(seeks.SEEKS, "player", forgotten="goes"),
    Owned(votes.VOTES, "player", forgotten="goes"),
    Owned(jobs.JOBS, "player", forgotten="goes"),
    Owned(results.RATINGS, "player", forgotten="goes"),
    Owned(puzzles.PUZZLE_TRIES, "player", forgotten="goes"),
    Owned(tournaments.TOURNAMENTS, "organiser"),
    Owned(tournaments.ENTRANTS, "player"),
    Owned(tournaments.PAIRINGS, "first"),
    Owned(tournaments.PAIRINGS, "second"),
    Owned(PEOPLE, "player", forgotten="goes"),  # last: other statements read it
)
"""Every column with a player id, outside the log."""


_MATCHES_OF_NEW = (
    "SELECT match FROM matches WHERE player = ?1 UNION SELECT match FROM matches WHERE opponent = ?1"
)


def _moved(owned: Owned) -> Statement:
    table, column = owned.table.name, owned.column
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
    return Statement(f"DELETE FROM {owned.table.name} WHERE {owned.column} = ?1")


def _copied(owned: Owned, new: str = "?1", old: str = "?2", source: str = "") -> Statement:
    table, column = owned.table.name, owned.column
    names = [name for name in owned.table.names if name != column]
    rest = ", ".join(f"{table}.{name}" for name in names)
    return Statement(
        f"INSERT INTO {table} ({column}, {', '.join(names)}) SELECT {new}, {rest}"
        f" FROM {table} {source} WHERE {table}.{column} = {old} ON CONFLICT DO NOTHING"
    )


_ACCOUNT = "JOIN people ON people.platform = ?1 AND people.account = ?2"
_KEPT_FOR_STAND_IN = [owned for owned in OWNED if owned.forgotten == "copied"]
_MOVE = [_moved(owned) for owned in OWNED]
_DROP_UNMOVED = [_deleted(owned) for owned in OWNED if owned.beside is not None]
_COPY_FOR_UNLINKED = [_copied(owned) for owned in OWNED if owned.unlinked == "copied"]
_COPY_FOR_STAND_IN = [_copied(owned) for owned in _KEPT_FOR_STAND_IN]
_DROP_FORGOTTEN = [_deleted(owned) for owned in OWNED if owned.forgotten != "stays"]
_RETURN = [_copied(owned, "people.player", "?3", _ACCOUNT) for owned in _KEPT_FOR_STAND_IN]
_DROP_STAND_IN = [_deleted(owned) for owned in _KEPT_FOR_STAND_IN]


def join_rows(old: PlayerId, player: PlayerId) -> Lines:
    """Move all rows of the old player to the other; where two rows collide, the other's stays."""
    return [(JOIN_ENTRANTS, (player, old)), *_each(_MOVE, player, old), *_each(_DROP_UNMOVED, old)]


def _each(statements: Sequence[Statement], *row: str) -> Lines:
    return [(statement, row) for statement in statements]
