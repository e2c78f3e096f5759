"""Sato's six colours stay apart, whatever cones an eye has; each has a letter besides."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.sato import Colour
from renderers.theme import THEMES, Theme
from tests.renderers.colour_vision import EYES, Triple, difference, seen_by

APART = 15
"""CIEDE2000. Ten would do for surfaces of this size; the least of the 60 differences is 16."""

PLAIN = 127.5  # the tone of a surface that is neither lit nor in the shade

PUBLISHED = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]
"""Pairs and their differences, from the paper that the formula is taken from."""


@pytest.mark.parametrize(("one", "two", "published"), PUBLISHED)
def test_the_formula_gives_the_published_differences(one: Triple, two: Triple, published: float) -> None:
    assert difference(one, two) == pytest.approx(published, abs=0.00005)
    assert difference(two, one) == pytest.approx(published, abs=0.00005)


def test_known_colours_have_their_known_places() -> None:
    assert seen_by("all cones", (255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.02)
    assert seen_by("all cones", (255, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert seen_by("all cones", (0, 0, 255)) == pytest.approx((32.30, 79.19, -107.86), abs=0.05)


GREY = 11
"""Likewise for the theme `contrast` without any colour: six steps from black to white leave no more."""

CONES = [eyes for eyes in EYES if eyes != "achromatopsia"]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("eyes", CONES)
def test_any_two_of_the_six_colours_differ_for_any_eyes(eyes: str, theme: Theme) -> None:
    assert too_close(theme, eyes, APART) == {}


def test_in_the_theme_contrast_they_differ_without_any_colour() -> None:
    assert too_close(THEMES["contrast"], "achromatopsia", GREY) == {}


def too_close(theme: Theme, eyes: str, apart: float) -> dict[tuple[str, str], float]:
    """The pairs of colours that look less than `apart` apart to these eyes."""
    seen = {colour: seen_by(eyes, theme.enamels[colour].at(PLAIN)) for colour in Colour}
    pairs = {(one.name, two.name): difference(seen[one], seen[two]) for one, two in combinations(Colour, 2)}
    assert len(pairs) == 15
    return {names: found for names, found in pairs.items() if found < apart}


def test_these_eyes_do_confuse_the_colours_that_they_are_known_for() -> None:
    for eyes, one, two in (
        ("protanopia", (200, 60, 40), (110, 90, 40)),
        ("deuteranopia", (200, 80, 60), (128, 118, 60)),
        ("tritanopia", (60, 130, 200), (50, 140, 140)),
    ):
        assert difference(seen_by(eyes, one), seen_by(eyes, two)) < APART
        assert difference(seen_by("all cones", one), seen_by("all cones", two)) > APART
