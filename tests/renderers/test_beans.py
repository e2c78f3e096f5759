"""Beans can be counted: so many as have room lie side by side, and inside their pit."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from renderers.sahara import beans
from renderers.sahara.parts import COUNTABLE, LAYINGS, heap, hoard
from renderers.sahara.table import HOLLOW, ROOM

TOUCH = 1  # pixels by which two beans may overlap and still be told apart


def gap(one: beans.Bean, two: beans.Bean) -> float:
    """Between the round ends of two beans; less than nothing if one lies on the other."""
    return min(math.dist(end, other) for end in one.ends() for other in two.ends()) - beans.WIDTH


@pytest.mark.parametrize("laying", range(len(LAYINGS)))
@pytest.mark.parametrize("count", range(2, COUNTABLE + 1))
def test_up_to_15_beans_lie_side_by_side(count: int, laying: int) -> None:
    lying = heap(count, laying)
    assert len(lying) == count
    assert min(gap(one, two) for one, two in combinations(lying, 2)) > -TOUCH


@pytest.mark.parametrize("count", [16, 20, 31, 36])
def test_more_beans_lie_on_top(count: int) -> None:
    assert len(heap(count, 0)) == count
    assert heap(count, 0)[:COUNTABLE] == heap(COUNTABLE, 0)


@pytest.mark.parametrize(("size", "lying"), [(HOLLOW, heap(36, 1)), (ROOM, hoard())])
def test_beans_lie_inside_their_pit(size: tuple[int, int], lying: tuple[beans.Bean, ...]) -> None:
    for x, y in (end for bean in lying for end in bean.ends()):
        straight = (size[1] - size[0]) / 2
        beyond = max(abs(y) - straight, 0)
        assert math.hypot(x, beyond) + beans.WIDTH / 2 <= size[0] / 2 + TOUCH


def test_one_bean_more_leaves_the_others_where_they_are() -> None:
    for laying in range(len(LAYINGS)):
        assert all(heap(count, laying) == heap(count + 1, laying)[:count] for count in range(36))


def test_a_store_fills_from_below() -> None:
    assert [bean.y for bean in hoard()] == sorted((bean.y for bean in hoard()), reverse=True)


def test_the_same_handful_comes_to_rest_at_the_same_places() -> None:
    first, again = (beans.handful.__wrapped__(9, (90, 108), 5) for _ in range(2))
    assert first == again
    assert first != beans.handful(9, (90, 108), 6)
