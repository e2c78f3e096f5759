"""The store of the bot: its parts, and the reads and writes of a press, which cover several of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.events import ChallengeAccepted, MatchId, PlayerId
from storage import codec
from storage.boards import Board
from storage.changes import Change
from storage.matches import FIRST_VERSIONS, Audience, MatchReading, PressReading
from storage.people import ChatSettings, Person, Preferences, real_accounts
from storage.sql import (
    boards,
    jobs,
    matches,
    people,
    puzzles,
    remarks,
    results,
    seeks,
    sentences,
    settings,
    standing,
    tournaments,
    votes,
)
from storage.sql.chats import Chats
from storage.sql.database import Database, GroupCommit, Identities, Line, Part, Record
from storage.sql.table import NOT_GONE, STILL_THEIRS


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
        self.matches, self.seeks = matches.Matches(*parts), seeks.Seeks(*parts)
        self.talk, self.tournaments = remarks.Talk(*parts), tournaments.Tournaments(*parts)
        self.people, self.settings = people.People(*parts), settings.Settings(*parts)
        self.boards, self.chats = boards.Boards(*parts), Chats(*parts)
        self.results = results.Results(*parts)
        self.puzzles = puzzles.Puzzles(*parts)
        self.standing_messages = standing.StandingMessages(*parts)
        self.votes, self.sentences = votes.Votes(*parts), sentences.Sentences(*parts)
        self.jobs, self.readings = jobs.Jobs(*parts), Readings(*parts)

    async def try_writing(self) -> None:
        """Check that changes can be stored at present.

        Raises:
            StoreUnavailable: they cannot, with the reason.
        """
        await self._group.try_out(jobs.TRY_OUT)
        await self.database.check_room()

    async def close(self) -> None:
        await self._group.finish()
        await self.database.close()

    async def append(self, change: Change) -> None:
        """Store a change; it is durable when this returns.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; PressedBefore if both apply.
            PeopleChanged: likewise; somebody who acts, is rated or plays a new match has another id by now.
        """
        await self._group.write([*_lines(change)], press=True)


# The writes of a press

_OVER = "over"  # the phase


def _lines(change: Change) -> Iterator[Line]:
    row, match, seen = change.row, change.row.match, change.seen
    # First: a redelivered press is both counted and stale, and must be refused as counted.
    if change.press is not None:
        yield matches.ADD_PRESS, (change.press, match)
    yield from _guards(change)
    yield from _log(change)
    yield matches.PUT_MATCH, matches.from_match(row, change.after)
    if seen:
        yield matches.PUT_SEEN, matches.SEEN.row(seen, match=match)
    if change.result or change.ratings:
        yield from _end(change)
    if change.seeks:
        yield from seeks.pair(match, change.seeks)
    yield from jobs.to_put(change.jobs)
    yield from boards.put(change.boards)
    for event in change.events:
        if isinstance(event, ChallengeAccepted):
            yield jobs.OPEN_THREAD, (match, event.at)
    if row.phase == _OVER:
        yield votes.end(match)
    elif change.votes:
        yield from votes.put(change.votes)
    elif change.decided is not None:
        yield votes.decide(match, change.decided)
    yield boards.fall_behind(match, change.claim)
    yield standing.REFRESH_OF_MATCH, (match,)
    if change.deadlines is not None:
        yield from jobs.deadlines_to_put(match, change.deadlines)
    if change.plan:
        yield matches.keep_plan(match, change.plan)


def _guards(change: Change) -> Iterator[Line]:
    """Guards: the people concerned have not been joined or forgotten, and no time was credited."""
    for rating in change.ratings:
        yield NOT_GONE, (rating.player,)
    for player in change.row.players if change.after == 0 else ():
        yield NOT_GONE, (player,)
    seen = change.seen
    if seen and seen.account:
        yield STILL_THEIRS, (seen.platform, seen.account, seen.player)
    if change.credited is not None:
        yield jobs.SAME_CREDIT, (change.credited,)


def _log(change: Change) -> Iterator[Line]:
    match, version = change.row.match, change.row.version
    for number, event in enumerate(change.events, version - len(change.events) + 1):
        yield matches.ADD_EVENT, (match, number, *codec.dump(event))
    if not change.events:
        yield matches.AT_VERSION, (match, version)


def _end(change: Change) -> Iterator[Line]:
    """The result, the new ratings, and the jobs for results chats and the tournament."""
    match, result = change.row.match, change.result
    if result:
        yield results.add(result)
    for rating in change.ratings:
        yield results.follow_up(rating)
    if result:
        yield jobs.TELL_RESULT, (match, result.ended)
        yield tournaments.LOOK_AT_THAT_OF_MATCH, (match, result.ended)


# The reads of a press: everything that its decision depends on, as of one commit and in one round trip

# Parameters: the match (?1), the version (?2) up to which its events are known; the platform (?3), account
# (?4) and handle (?5) that presses, and the id of the press (?6).
_STANDING = f"""
    SELECT changes, version, game, player, opponent, ({jobs.CREDITED}) AS credited,
        EXISTS (SELECT 1 FROM presses WHERE press = ?6) AS pressed
    FROM matches WHERE match = ?1
"""
_EVENTS = "SELECT version, kind, body FROM events WHERE match = ?1 AND version > ?2 ORDER BY version"
_AUDIENCE = """
    SELECT player FROM matches WHERE match = ?1 UNION ALL SELECT opponent FROM matches WHERE match = ?1
    UNION ALL SELECT player FROM boards WHERE match = ?1
    UNION ALL SELECT player FROM people WHERE account = ?4 AND platform = ?3
"""
_PEOPLE = f"""
    SELECT {people.PERSON} FROM people WHERE player IN ({_AUDIENCE})
    UNION
    SELECT {people.PERSON} FROM people WHERE lower(handle) = lower(?5) AND platform = ?3 AND handle <> ''
    ORDER BY player, platform, account
"""
_PREFERENCES = f"{settings.PREFERENCES.select} WHERE player IN ({_AUDIENCE})"
_CHATS = f"""
    {settings.CHAT_SETTINGS.select} WHERE (platform, place) IN (
        SELECT platform, substr(chat, 1, instr(chat || '/', '/') - 1)
        FROM boards WHERE match = ?1 AND private = 0
    )
"""
_FINISHED = f"""
    SELECT theirs.player FROM matches CROSS JOIN ({_AUDIENCE}) AS theirs
    WHERE matches.match = ?1 AND matches.version <= {FIRST_VERSIONS} AND (
        EXISTS (SELECT 1 FROM results WHERE first = theirs.player AND game = matches.game)
        OR EXISTS (SELECT 1 FROM results WHERE second = theirs.player AND game = matches.game)
    )
"""
_PRESS = (
    *(_STANDING, _EVENTS, matches.FORMER_OF_MATCH, jobs.DEADLINES_OF_MATCH, boards.BOARDS_OF_MATCH),
    *(matches.PLAN_OF_MATCH, _PEOPLE, _PREFERENCES, _CHATS, _FINISHED),
)


class Readings(Part):
    """Reads that cover several parts of the store."""

    async def read_match(self, match: MatchId, version: int = 0) -> MatchReading | None:
        """Read a match, with its events after `version`; None if there is none.

        Raises:
            UnreadableLog: its log was written by another version, or is damaged.
        """
        return (await self.read_press("", "", "", press="", match=match, version=version)).match

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
        """Read the person who presses, and the match that they name, with its events after `version`."""
        asked = (match or "", version, platform, account, handle, press)
        near = match is None or version > 0  # the rows of a match being played are cached in memory
        (
            standing,
            events,
            former,
            deadlines,
            shown_on,
            plans,
            accounts,
            chosen,
            chats,
            finished,
        ) = await self._database.at_once(_PRESS, asked, near=near)
        known, shown = list(map(people.to_person, accounts)), tuple(map(boards.to_board, shown_on))
        person = awaited = None
        for one in known:
            if (one.platform, one.account) == (platform, account):
                person = one
            elif one.awaited and handle and one.handle.lower() == handle.lower():
                awaited = one
        if person and awaited and awaited.player == person.player:
            awaited = None
        row = next(iter(standing), None) if match else None
        players = () if row is None else tuple(filter(None, (row["player"], row["opponent"])))
        audience = _audience([*players, person.player if person else None], shown, known, chosen, chats)
        if row is not None and row["version"] <= FIRST_VERSIONS:
            experienced = {found["player"] for found in finished}
            told = {(who, row["game"]): who in experienced for who in audience.people}
            audience = replace(audience, finished=told)
        if row is None or match is None:
            return PressReading(person, awaited, audience, None)
        reading = MatchReading(
            match=match,
            pressed=bool(row["pressed"]),
            changes=row["changes"],
            players=players,
            events=matches.to_events(match, events, former) if events else (),
            deadlines=tuple(map(jobs.to_job, deadlines)),
            credited=int(row["credited"]),
            boards=shown,
            plan=next(map(matches.to_plan, plans), None),
            audience=audience,
        )
        return PressReading(person, awaited, audience, reading)


def _audience(
    players: Iterable[PlayerId | None],
    shown: Iterable[Board],
    known: Iterable[Person],
    chosen: Iterable[Record],
    chats: Iterable[Record],
) -> Audience:
    """These players and the readers of these boards, with the places of the boards."""
    accounts: dict[PlayerId, list[Person]] = {player: [] for player in players if player}
    places = dict[tuple[str, str], ChatSettings]()
    for board in shown:
        if board.player:
            accounts.setdefault(board.player, [])
        if not board.private:
            place = board.platform, board.chat.partition("/")[0]  # as `Chat.place` has it
            places[place] = ChatSettings(*place, revision=0)
    preferences = {who: Preferences(who, revision=0) for who in accounts}
    for person in known:
        if person.player in accounts:
            accounts[person.player].append(person)
    for row in chosen:
        preferences[row["player"]] = settings.to_preferences(row)
    for row in chats:
        places[row["platform"], row["place"]] = settings.to_chat_settings(row)
    return Audience({who: real_accounts(found) for who, found in accounts.items()}, preferences, places)
