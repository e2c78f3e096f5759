"""How long failures wait."""

from __future__ import annotations

from bot.interface import Backoff


def test_waits_double_up_to_the_longest_one() -> None:
    backoff = Backoff(1.0, 5.0)
    assert [backoff.next_wait() for _ in range(4)] == [1.0, 2.0, 4.0, 5.0]


def test_a_longer_wait_that_is_asked_for_is_kept_even_beyond_the_longest() -> None:
    backoff = Backoff(0.0, 60.0)
    assert [backoff.next_wait(asked) for asked in (3.0, 1.0, 100.0, 1.0)] == [3.0, 6.0, 100.0, 60.0]


def test_after_a_success_waits_begin_anew() -> None:
    backoff = Backoff(1.0, 5.0)
    backoff.next_wait()
    backoff.next_wait()
    assert backoff.failed
    backoff.reset()
    assert not backoff.failed
    assert backoff.next_wait() == 1.0
