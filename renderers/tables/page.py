"""A page: a titled sheet that tables are written on, and the badges by which outcomes are known."""

from __future__ import annotations

from typing import Literal

from PIL import Image

from renderers import marks, png, wood
from renderers.canvas import Box, Edges, Point, Sheet, Stencil, coloured, indexed
from renderers.lettering import MARGIN, fitted, legible, lettered, width
from renderers.rows import Headings, Outcome
from renderers.theme import RGB, Theme, palette

WIDTH = 900
"""Pixels of every table; a phone shows a third of them, so that nothing is written smaller than SMALL."""

TITLE, SMALL = 46, 27  # font sizes
EDGE, PAD = (
    18,
    18,
)  # pixels from the edge to what lies on the page, and from there to what is written
HEAD, LIP, CORNER = 92, 6, 20  # pixels: height of the plank with the title, its lower edge, its corners
FOOT = 56  # pixels that the legend takes
BADGE = 15  # radius of a badge
STRIPE = 16  # levels of red, green and blue by which a band is darker than the ground, or about so many
NOTHING = "–"  # for a name of which no letter can be drawn, and for what there is none of

OUTCOMES: tuple[Outcome, ...] = ("won", "drawn", "lost")
Align = Literal["left", "middle", "right"]


def readable(text: str) -> str:
    """The text in letters that can be drawn."""
    return legible(text, NOTHING)


class Page:
    """A table in the making. Sizes of letters are those of plain lettering: the theme makes them larger."""

    def __init__(self, theme: Theme, title: str, height: int) -> None:
        """`height` of what comes between title and legend, in pixels."""
        size = WIDTH, EDGE + HEAD + height + FOOT
        self.theme = theme
        self.top = EDGE + HEAD
        """Where the table begins, in pixels from above."""
        self._sheet = Sheet(Image.new("RGB", size, theme.ground.light), Box(0, 0, *size))
        self._paint_head(readable(title))

    def write(
        self,
        text: str,
        at: Point,
        size: int,
        *,
        align: Align = "left",
        room: float = WIDTH,
        ink: RGB | None = None,
    ) -> None:
        """A line of text from, around or up to a point, shortened where it has not the room."""
        size = self.theme.style.text(size)
        mask = lettered(fitted(text, size, room), size)
        shift = {"left": mask.width / 2 - MARGIN, "middle": 0, "right": MARGIN - mask.width / 2}[align]
        self._sheet.put(ink or self.theme.ink, mask, (at[0] + shift, at[1]))

    def width(self, text: str, size: int) -> float:
        """Pixels that a line of text takes."""
        return width(text, self.theme.style.text(size))

    def lay(self, paint: RGB, stencil: Stencil) -> None:
        """Colour a shape."""
        self._sheet.lay(paint, stencil)

    def stripe(self, edges: Edges) -> None:
        """A band that sets something off from what is beside it."""
        ground = self.theme.ground
        wanted = sum(ground.light) - 3 * STRIPE
        colour = min(ground.entries(), key=lambda entry: abs(sum(entry) - wanted))
        self.lay(colour, marks.block(edges, CORNER / 2))

    def badge(self, outcome: Outcome, at: Point) -> None:
        """How a match ended, known by shape: a star on a disc, two bars on a square, a cross in a ring."""
        theme, radius = self.theme, self.theme.style.text(BADGE)
        match outcome:
            case "won":
                self.lay(theme.enamels.green.at(127), marks.disc(at, radius))
                self.lay(theme.ink_on(theme.enamels.green), marks.star(at, radius * 0.78))
            case "drawn":
                self.lay(theme.enamels.blue.at(127), marks.block(marks.around(at, (0, 0), radius * 0.9), 4))
                self.lay(theme.ink_on(theme.enamels.blue), marks.equal(at, radius * 0.8))
            case "lost":
                self.lay(theme.ink, marks.ring(marks.around(at, (0, 0), radius), 2.5))
                self.lay(theme.ink, marks.cross(at, radius * 0.36, 3))

    def finish(self, headings: Headings) -> bytes:
        """The bytes of a PNG, with a legend that says what the badges mean."""
        self._write_legend(headings)
        return self._encoded()

    def finish_with(self, legend: str) -> bytes:
        """The bytes of a PNG, with a legend in words."""
        at = EDGE + PAD, self._sheet.image.height - FOOT / 2 - 4
        self.write(readable(legend), at, SMALL, room=WIDTH - 2 * at[0])
        return self._encoded()

    def _write_legend(self, headings: Headings) -> None:
        height = self._sheet.image.height
        room = (WIDTH - 2 * (EDGE + PAD)) / len(OUTCOMES)
        for column, outcome in enumerate(OUTCOMES):
            at = EDGE + PAD + column * room + BADGE, height - FOOT / 2 - 4
            self.badge(outcome, at)
            words = readable(getattr(headings, outcome))
            self.write(words, (at[0] + 2 * BADGE, at[1]), SMALL, room=room - 4 * BADGE)

    def _encoded(self) -> bytes:
        return png.encode(indexed(self._sheet.image, self.theme), palette(self.theme), thorough=True)

    def _paint_head(self, title: str) -> None:
        theme, size = self.theme, (WIDTH - 2 * EDGE, HEAD - 2 * LIP)
        left, top, right, bottom = edges = (EDGE, EDGE, EDGE + size[0], EDGE + size[1])
        face = wood.plank(size, 1, tone=204, contrast=12)
        outline = marks.block(edges, CORNER)
        if line := theme.style.outline:
            around = left - line, top - line, right + line, bottom + LIP + line
            self.lay(theme.wood.dark, marks.block(around, CORNER + line))
        self.lay(theme.wood.at(104), marks.block((left, top, right, bottom + LIP), CORNER))
        middle = (left + right) / 2, (top + bottom) / 2
        self._sheet.put(coloured(wood.bevelled(face, outline.mask()), theme.wood), outline.mask(), middle)
        words = fitted(title, theme.style.text(TITLE), size[0] - 4 * PAD)
        marks.burn(self._sheet, theme, words, middle, size=TITLE)
