"""Every picture: the same bytes for the same arguments, small, indexed, of one size."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from renderers import picture
from renderers.picture import PAINTED
from renderers.theme import THEMES, palette
from tests.games.by_hand import dealt
from tests.renderers.golden import KNOWN, painted
from tests.renderers.looking import opened
from tests.renderers.positions import NAMES

ELSEWHERE = """
import hashlib, sys
from tests.renderers.golden import KNOWN, painted
from tests.renderers.looking import opened
for name in reversed(sys.argv[1:]):
    print(name, hashlib.sha256(painted(KNOWN[name])).hexdigest())
"""


@pytest.mark.long
def test_another_process_paints_the_same_bytes_whatever_it_painted_before() -> None:
    run = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *KNOWN],
        env=os.environ | {"PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = {name: hashlib.sha256(painted(KNOWN[name])).hexdigest() for name in KNOWN}
    assert dict(line.split() for line in run.stdout.splitlines()) == here


@pytest.mark.parametrize("theme", THEMES)
def test_all_pictures_of_a_theme_share_its_palette(theme: str) -> None:
    for name in ("start", "sator_set_up", "stacko_start", "sato_points"):
        subject = KNOWN[name]
        colours = opened(painted(replace(subject, theme=theme))).getpalette()
        assert colours == [channel for colour in palette(THEMES[theme]) for channel in colour]


def test_each_theme_looks_different() -> None:
    start = KNOWN["start"]
    assert len({painted(replace(start, theme=theme)) for theme in THEMES}) == len(THEMES)


def test_an_unknown_game_or_theme_is_refused_with_what_there_is() -> None:
    view = dealt("sahara").view(0)
    with pytest.raises(ValueError, match=f"no painter 'halma'; there are: {', '.join(PAINTED)}"):
        picture.paint("halma", view, NAMES)
    with pytest.raises(ValueError, match="no theme 'plaid'; there are: light, dark"):
        picture.paint("sahara", view, NAMES, theme="plaid")


@pytest.mark.parametrize("theme", THEMES)
def test_a_board_has_a_colour_for_each_turn_in_every_theme(theme: str) -> None:
    colours = {picture.accent(turn, theme) for turn in ("yours", "waiting", "over")}
    assert len(colours) == 3
    assert all(0 <= colour <= 0xFFFFFF for colour in colours)
