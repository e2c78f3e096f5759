"""Themes: the materials of a picture, and the one fixed palette that each theme draws with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

RGB = tuple[int, int, int]

TONES = 256  # steps from dark to light in a drawing, before it is reduced to the shades of the palette
RED = 90  # a tone of enamel
PLANK = 204  # the tone of the wood of boards


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
        return self.stops[0]

    @property
    def light(self) -> RGB:
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


class Medals(NamedTuple):
    """For the first three places of a table."""

    gold: RGB
    silver: RGB
    bronze: RGB


MEDALS = Medals((224, 176, 64), (184, 189, 196), (184, 115, 51))


@dataclass(frozen=True, slots=True)
class Style:
    """How things are drawn, whatever they are made of: what painters ask a theme besides its materials."""

    lettering: float = 1
    """Size of letters, digits and the signs beside them, in parts of the plain one."""
    smallest: int = 0
    """Font size below which a name is not written if the rim of the board has it as well."""
    patterns: bool = False
    """Whether each of the colours that a game is about bears a hatching of its own."""
    rims: bool = True
    """Whether rims bear names where they stand on bare places of the board as well."""
    outline: int = 0
    """Pixels of a dark line around boards and along the edges of pieces."""
    faint: float = 0.4
    """How strong signs are that matter less."""

    def text(self, size: int) -> int:
        """The font size of what is `size` large in plain lettering."""
        return round(size * self.lettering)


PLAIN = Style()


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """What a picture is made of: painters name materials, never colours. Compared by identity."""

    ground: Ramp
    """The table under everything, from its deepest shadow to its plain colour."""
    ink: RGB
    """Lettering on the ground."""
    wood: Ramp
    """Boards, and what is burnt into them."""
    felt: Ramp
    """A calm ground for stones of many colours."""
    bean: Ramp
    """The dark half of the beans."""
    other_bean: Ramp
    """The bright half of the beans."""
    key: Ramp
    """What is to be done now: from lettering to face."""
    sign: Ramp
    """What happened last: from lettering to face."""
    glow: RGB
    """The light of what is finished."""
    enamels: Enamels
    """The colours that a game is about, for stones that have a colour."""
    chalk: RGB
    """Signs and lines on the floor of a pit or a bay."""
    medals: Medals = MEDALS
    style: Style = PLAIN

    @property
    def red(self) -> RGB:
        return self.enamels.red.at(RED)

    def ink_on(self, ramp: Ramp) -> RGB:
        """The dark or the light colour of a key, whichever is read more easily on a material."""
        return self.key.light if is_dark(ramp.at(TONES / 2)) else self.key.dark


def mixed(one: RGB, other: RGB, part: float) -> RGB:
    """The colour in which `part` is of the one, the rest of the other."""
    red, green, blue = (round(part * a + (1 - part) * b) for a, b in zip(one, other, strict=True))
    return red, green, blue


def is_dark(colour: RGB) -> bool:
    """Whether white is read on it more easily than black: its luma, by ITU-R BT.601, is below the middle."""
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue < TONES / 2


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
    felt=Ramp(((18, 28, 26), (52, 76, 70), (112, 136, 128)), 16),
    bean=Ramp(((26, 2, 4), (104, 12, 18), (168, 30, 30), (255, 190, 170)), 16),
    other_bean=Ramp(((70, 22, 2), (190, 78, 8), (244, 140, 28), (255, 236, 190)), 16),
    key=Ramp(((46, 32, 24), (150, 130, 110), (255, 251, 242)), 10),
    sign=Ramp(((10, 58, 74), (120, 150, 150), (250, 244, 230)), 10),
    glow=(255, 243, 176),
    enamels=ENAMELS,
    chalk=(255, 251, 242),
)

DARK = Theme(
    ground=Ramp(((6, 6, 8), (18, 19, 24), (32, 34, 42)), 12),
    ink=(236, 228, 214),
    wood=Ramp(((18, 7, 3), (72, 36, 18), (124, 74, 40), (176, 122, 74), (222, 176, 122)), 42),
    felt=Ramp(((11, 18, 17), (37, 54, 50), (84, 104, 98)), 16),
    bean=Ramp(((22, 2, 4), (92, 10, 16), (158, 28, 30), (250, 178, 160)), 16),
    other_bean=Ramp(((64, 20, 2), (182, 74, 8), (238, 136, 28), (255, 232, 186)), 16),
    key=Ramp(((36, 26, 22), (140, 122, 104), (244, 236, 222)), 10),
    sign=Ramp(((6, 40, 54), (112, 138, 138), (240, 234, 220)), 10),
    glow=(255, 243, 176),
    enamels=ENAMELS,
    chalk=(244, 236, 222),
)

_GREYS = (0, 0, 0, 8, 24, 60, 110, 150, 190, 214, 216, 216, 255, 255, 255, 255, 255)
"""Wood in black and white: planks and floors are flat, whatever their grain."""

CONTRAST = Theme(
    ground=Ramp(((110, 110, 110), (255, 255, 255), (255, 255, 255)), 6),
    ink=(0, 0, 0),
    wood=Ramp(tuple((grey, grey, grey) for grey in _GREYS), 24),
    felt=Ramp(((96, 96, 96), (206, 206, 206), (255, 255, 255)), 10),
    bean=Ramp(((0, 0, 0), (10, 10, 10), (50, 50, 50), (255, 255, 255)), 10),
    other_bean=Ramp(((0, 0, 0), (80, 80, 80), (130, 130, 130), (255, 255, 255)), 10),
    key=Ramp(((0, 0, 0), (128, 128, 128), (255, 255, 255)), 10),
    sign=Ramp(((0, 44, 120), (128, 150, 188), (255, 255, 255)), 10),
    glow=(255, 255, 255),
    enamels=Enamels(
        red=Ramp(((70, 0, 10), (190, 30, 52), (255, 200, 200)), 7),
        orange=Ramp(((70, 34, 0), (210, 128, 16), (255, 222, 170)), 7),
        yellow=Ramp(((96, 84, 0), (255, 246, 130), (255, 255, 230)), 7),
        green=Ramp(((0, 60, 40), (110, 204, 160), (220, 255, 240)), 7),
        blue=Ramp(((0, 10, 60), (10, 50, 170), (190, 210, 255)), 7),
        violet=Ramp(((10, 0, 16), (34, 0, 52), (220, 180, 240)), 7),
    ),
    chalk=(0, 0, 0),
    style=Style(lettering=1.1, patterns=True, outline=3, faint=0.7),
)
"""Black on white, so that nothing is lost in shades of grey; colours bear the hatchings of heraldry."""

_SHADES = (20, 8, 4), (24, 10, 4), (30, 13, 5), (40, 18, 7), (52, 25, 10), (68, 34, 14), (90, 48, 22)
_FLOOR = (122, 70, 36), (156, 100, 58), *[(182, 122, 74)] * 2, (204, 151, 99)
_PLANK = *[(228, 182, 126)] * 4, (255, 232, 190)

LARGE = replace(
    LIGHT,
    ground=Ramp(((120, 102, 84), (240, 231, 214)), 8),
    wood=Ramp((*_SHADES, *_FLOOR, *_PLANK), 33),
    style=Style(lettering=1.2, smallest=22, outline=2, rims=False),
)
"""For small screens: everything that is read is larger, and the wood has hardly any grain."""


def _dimmed(ramp: Ramp, light: float) -> Ramp:
    """The same material in less light."""
    return replace(ramp, stops=tuple(mixed(stop, (0, 0, 0), light) for stop in ramp.stops))


CONTRAST_ON_DARK = replace(
    CONTRAST,
    ground=DARK.ground,
    ink=(255, 255, 255),
    wood=_dimmed(CONTRAST.wood, 0.75),
    felt=_dimmed(CONTRAST.felt, 0.75),
    key=_dimmed(CONTRAST.key, 0.95),
    sign=_dimmed(CONTRAST.sign, 0.9),
)

LARGE_ON_DARK = replace(DARK, wood=_dimmed(LARGE.wood, 0.8), style=LARGE.style)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "light": LIGHT,
        "dark": DARK,
        "contrast": CONTRAST,
        "large": LARGE,
        "contrast on dark": CONTRAST_ON_DARK,
        "large on dark": LARGE_ON_DARK,
    }
)
"""By name."""

ON_DARK: Mapping[str, str] = MappingProxyType(
    {"light": "dark", "contrast": "contrast on dark", "large": "large on dark"}
)
"""What is shown in place of a theme on a dark page, where the other would glare; by their names."""


@cache
def palette(theme: Theme) -> tuple[RGB, ...]:
    """The colours of every picture in a theme, in the order of its fields; at most 256."""
    return tuple(colour for field in fields(theme) for colour in _colours(getattr(theme, field.name)))


def _colours(material: Ramp | Enamels | Medals | RGB | Style) -> Iterator[RGB]:
    match material:
        case Style():
            pass
        case Ramp():
            yield from material.entries()
        case Enamels():
            for ramp in material:
                yield from ramp.entries()
        case Medals():
            yield from material
        case _:
            yield material
