"""Matches, boards and people for the tests of stores, and what they look at."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, get_args

from games.events import ChallengeAccepted, ChallengeOffered, Event, MatchId, MovePlayed, PlayerId
from storage.boards import Board, BoardId, ChatId
from storage.changes import Change
from storage.errors import StoreUnavailable
from storage.jobs import NEVER, Job, Kind
from storage.matches import MatchRow
from storage.people import Person
from storage.remarks import Remark
from storage.results import MatchResult, Rating, Strength, Weighed
from storage.seeks import ANY_RATING, Seek
from storage.sql.boards import to_board
from storage.sql.jobs import to_job
from storage.sql.store import Store
from storage.tournaments import Entrant, Pairing, Tournament

ADA, BOB, CLEO = PlayerId("ada"), PlayerId("bob"), PlayerId("cleo")
M, N = MatchId("M"), MatchId("N")
OPENED = ChallengeOffered(
    at=100,
    match=MatchId("K7QF2M"),
    game="sahara",
    game_version=1,
    house_rules={"target": "30"},
    challenger=ADA,
    invited=None,
    first=None,
    seed="00" * 32,
    entropy="web:1",
)
ACCEPTED = ChallengeAccepted(at=101, player=BOB, entropy="web:2")


def ply(version: int, mark: str = "4") -> MovePlayed:
    """A move that can be told from others by its notation."""
    return MovePlayed(at=100 + version, seat=0, notation=mark)


def row(match: MatchId, version: int, *, phase: str = "running", since: int = 100) -> MatchRow:
    """A match of Ada and Bob in which Bob is awaited."""
    return MatchRow(match, version, "sahara", phase, (ADA, BOB), (BOB,), since)


def change(
    match: MatchId,
    version: int,
    *events: Event,
    press: str | None = None,
    boards: tuple[Board, ...] = (),
) -> Change:
    """A change after which the match has this version; without events of its own it is one ply."""
    return Change(row(match, version), events or (ply(version),), press, boards)


def board(
    id_: str, match: MatchId, *, message: str | None = None, shown: int = 0, moved_to: str | None = None
) -> Board:
    """The spectators' board of a match in one group."""
    return Board(BoardId(id_), match, "web", ChatId("lounge"), False, message, None, shown, moved_to)


def person(account: str, name: str, *, player: PlayerId | None = None, platform: str = "web") -> Person:
    """Somebody who speaks English."""
    return Person(platform, account, player or PlayerId(f"player of {account}"), name, "en")


def result(match: MatchId, *, players: tuple[PlayerId, PlayerId] = (ADA, BOB)) -> MatchResult:
    """A rated match that seat 0 won."""
    weighed = (
        Weighed(Strength(1500.0, 350.0), 1617.5, 1, 0.5),
        Weighed(Strength(1500.0, 350.0), 1382.5, 1, 0.5),
    )
    return MatchResult(match, "sahara", "target=30", players, 0, "rules", 12, 200, "rated", weighed)


def rating(player: PlayerId, value: float, *, provisional: bool = False) -> Rating:
    """A rating in Sahara from ten matches."""
    return Rating(
        player,
        "sahara",
        Strength(value, 120.5),
        0.06,
        provisional,
        won=6,
        drawn=1,
        lost=3,
        first=100,
        last=200,
    )


def remark(number: str, match: MatchId, player: PlayerId, reader: PlayerId, *, until: int = 900) -> Remark:
    """Said at a time before all others in the tests."""
    return Remark(number, match, player, reader, f"words of {number}", False, 100, until)


def seek(number: str, player: PlayerId, game: str = "sahara", *, at: int = 100, until: int = 900) -> Seek:
    """With the same house rules in all tests."""
    what = (game, ("target=30", "clock=1d"), ANY_RATING)
    return Seek(number, player, *what, "web", f"press of {number}", at, until)


OPEN = Tournament(
    "T", "web", "hall", "hall/corner", "sahara", "swiss", 0, "1d small", ADA, made=100,
    entrants=(Entrant(BOB), Entrant(ADA), Entrant(CLEO)),
)  # fmt: skip
PAIRINGS = (Pairing(1, 1, ADA, BOB, M), Pairing(1, 2, CLEO, None, None, "first"))
RUNNING = replace(
    OPEN,
    stage="running",
    rounds=2,
    round=1,
    ends=700,
    entrants=(Entrant(ADA), Entrant(BOB), Entrant(CLEO)),
    pairings=PAIRINGS,
)


async def jobs_of(store: Store) -> tuple[Job, ...]:
    """All that is to be done beside deadlines and notices, the longest due first."""
    return tuple(job for job in await _all_jobs(store) if job.kind not in (*get_args(Kind), "notice", "told"))


async def deadlines_due(store: Store, at: int = 1 << 62) -> tuple[Job, ...]:
    """All that is due at a time or was before, the longest due first."""
    return tuple(job for job in await _all_jobs(store) if job.kind in get_args(Kind) and job.due <= at)


async def notices_due(store: Store, at: int = NEVER - 1) -> tuple[Job, ...]:
    """All that players are to be told at a time or were before, the longest due first."""
    return tuple(job for job in await _all_jobs(store) if job.kind == "notice" and job.due <= at)


async def _all_jobs(store: Store) -> tuple[Job, ...]:
    with suppress(StoreUnavailable):
        await store.try_writing()  # together with what waits for the next write
    return tuple(map(to_job, await store.database.rows("SELECT * FROM jobs ORDER BY due, kind, key")))


_BEHIND = """
    SELECT boards.* FROM boards JOIN matches USING (match)
    WHERE shown < version OR moved_to IS NOT NULL ORDER BY id
"""


async def boards_behind(store: Store) -> tuple[Board, ...]:
    """The boards that show less than has happened, or are to make way for another one."""
    return tuple(map(to_board, await store.database.rows(_BEHIND)))


async def jobs_beside_boards(store: Store) -> tuple[Job, ...]:
    """All that is to be done, but for boards that are behind."""
    return tuple(job for job in await jobs_of(store) if job.kind != "board")


async def behind(store: Store) -> set[str]:
    """The ids of the boards that are behind: what has fallen behind is a job."""
    ids = {found.id for found in await boards_behind(store)}
    keys = [job.key for job in await jobs_of(store) if job.kind == "board"]
    assert all(any(key.startswith(f"{one} ") for key in keys) for one in ids)
    return {str(one) for one in ids}


async def everything(store: Store) -> tuple[object, ...]:
    """What the refused changes of these tests could have touched."""
    return (
        await store.matches.load(M),
        await store.matches.load(N),
        await store.matches.row(M),
        await store.matches.row(N),
        await store.boards.boards_of(M),
        await store.matches.seen_in(M),
        await boards_behind(store),
        await store.matches.pressed("web:9"),
        await store.matches.matches_of(ADA, ["running"]),
        await deadlines_of(store, M, N),
    )


async def deadlines_of(store: Store, *matches: MatchId) -> tuple[Job, ...]:
    """The deadlines of these matches, in their order, by kind and seat."""
    read = [await store.readings.read_match(match) for match in matches]
    return tuple(deadline for reading in read if reading for deadline in reading.deadlines)


async def join(
    store: Store, old: PlayerId, player: PlayerId, after: Sequence[Rating] = (), **more: Any
) -> None:
    """Join two players as they are now."""
    before = [*await store.results.ratings_of(old), *await store.results.ratings_of(player)]
    known = await store.people.people([old, player])
    await store.people.join_players(old, player, known, before, after, **more)


async def part(
    store: Store, player: PlayerId, platform: str, fresh: PlayerId, at: int = 1, **more: Any
) -> None:
    """Unlink an account of a player as they are now."""
    known = await store.people.people([player])
    await store.people.unlink_account(player, platform, fresh, at, known, **more)


async def forget(store: Store, player: PlayerId, at: int = 1) -> bool:
    """Forget a player as they are now."""
    under_way = len(await store.matches.matches_of(player, ["challenge", "running"]))
    return await store.people.forget_player(player, at, await store.people.people([player]), under_way)
