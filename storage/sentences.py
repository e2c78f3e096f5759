"""Sentences of the bot that readers find odd: nothing tells who said so."""

from __future__ import annotations

from dataclasses import dataclass

DAY = 86_400
ODD_KEPT = 180 * DAY
"""Seconds for which an odd sentence is kept."""
MOST_ODD = 1000
"""The newest ones that are kept."""


@dataclass(frozen=True, slots=True)
class OddSentence:
    """A sentence, and what a reader would say in its place."""

    language: str
    keys: str
    """Of the texts that read so, separated by blanks."""
    said: str
    """The sentence as its catalogue had it then, with `{name}` in place of a name."""
    comment: str
    day: int
    """Its beginning, in seconds since 1970: no log of a second leads from here to a person."""
