"""What can be pointed at in a picture lies where the painters show it."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageDraw

from games import GAMES
from games.dice import Dice
from games.game import SEATS, Seat, View
from games.sator.pieces import FILES
from games.words import Words, choices, tree
from renderers import picture
from renderers.picture import Region
from tests.renderers.golden import KNOWN
from tests.renderers.positions import NAMES
from tests.renderers.sator_positions import CAPTURE

STEPS = 3  # words chosen one after another, as far as a move goes

ASKED = {name: subject for name, subject in KNOWN.items() if subject.view.open_choice and subject.view.to_act}
"""The known views in which somebody is asked for a move before the viewer's eyes."""


def offered(view: View) -> Iterator[tuple[Words, tuple[Words, ...]]]:
    """The words of a move step by step, the last choice each time, and with each what can be chosen next."""
    state = view.imagine(Dice.from_seed(bytes(32)))
    seat = view.to_act[0] if view.viewer is None else view.viewer
    place = tree(state.legal_moves(seat)).settled()
    for _ in range(STEPS):
        following = [(*place.words, *words) for words in choices(place)]
        if len(following) > 1:
            yield place.words, tuple(following)
        if place.branches:
            place = list(place.branches.values())[-1].settled()


def opened(game: str, view: View, chosen: Words) -> Image.Image:
    return Image.open(io.BytesIO(picture.paint(game, view, NAMES, chosen=chosen))).convert("RGB")


def covered(regions: list[Region], size: tuple[int, int]) -> Image.Image:
    """A mask of all these places, without their edges: neighbours share one."""
    mask = Image.new("L", size)
    for region in regions:
        ImageDraw.Draw(mask).polygon(region.corners, fill=255, outline=0)
    return mask


@pytest.mark.parametrize("name", ASKED)
def test_what_is_chosen_is_marked_where_it_can_be_pointed_at(name: str) -> None:
    game, view = KNOWN[name].game, KNOWN[name].view
    for chosen, following in offered(view):
        found = picture.regions(game, view, chosen=chosen)
        places = {words: [region for region in found if region.words == words] for words in following}
        before = opened(game, view, chosen)
        for words in following[:: max(1, len(following) // 4)]:
            changed = ImageChops.difference(before, opened(game, view, words)).convert("L")
            mask = covered(places[words], before.size)
            if changed.getbbox() and places[words]:
                assert ImageChops.multiply(changed, mask).getbbox(), f"{words} is marked elsewhere"


def test_another_piece_can_be_chosen_instead_of_the_one_that_is() -> None:
    chosen, others = ("a5",), {("c4",), ("d5",), ("e5",)}
    regions = picture.regions("sator", CAPTURE.view(1), chosen=chosen)
    assert {region.words for region in regions} == others | {chosen, ("a5", "a4"), ("a5", "b4")}
    assert {region.words for region in regions if region.carried} == others | {chosen}


@pytest.mark.parametrize("seat", SEATS)
def test_in_the_set_up_a_file_stands_for_the_own_side_of_the_table_alone(seat: Seat) -> None:
    state = GAMES["sator"].deal(GAMES["sator"].options(), Dice.from_seed(bytes(32)))
    regions = picture.regions("sator", state.view(seat), chosen=())
    assert len(regions) == len(FILES)
    assert all(2 * min(y for _, y in region.corners) > picture.SIZE[1] for region in regions)
