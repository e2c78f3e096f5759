"""The store of the bot: its parts, and the reads and writes of a press, which cover several of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.events import ChallengeAccepted, MatchId, PlayerId
from storage import codec
from storage.changes import Change
from storage.matches import Audience, MatchReading, PressReading
from storage.people import ChatSettings, Preferences, real_accounts
from storage.sql import boards, jobs, matches, people, results, tournaments
from storage.sql.database import (
    NOT_GONE,
    STILL_THEIRS,
    Batch,
    Database,
    GroupCommit,
    Identities,
    Lines,
    Part,
    Record,
)
from storage.sql.schema import CHAT_SETTINGS, PREFERENCES


class Store:
    """The database. Every method is one transaction or one read; all may be called concurrently."""

    def __init__(self, database: Database, *, shared: bool) -> None:
        """Use an open database with the newest schema; `close` closes it.

        Args:
            database: the open database.
            shared: other processes may have it open, too, so work has to be claimed first.
        """
        self.shared = shared
        self.database, self._group = database, GroupCommit(database)
        parts = (database, self._group, Identities(database, self._group))
        self.matches, self.seeks = matches.Matches(*parts), matches.Seeks(*parts)
        self.talk, self.tournaments = matches.Talk(*parts), tournaments.Tournaments(*parts)
        self.people, self.settings = people.People(*parts), people.Settings(*parts)
        self.boards, self.results = boards.Boards(*parts), results.Results(*parts)
        self.jobs, self.readings = jobs.Jobs(*parts), Readings(*parts)

    async def try_writing(self) -> None:
        """Check that changes can be stored at present.

        Raises:
            StoreUnavailable: they cannot, with the reason.
        """
        await self._group.try_out(jobs.TRY_OUT)
        await self.database.check_room()

    async def size(self) -> int:
        return await self.database.size()

    async def close(self) -> None:
        await self._group.finish()
        await self.database.close()

    async def append(self, change: Change) -> None:
        """Store a change; it is durable when this returns.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; PressedBefore if both apply.
            PeopleChanged: likewise; somebody who acts, is rated or plays a new match has another id by now.
        """
        await self._group.write(_lines(change), press=True)


# The writes of a press


def _lines(change: Change) -> Batch:
    match = change.row.match
    return [
        # First: a redelivered press is both counted and stale, and must be refused as counted.
        *([] if change.press is None else [(matches.ADD_PRESS, (change.press, match))]),
        *_guards(change),
        *_log(change),
        (matches.PUT_MATCH, matches.from_match(change.row, change.after)),
        *([(matches.PUT_SEEN, matches.from_seen(match, change.seen))] if change.seen else []),
        *_end(change),
        *matches.pair(match, change.seeks),
        *jobs.notices_to_put(change.notices),
        *jobs.to_put(change.jobs),
        *boards.put(change.boards),
        *_threads(change),
        boards.fall_behind(match, change.claim),
        *jobs.deadlines_to_put(change.row, change.deadlines),
    ]


def _guards(change: Change) -> Lines:
    """Guards: the people concerned have not been joined or forgotten, and no time was credited."""
    rated = [rating.player for rating in change.ratings]
    begun = change.row.players if change.after == 0 else ()
    lines: Lines = [(NOT_GONE, (player,)) for player in (*rated, *begun)]
    seen = change.seen
    if seen and seen.account:
        lines.append((STILL_THEIRS, (seen.platform, seen.account, seen.player)))
    if change.credited is not None:
        lines.append((jobs.SAME_CREDIT, (change.credited,)))
    return lines


def _log(change: Change) -> Lines:
    row, first = change.row, change.row.version - len(change.events) + 1
    if not change.events:
        return [(matches.AT_VERSION, (row.match, row.version))]
    return [
        (matches.ADD_EVENT, (row.match, version, *codec.dump(event)))
        for version, event in enumerate(change.events, first)
    ]


def _threads(change: Change) -> Lines:
    """The jobs that open threads for a match that begins, in chats that want them."""
    accepted = [event.at for event in change.events if isinstance(event, ChallengeAccepted)]
    return [(jobs.OPEN_THREAD, (change.row.match, at)) for at in accepted]


def _end(change: Change) -> Lines:
    """The result, the new ratings, and the jobs for results chats and the tournament."""
    match, result = change.row.match, change.result
    ratings = [results.follow_up(rating) for rating in change.ratings]
    if result is None:
        return ratings
    return [
        results.add(result),
        *ratings,
        (jobs.TELL_RESULT, (match, result.ended)),
        (tournaments.LOOK_AT_THAT_OF_MATCH, (match, result.ended)),
    ]


# The reads of a press: everything that its decision depends on, as of one commit and in one round trip

# Parameters: the match (?1), and the version (?2) up to which its events are known.
_STANDING = f"""
    SELECT changes, player, opponent, ({jobs.CREDITED}) AS credited
    FROM matches WHERE match = ?1
"""
_EVENTS = "SELECT version, kind, body FROM events WHERE match = ?1 AND version > ?2 ORDER BY version"
_READERS = """
    SELECT player FROM matches WHERE match = ?1 UNION ALL SELECT opponent FROM matches WHERE match = ?1
    UNION ALL SELECT player FROM boards WHERE match = ?1
"""
_IN_ORDER = "ORDER BY player, platform, account"
_PEOPLE = f"SELECT {people.PERSON} FROM people WHERE player IN ({_READERS}) {_IN_ORDER}"
_PREFERENCES = f"SELECT {PREFERENCES.all} FROM preferences WHERE player IN ({_READERS})"
_CHATS = f"""
    SELECT {CHAT_SETTINGS.all} FROM chat_settings WHERE (platform, place) IN (
        SELECT platform, substr(chat, 1, instr(chat || '/', '/') - 1)
        FROM boards WHERE match = ?1 AND private = 0
    )
"""
_MATCH = (
    *(_STANDING, _EVENTS, matches.FORMER_OF_MATCH, jobs.DEADLINES_OF_MATCH, boards.BOARDS_OF_MATCH),
    *(_PEOPLE, _PREFERENCES, _CHATS),
)


def _of_account(platform: int, account: int, handle: int) -> tuple[str, str]:
    """Queries for all accounts of an account's player and the one with a handle, and for the preferences."""
    theirs = f"SELECT player FROM people WHERE account = ?{account} AND platform = ?{platform}"
    accounts = f"""
        SELECT {people.PERSON} FROM people WHERE player IN ({theirs})
        UNION
        SELECT {people.PERSON} FROM people
        WHERE lower(handle) = lower(?{handle}) AND platform = ?{platform} AND handle <> '' {_IN_ORDER}
    """
    return accounts, f"SELECT {PREFERENCES.all} FROM preferences WHERE player IN ({theirs})"


_ACCOUNT = _of_account(1, 2, 3)
_PRESS = (*_MATCH, *_of_account(3, 4, 5), "SELECT 1 AS one FROM presses WHERE press = ?6")


class Readings(Part):
    """Reads that cover several parts of the store."""

    async def read_match(self, match: MatchId, version: int = 0) -> MatchReading | None:
        """Read a match, with its events after `version`; None if there is none.

        Raises:
            UnreadableLog: its log was written by another version, or is damaged.
        """
        # The rows of a match being played are cached in memory.
        return _to_match(match, await self._database.at_once(_MATCH, (match, version), near=version > 0))

    async def read_press(
        self,
        platform: str,
        account: str,
        handle: str,
        *,
        press: str,
        match: MatchId | None = None,
        version: int = 0,
    ) -> PressReading:
        """Read the person who presses, and the match that the press names, with its events after `version`.

        Raises:
            UnreadableLog: likewise.
        """
        who = (platform, account, handle)
        if match is None:
            accounts, chosen = await self._database.at_once(_ACCOUNT, who, near=True)
            return _to_press(platform, account, accounts, chosen)
        *of_match, accounts, chosen, pressed = await self._database.at_once(
            _PRESS, (match, version, *who, press), near=version > 0
        )
        return _to_press(platform, account, accounts, chosen, bool(pressed), _to_match(match, of_match))


def _to_press(
    platform: str,
    account: str,
    accounts: Sequence[Record],
    chosen: Sequence[Record],
    pressed: bool = False,
    match: MatchReading | None = None,
) -> PressReading:
    found = list(map(people.to_person, accounts))
    person = next((one for one in found if (one.platform, one.account) == (platform, account)), None)
    theirs = real_accounts([one for one in found if person and one.player == person.player])
    awaited = next((one for one in found if one.awaited and one not in theirs), None)
    if person and awaited and awaited.player == person.player:
        awaited = None
    preferences = _preferences([person.player], chosen)[person.player] if person else None
    return PressReading(person, theirs, preferences, awaited, pressed, match)


def _to_match(match: MatchId, found: Sequence[Sequence[Record]]) -> MatchReading | None:
    standing, events, former, deadlines, shown_on, accounts, chosen, chats = found
    if not standing:
        return None
    players = tuple(filter(None, (standing[0]["player"], standing[0]["opponent"])))
    shown = tuple(map(boards.to_board, shown_on))
    known = list(map(people.to_person, accounts))
    settings = [
        # The place whose settings apply, see `Chat.place`.
        *(
            ChatSettings(one.platform, one.chat.partition("/")[0], revision=0)
            for one in shown
            if not one.private
        ),
        *map(people.to_chat_settings, chats),
    ]
    readers = {*players, *(board.player for board in shown if board.player)}
    return MatchReading(
        match=match,
        changes=standing[0]["changes"],
        players=players,
        events=matches.to_events(match, events, former),
        deadlines=tuple(map(jobs.to_deadline, deadlines)),
        credited=int(standing[0]["credited"]),
        boards=shown,
        audience=Audience(
            people={
                player: real_accounts([one for one in known if one.player == player]) for player in readers
            },
            preferences=_preferences(readers, chosen),
            chats={(one.platform, one.place): one for one in settings},
        ),
    )


def _preferences(players: Iterable[PlayerId], rows: Sequence[Record]) -> dict[PlayerId, Preferences]:
    """By player, the defaults for those without a row."""
    chosen = {row["player"]: people.to_preferences(row) for row in rows}
    return {player: chosen.get(player) or Preferences(player, revision=0) for player in players}
