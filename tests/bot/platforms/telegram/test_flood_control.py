"""Never is more written than Telegram takes, and nobody waits for another chat."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.telegram.flood_control import FloodControl
from tests.loopback.core.clock import Clock
from tests.loopback.telegram.limits import Flood, Limits
from tests.loopback.telegram.world import Chat

GROUP, OTHER, ADA = -1001, -1002, 7
CHATS = {
    GROUP: Chat(GROUP, "supergroup"),
    OTHER: Chat(OTHER, "supergroup"),
    ADA: Chat(ADA, "private"),
}


@given(
    st.lists(
        st.tuples(st.floats(0, 20), st.sampled_from(sorted(CHATS)), st.sampled_from(["a", "b", "c"])),
        max_size=200,
    )
)
def test_what_the_pace_allows_telegram_takes(asked: list[tuple[float, int, str]]) -> None:
    clock = Clock()
    pace, limits = FloodControl(clock.now), Limits(clock, Flood())
    for pause, chat, key in asked:
        clock.advance(pause)
        if not pace.take(chat, key):
            limits.count(CHATS[chat])  # raises a Refusal where Telegram would


@given(st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=60))
def test_a_promise_is_kept(keys: list[str]) -> None:
    """Whoever comes back when they were told to may write, and need not be told again and again."""
    clock = Clock()
    pace = FloodControl(clock.now)
    for key in keys:
        while wait := pace.take(GROUP, key):
            clock.advance(wait)
        clock.advance(0.1)
    waited, clock = 0, Clock()
    pace = FloodControl(clock.now)
    for key in keys:
        if wait := pace.take(GROUP, key):
            waited += 1
            clock.advance(wait)
            assert pace.take(GROUP, key) == 0


def test_a_busy_group_delays_nobody_else() -> None:
    clock = Clock()
    pace = FloodControl(clock.now)
    while not pace.take(GROUP, "board"):
        pass
    assert pace.take(OTHER, "board") == 0
    assert pace.take(ADA, "board") == 0


def test_a_message_that_waits_is_promised_one_time_only() -> None:
    clock = Clock()
    pace = FloodControl(clock.now)
    while not pace.take(GROUP, "other"):
        pass
    first = pace.take(GROUP, "board")
    clock.advance(1.0)
    assert abs(pace.take(GROUP, "board") - (first - 1.0)) < 1e-6


def test_telegrams_own_word_counts_for_its_chat_alone() -> None:
    clock = Clock()
    pace = FloodControl(clock.now)
    pace.shut(GROUP, 30.0)
    assert pace.take(GROUP, "board") == 30.0
    assert pace.take(OTHER, "board") == 0
    clock.advance(30.0)
    assert pace.take(GROUP, "board") == 0


def test_all_chats_together_stay_below_thirty_a_second() -> None:
    clock = Clock()
    pace = FloodControl(clock.now)
    free = [chat for chat in range(1, 60) if not pace.take(chat, "board")]
    assert len(free) == 30
    clock.advance(1.0)
    assert not pace.take(59, "board")
