"""Nobody loses a match: a database of before the first release becomes one of now, and tells the same."""

# ruff: noqa: ASYNC240 - the files are small

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from bot.runtime import databases
from bot.runtime.settings import Settings
from storage.errors import UnusableDatabase
from storage.migration import Copied, migrate
from storage.people import ChatSettings
from storage.postgres import copying as on_server
from storage.postgres.database import open_store as open_on_server
from storage.results import StoredRecord
from storage.sql.store import Store
from storage.sqlite import copying
from storage.sqlite.database import open_store
from tests.storage.facts import ACCEPTED, ADA, OPENED, N, behind, change, jobs_beside_boards, person, result
from tests.storage.last_layout.telling import plain, told
from tests.storage.postgres.server import by_hand, new_database

LAST_LAYOUT = Path(__file__).parent / "last_layout"
KNOWN: Mapping[str, Any] = json.loads((LAST_LAYOUT / "told.json").read_text())
GONE = {
    "claims",
    "credits",
    "deadlines",
    "notices",
    "people_count",
    "people_epoch",
    "people_news",
    "refusals",
    "errands",
    "wrong_codes",
    "daily_puzzles",
}
NEW = {
    *("jobs", "odd_sentences", "plans", "shared_values", "standing_messages", "puzzle_posts"),
    *("puzzle_tries", "votes"),
}
TO_DO = {
    ("puzzle", "discord:1985527309947371525", 1893458867),
    ("puzzle", "telegram:-1001", 1893459867),
    ("puzzle", "web:channel", 1893460867),
    ("remarks", "4VNSTB", 1893458767),
    ("remarks", "XXZYQM", 1893458770),
    ("result", "CBW4YE discord:1985527309947371525", 0),
    ("stopped", "HGDSJM web:channel", 0),
    ("tournament", "S2BY3Z", 1894666675),
}
"""What waits in the old one, but for a thread that no chat wants."""
NOW_JOBS = {("of_all", "waiting"), ("of_all", "errands"), ("of_all", "next due"), ("of_all", "guesses")}
"""What the old one said of that."""


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """As its version left it."""
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as file:
        file.executescript((LAST_LAYOUT / "sqlite.sql").read_text())
        file.execute("PRAGMA journal_mode = WAL")
    return path


async def old_database() -> str:
    url = await new_database("of_before")
    async with by_hand(url) as connection:
        await connection.execute((LAST_LAYOUT / "postgres.sql").read_text())
    return url


async def carry(source: Any, target: Any) -> Copied:
    async with source as old, target as new:
        return await migrate(old, new)


async def assert_all_is_there(store: Store, copied: Copied) -> None:
    """What the old version said, the new one says; then it goes on with it."""
    now = await told(store, KNOWN["matches"], KNOWN["players"])
    for topic, by_key in KNOWN["told"].items():
        for key, one in by_key.items():
            if (topic, key) not in NOW_JOBS:
                assert _seen_once(
                    json.loads(json.dumps(now[topic][key]), object_hook=_known_then)
                ) == _seen_once(_without_leases(one)), (topic, key)
    counts = {name: count for name, count in KNOWN["counts"].items() if name not in GONE}
    different = {name for name, count in counts.items() if copied.counts[name] != count}
    await behind(store)  # what is behind is to be done
    assert copied.counts.keys() == counts.keys() | NEW
    assert {(job.kind, job.key, job.due) for job in await jobs_beside_boards(store)} == TO_DO
    assert [line.partition(":")[0] for line in copied.differences] == [
        *(name for name in copied.counts if name in different),
        "claims, credits, daily_puzzles, deadlines, errands, notices, people_count, people_epoch,"
        " people_news, refusals, wrong_codes",
    ]
    await store.append(change(N, 1, OPENED, press="web:new"))
    await store.people.put_person(person("new", "Nina"))
    assert plain(await store.matches.load(N)) == [plain(OPENED)]
    await store.append(replace(change(N, 2, ACCEPTED), result=result(N)))  # numbered behind the others
    assert [one.match for one in await store.results.results_of(ADA, newest=1)] == [N]
    await store.results.put_record(StoredRecord("r1", ADA, 7, "text"))
    assert len(await store.results.records_of(ADA)) == 1


def _known_then(one: dict[str, Any]) -> dict[str, Any]:
    """Without what boards, preferences and tournaments had not in the old layout."""
    if "theme" in one:
        one["text_only"] = one.pop("text") == "on"
    fresh = ("changes", "message", "shown") if "organiser" in one else ("answer", "touch", "named", "pages")
    return {name: value for name, value in one.items() if name not in fresh}


def _without_leases(one: Any) -> Any:
    """Boards say no more who shows them, nor tournaments when they are due: their jobs do."""
    if isinstance(one, list):
        return [_without_leases(each) for each in one]
    if isinstance(one, dict):
        leases = ("leased_by", "leased_until", *(["due"] if "organiser" in one else []))
        return {name: _without_leases(value) for name, value in one.items() if name not in leases}
    return one


def _seen_once(one: Any) -> Any:
    """Where two accounts that were joined had both been seen in a chat, the latest time is kept."""
    if isinstance(one, dict) and one.get("puzzle"):
        return {**one, "puzzle": {name: one["puzzle"][name] for name in one["puzzle"] if name != "due"}}
    if isinstance(one, dict) and "drawn" in one:
        latest = {(seen["player"], seen["chat"]): seen for seen in sorted(one["seen"], key=itemgetter("at"))}
        return {**one, "seen": [latest[key] for key in sorted(latest)]}
    return one


async def test_what_waits_in_an_old_file_is_done_by_the_new_one(old_file: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(old_file)) as file:
        file.executescript(
            """
            INSERT INTO errands VALUES ('reported', '4VNSTB', 'web', '19000 in channel', 'channel');
            INSERT INTO boards (id, match, platform, chat, private, shown, latest)
            SELECT 'b' || key, '4VNSTB', 'discord', value, 0, 1, 1
            FROM json_each('["1985527309947371525/1", "1985527309947371525/2", "19855273099473715256"]')
            """
        )
    await carry(copying.source(old_file), copying.target(tmp_path / "new.db"))
    store = await open_store(tmp_path / "new.db")
    assert {(job.kind, job.key, job.due) for job in await jobs_beside_boards(store)} == TO_DO | {
        ("reported", "4VNSTB/19000 web:channel", 0),
        ("thread", "4VNSTB discord:1985527309947371525", 0),
    }
    await store.close()


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


async def test_an_old_file_becomes_a_new_one_and_stays_as_it_was(old_file: Path, tmp_path: Path) -> None:
    before = digest(old_file)
    copied = await carry(copying.source(old_file), copying.target(tmp_path / "new.db"))
    assert digest(old_file) == before
    store = await open_store(tmp_path / "new.db")
    await assert_all_is_there(store, copied)
    await store.close()


@pytest.mark.long
@pytest.mark.parametrize("to_server", [False, True])
async def test_an_old_database_on_a_server_becomes_a_new_one(tmp_path: Path, to_server: bool) -> None:
    url, new = await old_database(), await new_database("of_now")
    target = on_server.target(new) if to_server else copying.target(tmp_path / "new.db")
    copied = await carry(on_server.source(url), target)
    store = await open_on_server(new) if to_server else await open_store(tmp_path / "new.db")
    await assert_all_is_there(store, copied)
    await store.close()
    async with by_hand(url) as connection:
        assert await connection.fetchval("SELECT count(*) FROM events") == KNOWN["counts"]["events"]
        assert await connection.fetchval("SELECT max(name) FROM steps WHERE name LIKE 'awaited%'")


@pytest.mark.long
async def test_an_old_file_goes_to_a_server(old_file: Path) -> None:
    url = await new_database("from_file")
    copied = await carry(copying.source(old_file), on_server.target(url))
    store = await open_on_server(url)
    await assert_all_is_there(store, copied)
    await store.close()


async def test_a_start_on_an_old_database_names_the_two_commands(old_file: Path, tmp_path: Path) -> None:
    before = old_file.read_bytes()
    data = tmp_path / "data"
    data.mkdir()
    file = old_file.rename(data / databases.STORE_FILE)
    settings = Settings(data=data, _env_file=None)  # type: ignore[call-arg]
    for look in (databases.open_store, databases.check):
        with pytest.raises(UnusableDatabase) as caught:
            await look(settings)
        assert str(caught.value) == (
            f"{file} was written before version 1.0: copy it to a new one, with “mv {file} {file}.old” and"
            f" “tischrand migrate --from sqlite:{file}.old --to sqlite:{file}”"
        )
    assert file.read_bytes() == before


@pytest.mark.long
async def test_a_start_on_an_old_database_of_a_server_names_them_too(tmp_path: Path) -> None:
    on_url = Settings(data=tmp_path, database_url=await old_database(), _env_file=None)  # type: ignore[call-arg, arg-type]
    with pytest.raises(
        UnusableDatabase, match=r"1\.0: copy it .*“createdb NEW” and “tischrand migrate --from"
    ):
        await databases.open_store(on_url)


async def test_a_layout_before_the_last_is_not_copied(old_file: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(old_file)) as file:
        file.execute("DELETE FROM steps WHERE name = 'awaited people'")
        file.commit()
    with pytest.raises(UnusableDatabase, match=r"by an early version: start the last one before 1\.0"):
        await carry(copying.source(old_file), copying.target(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


async def test_ratings_that_were_still_to_be_computed_keep_it_from_being_copied(
    old_file: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(old_file)) as file:
        file.execute("UPDATE results SET first_value = NULL WHERE counts = 'rated'")
        file.commit()
    with pytest.raises(UnusableDatabase, match=r"lacks ratings .*: start that one with it once"):
        await carry(copying.source(old_file), copying.target(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(
    ("change_it", "why"),
    [
        ("DROP TABLE steps", "is the database of another program"),
        ("UPDATE steps SET name = 'of tomorrow' WHERE number = 1", "was written by a newer version"),
        (
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'matches'",
            "is damaged .*: copy a backup of it instead",
        ),
    ],
)
async def test_what_is_none_of_ours_or_damaged_is_not_copied(
    old_file: Path, tmp_path: Path, change_it: str, why: str
) -> None:
    with closing(sqlite3.connect(old_file)) as file:
        file.executescript(change_it)
    before = digest(old_file)
    with pytest.raises(UnusableDatabase, match=why):
        await carry(copying.source(old_file), copying.target(tmp_path / "new.db"))
    assert digest(old_file) == before
    assert not (tmp_path / "new.db").exists()


async def test_a_place_of_which_nothing_but_the_daily_puzzle_was_chosen_keeps_it(
    old_file: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(old_file)) as file, file:
        file.execute("DELETE FROM chat_settings WHERE platform = 'web'")
    await carry(copying.source(old_file), copying.target(tmp_path / "new.db"))
    store = await open_store(tmp_path / "new.db")
    chosen = await store.settings.chat_settings("web", "channel")
    await store.close()
    assert chosen == ChatSettings("web", "channel", puzzles="channel", zone="Europe/Vienna")


async def test_boards_in_words_stay_in_words(old_file: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(old_file)) as file, file:
        people = [player for (player,) in file.execute("SELECT player FROM preferences ORDER BY player")]
        file.execute("UPDATE preferences SET text_only = player = ?", people[:1])
        file.execute("UPDATE chat_settings SET text_only = platform = 'web'")
    await carry(copying.source(old_file), copying.target(tmp_path / "new.db"))
    store = await open_store(tmp_path / "new.db")
    settings = store.settings
    assert [(await settings.preferences(one)).text for one in people] == ["on", *["off"] * (len(people) - 1)]
    assert (await settings.chat_settings("web", "channel")).text == "on"
    await store.close()
