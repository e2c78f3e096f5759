"""Mistakes are made where code is carried out, one at a time, and the same ones for the same seed."""

from __future__ import annotations

import itertools

import pytest

from games.sator.pieces import hides
from tests import ROOT
from tests.mutation import caches

mutants = pytest.importorskip(
    "tests.mutation.mutants", reason="cosmic-ray is not installed", exc_type=ImportError
)

CODE = '''\
"""A - b."""

def rest(have: int | None, most: int = 3) -> int | None:
    return most - have if have and have < most else None
'''


def test_mistakes_are_made_where_code_is_carried_out() -> None:
    found = mutants.sites(CODE)
    assert sorted(found) == [(3, 39), (4, 16), (4, 26), (4, 31), (4, 40)]
    assert found[4, 31] == [("ReplaceAndWithOr", 0)]
    assert [name.rpartition("_")[2] for name, _ in found[4, 40]] == ["LtE", "GtE"]
    assert not mutants.sites("@dataclass(slots=True, frozen=True, kw_only=True, eq=False)\nclass Rest: ...\n")


LIMITS = """\
MOST, WAIT = 60 * 5, 1.5
NAME, PLACES = "a", range(1, 10)

class Rates:
    known: int = 0
"""


def test_a_limit_is_a_number_that_was_only_chosen() -> None:
    assert mutants.limits(LIMITS) == {1}


def test_what_functions_remember_is_forgotten_before_a_mistake_is_tried() -> None:
    hides()
    assert hides.cache_info().currsize == 1
    caches.clear(caches.known())
    assert hides.cache_info().currsize == 0


def test_a_seed_makes_the_same_mistakes_in_the_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "ROOMS", ("games/stacko",))
    drawn = [list(itertools.islice(mutants.sample(seed), 5)) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(str(one).startswith("games/stacko/") and one.code != one.path.read_text() for one in drawn[0])
    assert all(one.path.is_relative_to(ROOT / "games") for one in drawn[2])
