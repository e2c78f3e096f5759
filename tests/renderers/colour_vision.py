"""How far apart two colours look, also to eyes that lack one kind of cones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from renderers.theme import RGB

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


def difference(one: Triple, two: Triple) -> float:
    """CIEDE2000 of two colours in L*a*b*: 1 is just to be seen.

    Sharma, Wu and Dalal, The CIEDE2000 Color-Difference Formula (Color Research and Application 30, 2005).
    """
    (chroma1, hue1), (chroma2, hue2) = _chromas_and_hues(one, two)
    chroma = (chroma1 + chroma2) / 2
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0
    hue = hue1 + turn / 2 if chroma1 * chroma2 else hue1 + hue2
    light = (two[0] - one[0]) / _light_scale((one[0] + two[0]) / 2)
    colourful = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    hued = 2 * math.sqrt(chroma1 * chroma2) * _sin(turn / 2) / (1 + 0.015 * chroma * _hue_scale(hue))
    return math.sqrt(light**2 + colourful**2 + hued**2 + _rotation(chroma, hue) * colourful * hued)


def _chromas_and_hues(*colours: Triple) -> list[tuple[float, float]]:
    """Distance from grey, and hue in degrees; the a axis stretched near grey."""
    mean = sum(math.hypot(a, b) for _, a, b in colours) / 2
    stretch = 1 + 0.5 * (1 - _saturated(mean))
    return [
        (math.hypot(stretch * a, b), math.degrees(math.atan2(b, stretch * a)) % 360) for _, a, b in colours
    ]


def _saturated(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25**7))


def _light_scale(light: float) -> float:
    return 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)


def _hue_scale(hue: float) -> float:
    return (
        1
        + 0.17 * -_cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.2 * _cos(4 * hue - 63)
    )


def _rotation(chroma: float, hue: float) -> float:
    """Blues look more alike than the rest of the formula would have it."""
    away = (hue % 360 - 275) / 25
    return -2 * _saturated(chroma) * _sin(60 * math.exp(-(away**2)))


def _sin(degrees: float) -> float:
    return math.sin(math.radians(degrees))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
