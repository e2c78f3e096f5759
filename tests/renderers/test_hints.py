"""Hints in pictures: each move has marks of its own, where it is made and nowhere else, in every theme."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from games.game import View
from games.words import Words
from renderers import hints, picture
from renderers.canvas import rounded, spanned
from renderers.theme import THEMES, Theme
from tests.renderers.positions import NAMES
from tests.renderers.test_every_game import EACH_GAME, POSITIONS
from tests.renderers.test_theme import contrast

LEGIBLE = 4.5
"""Contrast that text needs (WCAG 2.2, 1.4.3); signs need less."""


def view_and_moves(key: str) -> tuple[View, list[Words]]:
    """Some position as whoever is to move sees it, and every so-manieth of their moves."""
    state = POSITIONS[key]
    (seat,) = state.to_act
    moves = [tuple(str(move).split()) for move in state.legal_moves(seat)]
    return state.view(seat), moves[:: max(1, len(moves) // 12)]


def painted(key: str, view: View, theme: str, words: Words, chosen: Words = ()) -> Image.Image:
    data = picture.paint(key, view, NAMES, theme=theme, hinted=words, chosen=chosen)
    return Image.open(io.BytesIO(data)).convert("RGB")


@EACH_GAME
@pytest.mark.parametrize("theme", THEMES)
def test_any_two_moves_look_different(key: str, theme: str) -> None:
    view, moves = view_and_moves(key)
    placed = [words for words in moves if len(words) > 1 or words[0] not in ("done", "keep", "pass")]
    looks = [painted(key, view, theme, words).tobytes() for words in placed]
    assert len({*looks, painted(key, view, theme, ()).tobytes()}) == len(looks) + 1


@EACH_GAME
def test_the_places_that_can_be_pressed_are_those_that_are_marked(key: str) -> None:
    """Also while the move is half chosen."""
    view, moves = view_and_moves(key)
    for words in moves:
        for count in range(len(words)):
            chosen = words[:count]
            there = [
                one for one in picture.regions(key, view, chosen=chosen) if one.words == words[: count + 1]
            ]
            pair = (painted(key, view, "light", asked, chosen) for asked in (words, ()))
            changed = ImageChops.difference(*pair)
            for place in there:
                around = rounded(spanned(place.corners))
                assert changed.crop(around).getbbox(), (words, chosen)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_its_brackets_are_seen_on_any_ground_by_any_eyes(theme: Theme) -> None:
    (dark, _), (bright, _) = hints.inks(theme)
    assert contrast(dark, bright) >= LEGIBLE
