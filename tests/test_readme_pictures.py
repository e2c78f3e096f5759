"""The pictures in the README, and the rules that it leads to, are those that the program makes."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from tests import rules_pages
from tests.bot.conftest import CHROMIUM
from tests.bot.platforms.web import moving_picture
from tests.bot.platforms.web.moving_picture import LARGEST, SCHEMES, Scheme
from tests.renderers import game_pictures

ANEW = "make the pictures anew: python -m tests.readme_pictures"


@pytest.mark.parametrize("game", game_pictures.SHOWN)
def test_the_rules_beside_a_game_are_those_of_the_bot(game: str) -> None:
    assert rules_pages.path(game).read_text("utf-8") == rules_pages.page(game), "python -m tests.rules_pages"


@pytest.mark.parametrize("game", game_pictures.SHOWN)
def test_the_picture_of_a_game_is_the_one_that_is_painted(game: str) -> None:
    kept = (game_pictures.FOLDER / f"{game}.png").read_bytes()
    assert _pixels(kept) == _pixels(game_pictures.fresh(game)), ANEW


def _pixels(data: bytes) -> tuple[tuple[int, int], bytes]:
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return image.size, image.tobytes()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_moving_picture_is_short_and_light(scheme: Scheme) -> None:
    data = moving_picture.path(scheme).read_bytes()
    image = Image.open(io.BytesIO(data))
    milliseconds = 0
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        image.load()
        milliseconds += image.info["duration"]
    assert len(data) < LARGEST
    assert image.width == 900
    assert 6000 <= milliseconds <= 8000
    assert "captured" in moving_picture.words(data)


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("scheme", SCHEMES)
async def test_the_moving_picture_shows_what_the_bot_says_today(scheme: Scheme) -> None:
    kept, fresh = moving_picture.path(scheme).read_bytes(), await moving_picture.take(scheme)
    assert moving_picture.words(fresh) == moving_picture.words(kept), ANEW
    assert Image.open(io.BytesIO(fresh)).size == Image.open(io.BytesIO(kept)).size, ANEW
