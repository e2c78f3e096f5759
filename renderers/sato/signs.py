"""What is not a stone in Sato's pictures: cells, names, marks, and keys for what can be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from PIL import Image, ImageChops

from games.game import Seat
from games.sato import Face
from renderers import marks
from renderers.canvas import Stencil, coloured, faded, moved, soft, stepped
from renderers.lettering import lettered, width
from renderers.sato.stamps import InCell, Layers, Round, canvas, disc, filled, lined, outright
from renderers.sato.table import FLOOR, RACK, half_height
from renderers.theme import RGB, TONES, Theme, mixed

LINE = 196  # tone of the outline of a cell
LIFTED, BAND = 216, 190  # tones of a cell that can be chosen, and of one in a tinted row
RIM = 0.6  # how much its rim differs from it: so that a bare table is no sheet of labels
PROBE = 100  # font size at which names are measured
NAME_HEIGHT = 0.36  # half the height of a capital, in parts of the font size
LARGEST_NAME = 30
GLOW = 0.2  # pixels that the light of a sato reaches, in parts of its edge
SHINES = 6  # steps of that light from nothing to full


_LINE_TONES = [FLOOR + (LINE - FLOOR) * part // (TONES - 1) for part in range(TONES)]
"""Of the outline of a cell, which only the floor is below, by how much of it there is."""


@dataclass(frozen=True, slots=True)
class Cell(InCell):
    """A place for one stone on the table."""

    def layers(self, theme: Theme) -> Layers:
        line = lined(self.edge, 0, 1)
        return ((coloured(line.point(_LINE_TONES), theme.felt), outright(line)),)


@dataclass(frozen=True, slots=True)
class Lit(InCell):
    """A cell that can be chosen."""

    name: str
    size: int
    """Font size of the name; 0 if only the rim has it."""
    band: bool
    """Whether its row is tinted."""

    def layers(self, theme: Theme) -> Layers:
        face = theme.felt.at(BAND if self.band else LIFTED)
        rim = mixed(theme.chalk, face, RIM)
        layers: Layers = (face, filled(self.edge, 1)), (rim, lined(self.edge, 2, 1 + self.edge / 40))
        if self.size:
            layers += ((theme.chalk, lettered(self.name, self.size)),)
        return layers


@cache
def named_size(edge: int, name: str) -> int:
    """The font size at which a name just fits into a cell."""
    half = width(name, PROBE) / PROBE / 2
    room = edge - 4  # from the middle of the cell to where the slanting sides of its inside meet
    return min(round(room / (half + NAME_HEIGHT / 3**0.5)), round(half_height(edge) * 0.9), LARGEST_NAME)


@dataclass(frozen=True, slots=True)
class Written:
    """A stamp that is a word."""

    text: str
    size: int
    """Font size."""

    @property
    def reach(self) -> tuple[int, int]:
        return _half_width(self.text, self.size) + 3, round(self.size * 0.75)


@dataclass(frozen=True, slots=True)
class Burnt(Written):
    """The letter of a column or the number of a row, burnt into the rim."""

    def layers(self, theme: Theme) -> Layers:
        mask = lettered(self.text, self.size)
        shine = faded(moved(mask, 0, 2), 0.5)
        return (theme.wood.at(240), shine), (theme.wood.at(marks.BURNT), mask)


@dataclass(frozen=True, slots=True)
class Glow:
    """The light of a sato."""

    edge: int
    new: bool
    """It was made in the latest turn."""

    @property
    def reach(self) -> tuple[int, int]:
        more = self._more()
        return self.edge + more, half_height(self.edge) + more

    def layers(self, theme: Theme) -> Layers:
        """A soft light around a line; with patterns, which it would drown, a line with dark edges."""
        more, thick = self._more(), (1.5 if self.new else 1) + self.edge * 0.05
        line = theme.glow, lined(self.edge, 0, thick, more=more)
        if theme.style.patterns:
            light = lined(self.edge, -1, 2 * thick + 1, more=more)
            return (theme.key.dark, lined(self.edge, -3, 2 * thick + 5, more=more)), (theme.glow, light)
        body = filled(self.edge, 0, more)
        around = ImageChops.subtract(soft(filled(self.edge, -more * 0.4, more), more * 0.25), body)
        inside = ImageChops.darker(body, soft(lined(self.edge, 0, 2 * thick, more=more), thick))
        shine = ImageChops.lighter(around, faded(inside, 0.8))
        return (theme.glow, stepped(faded(shine, 0.9), SHINES)), line

    def _more(self) -> int:
        return 4 + round(self.edge * GLOW * (1.6 if self.new else 1))


Kind = Literal["last", "earlier", "taken", "chosen", "gone"]


@dataclass(frozen=True, slots=True)
class Ring:
    """A hexagon around a stone, or where a stone was."""

    edge: int
    kind: Kind

    @property
    def reach(self) -> tuple[int, int]:
        return self.edge + 4, half_height(self.edge) + 4

    def layers(self, theme: Theme) -> Layers:
        thick = 2 + self.edge * 0.06
        match self.kind:
            case "last":
                return ((theme.chalk, lined(self.edge, -4, thick, more=4)),)
            case "earlier":
                return ((theme.chalk, lined(self.edge, -4, thick, dashes=12, more=4)),)
            case "taken":
                line = lined(self.edge, 1, thick, dashes=12, more=4)
                return (theme.chalk, line), (theme.chalk, self._cross(thick))
            case "chosen":
                outer = lined(self.edge, -3, thick + 1.5, more=4)
                return (theme.key.dark, outer), (theme.key.light, lined(self.edge, -1, thick - 1.5, more=4))
            case "gone":
                return ((theme.ink, faded(lined(self.edge, 1, 2, dashes=12, more=4), 0.5)),)

    def _cross(self, thick: float) -> Image.Image:
        """Above the middle, which bears the name of the cell while it can be chosen."""
        stencil, y, half = canvas(self.edge, 4), -self.edge * 0.55, self.edge * 0.15
        for rise in (half, -half):
            stencil.line(((-half, y - rise), (half, y + rise)), thick)
        return stencil.mask()


@dataclass(frozen=True, slots=True)
class Key(Written):
    """A word that can be chosen here, on a key as of a keyboard."""

    pressed: bool = False

    @property
    def reach(self) -> tuple[int, int]:
        right, down = self._half()
        return right, down + 3

    def layers(self, theme: Theme) -> Layers:
        right, down = self._half()
        ink, face = theme.key.dark, theme.key.light
        edge = _slab((-right, -down, right, down + 3), down + 3, right)
        layers: Layers = (ink, edge), (face, _slab((-right + 2, -down + 2, right - 2, down - 2), down, right))
        if self.pressed:
            ink, face = face, ink
            layers += ((face, _slab((-right + 4, -down + 4, right - 4, down - 4), down, right)),)
        return (*layers, (ink, lettered(self.text, self.size)))

    def _half(self) -> tuple[int, int]:
        wide = _half_width(self.text, self.size) + round(self.size * 0.14)
        return max(wide, round(self.size * 0.8)), round(self.size * 0.6)


@lru_cache(maxsize=1024)
def _half_width(text: str, size: int) -> int:
    return round(width(text, size) / 2)


@cache
def _slab(edges: tuple[float, float, float, float], down: int, right: int) -> Image.Image:
    """A rectangle with round corners in the middle of a mask that is 2 * right wide and 2 * down high."""
    return Stencil((-right, -down, right, down)).slab(edges, down * 0.4).mask()


@dataclass(frozen=True, slots=True)
class Window:
    """The frame around a part of the table that is shown by itself."""

    size: tuple[int, int]

    @property
    def reach(self) -> tuple[int, int]:
        return self.size[0] // 2, self.size[1] // 2

    def layers(self, theme: Theme) -> Layers:
        edges = marks.around((0, 0), self.size)
        line = Stencil(edges).slab(edges, 0).slab(marks.inset(edges, 2), 0, 0)
        return ((theme.felt.light, line.mask()),)


@dataclass(frozen=True, slots=True)
class Note(Written):
    """A word on the ground, or burnt into wood."""

    burnt: bool = False

    def layers(self, theme: Theme) -> Layers:
        return ((_ink(theme, burnt=self.burnt), lettered(self.text, self.size)),)


def _ink(theme: Theme, *, burnt: bool) -> RGB:
    return theme.wood.dark if burnt else theme.ink


@dataclass(frozen=True, slots=True)
class Label(Written):
    """A word that cannot be chosen, on something of many colours."""

    @property
    def reach(self) -> tuple[int, int]:
        return _half_width(self.text, self.size) + round(self.size * 0.1), round(self.size * 0.5)

    def layers(self, theme: Theme) -> Layers:
        right, down = self.reach
        return (theme.wood.at(RACK), _slab((-right, -down, right, down), down, right)), (
            theme.wood.dark,
            lettered(self.text, self.size),
        )


@dataclass(frozen=True, slots=True)
class Count(Written):
    """How many stones lie in a pile, on a label."""

    @property
    def reach(self) -> tuple[int, int]:
        return _half_width(self.text, self.size) + round(self.size * 0.35), round(self.size * 0.55)

    def layers(self, theme: Theme) -> Layers:
        right, down = self.reach
        label = marks.plaque((-right, -down, right, down)).mask()
        return (theme.wood.dark, label), (theme.wood.light, lettered(self.text, self.size))


@dataclass(frozen=True, slots=True)
class Fresh(Round):
    """A stone has just come here."""

    def layers(self, theme: Theme) -> Layers:
        return (
            (theme.sign.light, disc(self.radius)),
            (theme.sign.dark, disc(self.radius - 1.5)),
            (theme.sign.light, marks.plus((0, 0), self.radius * 0.45, self.radius * 0.3).mask()),
        )


@dataclass(frozen=True, slots=True)
class Owner(Round):
    """Whose stones lie here: on the ground, or burnt into wood."""

    seat: Seat
    burnt: bool

    def layers(self, theme: Theme) -> Layers:
        ink = _ink(theme, burnt=self.burnt)
        return ((ink, marks.emblem(self.seat, (0, 0), self.radius).mask()),)


@dataclass(frozen=True, slots=True)
class Dot(Round):
    """A dot of the colour that counts for a seat."""

    face: Face

    def layers(self, theme: Theme) -> Layers:
        light, dark = theme.key.light, theme.wood.dark
        ring, fill = (dark, light) if self.face is Face.WHITE else (light, dark)
        outer = dark if self.face is Face.BLACK else light
        return (
            (outer, disc(self.radius)),
            (ring, disc(self.radius - 1.5)),
            (fill, disc(self.radius - 4)),
        )
