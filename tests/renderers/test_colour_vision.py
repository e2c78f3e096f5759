"""Sato's six colours stay apart, whatever cones an eye has; each has a letter besides."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest

from games.sato import Colour
from renderers.theme import RGB, THEMES, Theme

APART = 20
"""In CIE L*a*b* (1976), where 2 is just to be seen; the least of the 60 differences is 20.5."""
GREY = 13
"""Likewise for the theme `contrast` without any colour: six steps from black to white leave no more."""
PLAIN = 127.5  # the tone of a surface that is neither lit nor in the shade

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

EYES: Mapping[str, Matrix] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "achromatopsia": ((0.2126729, 0.7151522, 0.0721750),) * 3,
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""For linear RGB, severity 1.0: Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation
of Color Vision Deficiency (IEEE Transactions on Visualization and Computer Graphics 15, 2009), table 1.
Without cones, or on a grey print, nothing is left but luminance."""

_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)  # D65


def seen_by(eyes: str, colour: RGB) -> Triple:
    """The colour as these eyes see it, in CIE L*a*b*."""
    linear = tuple(_linear(channel / 255) for channel in colour)
    seen = tuple(min(max(value, 0), 1) for value in _times(EYES[eyes], linear))
    x, y, z = (_root(value / white) for value, white in zip(_times(_XYZ, seen), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


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
    pairs = {(one.name, two.name): math.dist(seen[one], seen[two]) for one, two in combinations(Colour, 2)}
    assert len(pairs) == 15
    return {names: found for names, found in pairs.items() if found < apart}


@pytest.mark.parametrize(
    ("eyes", "one", "two"),
    [
        ("protanopia", (200, 60, 40), (110, 90, 40)),
        ("deuteranopia", (200, 80, 60), (128, 118, 60)),
        ("tritanopia", (60, 130, 200), (50, 140, 140)),
    ],
)
def test_these_eyes_confuse_the_colours_that_they_are_known_for(eyes: str, one: RGB, two: RGB) -> None:
    assert math.dist(seen_by(eyes, one), seen_by(eyes, two)) < APART
    assert math.dist(seen_by("all cones", one), seen_by("all cones", two)) > 2 * APART


def test_known_colours_have_their_known_places() -> None:
    assert seen_by("all cones", (255, 255, 255)) == pytest.approx((100, 0, 0), abs=0.02)
    assert seen_by("all cones", (255, 0, 0)) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert seen_by("all cones", (0, 0, 255)) == pytest.approx((32.30, 79.19, -107.86), abs=0.05)
