"""Which matches are pressed to their end, and how people press who want that end, from what they read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.games.walks import CASES, KNOWN

SAHARA, SATOR, STACKO, SATO = FIRST = [str(next(case for case in CASES if case.key == key)) for key in KNOWN]
"""Each known game once, under its usual house rules."""


def sensible(alt: str, name: str, labels: Sequence[str]) -> str:
    """Stacko: a place for every four parts, widest at the bottom; read from the words of the picture.

    Args:
        alt: the words.
        name: who presses.
        labels: the buttons that they can press.
    """
    if "Next round" in labels:
        return "Next round"
    part_found = re.search(rf"Part (\d+) is offered to {name}|{name} drew part (\d+)\.", alt)
    tower_found = re.search(rf"{name}'s tower from the bottom up: ([\d* ]+)", alt)
    assert part_found
    assert tower_found
    part = int(part_found[1] or part_found[2])
    tower = [int(word.rstrip("*")) for word in tower_found[1].split()]
    place = (40 - part) // 4
    if (40 - tower[place]) // 4 != place:
        return str(place + 1)
    return "Take a new part" if "Take a new part" in labels else "Pass it on"
