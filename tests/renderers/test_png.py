"""The PNG writer, read back by another program's reader."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderers import png

COLOURS = tuple((value, 255 - value, value // 2) for value in range(200))


@given(st.integers(1, 40), st.integers(1, 40), st.binary(min_size=1, max_size=1600))
def test_every_pixel_comes_back(width: int, height: int, dots: bytes) -> None:
    indices = bytes(dots[place % len(dots)] % len(COLOURS) for place in range(width * height))
    image = Image.frombytes("P", (width, height), indices)
    again = Image.open(io.BytesIO(png.encode(image, COLOURS)))
    again.load()
    assert (again.mode, again.size, again.tobytes()) == ("P", (width, height), indices)
    assert again.getpalette() == [channel for colour in COLOURS for channel in colour]
