"""A picture of each game for the README, and a part of it for its card in the web chat.

`python -m tests.readme_pictures` paints them anew.
"""

from __future__ import annotations

import io
from dataclasses import replace

from PIL import Image

from tests import ROOT
from tests.renderers.golden import KNOWN, painted
from tests.renderers.positions import NAMES

FOLDER = ROOT / "docs" / "pictures"
SHOWN = {"sahara": "capture", "sator": "sator_capture", "stacko": "stacko_discards", "sato": "sato_points"}
"""By game the golden picture whose position it shows."""
CARDS = ROOT / "bot" / "platforms" / "web" / "static"
ON_CARDS = {
    "sahara": (140, 90, 416),
    "sator": (205, 50, 500),
    "stacko": (464, 422, 342),
    "sato": (165, 72, 430),
}
"""The square of the picture that a card shows: left, top, side."""
CARD = 160  # pixels


def fresh(game: str) -> bytes:
    """The picture as it is painted now, in the light theme."""
    return painted(replace(KNOWN[SHOWN[game]], names=NAMES, theme="light"))


def card(picture: bytes, game: str) -> Image.Image:
    left, top, side = ON_CARDS[game]
    square = Image.open(io.BytesIO(picture)).convert("RGB").crop((left, top, left + side, top + side))
    return square.resize((CARD, CARD), Image.Resampling.LANCZOS).quantize(64)


def main() -> None:
    """Write the files."""
    for game in SHOWN:
        picture = fresh(game)
        (FOLDER / f"{game}.png").write_bytes(picture)
        card(picture, game).save(CARDS / f"{game}.png", optimize=True)
