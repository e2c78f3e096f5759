"""Pictures look as they did when somebody last looked at them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.renderers import golden
from tests.renderers.golden import KNOWN
from tests.renderers.positions import beans


@pytest.mark.parametrize("name", KNOWN)
def test_a_picture_looks_like_its_golden_one(name: str) -> None:
    assert golden.alike(golden.painted(KNOWN[name]), golden.path(name).read_bytes()), (
        f"{name} has changed; if it should, renew the golden pictures: python -m tests.renderers.golden"
    )


def test_every_golden_picture_belongs_to_a_subject() -> None:
    assert {path.stem for path in golden.FOLDER.glob("*.png")} == set(KNOWN)


@pytest.mark.parametrize("count", [1, 9, 15, 20])
def test_one_bean_more_is_no_small_difference(count: int) -> None:
    start = KNOWN["start"]
    few, more = (golden.painted(replace(start, view=beans(number))) for number in (count, count + 1))
    assert golden.alike(few, few)
    assert not golden.alike(few, more)
