"""Hints in pictures: each move has marks of its own, where it is made and nowhere else, in every theme."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from games.game import View
from games.words import Words
from renderers import hints, picture
from renderers.canvas import Box, Sheet, rounded, spanned
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


@pytest.mark.parametrize("size", [(86, 86), (112, 96), (40, 34)])
@pytest.mark.parametrize("aside", [0, 1])
def test_the_brackets_of_a_wrong_move_and_a_better_one_are_both_seen(
    size: tuple[int, int], aside: int
) -> None:
    """At the same place, and at the next one."""
    theme, whole = THEMES["light"], Box(0, 0, 400, 200)
    place = Box(100, 50, 100 + size[0], 50 + size[1])
    other = place._replace(left=place.left + aside * size[0], right=place.right + aside * size[0])
    wrong, better = hints.Bracket(place, lamp=False, wrong=True), hints.Bracket(other, lamp=False)
    marked = [_pixels(theme, whole, part) for part in (wrong, better)]
    assert not marked[0] & marked[1]


def _pixels(theme: Theme, whole: Box, part: hints.Bracket) -> set[int]:
    """Where the bright line of brackets is painted, in pixels of the sheet."""
    sheet = Sheet(Image.new("RGB", whole.size), whole)
    part.paint(sheet, theme)
    _, (ink, _) = hints.inks(theme, wrong=part.wrong)
    return {place for place, colour in enumerate(sheet.image.get_flattened_data()) if colour == ink}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_its_brackets_are_seen_on_any_ground_by_any_eyes(theme: Theme) -> None:
    (dark, _), (bright, _) = hints.inks(theme)
    assert contrast(dark, bright) >= LEGIBLE
