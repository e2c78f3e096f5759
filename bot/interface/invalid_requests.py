"""What a person may have meant, but did not ask so that it could be understood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class InvalidPayload:
    """A payload that no button of ours carries: forged, truncated, or from another time."""


Problem = Literal[
    "own_words",
    "no_command",
    "unknown_command",
    "missing",
    "too_much",
    "unknown_game",
    "too_long",
    "long_words",
    "rounds",
    "a_bot",
    "unnamed",
    "not_prepared",
    "no_file",
    "file_too_large",
    "file_lost",
    "not_a_board",
]


@dataclass(frozen=True, slots=True)
class InvalidCommand:
    """A command that could not be understood."""

    problem: Problem
    command: str
    """Its name as far as it was recognised; shortened."""
    detail: str
    """The word in question; shortened."""
