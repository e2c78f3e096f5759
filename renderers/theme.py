"""Themes: the materials of a picture, and the one fixed palette that each theme draws with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

RGB = tuple[int, int, int]

TONES = 256  # steps from dark to light in a drawing, before it is reduced to the shades of the palette


@dataclass(frozen=True, slots=True)
class Ramp:
    """One material from its darkest shade to its lightest."""

    stops: tuple[RGB, ...]
    """Two or more colours, evenly spaced from tone 0 to tone 255."""
    shades: int
    """How many entries of the palette the material gets: few shades make small files."""

    def at(self, tone: float) -> RGB:
        """The colour of a tone from 0 to 255."""
        place = tone / (TONES - 1) * (len(self.stops) - 1)
        left = min(int(place), len(self.stops) - 2)
        pairs = zip(self.stops[left], self.stops[left + 1], strict=True)
        red, green, blue = (round(a + (b - a) * (place - left)) for a, b in pairs)
        return red, green, blue

    @property
    def dark(self) -> RGB:
        """The darkest shade."""
        return self.stops[0]

    @property
    def light(self) -> RGB:
        """The lightest shade."""
        return self.stops[-1]

    def entries(self) -> tuple[RGB, ...]:
        """Its part of the palette, darkest first."""
        return tuple(self.at((TONES - 1) * shade / (self.shades - 1)) for shade in range(self.shades))


class Enamels(NamedTuple):
    """Six colours that differ in lightness as much as in hue: they stay apart for colour-blind eyes."""

    red: Ramp
    orange: Ramp
    yellow: Ramp
    green: Ramp
    blue: Ramp
    violet: Ramp


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """What a picture is made of: painters name materials, never colours. Compared by identity."""

    ground: Ramp
    """The table under everything, from its deepest shadow to its plain colour."""
    ink: RGB
    """Lettering on the ground."""
    wood: Ramp
    """Boards, and what is burnt into them."""
    bean: Ramp
    """The dark half of the beans."""
    other_bean: Ramp
    """The bright half of the beans."""
    key: Ramp
    """What is to be done now: from lettering to face."""
    sign: Ramp
    """What happened last: from lettering to face."""
    enamels: Enamels
    """The colours that a game is about, for stones that have a colour."""


ENAMELS = Enamels(
    red=Ramp(((70, 4, 10), (196, 24, 30), (246, 150, 138)), 7),
    orange=Ramp(((104, 46, 2), (234, 130, 16), (255, 208, 140)), 7),
    yellow=Ramp(((136, 112, 16), (254, 234, 70), (255, 250, 206)), 7),
    green=Ramp(((8, 50, 34), (44, 134, 94), (156, 212, 182)), 7),
    blue=Ramp(((36, 54, 112), (120, 156, 232), (212, 226, 255)), 7),
    violet=Ramp(((34, 4, 50), (104, 26, 140), (198, 150, 220)), 7),
)

LIGHT = Theme(
    ground=Ramp(((120, 102, 84), (226, 213, 192), (240, 231, 214)), 12),
    ink=(46, 32, 24),
    wood=Ramp(((26, 10, 4), (92, 46, 20), (160, 98, 50), (213, 158, 98), (249, 217, 165)), 42),
    bean=Ramp(((26, 2, 4), (104, 12, 18), (168, 30, 30), (255, 190, 170)), 16),
    other_bean=Ramp(((70, 22, 2), (190, 78, 8), (244, 140, 28), (255, 236, 190)), 16),
    key=Ramp(((46, 32, 24), (150, 130, 110), (255, 251, 242)), 10),
    sign=Ramp(((10, 58, 74), (120, 150, 150), (250, 244, 230)), 10),
    enamels=ENAMELS,
)

DARK = Theme(
    ground=Ramp(((6, 6, 8), (18, 19, 24), (32, 34, 42)), 12),
    ink=(236, 228, 214),
    wood=Ramp(((18, 7, 3), (72, 36, 18), (124, 74, 40), (176, 122, 74), (222, 176, 122)), 42),
    bean=Ramp(((22, 2, 4), (92, 10, 16), (158, 28, 30), (250, 178, 160)), 16),
    other_bean=Ramp(((64, 20, 2), (182, 74, 8), (238, 136, 28), (255, 232, 186)), 16),
    key=Ramp(((36, 26, 22), (140, 122, 104), (244, 236, 222)), 10),
    sign=Ramp(((6, 40, 54), (112, 138, 138), (240, 234, 220)), 10),
    enamels=ENAMELS,
)

THEMES: Mapping[str, Theme] = MappingProxyType({"light": LIGHT, "dark": DARK})
"""By the word under which a person chooses one."""


@cache
def palette(theme: Theme) -> tuple[RGB, ...]:
    """The colours of every picture in a theme, in the order of its fields; at most 256."""
    return tuple(colour for field in fields(theme) for colour in _colours(getattr(theme, field.name)))


def _colours(material: Ramp | Enamels | RGB) -> Iterator[RGB]:
    match material:
        case Ramp():
            yield from material.entries()
        case Enamels():
            for ramp in material:
                yield from ramp.entries()
        case _:
            yield material
