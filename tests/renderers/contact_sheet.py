"""The contact sheet in the README; `tests.readme_pictures` paints it anew."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from tests.renderers.golden import KNOWN, painted

FILE = Path(__file__).with_name("contact-sheet.jpg")
SHOWN = (  # a row a game
    ("capture", "won"),
    ("sator_set_up", "sator_capture"),
    ("stacko_built", "stacko_discards"),
    ("sato_points", "sato_turns"),
)
CELL = (450, 300)  # pixels: half of a picture
GAP = 12
PAPER = (244, 238, 226)
QUALITY = 88


def main() -> None:
    """Write the file."""
    width, height = (CELL[axis] * (2, len(SHOWN))[axis] + GAP * (3, len(SHOWN) + 1)[axis] for axis in (0, 1))
    sheet = Image.new("RGB", (width, height), PAPER)
    for row, names in enumerate(SHOWN):
        for column, name in enumerate(names):
            picture = Image.open(io.BytesIO(painted(KNOWN[name]))).convert("RGB")
            corner = (GAP + column * (CELL[0] + GAP), GAP + row * (CELL[1] + GAP))
            sheet.paste(picture.resize(CELL, Image.Resampling.LANCZOS), corner)
    sheet.save(FILE, quality=QUALITY, optimize=True)
