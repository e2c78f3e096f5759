"""A life that breaks a law, made as short as it still breaks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.simulation.life import Step

MOST_TRIES = 150


def shrink(steps: Sequence[Step], fails: Callable[[Sequence[Step]], bool]) -> tuple[Step, ...]:
    """The same without whatever can be left out: first large parts, then single steps.

    Args:
        steps: a life that fails.
        fails: whether another one fails too.
    """
    kept, part, tries = list(steps), max(len(steps) // 2, 1), 0
    while tries < MOST_TRIES:
        place, shorter = 0, False
        while place < len(kept) and tries < MOST_TRIES:
            without = kept[:place] + kept[place + part :]
            tries += 1
            if without and fails(without):
                kept, shorter = without, True
            else:
                place += part
        if part == 1 and not shorter:
            break
        part = max(part // 2, 1)
    return tuple(kept)
