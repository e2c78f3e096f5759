"""Drawing."""

from __future__ import annotations

import pytest
from PIL import Image, ImageFilter

from renderers.canvas import soft


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
