"""How presses come from Discord: over the gateway, all or some of its shards, or to an address of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

PORT = 8444
NO_SHARDS = "none"


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the connections to the gateway; each tells what happens in its part of the guilds."""

    numbers: tuple[int, ...]
    of: int
    """So many there are, in all processes together."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What of Discord this process hears."""

    shards: Shards | None = None
    """Over the gateway; None: everything."""
    url: str | None = None
    """Where Discord brings interactions to, as Discord calls it; None: they come over the gateway."""
    port: int = PORT
    """For what comes to that address; 0 takes a free one."""
    host: str = "127.0.0.1"
    """Where that port is."""


def shards_of(text: str) -> Shards:
    """Shards as a host writes them, such as `0-3/8`, `2/8` or `none`.

    Raises:
        ValueError: there are no such shards.
    """
    if text == NO_SHARDS:
        return Shards((), 1)
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?/(\d{1,6})", text, re.ASCII)
    first, last, of = (int(found[1]), int(found[2] or found[1]), int(found[3])) if found else (1, 0, 0)
    if not first <= last < of:
        raise ValueError("there are no such shards: write 0-3/8 for the first four of eight, 2/8, or none")
    return Shards(tuple(range(first, last + 1)), of)
