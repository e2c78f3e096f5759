"""A picture is touched as its buttons are pressed: each choice has one place of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import presentation
from bot.delivery.image_cache import ImageCache
from bot.interface import Choose, Place, Screen
from games.words import Words
from renderers.canvas import FINGER, Corners, Point, rounded, spanned
from renderers.picture import PAINTED
from renderers.theme import THEMES
from tests.bot.presentation.running_matches import PHRASING, match_of
from tests.examples import examples
from tests.games.walks import CASES, random_line
from tests.renderers.looking import opened

NOWHERE = {("sahara", "keep"), ("sahara", "swap"), ("sato", "pass"), ("sato", "done"), ("sato", "keep")}
"""What no place of a picture stands for: to leave things as they are, or to change sides."""
LEAST = 24  # pixels of a picture: the cells of the largest table, before its first stone

IMAGES = ImageCache()


def asked(shown: Screen) -> Iterator[Choose]:
    """All that goes on with the move that is chosen so far, by a button or from the picture alone."""
    assert shown.picture
    chosen = shown.picture.chosen
    pressed = [button.request for row in shown.rows for button in row if not button.disabled]
    for request in dict.fromkeys((*pressed, *shown.picture.unlisted)):
        if isinstance(request, Choose) and not request.page and request.words[: len(chosen)] == chosen:
            yield from [request] if request.final or request.words != chosen else ()


def leads(touched: Choose, wanted: Choose, chosen: Words) -> bool:
    """Whether it is what is wanted, or a step of the way there."""
    step = len(touched.words)
    return touched == wanted or (
        not touched.final and step > len(chosen) and touched.words == wanted.words[:step]
    )


def middle(corners: Corners) -> Point:
    left, top, right, bottom = spanned(corners)
    return (left + right) / 2, (top + bottom) / 2


def apart(one: Corners, two: Corners) -> bool:
    """Whether a line lies between two convex shapes; they may share an edge."""
    for corners in (one, two):
        for (x, y), (right, down) in zip(corners, (*corners[1:], corners[0]), strict=True):
            first, second = ([(down - y) * a - (right - x) * b for a, b in shape] for shape in (one, two))
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


def assert_touched_as_pressed(game: str, shown: Screen, theme: str) -> list[Place]:
    image = IMAGES.message(shown, theme).image
    assert image
    assert shown.picture
    places, (width, height) = list(image.regions()), opened(image.data).size
    for _, corners in places:
        left, top, right, bottom = spanned(corners)
        assert 0 <= left <= right - LEAST
        assert 0 <= top <= bottom - LEAST
        assert right <= width
        assert bottom <= height
        point = middle(corners)
        x, y = round(point[0]), round(point[1])
        under = [other for _, other in places if not apart(((x, y), (x + 1, y), (x, y + 1)), other)]
        assert under == [corners], "a touch in its middle is one of nothing else"
    for (_, one), (_, two) in combinations(places, 2):
        assert apart(one, two)
    for wanted in asked(shown):
        found = [
            touched
            for touched, _ in places
            if isinstance(touched, Choose) and leads(touched, wanted, shown.picture.chosen)
        ]
        assert len(found) == ((game, wanted.words[-1]) not in NOWHERE), wanted
    return places


@pytest.mark.parametrize("game", PAINTED)
@examples(6, many=60)
@given(data=st.data(), theme=st.sampled_from(list(THEMES)))
def test_each_choice_has_one_place_that_asks_what_its_button_asks(
    game: str, theme: str, data: st.DataObject
) -> None:
    """Under all house rules, for whoever may choose, word by word; places lie apart, in the picture."""
    case = data.draw(st.sampled_from([case for case in CASES if case.key == game]))
    state = data.draw(st.sampled_from(random_line(case, data.draw(st.integers(0, 1))).states[:-1]))
    view = match_of(case, state).seen_by(data.draw(st.sampled_from((*state.to_act, None))))
    words: Words | None = ()
    while words is not None:
        shown = presentation.board(view, PHRASING, words=words)
        places = assert_touched_as_pressed(game, shown, theme)
        if game != "sato":
            assert all(min(rounded(spanned(corners)).size) >= FINGER for _, corners in places)
        leading = [request.words for request in asked(shown) if not request.final]
        words = data.draw(st.sampled_from(leading)) if leading else None
