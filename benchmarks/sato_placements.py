"""Sato: finding the legal placements, beside a plain scan of everything, in one run.

Run `python -m benchmarks.sato_placements`. The position is one of a random match: thirty stones lie, and
eight are in the supply. The scan is the one that the tests hold the engine against.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

from games import Dice
from games.sato import STONES, Layout, Sato, State, Stone, stone_name
from games.sato.layout import any_fits, placements
from games.sato.position import SIZES
from tests.games.sato_by_hand import Piece, Table

LAID, SUPPLY = 30, 8
MATCHES = 5


def main() -> None:
    layout, supply = position()
    hand = scan(layout)
    names = [stone_name(stone) for stone in supply]
    found, by_hand = {str(lay) for lay in placements(layout, supply)}, hand.legal(names)
    assert found == by_hand
    fast = milliseconds(lambda: list(placements(layout, supply)), 300)
    slow = milliseconds(lambda: hand.legal(names), 5)
    print(f"{len(found)} legal placements: {LAID} stones laid, {SUPPLY} in the supply, medium table")
    print("| what | ms | times the engine |")
    print("| --- | ---: | ---: |")
    print(f"| engine: all placements | {fast:.3f} | 1 |")
    one = milliseconds(lambda: any_fits(layout, supply), 300)
    print(f"| engine: is there any | {one:.3f} | {one / fast:.2f} |")
    print(f"| plain scan: all placements | {slow:.1f} | {slow / fast:.0f} |")
    print()
    print("| random matches, legal moves listed at every ply | plies a second |")
    print("| --- | ---: |")
    for variant in ("open", "split", "hidden"):
        print(f"| {variant}, medium table | {plies_a_second(variant):,.0f} |")


def position() -> tuple[Layout, tuple[Stone, ...]]:
    """Of some random layouts with so many stones the one with most placements for the first stones left."""
    layouts = [
        state.layout
        for seed in range(4 * MATCHES)
        for state in walk("split", seed)
        if len(state.layout.stones) == LAID
    ]
    return max(((layout, left(layout)) for layout in layouts), key=lambda pair: len(list(placements(*pair))))


def left(layout: Layout) -> tuple[Stone, ...]:
    """The first stones that do not lie there."""
    laid = {each.stone for each in layout.stones}
    return tuple(stone for stone in STONES if stone not in laid)[:SUPPLY]


def walk(variant: str, seed: int) -> list[State]:
    """A random match."""
    game, choice = Sato(), random.Random(seed)
    states = [game.deal(game.options(variant=variant), Dice.from_seed(seed.to_bytes(32, "big")))]
    while states[-1].to_act:
        (seat,) = states[-1].to_act
        states.append(states[-1].play(seat, choice.choice(states[-1].legal_moves(seat))))
    return states


def scan(layout: Layout) -> Table:
    """The same position for the plain scan."""
    pieces = (
        Piece(
            laid.level,
            (2 * laid.point.u + laid.point.v, laid.point.v),
            stone_name(laid.stone),
            "wb"[laid.face],
            laid.turn,
        )
        for laid in layout.stones
    )
    return Table(*SIZES["medium"], pieces)


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median time of some runs, after one to warm up."""
    work()
    taken = []
    for _ in range(times):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return median(taken) * 1000


def plies_a_second(variant: str) -> float:
    start = perf_counter()
    plies = sum(len(walk(variant, seed)) - 1 for seed in range(MATCHES))
    return plies / (perf_counter() - start)


if __name__ == "__main__":
    main()
