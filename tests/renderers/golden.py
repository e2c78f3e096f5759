"""Golden pictures: how they are kept, compared and renewed.

`python -m tests.renderers.golden` paints them anew. Look at every changed one before it is kept.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from renderers import picture
from tests.renderers import positions, sato_positions, sator_positions, stacko_positions
from tests.renderers.positions import Subject

FOLDER = Path(__file__).parent / "golden"

KNOWN = positions.KNOWN | sato_positions.KNOWN | sator_positions.KNOWN | stacko_positions.KNOWN
"""The subjects of all golden pictures."""

# Another release of the font library may shade the edges of letters otherwise; nothing else may differ.
BLOCK = 20  # pixels
MOST_IN_A_BLOCK = 16  # mean difference of tones, 0 to 255
MOST_IN_ALL = 0.2


def painted(subject: Subject) -> bytes:
    return picture.paint(
        subject.game, subject.view, subject.names, theme=subject.theme, chosen=subject.chosen
    )


def path(name: str) -> Path:
    return FOLDER / f"{name}.png"


def alike(one: bytes, two: bytes) -> bool:
    """Whether two pictures look the same, to a small tolerance."""
    first, second = (Image.open(io.BytesIO(data)).convert("RGB") for data in (one, two))
    if first.size != second.size:
        return False
    difference = ImageChops.difference(first, second).convert("L")
    worst = max(difference.reduce(BLOCK).tobytes())
    return worst <= MOST_IN_A_BLOCK and ImageStat.Stat(difference).mean[0] <= MOST_IN_ALL


def renew() -> None:
    """Paint all golden pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, subject in KNOWN.items():
        path(name).write_bytes(painted(subject))


if __name__ == "__main__":
    renew()
