"""A picture of each game for the README, and a part of it for its card in the web chat.

`python -m tests.readme_pictures` paints them anew.
"""

from __future__ import annotations

import io
from dataclasses import replace

from PIL import Image, ImageOps

from tests import ROOT
from tests.renderers.golden import KNOWN, painted
from tests.renderers.positions import NAMES

FOLDER = ROOT / "docs" / "pictures"
SHOWN = {"sahara": "capture", "sator": "sator_capture", "stacko": "stacko_discards", "sato": "sato_points"}
"""By game the golden picture whose position it shows."""
CARDS = ROOT / "bot" / "platforms" / "web" / "static"
ON_CARDS = {
    "sahara": (20, 48, 860, 484),
    "sator": (20, 48, 860, 484),
    "stacko": (14, 74, 872, 704),
    "sato": (30, 66, 640, 360),
}
"""The part of the picture that a card shows: left, top, width, height. A higher one stands on more wood."""
CARD = 320, 180  # pixels


def fresh(game: str) -> bytes:
    """The picture as it is painted now, in the light theme."""
    return painted(replace(KNOWN[SHOWN[game]], names=NAMES, theme="light"))


def card(picture: bytes, game: str) -> Image.Image:
    left, top, width, height = ON_CARDS[game]
    part = Image.open(io.BytesIO(picture)).convert("RGB").crop((left, top, left + width, top + height))
    wood = tuple(part.crop((0, height // 2, 1, height // 2 + 1)).tobytes())
    return ImageOps.pad(part, CARD, Image.Resampling.LANCZOS, color=wood).quantize(64)


def main() -> None:
    """Write the files."""
    for game in SHOWN:
        picture = fresh(game)
        (FOLDER / f"{game}.png").write_bytes(picture)
        card(picture, game).save(CARDS / f"{game}.png", optimize=True)
