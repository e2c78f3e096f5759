"""A picture of each game for the README; `python -m tests.readme_pictures` paints them anew."""

from __future__ import annotations

from dataclasses import replace

from tests import ROOT
from tests.renderers.golden import KNOWN, painted
from tests.renderers.positions import NAMES

FOLDER = ROOT / "docs" / "pictures"
SHOWN = {"sahara": "capture", "sator": "sator_capture", "stacko": "stacko_discards", "sato": "sato_points"}
"""By game the golden picture whose position it shows."""


def fresh(game: str) -> bytes:
    """The picture as it is painted now, in the light theme."""
    return painted(replace(KNOWN[SHOWN[game]], names=NAMES, theme="light"))


def main() -> None:
    """Write the files."""
    for game in SHOWN:
        (FOLDER / f"{game}.png").write_bytes(fresh(game))
