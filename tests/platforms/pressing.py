"""How people press who want a match to end some day, from what they read alone."""

from __future__ import annotations

import re
from collections.abc import Sequence


def sensible(alt: str, name: str, labels: Sequence[str]) -> str:
    """Stacko: a place for every four parts, widest at the bottom; read from the words of the picture.

    Args:
        alt: the words.
        name: who presses.
        labels: the buttons that he can press.
    """
    part_found = re.search(rf"Part (\d+) is offered to {name}|{name} drew part (\d+)\.", alt)
    tower_found = re.search(rf"{name}'s tower from the bottom up: ([\d* ]+)", alt)
    assert part_found
    assert tower_found
    part = int(part_found[1] or part_found[2])
    tower = [int(word.rstrip("*")) for word in tower_found[1].split()]
    place = (40 - part) // 4
    if (40 - tower[place]) // 4 != place:
        return str(place + 1)
    return "Draw another" if "Draw another" in labels else "Pass it on"
