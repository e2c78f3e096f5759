"""Towers of ten parts: how far one is in order, what of it is seen, and how the rest might look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from typing import TypeVar

from games.game import Fact, fact

PARTS = range(1, 41)
"""From the narrowest to the widest."""
PLACES = 10


P = TypeVar("P")


class Hidden(Enum):
    """What stands in a view instead of a number."""

    PART = "hidden"


Part = int | Hidden
Tower = tuple[int, ...]
"""Ten parts from the bottom (place 1) to the top (place 10)."""
SeenTower = tuple[Part, ...]
Eyes = tuple[bool, ...]
"""For each place from the bottom: whether its part was publicly built in during this round."""


def falling_run(tower: Sequence[int]) -> int:
    """Parts in order from the bottom up, the bottom part always counting: 1 to 10 (Stacko, rule 5)."""
    run = 1
    while run < len(tower) and tower[run] < tower[run - 1]:
        run += 1
    return run


def gaps(tower: Sequence[int]) -> int:
    """Places whose part is wider than the one below it: a finished tower has none."""
    return sum(upper > lower for lower, upper in pairwise(tower))


def exchanges(tower: Sequence[int]) -> int:
    """The fewest parts to exchange until the tower is finished: the others stay, with room between them."""
    kept: list[int] = []
    for index, part in enumerate(tower):
        fits = PLACES - index <= part <= PARTS[-1] - index
        below = (kept[i] for i in range(index) if kept[i] and tower[i] - part >= index - i)
        kept.append(1 + max(below, default=0) if fits else 0)
    return PLACES - max(kept)


def progress(tower: Tower, parts: Iterable[int]) -> list[int]:
    """Those of the parts for which there is a place where they save an exchange."""
    left, places = exchanges(tower), range(1, PLACES + 1)
    return [part for part in parts if any(exchanges(built(tower, part, place)) < left for place in places)]


def built(tower: tuple[P, ...], part: P, place: int) -> tuple[P, ...]:
    """The tower with this part in a place, 1 to 10."""
    return (*tower[: place - 1], part, *tower[place:])


def tell_building(before: Tower, after: Tower) -> tuple[Fact, ...]:
    """What speaks for making one tower of the other."""
    if not gaps(after):
        return (fact("hint_finish"),)
    if (left := exchanges(after)) < exchanges(before):
        return (fact("hint_nearer", count=left),)
    if (closed := gaps(before) - gaps(after)) > 0:
        return (fact("hint_close", count=closed),)
    if (run := falling_run(after)) > falling_run(before):
        return (fact("hint_run", count=run),)
    now, then = (len(progress(tower, {*PARTS}.difference(tower))) for tower in (before, after))
    if then > now:
        return (fact("hint_room", count=then, others=now),)
    (out,) = {*before}.difference(after)
    return (fact("hint_offer", part=out),) if left == exchanges(before) else ()


def built_parts(tower: SeenTower, eyes: Eyes) -> SeenTower:
    """The tower as everybody sees it: the parts that were built in."""
    return tuple(part if eye else Hidden.PART for part, eye in zip(tower, eyes, strict=True))


def might_be_finished(tower: SeenTower) -> bool:
    """What is hidden decides whether this tower is finished: as far as it is shown, it falls."""
    falling = shown(tower)
    return len(falling) < PLACES and falling_run(falling) >= len(falling)


def shown(parts: SeenTower) -> list[int]:
    """The numbers among the parts, without the hidden ones."""
    return [part for part in parts if not isinstance(part, Hidden)]


def fill(towers: Sequence[SeenTower], runs: Sequence[int | None], parts: Sequence[int]) -> list[Tower]:
    """Towers that show what `towers` show, their hidden places filled from `parts`.

    `runs` says of each tower how long its falling run is; None says only that it is not finished. If any
    filling fits, one is found. The order of `parts` decides which: shuffled parts give a random one, though
    not each equally likely.

    Raises:
        ValueError: no filling fits.
    """
    choices = [_choices(tower, run, parts) for tower, run in zip(towers, runs, strict=True)]
    found = iter(_distinct([choice for choice_of_tower in choices for choice in choice_of_tower]))
    return [
        _settle(tower, run, [next(found) for _ in choice])
        for tower, run, choice in zip(towers, runs, choices, strict=True)
    ]


def _hidden_places(tower: SeenTower) -> list[int]:
    """Indices from the bottom."""
    return [index for index, part in enumerate(tower) if isinstance(part, Hidden)]


def _put(tower: SeenTower, filling: Sequence[int]) -> list[int]:
    """The tower with its hidden places filled from the bottom up."""
    parts = iter(filling)
    return [next(parts) if isinstance(part, Hidden) else part for part in tower]


def _choices(tower: SeenTower, run: int | None, parts: Sequence[int]) -> list[Sequence[int]]:
    """For each hidden place, from the bottom up, the parts that may be put there."""
    hidden = _hidden_places(tower)
    if run is not None:
        limits = (_limits(tower, run, index) for index in hidden)
        return [[part for part in parts if low < part < high] for low, high in limits]
    if len(hidden) == 1:
        return [[part for part in parts if falling_run(_put(tower, [part])) < PLACES]]
    return [parts] * len(hidden)  # two of them can be exchanged if the tower comes out finished


def _limits(tower: SeenTower, run: int, index: int) -> tuple[int, int]:
    """Between which numbers, both excluded, a hidden part lies in a tower whose falling run is known."""
    lowest, highest = PARTS[0] - 1, PARTS[-1] + 1
    if index > run:
        return lowest, highest
    if index == run:  # the part that breaks the run is wider than the one below it
        below = tower[run - 1]
        return (lowest if isinstance(below, Hidden) else below), highest
    ceiling, floor = shown(tower[:index]), shown(tower[index + 1 : run])
    if index == run - 1:  # the last part of the run is narrower than the one that breaks it
        ceiling += shown(tower[run : run + 1])
    return max(floor, default=lowest), min(ceiling, default=highest)


def _distinct(choices: Sequence[Sequence[int]]) -> list[int]:
    """One part from each choice, no part twice: a bipartite matching by augmenting paths (Kuhn).

    Raises:
        ValueError: there is none.
    """
    taker: dict[int, int] = {}

    def take(chooser: int, asked: set[int]) -> bool:
        free = next((part for part in choices[chooser] if part not in taker), None)
        if free is not None:
            taker[free] = chooser
            return True
        for part in choices[chooser]:
            if part not in asked:
                asked.add(part)
                if take(taker[part], asked):  # the taker has moved on to another part
                    taker[part] = chooser
                    return True
        return False

    if not all(take(chooser, set()) for chooser in range(len(choices))):
        raise ValueError("no filling fits")
    return sorted(taker, key=taker.__getitem__)


def _settle(tower: SeenTower, run: int | None, filling: Sequence[int]) -> Tower:
    """The tower filled with just these parts, in an order that gives it its run."""
    hidden = _hidden_places(tower)
    parts = _put(tower, filling)
    if run is None:
        if len(hidden) > 1 and falling_run(parts) == PLACES:
            _exchange(parts, hidden[0], hidden[1])
        return tuple(parts)
    # Hidden places of the run keep to their limits when their parts are sorted, for the limits fall as well.
    in_run = [index for index in hidden if index < run]
    falling = sorted((parts[index] for index in in_run), reverse=True)
    for index, part in zip(in_run, falling, strict=True):
        parts[index] = part
    # Only two hidden places can still fail to break the run; then the narrower part fits below as well.
    if run < PLACES and parts[run] < parts[run - 1]:
        _exchange(parts, run, run - 1)
    return tuple(parts)


def _exchange(parts: list[int], one: int, another: int) -> None:
    parts[one], parts[another] = parts[another], parts[one]
