"""What `frozen` makes of a class is what a frozen dataclass with slots is."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any, ClassVar

import pytest

from games.frozen import frozen


@frozen
class Quick:
    first: int
    second: str = "two"
    many: dict[str, int] = field(default_factory=dict, compare=False)
    hidden: int = field(default=4, repr=False, kw_only=True)
    fixed: int = field(default=5, init=False)
    shared: ClassVar[int] = 6


@dataclass(frozen=True, slots=True)
class Usual:
    first: int
    second: str = "two"
    many: dict[str, int] = field(default_factory=dict, compare=False)
    hidden: int = field(default=4, repr=False, kw_only=True)
    fixed: int = field(default=5, init=False)
    shared: ClassVar[int] = 6


@frozen
class Longer(Quick):
    third: tuple[int, ...] = ()


@frozen(kw_only=True)
class Named:
    one: int
    two: int = 2


@frozen
class Empty:
    pass


@frozen
class Own:
    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and other.name.lower() == self.name.lower()

    def __repr__(self) -> str:
        return self.name


@pytest.mark.parametrize(
    ("given", "named"), [((1,), {}), ((1, "x", {"a": 1}), {"hidden": 7}), ((1,), {"second": "y"})]
)
def test_one_says_and_holds_what_a_dataclass_does(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    quick, usual = Quick(*given, **named), Usual(*given, **named)
    assert repr(quick) == repr(usual).replace("Usual", "Quick")
    assert [getattr(quick, one.name) for one in fields(quick)] == [
        getattr(usual, one.name) for one in fields(usual)
    ]
    assert hash(quick) == hash(usual)
    assert Quick.__match_args__ == Usual.__match_args__
    assert vars(Quick)["__slots__"] == vars(Usual)["__slots__"]


def test_they_are_equal_to_those_of_their_class_that_hold_the_same() -> None:
    assert Quick(1) == Quick(1, many={"left": 1})
    assert Quick(1) != Quick(1, hidden=0)
    assert Quick(1) != Longer(1)
    assert Longer(1, third=(2,)) == replace(Longer(1), third=(2,))
    assert Named(one=1) == Named(one=1, two=2)
    assert Empty() == Empty()
    assert len({Empty(), Empty(), Quick(1), Quick(1)}) == 2
    assert Own("Ada") == Own("ADA")
    assert repr(Own("Ada")) == "Ada"


@pytest.mark.parametrize("thing", [Longer(1, "x", {"a": 1}, (2,), hidden=3), Named(one=1), Empty()])
def test_one_survives_being_pickled_and_copied(thing: object) -> None:
    assert pickle.loads(pickle.dumps(thing)) == thing  # noqa: S301
    assert copy.copy(thing) == copy.deepcopy(thing) == thing


@pytest.mark.parametrize("name", ["first", "unheard_of"])
def test_one_stays_as_it_is(name: str) -> None:
    quick: Any = Quick(1)
    with pytest.raises(FrozenInstanceError):
        setattr(quick, name, 2)
    with pytest.raises(FrozenInstanceError):
        delattr(quick, name)
    assert quick.first == 1


@pytest.mark.parametrize(
    ("given", "named"), [((), {}), ((1,), {"wrong": 2}), ((1,), {"fixed": 2}), ((1, "x", {}, 4), {})]
)
def test_wrong_arguments_are_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Quick(*given, **named)
