"""What a platform hands in if it can make no request of what was typed or pressed."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from bot.interface.registry import Request, request


@request()
class InvalidPayload(Request):
    """A payload that no current button carries: forged, truncated or outdated."""


Problem = Literal[
    # the line
    "no_command",
    "unknown_command",
    "too_long",
    "long_words",
    "not_prepared",
    # its arguments
    "missing",
    "too_much",
    "unknown_game",
    "bad_rounds",
    "words_not_plain",
    "two_names",
    # people
    "a_bot",
    "no_name",
    # a pasted or attached record, a message
    "no_file",
    "file_too_large",
    "file_lost",
    "not_a_board",
]


@request()
class InvalidCommand(Request):
    """A command that cannot be carried out; shortened, because the answer repeats it."""

    problem: Problem
    command: str = ""  # as far as recognised
    detail: str = ""  # the word in question
    line: str = field(default="", kw_only=True)  # as typed, if a name in it may be misspelt
    said: str = field(default="", kw_only=True)  # without a slash: a button's name, or meant for a person
