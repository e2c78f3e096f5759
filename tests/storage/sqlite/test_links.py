"""Codes that join accounts, and players who have become others: every reading tells the present ids."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from games.events import MatchId, PlayerId, Resigned
from games.match import fold
from storage.accounts import LinkCode, WrongCodes
from storage.boards import ChatId, Notice
from storage.matches import Seen
from storage.merged_players import FormerPlayers
from storage.sqlite.store import SqliteStore
from storage.store import Store
from tests.storage.facts import ACCEPTED, ADA, BOB, OPENED, N, board, change, person
from tests.storage.memory_store import MemoryStore

CODE = LinkCode("digest", "web", "1", expires=700)
USED = replace(CODE, used=True)
PHASES = ["running"]


@pytest.fixture(params=["sql", "memory"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    store = await SqliteStore.open(tmp_path / "tischrand.db")
    yield store
    await store.close()


async def test_a_code_is_found_by_its_hash_until_a_newer_one_replaces_it(store: Store) -> None:
    await store.put_link_code(CODE)
    assert await store.link_code("digest") == CODE
    await store.put_link_code(USED)
    assert await store.link_code("digest") == USED
    newer = replace(CODE, digest="newer")
    await store.put_link_code(newer)
    assert await store.link_code("digest") is None
    assert await store.link_code("newer") == newer


async def test_two_accounts_have_codes_of_their_own(store: Store) -> None:
    other = replace(CODE, digest="other", platform="telegram")
    await store.put_link_code(CODE)
    await store.put_link_code(other)
    assert await store.link_code("digest") == CODE
    assert await store.link_code("other") == other


async def test_the_wrong_codes_of_each_account_are_known_as_put_last(store: Store) -> None:
    wrong, other = WrongCodes("web", "1", 1, 100), WrongCodes("telegram", "1", 2, 200)
    for each in (wrong, other, replace(wrong, count=5)):
        await store.put_wrong_codes(each)
    assert await store.wrong_codes("web", "1") == replace(wrong, count=5)
    assert await store.wrong_codes("telegram", "1") == other
    assert await store.wrong_codes("discord", "1") is None


async def test_who_has_become_another_was_last_seen_where_either_was(store: Store) -> None:
    await matches_of_ada(store)
    await store.join_players(ADA, PlayerId("augusta"), USED)
    assert await store.last_seen(PlayerId("augusta")) == Seen(
        PlayerId("augusta"), "web", ChatId("lounge"), False, 100
    )


async def test_the_wrong_codes_of_who_is_forgotten_are_counted_on_for_a_day(store: Store) -> None:
    await store.put_person(person("1", "Ada", player=ADA))
    await store.put_wrong_codes(WrongCodes("web", "1", 1, 100))
    await store.forget_player(ADA, 100)
    assert await store.wrong_codes("web", "1") == WrongCodes("web", "1", 1, 100)
    await store.beat(100 + 86_400)
    assert await store.wrong_codes("web", "1") is None


async def matches_of_ada(store: Store) -> None:
    """One that Ada opened, with a board of her own that notifies her, and one that she was invited to."""
    own = replace(board("b", MatchId("K7QF2M")), private=True, player=ADA, notice=Notice(ADA, 1))
    opened = change(MatchId("K7QF2M"), 2, OPENED, ACCEPTED, boards=(own,))
    await store.append(replace(opened, seen=Seen(ADA, "web", ChatId("lounge"), False, 100)))
    invited = replace(OPENED, match=N, challenger=BOB, invited=ADA, first=ADA)
    await store.append(change(N, 3, invited, replace(ACCEPTED, player=ADA), Resigned(at=103, seat=0)))
    await store.put_person(person("1", "Ada", player=ADA))


async def told(store: Store) -> tuple[object, ...]:
    """All that names players."""
    logs = [await store.load(MatchId(match)) for match in ("K7QF2M", "N")]
    return (
        [(fold(log).players, fold(log).opened.challenger, fold(log).opened.invited) for log in logs],
        [await store.row(MatchId(match)) for match in ("K7QF2M", "N")],
        await store.boards_of(MatchId("K7QF2M")),
        await store.matches_in("web", ChatId("lounge"), PHASES),
        await store.seen_in(MatchId("K7QF2M")),
    )


async def test_who_has_become_another_is_told_by_the_present_id_wherever_they_stand(store: Store) -> None:
    await matches_of_ada(store)
    before, rows = await told(store), await store.matches_of(ADA, PHASES)
    await store.join_players(ADA, PlayerId("augusta"), USED)
    after = await told(store)
    assert repr(after) == repr(before).replace("'ada'", "'augusta'")
    assert repr(after) != repr(before)
    assert await store.matches_of(ADA, PHASES) == ()
    assert repr(await store.matches_of(PlayerId("augusta"), PHASES)) == repr(rows).replace(
        "'ada'", "'augusta'"
    )
    assert await store.people([PlayerId("augusta")]) == (person("1", "Ada", player=PlayerId("augusta")),)
    assert await store.people([ADA]) == ()
    assert await store.link_code("digest") == USED


async def test_who_follows_somebody_that_follows_another_arrives_at_the_last(store: Store) -> None:
    await matches_of_ada(store)
    await store.join_players(ADA, PlayerId("augusta"), USED)
    await store.join_players(PlayerId("augusta"), PlayerId("byron"), USED)
    assert {match.match for match in await store.matches_of(PlayerId("byron"), PHASES)} == {"K7QF2M", "N"}
    assert "byron" in (fold(await store.load(N)).players or ())


async def test_what_is_written_under_a_former_id_is_read_under_the_present_one(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "tischrand.db")
    await store.join_players(ADA, PlayerId("augusta"), USED)
    await matches_of_ada(store)
    assert {match.match for match in await store.matches_of(PlayerId("augusta"), PHASES)} == {"K7QF2M", "N"}
    await store.close()


async def test_after_a_restart_the_same_is_told_and_the_log_is_as_it_was(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "tischrand.db")
    await matches_of_ada(store)
    await store.join_players(ADA, PlayerId("augusta"), USED)
    before = await told(store)
    await store.close()
    store = await SqliteStore.open(tmp_path / "tischrand.db")
    assert await told(store) == before
    bodies = await store._database.rows("SELECT body FROM events WHERE kind = 'Challenged'")
    assert sum('"ada"' in row["body"] for row in bodies) == len(bodies) == 2
    await store.close()


async def test_a_question_about_one_player_reads_none_of_the_others_who_have_become_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await SqliteStore.open(tmp_path / "tischrand.db")
    await matches_of_ada(store)
    await store.join_players(BOB, PlayerId("byron"), USED)
    await store.join_players(ADA, PlayerId("augusta"), USED)

    def scanned(_: FormerPlayers) -> Iterator[PlayerId]:
        raise AssertionError("all are read")

    for name in ("__iter__", "items", "values"):
        monkeypatch.setattr(FormerPlayers, name, scanned)
    assert len(await store.matches_of(PlayerId("augusta"), PHASES)) == 2
    assert await store.last_seen(PlayerId("augusta"))
    assert "augusta" in (fold(await store.load(N)).players or ())
    await store.close()
