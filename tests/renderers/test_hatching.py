"""Hatchings: each of the six colours is known without being seen."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from renderers.hatching import hatching
from renderers.theme import Enamels

SIZE = (40, 40)  # pixels, about those of a rhombus at the middle of the edge lengths
PITCH = 9
COVERED = (0.1, 0.55)  # least and most of a surface that lines may take, so that its colour is seen as well


@pytest.mark.parametrize("name", Enamels._fields)
def test_a_hatching_leaves_more_of_its_surface_than_it_covers(name: str) -> None:
    assert COVERED[0] <= ImageStat.Stat(hatching(name, SIZE, PITCH)).mean[0] / 255 <= COVERED[1]


@pytest.mark.parametrize(("one", "two"), list(combinations(Enamels._fields, 2)))
def test_any_two_hatchings_differ_wherever_one_is_moved_to(one: str, two: str) -> None:
    """A sixth of a surface differs at least, so that patterns are told apart, not places of lines."""
    first, second = hatching(one, SIZE, PITCH), hatching(two, SIZE, PITCH)
    for right in range(0, 2 * PITCH, 3):
        for down in range(0, 2 * PITCH, 3):
            moved = ImageChops.offset(second, right, down)
            assert ImageStat.Stat(ImageChops.difference(first, moved)).mean[0] / 255 > 1 / 6


def test_a_colour_without_a_hatching_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(ValueError, match="no enamel 'sable'; there are: red, orange"):
        hatching("sable", SIZE, PITCH)
