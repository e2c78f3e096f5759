"""What can be pointed at in a picture lies where the painters show it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageDraw

from games.dice import Dice
from games.game import View
from games.words import Words, choices, tree
from renderers import picture
from renderers.picture import PAINTED, Region
from tests.renderers.golden import KNOWN
from tests.renderers.positions import NAMES

LEFT = {("keep",), ("pass",)}
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
    """And no place stands for two choices."""
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
        for one, two in combinations(filter(None, places.values()), 2):
            assert not ImageChops.multiply(
                *(covered(found, before.size) for found in (one, two))
            ).getbbox(), (one, two)


@pytest.mark.parametrize("game", PAINTED)
def test_every_first_choice_has_a_place(game: str) -> None:
    """But those that no place could stand for: to leave things as they are."""
    for name, subject in ASKED.items():
        if subject.game == game:
            chosen, following = next(offered(subject.view), ((), ()))
            found = {region.words for region in picture.regions(game, subject.view, chosen=chosen)}
            begun = {words[: len(chosen) + 1] for words in found}
            assert {words for words in following if words not in begun} <= LEFT, name
