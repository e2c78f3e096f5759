"""However many matches are stored, each call does the same work: everything is found by an index."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.events import MatchId, PlayerId
from games.judgement import Judgement
from storage.boards import BoardId, ChatId, Lease, Notice
from storage.jobs import UNCLAIMED, Deadline, Free, Job, OwedNotice
from storage.matches import Posted
from storage.people import Block, ChatSettings, DailyPuzzle, LinkCode, Preferences, WrongCodes
from storage.results import Place, StoredRecord
from storage.sql.database import Part
from storage.sql.schema import TABLES, UPGRADES
from storage.sql.store import Store
from storage.sqlite import database as sqlite
from storage.sqlite.database import Database, open_store
from storage.tournaments import Entrant
from tests.storage.contract_of_tournaments import RUNNING
from tests.storage.facts import (
    ADA,
    BOB,
    M,
    board,
    change,
    join,
    part,
    person,
    rating,
    remark,
    result,
    row,
    seek,
)
from tests.storage.queries import QUERIES, WHOLE, parameters_of
from tests.storage.sqlite.prepared import prepared

GIVEN = re.compile(
    r"SCAN (json_each\b|picked\b|\(subquery-\d+\)|whose\b|platforms\b|theirs\b|all_of_them\b|here\b|better\b"
    r"|under_way\b|players\b|CONSTANT ROW)"
)
"""The lists that a query is given, and what it found itself: how it did that, steps of their own tell."""
FEW = {
    f"{table.name}_{place}"
    for table in TABLES
    for place, index in enumerate(table.indexes.split(";"), 1)
    if "WHERE" in index
}
"""The indexes that hold but a few rows: all of these may be read."""


@pytest.mark.parametrize("name", QUERIES)
async def test_every_query_searches_and_none_scans(tmp_path: Path, name: str) -> None:
    database = await Database.open(prepared(tmp_path / "tischrand.db"), UPGRADES)
    query = QUERIES[name]
    plan = await database.rows(f"EXPLAIN QUERY PLAN {query}", [None] * parameters_of(query))
    await database.close()
    details = [step["detail"] for step in plan if not GIVEN.match(step["detail"])]
    found = [detail for detail in details if detail.split()[-1] not in FEW]
    whole = re.compile(r"SCAN|.*AUTOMATIC|.*\(platform=\?\)")
    assert name in WHOLE or not list(filter(whole.match, found))
    if not query.strip().startswith("INSERT") and name not in WHOLE:
        assert any(detail.startswith("SEARCH") or detail not in found for detail in details)


async def joined(store: Store) -> None:
    await join(store, PlayerId("old"), ADA)


LOUNGE = Place("web", "lounge")
Call = Callable[[Store], Awaitable[Any]]
OWED = OwedNotice(M, Notice(ADA, 2), since=100, due=400)
JOB = Job("thread", f"{M} web:hall", 100, "web")
FREE = Free(100, ["", "web"], ["discord:1"])
DAILY = DailyPuzzle("web", "hall", "hall", "UTC")
CALLS: Mapping[str, Call] = {
    "append": lambda store: store.append(
        replace(
            change(
                M, 2, press="web:2", boards=(board("m", M, message="mine", shown=1),), shown={BoardId("k"): 1}
            ),
            deadlines=(
                Deadline(M, "time", 0, 100, 200),
                Deadline(M, "forewarning", None, 100, 300),
            ),
        )
    ),
    "try_writing": lambda store: store.try_writing(),
    "size": lambda store: store.size(),
    "load": lambda store: store.matches.load(M),
    "read_match": lambda store: store.readings.read_match(M),
    "read_press": lambda store: store.readings.read_press("web", "ada", "count", press="web:1", match=M),
    "read_press here": lambda store: store.readings.read_press("web", "ada", "count", press="web:1"),
    "drawn_for": lambda store: store.matches.drawn_for(M),
    "pressed": lambda store: store.matches.pressed("web:1"),
    "row": lambda store: store.matches.row(M),
    "matches_of": lambda store: store.matches.matches_of(ADA, ["running", "over"]),
    "open_matches_of": lambda store: store.matches.open_matches_of(ADA),
    "challenged_before": lambda store: store.matches.challenged_before(PlayerId("player of ada"), 100),
    "next_turn_of": lambda store: store.matches.next_turn_of(BOB, M),
    "finished_of": lambda store: store.matches.finished_of(ADA, most=8, skip=8),
    "count_running": lambda store: store.matches.count_running(),
    "seen_in": lambda store: store.matches.seen_in(M),
    "last_seen": lambda store: store.matches.last_seen(ADA),
    "boards_of": lambda store: store.boards.boards_of(M),
    "count_boards_behind": lambda store: store.boards.count_boards_behind(),
    "boards_in": lambda store: store.boards.boards_in("web", "lounge"),
    "matches_in": lambda store: store.matches.matches_in("web", ChatId("lounge"), ["running"]),
    "put_boards": lambda store: store.boards.put_boards([board("k", M, message="other", shown=1)]),
    "show": lambda store: store.boards.show([BoardId("m")]),
    "note_shown": lambda store: store.boards.note_shown({BoardId("m"): 2}, [(f"m {M} web:lounge", "me:1")]),
    "drop_board": lambda store: store.boards.drop_board(BoardId("k")),
    "move_chat": lambda store: store.boards.move_chat("web", ChatId("lounge"), ChatId("hall"), ["running"]),
    "deadlines_of": lambda store: store.jobs.deadlines_of([M]),
    "count_deadlines_due": lambda store: store.jobs.count_deadlines_due(-40),  # what is due it goes through
    "retell": lambda store: store.jobs.retell(200, 60, ["web"]),
    "last_beat": lambda store: store.jobs.last_beat(),
    "last_heard": lambda store: store.jobs.last_heard(),
    "beat": lambda store: store.jobs.beat(150, credit=True),
    "person": lambda store: store.people.person("web", "ada"),
    "person_with": lambda store: store.people.person_with("web", "COUNT"),
    "person_named": lambda store: store.people.person_named("web", "ADA"),
    "people": lambda store: store.people.people([PlayerId("player of ada")]),
    "count_people": lambda store: store.people.count_people(),
    "put_person": lambda store: store.people.put_person(person("ada", "Countess")),
    "add_person": lambda store: store.people.add_person(person("ada", "Countess")),
    "put_link_code": lambda store: store.people.put_link_code(LinkCode("d", "web", "ada", 1)),
    "link_code": lambda store: store.people.link_code("d"),
    "wrong_codes": lambda store: store.people.wrong_codes("web", "ada"),
    "put_wrong_codes": lambda store: store.people.put_wrong_codes(WrongCodes("web", "ada", 1, 100)),
    "part_account": lambda store: part(store, PlayerId("player of ada"), "web", PlayerId("fresh"), 100),
    "forget_player": lambda store: store.people.forget_player(PlayerId("player of nobody"), 100, (), 0),
    "result": lambda store: store.results.result(M),
    "results_of": lambda store: store.results.results_of(ADA, newest=5),
    "has_finished": lambda store: store.results.has_finished(ADA, "sahara"),
    "rated_results_of": lambda store: store.results.rated_results_of(ADA),
    "abandoned_by": lambda store: store.results.abandoned_by(ADA, 0),
    "abandoned_between": lambda store: store.results.abandoned_between(ADA, BOB, 0),
    "rated_between": lambda store: store.results.rated_between(ADA, BOB, "sahara", 0),
    "tallies": lambda store: store.results.tallies(ADA, BOB),
    "ratings_of": lambda store: store.results.ratings_of(ADA),
    "leaders": lambda store: store.results.leaders("sahara", None, since=100, most=15),
    "leaders here": lambda store: store.results.leaders("sahara", LOUNGE, since=100, most=15),
    "ahead": lambda store: store.results.ahead(rating(ADA, 1500), None, since=100, most=20),
    "ahead here": lambda store: store.results.ahead(rating(ADA, 1500), LOUNGE, since=100, most=20),
    "preferences": lambda store: store.settings.preferences(PlayerId("player of ada")),
    "put_preferences": lambda store: store.settings.put_preferences(
        Preferences(PlayerId("player of ada"), "de")
    ),
    "blocked_by": lambda store: store.settings.blocked_by(PlayerId("player of ada")),
    "put_record": lambda store: store.results.put_record(
        StoredRecord("R2", PlayerId("player of ada"), 2, "text")
    ),
    "records_of": lambda store: store.results.records_of(ADA),
    "record": lambda store: store.results.record("R1"),
    "put_review": lambda store: store.results.put_review(M, 0, ADA, [Judgement(0.5, "4", exact=False)]),
    "review": lambda store: store.results.review(M, 0),
    "add_remark": lambda store: store.talk.add_remark(remark("r1", M, ADA, BOB)),
    "remark": lambda store: store.talk.remark("r1"),
    "told_times": lambda store: store.jobs.told_times(ADA, 100),
    "put_notices": lambda store: store.jobs.put_notices([OWED]),
    "settle_notices": lambda store: store.jobs.settle_notices([OWED], 200),
    "take_notices": lambda store: store.jobs.take_notices(replace(JOB, player=ADA, claim="me"), 100, 130),
    "drop_seen_notice": lambda store: store.jobs.drop_seen_notice(ADA, M, 200),
    "seeks": lambda store: store.seeks.seeks(100, most=5),
    "seeks here": lambda store: store.seeks.seeks(100, game="sato", most=5),
    "seeks_of": lambda store: store.seeks.seeks_of(ADA, 100),
    "met_under_way": lambda store: store.seeks.met_under_way(ADA),
    "put_seek": lambda store: store.seeks.put_seek(seek("s", ADA)),
    "drop_seek": lambda store: store.seeks.drop_seek(ADA, "sato"),
    "remarks_waiting": lambda store: store.talk.remarks_waiting(M),
    "remarks_of": lambda store: store.talk.remarks_of(ADA),
    "post_remark": lambda store: store.talk.post_remark(
        "r1", Posted("web", "lounge", private=False, message="7")
    ),
    "report_remark": lambda store: store.talk.report_remark("r1", BOB, 2, 900),
    "reported_in": lambda store: store.talk.reported_in("web", "lounge", most=5),
    "drop_remark": lambda store: store.talk.drop_remark("r1"),
    "muted_by": lambda store: store.talk.muted_by(PlayerId("player of ada")),
    "put_mute": lambda store: store.talk.put_mute(PlayerId("player of ada"), PlayerId("ben")),
    "drop_mute": lambda store: store.talk.drop_mute(PlayerId("player of ada"), PlayerId("ben")),
    "silenced_in": lambda store: store.talk.silenced_in("web", "lounge"),
    "put_silence": lambda store: store.talk.put_silence("web", "lounge", ADA),
    "drop_silence": lambda store: store.talk.drop_silence("web", "lounge", ADA),
    "put_block": lambda store: store.settings.put_block(Block(PlayerId("player of ada"), PlayerId("ben"), 2)),
    "drop_block": lambda store: store.settings.drop_block(PlayerId("player of ada"), PlayerId("ben")),
    "move_board": lambda store: store.boards.move_board(board("a", M), board("b", M, message="9"), UNCLAIMED),
    "bots": lambda store: store.jobs.bots(),
    "put_bot": lambda store: store.jobs.put_bot("web", "1"),
    "next_due": lambda store: store.jobs.next_due(FREE),
    "claim": lambda store: store.jobs.claim(FREE, Lease("me", 100, 130), most=5),
    "keep": lambda store: store.jobs.keep([JOB], 130),
    "done": lambda store: store.jobs.done(JOB),
    "waits": lambda store: store.jobs.waits(f"m {M} web:lounge", "board", 130),
    "is_held": lambda store: store.jobs.is_held(JOB),
    "hasten_boards": lambda store: store.jobs.hasten_boards("web", 130),
    "leave": lambda store: store.jobs.leave("me:"),
    "put_off": lambda store: store.jobs.put_off(JOB, 130, tries=1),
    "put": lambda store: store.jobs.put(JOB),
    "hold": lambda store: store.jobs.hold("m", Lease("me", 100, 130)),
    "chat_settings": lambda store: store.settings.chat_settings("web", "hall"),
    "put_chat_settings": lambda store: store.settings.put_chat_settings(ChatSettings("web", "hall")),
    "shared_value": lambda store: store.settings.shared_value("telegram -1"),
    "put_shared_value": lambda store: store.settings.put_shared_value("telegram -1", "", 0),
    "daily_puzzle": lambda store: store.settings.daily_puzzle("web", "hall"),
    "put_daily_puzzle": lambda store: store.settings.put_daily_puzzle(DAILY, 900),
    "tournament": lambda store: store.tournaments.tournament("T"),
    "tournaments_of": lambda store: store.tournaments.tournaments_of(ADA),
    "tournament_in": lambda store: store.tournaments.tournament_in("web", "hall"),
    "tournaments_under_way": lambda store: store.tournaments.tournaments_under_way("web", "hall"),
    "tournament_of": lambda store: store.tournaments.tournament_of(M),
    "take_tournament": lambda store: store.tournaments.take_tournament("T", ADA),
    "note_told": lambda store: store.tournaments.note_told(RUNNING),
    "count_press": lambda store: store.matches.count_press("web:3"),
    "put_tournament": lambda store: store.tournaments.put_tournament(RUNNING),
    "drop_daily_puzzle": lambda store: store.settings.drop_daily_puzzle("web", "hall"),
    "join_players": joined,
}


@pytest.mark.long
async def test_every_call_takes_as_many_steps_among_many_matches_as_among_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections: list[sqlite3.Connection] = []
    original = sqlite.connected

    def noted(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connections.append(original(*arguments, **options))
        return connections[-1]

    monkeypatch.setattr(sqlite, "connected", noted)
    few = await steps_of_calls(tmp_path / "few.db", connections, others=20)
    many = await steps_of_calls(tmp_path / "many.db", connections, others=2000)
    assert few.keys() == CALLS.keys() | {"a scan"}
    assert few.pop("a scan") < many.pop("a scan")  # the instrument shows what it is to show
    few.pop("count_people"), many.pop("count_people")  # see WHOLE
    assert few == many


async def test_every_call_is_measured(tmp_path: Path) -> None:
    store = await open_store(prepared(tmp_path / "tischrand.db"))
    parts = [store, *(part for part in vars(store).values() if isinstance(part, Part))]
    methods = {name for part in parts for name in vars(type(part)) if not name.startswith("_")}
    await store.close()
    assert methods - {"close"} == {name.removesuffix(" here") for name in CALLS}


async def steps_of_calls(path: Path, connections: list[sqlite3.Connection], *, others: int) -> dict[str, int]:
    """How many steps SQLite's machine took for each call, with so many other matches in the database."""
    connections.clear()
    database = await Database.open(path, UPGRADES)
    store = Store(database, shared=False)
    await asyncio.gather(*(add_other(store, f"other {number}") for number in range(others)))
    await store.append(change(M, 1, press="web:1", boards=(board("m", M), board("k", M, shown=1))))
    await store.people.put_person(person("ada", "Ada"))
    counter: Counter[str] = Counter()
    taken: dict[str, int] = {}

    def step() -> None:
        counter["steps"] += 1

    for connection in connections:
        connection.set_progress_handler(step, 1)
    for name, call in CALLS.items():
        counter.clear()
        await call(store)
        taken[name] = counter["steps"]
    counter.clear()
    await database.rows("SELECT count(*) FROM events WHERE body = ''")
    taken["a scan"] = counter["steps"]
    await store.close()
    return taken


async def add_other(store: Store, name: str) -> None:
    """A finished match of two others, its board up to date."""
    opened = change(MatchId(name), 1, press=f"press of {name}")
    players = (PlayerId(f"host of {name}"), PlayerId(f"guest of {name}"))
    over = row(MatchId(name), 1, phase="over")
    shown = board(f"board of {name}", MatchId(name), message=name, shown=1)
    there = replace(shown, chat=ChatId(f"chat of {name}"))
    ended = result(MatchId(name), players=players)
    ratings = tuple(rating(player, 1600) for player in players)
    over_now = replace(opened, row=replace(over, players=players, awaited=()), boards=(there,))
    await store.append(replace(over_now, result=ended, ratings=ratings))
    await store.people.put_person(person(name, name))
    await store.settings.put_preferences(Preferences(players[0]))
    await store.settings.put_block(Block(*players, 1))
    await store.results.put_record(StoredRecord("R1", players[0], 1, "text"))
    await store.results.put_review(MatchId(name), 0, players[0], [Judgement(0.5, "4", exact=False)])
    said = remark(name, MatchId(name), *players)
    await store.talk.add_remark(said)
    await store.talk.post_remark(name, Posted("web", f"chat of {name}", private=False, message=name))
    await store.talk.put_mute(*players)
    await store.talk.put_silence("web", f"chat of {name}", players[0])
    await store.settings.put_chat_settings(ChatSettings("web", f"chat of {name}"))
    theirs = tuple(Entrant(player) for player in players)
    ended_one = replace(RUNNING, id=f"T of {name}", place=f"chat of {name}", stage="over", pairings=())
    await store.tournaments.put_tournament(replace(ended_one, entrants=theirs))
    await store.settings.put_daily_puzzle(replace(DAILY, place=f"chat of {name}"), 900)
