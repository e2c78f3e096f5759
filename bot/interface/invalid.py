"""What a platform hands in if it can make no request of what was typed or pressed."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from bot.interface.registry import Request, request


@request()
class InvalidPayload(Request):
    """A payload that no current button carries: forged, truncated or outdated."""


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


@request()
class InvalidCommand(Request):
    problem: Problem
    command: str  # as far as recognised, shortened
    detail: str  # the word in question, shortened
    instead: str = field(default="", kw_only=True)  # the line that may have been meant
