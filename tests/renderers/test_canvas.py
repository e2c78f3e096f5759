"""Drawing."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageFilter

from renderers.canvas import soft
from renderers.theme import TONES
from renderers.wood import plank


@pytest.mark.parametrize("radius", [0.9, 1, 2.5, 5.5, 11.2])
@pytest.mark.parametrize("edges", [(40, 40, 50, 60), (0, 0, 30, 5), (90, 70, 100, 80), (0, 0, 100, 80)])
def test_out_of_focus_a_mask_is_what_the_whole_of_it_is(
    radius: float, edges: tuple[int, int, int, int]
) -> None:
    mask = Image.new("L", (100, 80))
    mask.paste(255, edges)

    assert soft(mask, radius).tobytes() == mask.filter(ImageFilter.GaussianBlur(radius)).tobytes()


def test_out_of_focus_a_black_mask_stays_black() -> None:
    assert soft(Image.new("L", (100, 80)), 2).getbbox() is None


@pytest.mark.parametrize("tone", [122, 204, 224])
def test_the_grain_of_a_plank_is_faint_and_has_no_steps(tone: int) -> None:
    """Too faint to hamper reading; neighbouring pixels differ as little as the palette allows."""
    grain = plank((900, 600), 1, tone=tone)
    tones = [shade for shade, count in enumerate(grain.histogram()) if count]
    assert tone - 0.06 * TONES <= tones[0] < tones[-1] <= tone + 0.06 * TONES
    for right, down in ((1, 0), (0, 1)):
        beside = ImageChops.difference(grain, ImageChops.offset(grain, right, down)).crop((1, 1, 900, 600))
        assert not any(beside.histogram()[7:])
