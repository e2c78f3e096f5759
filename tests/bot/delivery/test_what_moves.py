"""A picture tells what moved in the newest turn, and what can be drawn to another place."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.delivery.image_cache import ImageCache
from bot.interface import Button, Choose, Picture, Request, Screen
from games.events import MatchId
from games.words import Words
from renderers.picture import regions
from tests.bot.memory_platform import House
from tests.renderers.positions import NAMES
from tests.renderers.sator_positions import CAPTURE

VIEW = CAPTURE.view(1)
TARGETS = ("a4", "b4")
"""Where the piece on a5 can go."""


def choose(*words: str) -> Choose:
    return Choose(MatchId("AAAAAA"), 3, words, final=len(words) > 1, page=0)


def onward(words: Words) -> Iterable[Request]:
    return [choose("a5", target) for target in TARGETS] if words == ("a5",) else ()


@pytest.mark.parametrize("chosen", [(), ("a5",)])
def test_a_piece_is_drawn_to_where_it_can_go_before_it_is_chosen_and_after(chosen: Words) -> None:
    requests = onward(chosen) if chosen else [choose("a5")]
    rows = (tuple(Button("", request) for request in requests),)
    wanted = Picture("sator", VIEW, NAMES, chosen, "", onward=onward)
    image = ImageCache().message(Screen("", picture=wanted, rows=rows), "light").image
    assert image
    corners = {region.words[-1]: region.corners for region in regions("sator", VIEW, chosen=("a5",))}
    assert set(image.carries()) == {
        (corners["a5"], choose("a5", target), corners[target]) for target in TARGETS
    }


def test_what_cannot_be_chosen_is_not_drawn_anywhere() -> None:
    image = ImageCache().message(Screen("", picture=Picture("sator", VIEW, NAMES, (), "")), "light").image
    assert image
    assert list(image.carries()) == []


async def test_the_board_of_a_match_tells_what_moved_in_its_newest_turn(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        who = await house.start()
        begun = house.board().message.image
        assert begun
        assert list(begun.motions()) == []
        await house.press(who, "1")
        await house.settled()
        moved = house.board().message.image
        assert moved
        assert len(list(moved.motions())) > 1
        assert moved.turn != begun.turn
