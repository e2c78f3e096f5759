"""The store of the bot: its parts, and the reads and writes of a press, which cover several of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.events import ChallengeAccepted, MatchId, PlayerId
from storage import codec
from storage.boards import Board
from storage.changes import Change
from storage.matches import Audience, MatchReading, PressReading
from storage.people import ChatSettings, Person, Preferences, real_accounts
from storage.sql import (
    boards,
    jobs,
    matches,
    people,
    puzzles,
    results,
    sentences,
    settings,
    standing,
    tournaments,
    votes,
)
from storage.sql.chats import Chats
from storage.sql.database import Batch, Database, GroupCommit, Identities, Lines, Part, Record
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
        self.matches, self.seeks = matches.Matches(*parts), matches.Seeks(*parts)
        self.talk, self.tournaments = matches.Talk(*parts), tournaments.Tournaments(*parts)
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
        await self._group.write(_lines(change), press=True)


# The writes of a press

_OVER = "over"  # the phase


def _lines(change: Change) -> Batch:
    match = change.row.match
    return [
        # First: a redelivered press is both counted and stale, and must be refused as counted.
        *([] if change.press is None else [(matches.ADD_PRESS, (change.press, match))]),
        *_guards(change),
        *_log(change),
        (matches.PUT_MATCH, matches.from_match(change.row, change.after)),
        *([(matches.PUT_SEEN, matches.SEEN.row(change.seen, match=match))] if change.seen else []),
        *_end(change),
        *matches.pair(match, change.seeks),
        *jobs.to_put(change.jobs),
        *boards.put(change.boards),
        *_threads(change),
        *_votes(change),
        boards.fall_behind(match, change.claim),
        standing.refresh(match),
        *jobs.deadlines_to_put(match, change.deadlines),
        *([matches.keep_plan(match, change.plan)] if change.plan else []),
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


def _votes(change: Change) -> Lines:
    match = change.row.match
    if change.row.phase == _OVER:
        return votes.end(match)
    return [*votes.put(change.votes), *votes.decide(match, change.decided)]


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

# Parameters: the match (?1), the version (?2) up to which its events are known; the platform (?3), account
# (?4) and handle (?5) that presses, and the id of the press (?6).
_STANDING = f"""
    SELECT changes, player, opponent, ({jobs.CREDITED}) AS credited,
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
_PRESS = (
    *(_STANDING, _EVENTS, matches.FORMER_OF_MATCH, jobs.DEADLINES_OF_MATCH, boards.BOARDS_OF_MATCH),
    *(matches.PLAN_OF_MATCH, _PEOPLE, _PREFERENCES, _CHATS),
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
        ) = await self._database.at_once(_PRESS, asked, near=near)
        known, shown = list(map(people.to_person, accounts)), tuple(map(boards.to_board, shown_on))
        person = next((one for one in known if (one.platform, one.account) == (platform, account)), None)
        players = tuple(who for row in standing for who in (row["player"], row["opponent"]) if who)
        audience = _audience([*players, person.player if person else None], shown, known, chosen, chats)
        found = [
            MatchReading(
                match=match,
                pressed=bool(row["pressed"]),
                changes=row["changes"],
                players=players,
                events=matches.to_events(match, events, former),
                deadlines=tuple(map(jobs.to_job, deadlines)),
                credited=int(row["credited"]),
                boards=shown,
                plan=next(map(matches.to_plan, plans), None),
                audience=audience,
            )
            for row in standing
            if match
        ]
        return PressReading(person, _awaited(known, person, handle), audience, next(iter(found), None))


def _awaited(known: Iterable[Person], person: Person | None, handle: str) -> Person | None:
    """The placeholder account of this handle, if it is not of the person who has it."""
    awaited = (one for one in known if one.awaited and handle and one.handle.lower() == handle.lower())
    return next((one for one in awaited if person is None or one.player != person.player), None)


def _audience(
    players: Iterable[PlayerId | None],
    shown: Iterable[Board],
    known: Sequence[Person],
    chosen: Iterable[Record],
    chats: Iterable[Record],
) -> Audience:
    """These players and the readers of these boards, with the places of the boards."""
    readers = dict.fromkeys(filter(None, (*players, *(board.player for board in shown))))
    preferences = {row["player"]: settings.to_preferences(row) for row in chosen}
    # The place whose settings apply, see `Chat.place`.
    places = {(one.platform, one.chat.partition("/")[0]) for one in shown if not one.private}
    chosen_there = {(row["platform"], row["place"]): settings.to_chat_settings(row) for row in chats}
    return Audience(
        people={who: real_accounts([one for one in known if one.player == who]) for who in readers},
        preferences={who: preferences.get(who) or Preferences(who, revision=0) for who in readers},
        chats={place: chosen_there.get(place) or ChatSettings(*place, revision=0) for place in places},
    )
