"""What a look at a database can show."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a look at a database has shown."""

    in_use: bool
    """Another process has it open."""
    outdated: bool
    """The next start brings it to the present version."""
    processes: int = 0
    """So many have it open, where that is known."""
    strangers: int = 0
    """Of these, so many of another version than this one."""
    damages: tuple[str, ...] = ()
    """What is found broken, in the database's words; some of it."""
