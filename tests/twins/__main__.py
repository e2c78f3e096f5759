"""Pairs of worlds by the thousand: `python -m tests.twins [--pairs N] [--game KEY] [--workers N] [--seed N]`.

A pair that somebody could tell apart is printed with its seed and what was done in it, and the command fails;
`--game KEY --seed N` goes through that one pair again.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from games import GAMES
from tests.twins.both import Outcome
from tests.twins.pairs import twin_pair

CHUNK = 100
"""Pairs that a process goes through at a time."""
LONGEST_TOLD = 6000
"""Characters of a difference."""


@dataclass
class Figures:
    """What was gone through."""

    counted: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    """Of a processor."""
    failed: list[str] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        self.counted += other.counted
        self.seconds += other.seconds
        self.failed += other.failed

    def count(self, outcome: Outcome) -> None:
        self.counted += Counter(
            pairs=1,
            hidden=outcome.differs,
            apart=outcome.apart,
            either=outcome.differs or outcome.apart,
            steps=outcome.steps,
            calls=outcome.calls,
        )

    def __str__(self) -> str:
        said = self.counted
        each = 1000 * self.seconds / max(1, said["pairs"])
        return (
            f"{said['pairs']} pairs, {said['either']} of them different"
            f" ({said['hidden']} in what is hidden, {said['apart']} in what was done in private);"
            f" {said['steps']} steps and {said['calls']} calls compared; {each:.1f} ms a pair"
        )


def go_through(game: str, seeds: Sequence[int]) -> Figures:
    """Some pairs, one after another."""
    figures, began = Figures(), time.process_time()
    gc.collect()
    gc.freeze()
    gc.disable()  # what a hundred pairs leave behind is collected at once

    async def pairs() -> None:
        for seed in seeds:
            outcome = Outcome()
            try:
                await twin_pair(game, seed, outcome)
            except Exception as error:
                told = "\n".join(outcome.told)
                what = f"{type(error).__name__}: {error}"[:LONGEST_TOLD]
                figures.failed.append(f"--game {game} --seed {seed}\n{told}\n{what}")
            figures.count(outcome)

    asyncio.run(pairs())
    figures.seconds = time.process_time() - began
    return figures


def chunks(first: int, pairs: int) -> Iterator[range]:
    """The seeds, in parts."""
    for start in range(first, first + pairs, CHUNK):
        yield range(start, min(start + CHUNK, first + pairs))


def main() -> int:
    """Go through all pairs asked for, game by game; 1 where some could be told apart."""
    parser = argparse.ArgumentParser(prog="python -m tests.twins", description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000, help="of each game")
    parser.add_argument("--game", action="append", choices=[*GAMES], help="one or more; otherwise all")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--first", type=int, default=0, help="seed of the first pair")
    parser.add_argument("--seed", type=int, help="of the only pair")
    said = parser.parse_args()
    first, pairs = (said.first, said.pairs) if said.seed is None else (said.seed, 1)
    failed = list[str]()
    with ProcessPoolExecutor(said.workers) as pool:
        for game in said.game or GAMES:
            parts, figures = [*chunks(first, pairs)], Figures()
            for part in pool.map(go_through, [game] * len(parts), parts):
                figures.add(part)
            sys.stdout.write("\n\n".join([*figures.failed, f"{game}: {figures}\n"]))
            sys.stdout.flush()
            failed += figures.failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
