"""Never is more written than Telegram takes, and nobody waits for another chat."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from itertools import pairwise
from statistics import median
from typing import TypeVar, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.telegram.pace import ASKED, FIRST_OF_SEVERAL, MINUTE, Pace
from bot.platforms.telegram.pace import GROUP as MOST
from tests.loopback.core.clock import Clock
from tests.loopback.telegram.limits import Flood, Limits
from tests.loopback.telegram.world import Chat

T = TypeVar("T")
GROUP, OTHER, ADA = "-1001", "-1002", "7"
CHATS = {
    GROUP: Chat(-1001, "supergroup"),
    OTHER: Chat(-1002, "supergroup"),
    ADA: Chat(7, "private"),
}


class Shared(dict[str, str]):
    """What the processes of a bot have in common."""

    async def change(self, name: str, change: Callable[[str], str]) -> None:
        self[name] = change(self.get(name, ""))


def paced(clock: Clock, shared: Shared | None = None) -> Pace:
    return Pace(clock.now, (Shared() if shared is None else shared).change)


def take(pace: Pace, chat: str, key: str, *, asked: bool = False) -> float:
    return at_once(pace.take(chat, key, asked=asked))


def at_once(told: Coroutine[None, None, T]) -> T:
    """What comes of a call that waits for nothing."""
    try:
        told.send(None)
    except StopIteration as done:
        return cast(T, done.value)
    raise AssertionError("nothing in memory has to be waited for")


@given(
    st.lists(
        st.tuples(
            st.floats(0, 20), st.sampled_from(sorted(CHATS)), st.sampled_from(["a", "b", "c"]), st.booleans()
        ),
        max_size=200,
    )
)
def test_what_the_pace_allows_telegram_takes(calls: list[tuple[float, str, str, bool]]) -> None:
    clock = Clock()
    pace, limits = paced(clock), Limits(clock, Flood())
    for pause, chat, key, asked in calls:
        clock.advance(pause)
        if not take(pace, chat, key, asked=asked):
            limits.count(CHATS[chat])  # raises a Refusal where Telegram would


@given(
    st.lists(
        st.tuples(st.floats(0, 9), st.sampled_from([GROUP, OTHER]), st.integers(0, 2), st.sampled_from("ab")),
        max_size=100,
    )
)
def test_what_several_processes_allow_in_a_group_telegram_takes(
    asked: list[tuple[float, str, int, str]],
) -> None:
    clock = Clock()
    shared, limits = Shared(), Limits(clock, Flood())
    paces = [paced(clock, shared) for _ in range(3)]
    for pause, chat, process, key in asked:
        clock.advance(pause)
        if not take(paces[process], chat, key):
            limits.count(CHATS[chat])


@given(st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=60))
def test_a_promise_is_kept(keys: list[str]) -> None:
    """Whoever comes back when they were told to may write, and need not be told again and again."""
    clock = Clock()
    pace = paced(clock)
    for key in keys:
        while wait := take(pace, GROUP, key):
            clock.advance(wait)
        clock.advance(0.1)
    waited, clock = 0, Clock()
    pace = paced(clock)
    for key in keys:
        if wait := take(pace, GROUP, key):
            waited += 1
            clock.advance(wait)
            assert take(pace, GROUP, key) == 0


def test_telegrams_own_word_counts_for_its_chat_alone() -> None:
    clock = Clock()
    pace = paced(clock)
    at_once(pace.shut(GROUP, 30.0))
    assert take(pace, GROUP, "board") == 30.0
    assert take(pace, OTHER, "board") == 0
    clock.advance(30.0)
    assert take(pace, GROUP, "board") == 0


def test_many_chats_at_once_are_written_to_without_a_pause() -> None:
    pace = paced(Clock())
    assert all(not take(pace, str(chat), "board") for chat in range(1, 1000))


def test_where_telegram_refuses_a_second_chat_all_of_them_rest() -> None:
    clock = Clock()
    pace = paced(clock)
    at_once(pace.shut(GROUP, 30.0))
    at_once(pace.shut(GROUP, 20.0))
    assert take(pace, ADA, "board") == 0
    at_once(pace.shut(ADA, 5.0))
    assert take(pace, OTHER, "board") == 5.0
    clock.advance(5.0)
    assert take(pace, OTHER, "board") == 0
    assert take(pace, GROUP, "board") == 15.0


def test_who_does_not_wait_gets_what_is_left_and_steps_in_front_of_nobody() -> None:
    clock = Clock()
    pace = paced(clock)

    def refused(number: int) -> bool:
        return at_once(pace.turn(GROUP, f"note {number}", asked=False, within=0)) > 0

    assert not any(refused(number) for number in range(FIRST_OF_SEVERAL))
    assert all(refused(number) for number in range(10, 20))
    wait = take(pace, GROUP, "waits")
    assert 0 < wait < 5.0  # behind none of those who gave up
    clock.advance(wait)
    assert refused(20)
    assert take(pace, GROUP, "waits") == 0


def _waits(pace: Pace, clock: Clock, limits: Limits, board: str, shows: int) -> list[float]:
    """How long somebody waits who presses a board again and again, a second after it was shown."""
    waits = list[float]()
    for _ in range(shows):
        clock.advance(1.0)
        pressed = clock.now()
        while wait := take(pace, GROUP, board):
            clock.advance(wait)
        limits.count(CHATS[GROUP])
        waits.append(clock.now() - pressed)
    return waits


def test_one_board_alone_is_shown_soon_however_long_somebody_presses_every_second() -> None:
    clock = Clock()
    waits = _waits(paced(clock), clock, Limits(clock, Flood()), "board", 180)
    assert waits[:4] == [0] * 4
    assert median(waits) <= 1.5
    assert median(waits[-90:]) <= 1.5
    assert sorted(waits)[-2] <= 5.0  # once, after the first presses, it takes longer
    assert max(waits) <= 8.0


def test_the_next_match_is_no_second_one_beside_the_last() -> None:
    clock = Clock()
    pace, limits = paced(clock), Limits(clock, Flood())
    _waits(pace, clock, limits, "board", 12)
    assert take(pace, GROUP, "challenge", asked=True) == 0
    limits.count(CHATS[GROUP])
    assert max(_waits(pace, clock, limits, "next", 12)) <= 5.0


@pytest.mark.parametrize(
    ("boards", "processes", "longest"), [(1, 1, 4.0), (2, 1, 5.8), (3, 1, 10.1), (3, 3, 10.1)]
)
def test_boards_of_a_group_wait_as_long_as_each_other(boards: int, processes: int, longest: float) -> None:
    """Each is pressed three seconds after it has changed, by whichever process hears that."""
    clock, shared, chance = Clock(), Shared(), random.Random(1)
    paces, limits = [paced(clock, shared) for _ in range(processes)], Limits(clock, Flood())
    todo = [(clock.now() + 3.0, clock.now() + 3.0, board, 0) for board in range(boards)]
    waited = list[float]()
    while len(waited) < 60:
        at, pressed, board, process = min(todo)
        todo.remove((at, pressed, board, process))
        clock.advance(at - clock.now())
        if wait := take(paces[process], GROUP, f"board {board}"):
            todo.append((clock.now() + wait, pressed, board, process))
        else:
            limits.count(CHATS[GROUP])  # raises a Refusal at the twenty-first of a minute
            waited.append(clock.now() - pressed)
            todo.append((clock.now() + 3.0, clock.now() + 3.0, board, chance.randrange(processes)))
    assert max(waited) < longest


def _boards_wait(pace: Pace, clock: Clock, seconds: float) -> list[float]:
    """Three boards take what they get for so long; gives when."""
    end, came = clock.now() + seconds, list[float]()
    while clock.now() < end:
        waits = [take(pace, GROUP, f"board {number}") for number in range(3)]
        came += [clock.now() for wait in waits if not wait]
        clock.advance(min([wait for wait in waits if wait], default=0.1))
    return came


def test_what_is_asked_for_goes_before_boards_that_follow() -> None:
    clock = Clock()
    pace = paced(clock)
    _boards_wait(pace, clock, 120.0)
    for number in range(5):  # a builder's pages, at the pace of somebody who reads them
        wait = take(pace, GROUP, f"page {number}", asked=True)
        assert wait <= 2.0
        _boards_wait(pace, clock, 4.0)


def test_what_is_asked_for_leaves_the_boards_their_part() -> None:
    clock = Clock()
    pace = paced(clock)
    number, came, end = 0, 0, clock.now() + 2 * MINUTE
    while clock.now() < end:
        number += not take(pace, GROUP, f"page {number}", asked=True)
        came += not take(pace, GROUP, "board")
        clock.advance(0.5)
    assert came >= 2 * (MOST - ASKED - 1)
    assert number <= 3 * ASKED


def test_however_much_is_asked_for_boards_are_spread_over_what_is_left() -> None:
    clock = Clock()
    pace = paced(clock)
    came = [-1.0]
    for second in range(90):
        if second < ASKED:
            take(pace, GROUP, f"page {second}", asked=True)
        came += [second for board in "ab" if not take(pace, GROUP, board)]
        clock.advance(1.0)
    assert max(later - before for before, later in pairwise(came)) <= 20.0


def test_boards_take_turns_whatever_is_asked_for_between_them() -> None:
    """Who asked first is shown first, also if a challenge has pushed all of them back."""
    clock, came = Clock(), list[str]()
    pace = paced(clock)
    for number in range(FIRST_OF_SEVERAL):
        take(pace, GROUP, f"early {number}")
    boards = ["first", "second", "third"]
    for board in boards:
        assert take(pace, GROUP, board)
    for second in range(60):
        if second % 5 == 0:
            take(pace, GROUP, f"page {second}", asked=True)
        came += [board for board in reversed(boards) if board not in came and not take(pace, GROUP, board)]
        clock.advance(1.0)
    assert came == boards


def test_after_a_restart_what_was_written_before_still_counts() -> None:
    clock, shared = Clock(), Shared()
    limits, before = Limits(clock, Flood()), paced(clock, shared)
    for number in range(MOST):
        while wait := take(before, GROUP, f"board {number}"):
            clock.advance(wait)
        limits.count(CHATS[GROUP])
    pace, end = paced(clock, shared), clock.now() + 70.0
    while clock.now() < end:
        if not take(pace, GROUP, "board"):
            limits.count(CHATS[GROUP])  # raises a Refusal where Telegram would
        clock.advance(0.5)


def test_a_clock_that_is_set_back_silences_no_group() -> None:
    clock = Clock()
    pace = paced(clock)
    for number in range(MOST + 1):
        take(pace, GROUP, f"asked {number}", asked=number < ASKED)
    at_once(pace.shut(GROUP, 30.0))
    assert take(pace, GROUP, "board") > 0
    clock.advance(-3600.0)
    assert take(pace, GROUP, "board") == 0
