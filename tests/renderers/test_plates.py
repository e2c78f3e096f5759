"""Name plates."""

from __future__ import annotations

from itertools import product

import pytest
from PIL import Image, ImageChops

from renderers.canvas import Sheet
from renderers.plates import PLATES, SIDES, Plate, Standing, name_of
from renderers.theme import THEMES, Theme
from tests.renderers.positions import LONG_NAMES

SHOWN: tuple[tuple[Standing, str], ...] = (("turn", "99 / 100"), ("", "1"), ("won", ""))
WRITTEN = ("Al", *LONG_NAMES, "Юрий", "محمد بن عبد الله", "दिनेश", "illlllllllllllllli")


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_nothing_of_a_plate_lies_beyond_its_box_in_any_theme(theme: Theme) -> None:
    for side, (standing, score), name in product(SIDES, SHOWN, WRITTEN):
        plate = Plate(side, side, name_of((name, name), 0), standing, score)
        strip = PLATES[side]
        ground = Image.new("RGB", strip.size, "magenta")
        sheet = Sheet(ground.copy(), strip)
        plate.paint(sheet, theme)
        left, _, right, _ = ImageChops.difference(ground, sheet.image).getbbox() or (0, 0, 0, 0)
        assert plate.box.left <= strip.left + left < strip.left + right <= plate.box.right


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_letters_that_reach_below_the_line_do_not_touch_the_frame(theme: Theme) -> None:
    plate = Plate(0, 0, "gjpqyg Ąğ", "turn", "")
    sheet = Sheet(Image.new("RGB", plate.box.size, "magenta"), plate.box)
    plate.paint(sheet, theme)
    width, height = sheet.image.size
    above_the_frame = sheet.image.crop((width // 2, height - 5, width - 40, height - 4))
    assert above_the_frame.getcolors() == [(above_the_frame.width, theme.key.light)]
