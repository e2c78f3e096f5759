"""A message tells of its picture where its buttons can be pressed there, and of no other place."""

from __future__ import annotations

import pytest

from bot.delivery.clickable import on_offer
from bot.delivery.image_cache import ImageCache
from bot.interface import Button, Choose, Picture, Screen
from games.events import MatchId
from games.words import Words
from renderers.canvas import Region
from tests.renderers.positions import CAPTURE, NAMES

HERE = ((0, 0), (9, 0), (9, 9))


def choose(*words: str, final: bool = False, page: int = 0) -> Choose:
    return Choose(MatchId("AAAAAA"), 3, words, final=final, page=page)


def pointed_at(requests: tuple[Choose, ...], words: Words, chosen: Words = ()) -> list[Choose]:
    """What a region for these words asks for where there are these buttons."""
    return [request for request, _ in on_offer([Region(words, HERE)], requests, chosen)]  # type: ignore[misc]


def test_only_what_is_offered_can_be_pointed_at() -> None:
    view = CAPTURE.view(None)
    rows = ((Button("3", choose("3")), Button("6", choose("6"))),)
    message = ImageCache().message(
        Screen("", rows=rows, picture=Picture("sahara", view, NAMES, (), "")), "light"
    )
    assert message.image
    assert {request for request, _ in message.image.regions()} == {choose("3"), choose("6")}
    without = ImageCache().message(Screen("", picture=Picture("sahara", view, NAMES, (), "")), "light")
    assert without.image
    assert list(without.image.regions()) == []


def test_without_a_theme_a_picture_has_a_dark_twin() -> None:
    """Light where nobody knows how dark the page is; light and dark, once chosen, hold everywhere."""
    screen = Screen("", picture=Picture("sahara", CAPTURE.view(None), NAMES, (), ""))
    free, light, dark = (ImageCache().message(screen, theme).image for theme in ("", "light", "dark"))
    assert free
    assert free.dark
    assert light
    assert dark
    assert (free.data, free.dark()) == (light.data, dark.data)
    assert light.dark is dark.dark is None


@pytest.mark.parametrize("theme", ["contrast", "large"])
def test_a_theme_for_some_eyes_has_a_dark_twin_as_well(theme: str) -> None:
    screen = Screen("", picture=Picture("sahara", CAPTURE.view(None), NAMES, (), ""))
    image = ImageCache().message(screen, theme).image
    assert image
    assert image.dark
    assert image.dark() != image.data


def test_the_move_that_ends_here_is_told_from_the_one_that_goes_on() -> None:
    stop, feed = choose("6", final=True), choose("6", "feed")
    assert pointed_at((stop, feed), ("6",), ("6",)) == [stop]
    assert pointed_at((stop, feed), ("6", "feed"), ("6",)) == [feed]


def test_what_leaves_nothing_to_decide_may_be_told_or_left_out() -> None:
    assert pointed_at((choose("b1", "b2"),), ("b1",)) == [choose("b1", "b2")]
    assert pointed_at((choose("take"), choose("keep")), ("take", "b2")) == [choose("take")]
    assert pointed_at((choose("b1", "b2"), choose("b1", "c2")), ("b1",)) == [choose("b1")]


def test_turning_pages_and_going_back_is_no_place_of_a_picture() -> None:
    assert pointed_at((choose("rov"), choose("rov", page=2)), ("rov", "b2"), ("rov",)) == []
    assert pointed_at((choose("rov", final=True, page=2),), ("rov",), ("rov",)) == []
