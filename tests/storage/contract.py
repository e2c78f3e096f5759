"""What every store must do: a suite that a test class for each store inherits."""

from __future__ import annotations

import asyncio
import tempfile
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.events import Accepted, Challenged, Event, MatchId, MovePlayed, Resigned
from storage.store import Board, Change, MatchRow, Notice, Person, PressedBefore, Store, VersionConflict

OPENED = Challenged(
    at=100,
    match="K7QF2M",
    game="sahara",
    game_version=1,
    house_rules={"target": "30"},
    challenger="ada",
    invited=None,
    first=None,
    seed="00" * 32,
    entropy="web:1",
)
ACCEPTED = Accepted(at=101, player="bob", entropy="web:2")


def ply(version: int, mark: str = "4") -> MovePlayed:
    """A move that can be told from others by its notation."""
    return MovePlayed(at=100 + version, seat=0, notation=mark)


def row(match: MatchId, version: int, *, phase: str = "running", since: int = 100) -> MatchRow:
    """A match of Ada and Bob in which Bob is awaited."""
    return MatchRow(match, version, "sahara", phase, ("ada", "bob"), ("bob",), since)


def change(
    match: MatchId,
    version: int,
    *events: Event,
    press: str | None = None,
    boards: tuple[Board, ...] = (),
    shown: Mapping[str, int] | None = None,
) -> Change:
    """A change after which the match has this version; without events of its own it is one ply."""
    return Change(row(match, version), events or (ply(version),), press, boards, shown or {})


def board(
    id_: str, match: MatchId, *, message: str | None = None, shown: int = 0, moved_to: str | None = None
) -> Board:
    """The spectators' board of a match in one group."""
    return Board(id_, match, "web", "lounge", False, message, None, shown, moved_to)


def person(account: str, name: str, *, player: str | None = None, platform: str = "web") -> Person:
    """Somebody who speaks English."""
    return Person(platform, account, player or f"player of {account}", name, "en")


Plan = list[tuple[MatchId, int, str | None]]
"""For each of many changes the match, the version after it, and the press."""

PLANS: st.SearchStrategy[Plan] = st.lists(
    st.tuples(st.sampled_from("MN"), st.integers(1, 5), st.sampled_from([None, "web:1", "web:2", "web:3"])),
    max_size=24,
)


async def store_at_once(store: Store, plan: Plan) -> list[BaseException | None]:
    """Append all changes of a plan at the same time; the notation of each is its place in the plan."""
    changes = [
        change(match, version, ply(version, str(place)), press=press)
        for place, (match, version, press) in enumerate(plan)
    ]
    return await asyncio.gather(*map(store.append, changes), return_exceptions=True)


class StoreContract(ABC):
    """Inherit this in a class named `Test…` and say how the store is opened."""

    @abstractmethod
    def open_store(self, folder: Path) -> AbstractAsyncContextManager[Store]:
        """A store that keeps its files, if it has any, in this folder."""

    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[Store]:
        async with self.open_store(tmp_path) as store:
            yield store

    # The log

    async def test_what_is_unknown_is_empty_not_an_error(self, store: Store) -> None:
        assert await store.load("nobody") == ()
        assert await store.row("nobody") is None
        assert await store.pressed("web:1") is None
        assert await store.matches_of("nobody", ["running"]) == ()
        assert await store.boards_of("nobody") == ()
        assert await store.boards_behind() == ()
        assert await store.boards_in("web", "lounge") == ()
        assert await store.matches_in("web", "lounge", ["running"]) == ()
        assert await store.person("web", "1") is None
        assert await store.person_named("web", "Ada") is None
        assert await store.people([]) == ()
        assert await store.people(["nobody"]) == ()

    async def test_a_log_is_loaded_as_it_was_appended(self, store: Store) -> None:
        log: tuple[Event, ...] = (OPENED, ACCEPTED, ply(3), Resigned(at=103, seat=1))
        for version, event in enumerate(log, start=1):
            await store.append(change("K7QF2M", version, event))
        assert await store.load("K7QF2M") == log

    async def test_the_events_of_one_change_get_the_versions_up_to_that_of_its_row(
        self, store: Store
    ) -> None:
        await store.append(change("M", 3, OPENED, ACCEPTED, ply(3)))
        await store.append(change("M", 4))
        assert await store.load("M") == (OPENED, ACCEPTED, ply(3), ply(4))

    async def test_logs_of_matches_are_apart(self, store: Store) -> None:
        await store.append(change("M", 1, ply(1, "m")))
        await store.append(change("N", 1, ply(1, "n")))
        assert await store.load("M") == (ply(1, "m"),)
        assert await store.load("N") == (ply(1, "n"),)

    @pytest.mark.parametrize("version", [1, 2, 4, 5])
    async def test_only_the_version_after_the_newest_is_stored(self, store: Store, version: int) -> None:
        await store.append(change("M", 2, ply(1), ply(2), boards=(board("b", "M", shown=2),)))
        before = await everything(store)
        late = change("M", version, press="web:9", boards=(board("c", "M"),), shown={"b": 9})
        with pytest.raises(VersionConflict):
            await store.append(late)
        assert await everything(store) == before

    async def test_a_log_begins_with_version_1(self, store: Store) -> None:
        with pytest.raises(VersionConflict):
            await store.append(change("M", 2))
        assert await store.load("M") == ()
        assert await store.row("M") is None

    async def test_of_several_events_none_is_kept_when_the_first_comes_late(self, store: Store) -> None:
        await store.append(change("M", 2, ply(1), ply(2)))
        with pytest.raises(VersionConflict):
            await store.append(change("M", 4, ply(2), ply(3), ply(4)))
        assert await store.load("M") == (ply(1), ply(2))

    async def test_a_change_without_events_fits_only_the_newest_version(self, store: Store) -> None:
        await store.append(change("M", 1))
        await store.append(Change(row("M", 1, since=200), (), press="web:1"))
        assert await store.row("M") == row("M", 1, since=200)
        assert await store.pressed("web:1") == "M"
        for version in (0, 2):
            with pytest.raises(VersionConflict):
                await store.append(Change(row("M", version), (), press="web:2"))
        with pytest.raises(VersionConflict):
            await store.append(Change(row("unknown", 1), ()))
        assert await store.pressed("web:2") is None

    # Presses

    async def test_a_press_is_remembered_with_its_match(self, store: Store) -> None:
        await store.append(change("M", 1, press="web:17"))
        assert await store.pressed("web:17") == "M"
        assert await store.pressed("web:1") is None

    @pytest.mark.parametrize("match", ["M", "N"])
    async def test_a_press_counts_once(self, store: Store, match: MatchId) -> None:
        await store.append(change("M", 1, press="web:17", boards=(board("b", "M"),)))
        before = await everything(store)
        version = {"M": 2, "N": 1}[match]
        with pytest.raises(PressedBefore):
            await store.append(change(match, version, press="web:17", boards=(board("c", "M"),)))
        assert await everything(store) == before
        assert await store.pressed("web:17") == "M"

    async def test_a_redelivered_press_is_told_from_a_stale_one(self, store: Store) -> None:
        await store.append(change("M", 1, press="web:17"))
        with pytest.raises(PressedBefore):
            await store.append(change("M", 1, press="web:17"))
        with pytest.raises(VersionConflict):
            await store.append(change("M", 1, press="web:18"))
        await store.append(change("M", 2, press="web:18"))

    async def test_changes_without_a_press_do_not_get_into_each_others_way(self, store: Store) -> None:
        await store.append(change("M", 1))
        await store.append(change("M", 2))
        assert await store.load("M") == (ply(1), ply(2))

    # Rows

    async def test_the_row_is_that_of_the_newest_change(self, store: Store) -> None:
        challenge = MatchRow("M", 1, "sato", "challenge", ("ada",), (), 100)
        await store.append(Change(challenge, (OPENED,)))
        assert await store.row("M") == challenge
        running = MatchRow("M", 2, "sato", "running", ("bob", "ada"), ("bob", "ada"), 101)
        await store.append(Change(running, (ACCEPTED,)))
        assert await store.row("M") == running
        over = MatchRow("M", 3, "sato", "over", ("bob", "ada"), (), 102)
        await store.append(Change(over, (ply(3),)))
        assert await store.row("M") == over

    async def test_a_players_matches_are_listed_the_longest_untouched_first(self, store: Store) -> None:
        for match, since in (("A", 300), ("B", 100), ("C", 200)):
            await store.append(Change(row(match, 1, since=since), (ply(1),)))
        assert [found.match for found in await store.matches_of("ada", ["running"])] == ["B", "C", "A"]
        await store.append(Change(row("B", 2, since=400), (ply(2),)))
        assert [found.match for found in await store.matches_of("bob", ["running"])] == ["C", "A", "B"]

    async def test_only_the_players_own_matches_in_these_phases_are_listed(self, store: Store) -> None:
        rows = {phase: row(phase, 1, phase=phase) for phase in ("challenge", "running", "over")}
        stranger = replace(row("other", 1), players=("cleo", "dan"))
        for each in (*rows.values(), stranger):
            await store.append(Change(each, (ply(1),)))
        assert await store.matches_of("ada", ["over"]) == (rows["over"],)
        assert set(await store.matches_of("bob", ["running", "challenge"])) == {
            rows["running"],
            rows["challenge"],
        }
        assert await store.matches_of("ada", []) == ()
        assert await store.matches_of("dan", ["running"]) == (stranger,)

    async def test_a_match_leaves_the_list_of_its_old_phase(self, store: Store) -> None:
        await store.append(Change(row("M", 1, phase="challenge"), (OPENED,)))
        await store.append(Change(row("M", 2, phase="running"), (ACCEPTED,)))
        assert await store.matches_of("ada", ["challenge"]) == ()
        assert await store.matches_of("ada", ["running"]) == (row("M", 2),)

    # Boards

    async def test_boards_are_found_by_match_and_matches_by_chat(self, store: Store) -> None:
        public = board("b1", "M", message="m1")
        hand = Board("b2", "M", "web", "ada's", True, None, "ada", 0)
        other = board("b3", "N", message="m2")
        await store.append(change("M", 1, boards=(public, hand)))
        await store.append(change("N", 1, boards=(other,)))
        assert set(await store.boards_of("M")) == {public, hand}
        assert await store.boards_of("N") == (other,)
        phases = [row("M", 1).phase]
        assert await store.matches_in("web", "lounge", phases) == (row("M", 1), row("N", 1))
        assert await store.matches_in("web", "ada's", phases) == (row("M", 1),)
        assert await store.matches_in("web", "ada's", ["no such phase"]) == ()

    async def test_a_chat_with_several_boards_of_a_match_names_it_once(self, store: Store) -> None:
        boards = (board("b1", "M", message="m1"), board("b2", "M", message="m2"))
        await store.append(change("M", 1, boards=boards))
        assert await store.matches_in("web", "lounge", [row("M", 1).phase]) == (row("M", 1),)

    async def test_a_board_that_has_moved_is_behind_until_it_is_forgotten(self, store: Store) -> None:
        moved = board("b1", "M", message="m1", shown=1, moved_to="m2")
        await store.append(change("M", 1, boards=(moved, board("b2", "M", message="m2", shown=1))))
        assert await store.boards_behind() == (moved,)
        await store.drop_board("b1")
        assert await store.boards_behind() == ()

    async def test_new_facts_replace_those_of_the_same_board(self, store: Store) -> None:
        await store.append(change("M", 2, ply(1), ply(2)))
        posting = board("b", "M")
        await store.put_boards([posting])
        posted = replace(posting, message="m1", shown=1)
        await store.put_boards([posted])
        assert await store.boards_of("M") == (posted,)
        moved = replace(posted, chat="bar", message="m7", shown=2)
        await store.append(change("M", 3, boards=(moved,)))
        assert await store.boards_of("M") == (moved,)

    async def test_a_board_keeps_whom_it_has_to_notify_until_it_is_told_otherwise(self, store: Store) -> None:
        fresh = replace(board("b", "M"), notice=Notice("ada", 1), made=1_000_000)
        await store.append(change("M", 1, boards=(fresh,)))
        assert await store.boards_of("M") == (fresh,)
        assert await store.boards_behind() == (fresh,)
        posted = replace(fresh, message="m1", shown=1, notice=None)
        await store.put_boards([posted])
        assert await store.boards_of("M") == (posted,)

    @pytest.mark.parametrize("place", ["guild", "100%", "a_b", "*", "[a]", "ü"])
    async def test_boards_are_found_by_their_chat_and_by_what_their_chats_lie_in(
        self, store: Store, place: str
    ) -> None:
        chats = (place, f"{place}/", f"{place}/1", f"{place}/2/3", f"{place}0", f"{place}.", f"x{place}/1")
        others = ("axb/1", "100/1", "guilds/1", "a/1", "GUILD/1")
        boards = {
            chat: replace(board(f"in {chat}", "M"), chat=chat) for chat in (*chats, *others) if chat != place
        } | {place: replace(board("there", "M"), chat=place)}
        elsewhere = replace(board("elsewhere", "M"), chat=f"{place}/1", platform="telegram")
        await store.append(change("M", 1, boards=(*boards.values(), elsewhere)))
        found = {known.chat for known in await store.boards_in("web", place)}
        assert found == {place, f"{place}/", f"{place}/1", f"{place}/2/3"}

    async def test_boards_whose_messages_are_unknown_do_not_get_into_each_others_way(
        self, store: Store
    ) -> None:
        await store.append(change("M", 1, boards=(board("b1", "M"), board("b2", "M"))))
        assert len(await store.boards_of("M")) == 2

    @pytest.mark.parametrize("known_before", [True, False])
    async def test_a_message_shows_the_board_that_was_put_last(
        self, store: Store, *, known_before: bool
    ) -> None:
        await store.append(change("M", 1, boards=(board("b1", "M", message="m1"),)))
        await store.append(change("N", 1, boards=(board("b2", "N"),) if known_before else ()))
        rematch = board("b2", "N", message="m1", shown=1)
        await store.put_boards([rematch])
        assert await store.boards_of("N") == (rematch,)
        assert await store.boards_of("M") == ()

    async def test_a_dropped_board_is_forgotten(self, store: Store) -> None:
        await store.append(change("M", 1, boards=(board("b1", "M", message="m1"), board("b2", "M"))))
        await store.drop_board("b1")
        await store.drop_board("b1")
        assert [kept.id for kept in await store.boards_of("M")] == ["b2"]

    async def test_a_board_is_behind_until_it_shows_the_newest_version(self, store: Store) -> None:
        await store.append(change("M", 1, boards=(board("b", "M"),)))
        assert await behind(store) == {"b"}
        await store.mark_shown({"b": 1})
        assert await behind(store) == set()
        await store.append(change("M", 2))
        assert await behind(store) == {"b"}
        await store.append(change("M", 3))
        await store.mark_shown({"b": 2})
        assert await behind(store) == {"b"}
        await store.put_boards([board("b", "M", message="m1", shown=3)])
        assert await behind(store) == set()

    async def test_the_boards_of_a_finished_match_are_brought_up_to_date_too(self, store: Store) -> None:
        await store.append(change("M", 1, boards=(board("b", "M", shown=1), board("c", "M", shown=1))))
        await store.append(Change(row("M", 2, phase="over"), (ply(2),)))
        await store.mark_shown({"b": 2})
        assert await behind(store) == {"c"}

    async def test_a_board_put_with_its_change_is_behind_by_that_change(self, store: Store) -> None:
        await store.append(change("M", 1))
        await store.append(change("M", 2, boards=(board("b", "M", shown=1), board("c", "M", shown=2))))
        assert await behind(store) == {"b"}

    async def test_shown_never_goes_down(self, store: Store) -> None:
        events = tuple(map(ply, range(1, 10)))
        await store.append(change("M", 9, *events, boards=(board("b", "M", message="m1"),)))
        await store.mark_shown({"b": 7})
        await store.mark_shown({"b": 5})
        assert [known.shown for known in await store.boards_of("M")] == [7]
        await store.append(change("M", 10, shown={"b": 6}))
        assert [known.shown for known in await store.boards_of("M")] == [7]
        await store.put_boards([board("b", "M", message="m1", shown=4)])
        assert [known.shown for known in await store.boards_of("M")] == [7]

    async def test_another_message_shows_what_is_said_of_it(self, store: Store) -> None:
        await store.append(change("M", 2, ply(1), ply(2), boards=(board("b", "M", message="m1", shown=2),)))
        await store.put_boards([board("b", "M", message="m2", shown=1)])
        assert await store.boards_of("M") == (board("b", "M", message="m2", shown=1),)
        assert await behind(store) == {"b"}

    async def test_boards_of_any_match_are_marked_with_a_change(self, store: Store) -> None:
        await store.append(change("N", 1, boards=(board("n", "N"),)))
        await store.append(change("M", 1, boards=(board("m", "M"),), shown={"n": 1, "m": 1}))
        assert await behind(store) == set()

    async def test_a_board_that_was_dropped_meanwhile_may_be_marked(self, store: Store) -> None:
        await store.mark_shown({"gone": 3})
        await store.append(change("M", 1, shown={"gone": 3}))
        assert await store.boards_of("M") == ()

    # People

    async def test_a_person_is_found_by_account_and_as_last_seen(self, store: Store) -> None:
        await store.put_person(person("1", "Ada"))
        renamed = replace(person("1", "Countess"), language="de")
        await store.put_person(renamed)
        assert await store.person("web", "1") == renamed
        assert await store.person("telegram", "1") is None
        assert await store.person_named("web", "Ada") is None

    @pytest.mark.parametrize(
        ("name", "typed"),
        [
            ("Ada", "aDA"),
            ("Zoë", "ZOË"),
            ("Zoe\u0308", "zo\u00eb"),  # the accent on its own, and together with its letter
            ("Straße", "STRASSE"),
            ("Ἀθηνᾶ Σοφός", "ἀΘΗΝᾶ ΣΟΦΌΣ"),
            ("Жанна", "жАННА"),
            ("太郎", "太郎"),
        ],
    )
    async def test_a_name_is_found_in_any_case(self, store: Store, name: str, typed: str) -> None:
        await store.put_person(person("1", name))
        await store.put_person(person("2", "Bob"))
        assert await store.person_named("web", typed) == person("1", name)

    async def test_a_name_that_several_have_is_nobodys(self, store: Store) -> None:
        await store.put_person(person("1", "Ada"))
        await store.put_person(person("2", "ADA"))
        assert await store.person_named("web", "ada") is None
        await store.put_person(person("3", "Ada", platform="telegram"))
        assert await store.person_named("telegram", "ada") == person("3", "Ada", platform="telegram")

    async def test_all_accounts_of_players_are_found(self, store: Store) -> None:
        here, there = person("1", "Ada", player="ada"), person("9", "A.", player="ada", platform="telegram")
        bob = person("2", "Bob", player="bob")
        for each in (here, there, bob, person("3", "Cleo")):
            await store.put_person(each)
        assert Counter(await store.people(["bob", "ada", "ada", "nobody"])) == Counter([here, there, bob])

    # At the same time

    async def test_of_many_changes_at_one_version_exactly_one_is_stored(self, store: Store) -> None:
        outcomes = await store_at_once(store, [("M", 1, f"web:{press}") for press in range(30)])
        winners = [place for place, outcome in enumerate(outcomes) if outcome is None]
        assert len(winners) == 1
        assert await store.load("M") == (ply(1, str(winners[0])),)
        assert [await store.pressed(f"web:{place}") for place in range(30)] == [
            "M" if place in winners else None for place in range(30)
        ]
        assert {type(outcome) for outcome in outcomes} == {type(None), VersionConflict}

    async def test_of_many_deliveries_of_one_press_exactly_one_counts(self, store: Store) -> None:
        outcomes = await store_at_once(store, [(f"M{number}", 1, "web:1") for number in range(30)])
        winners = [f"M{place}" for place, outcome in enumerate(outcomes) if outcome is None]
        assert winners == [await store.pressed("web:1")]
        assert {type(outcome) for outcome in outcomes} == {type(None), PressedBefore}

    async def test_many_matches_are_played_at_once(self, store: Store) -> None:
        async def play(match: MatchId) -> None:
            for version in range(1, 11):
                await store.append(change(match, version, press=f"web:{match}.{version}"))
                assert len(await store.load(match)) == version

        names = [f"M{number}" for number in range(20)]
        await asyncio.gather(*map(play, names))
        for name in names:
            assert await store.load(name) == tuple(map(ply, range(1, 11)))
            assert await store.row(name) == row(name, 10)

    # Two classes inherit this test; each keeps its own examples.
    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(plan=PLANS)
    def test_whatever_is_asked_for_at_once_logs_are_gapless_and_hold_the_winners(self, plan: Plan) -> None:
        async def play() -> None:
            with tempfile.TemporaryDirectory() as folder:
                async with self.open_store(Path(folder)) as store:
                    await check_winners(store, plan, await store_at_once(store, plan))

        asyncio.run(play())


async def check_winners(store: Store, plan: Plan, outcomes: list[BaseException | None]) -> None:
    """Just the changes that were not refused are stored, and those that were, for the reason given."""
    winners = {place for place, outcome in enumerate(outcomes) if outcome is None}
    for match in {match for match, _, _ in plan}:
        won = sorted((plan[place][1], place) for place in winners if plan[place][0] == match)
        assert [version for version, _ in won] == list(range(1, len(won) + 1))
        assert await store.load(match) == tuple(ply(version, str(place)) for version, place in won)
        newest = await store.row(match)
        assert newest == (row(match, len(won)) if won else None)
    counted = Counter(plan[place][2] for place in winners if plan[place][2] is not None)
    assert all(times == 1 for times in counted.values())
    for (_, _, press), outcome in zip(plan, outcomes, strict=True):
        assert isinstance(outcome, PressedBefore | VersionConflict | None)
        if isinstance(outcome, PressedBefore):
            assert press in counted


async def behind(store: Store) -> set[str]:
    """The ids of the boards that are behind."""
    return {found.id for found in await store.boards_behind()}


async def everything(store: Store) -> tuple[object, ...]:
    """What the refused changes of these tests could have touched."""
    return (
        await store.load("M"),
        await store.load("N"),
        await store.row("M"),
        await store.row("N"),
        await store.boards_of("M"),
        await store.boards_behind(),
        await store.pressed("web:9"),
        await store.matches_of("ada", ["running"]),
    )
