"""Looking at pictures: their parts, their pixels, and what no picture may give away."""

from __future__ import annotations

import io
from collections.abc import Iterable
from importlib import import_module
from itertools import combinations
from typing import TypeVar

from hypothesis import strategies as st
from PIL import Image

from games import Dice
from games.game import VIEWERS, State, View
from renderers import picture
from renderers.canvas import TALL, Box, Drawing, Part
from renderers.plates import Plate
from renderers.sato.table import PLAN
from renderers.theme import THEMES
from tests.games.walks import Case, random_line
from tests.renderers.positions import NAMES

MOST_BYTES = {picture.SIZE[1]: 64 * 1024, PLAN.size[1]: 68 * 1024, TALL[1]: 72 * 1024}
"""By height in pixels."""

P = TypeVar("P", bound=Part | Drawing)


def game_of(view: View) -> str:
    return type(view).__module__.split(".")[1]


def parts(view: View, *, chosen: tuple[str, ...] = (), theme: str = "light") -> list[Part | Drawing]:
    """All parts of the picture of a view."""
    style = (THEMES[theme].style,) if game_of(view) == "sato" else ()
    return list(import_module(f"renderers.{game_of(view)}.scene").scene(view, NAMES, chosen, *style))


def seen(view: View, kind: type[P], *, chosen: tuple[str, ...] = ()) -> list[P]:
    """The parts of one kind in the picture of a view."""
    return [part for part in parts(view, chosen=chosen) if isinstance(part, kind)]


def plates(view: View) -> list[tuple[str, str]]:
    """Standing and score, near side first."""
    return [(plate.standing, plate.score) for plate in seen(view, Plate)]


def painted(view: View, *, chosen: tuple[str, ...] = (), names: tuple[str, str] = NAMES) -> bytes:
    return picture.paint(game_of(view), view, names, chosen=chosen)


@st.composite
def states(draw: st.DrawFn, key: str) -> State:
    """A state of a random match, one of a few matches that are remembered."""
    line = random_line(Case(key, ()), draw(st.integers(0, 9)))
    return draw(st.sampled_from(line.states))


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def grey(image: Image.Image, box: Box) -> bytes:
    """What stands in a place, for eyes that see no colour."""
    return image.crop(box).convert("RGB").convert("L").tobytes()


def assert_imagined_twins_look_alike(key: str, state: State, seed: int, *, theme: str = "light") -> None:
    """Whatever is hidden from a viewer may be otherwise: their picture is the same to the byte."""
    for viewer in VIEWERS:
        view = state.view(viewer)
        twin: View = view.imagine(Dice.from_seed(seed.to_bytes(32, "big"))).view(viewer)
        assert picture.paint(key, twin, NAMES, theme=theme) == picture.paint(key, view, NAMES, theme=theme)


def assert_small_and_indexed(data: bytes) -> None:
    image = opened(data)
    assert (image.format, image.mode, image.width) == ("PNG", "P", picture.SIZE[0])
    assert len(data) <= MOST_BYTES[image.height]


def assert_side_by_side(parts: Iterable[Part | Drawing]) -> None:
    """All lie in the picture, and none on another."""
    things = list(parts)
    boxes = [part.box for part in things]
    high = max([picture.SIZE[1], *(part.high for part in things if isinstance(part, Plate))])
    for box in boxes:
        assert 0 <= box.left < box.right <= picture.SIZE[0]
        assert 0 <= box.top < box.bottom <= high
    for one, two in combinations(boxes, 2):
        apart = (
            one.right <= two.left or two.right <= one.left or one.bottom <= two.top or two.bottom <= one.top
        )
        assert apart, (one, two)
