"""What a person may ask of the lists of their matches."""

from __future__ import annotations

from dataclasses import dataclass

from games.events import MatchId


@dataclass(frozen=True, slots=True)
class ListMatches:
    """Which matches am I in?"""


@dataclass(frozen=True, slots=True)
class ShowInbox:
    """Turn to a page of my matches, asked for on another one of them."""

    page: int
    """Counted from 1."""


@dataclass(frozen=True, slots=True)
class ShowHistory:
    """Which matches have I finished?"""

    page: int = 0
    """Counted from 1; 0 opens the list in a message of its own."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Show me a match as I may see it: in a private chat its board, elsewhere for my eyes alone."""

    match: MatchId
    again: bool = False
    """Asked for on my view of another match, which it takes the place of."""


@dataclass(frozen=True, slots=True)
class ShowMatchWith:
    """Show here the match that I am in with somebody."""

    person: str
    """The platform's id of the person; `ROBOT`."""


InboxRequest = ListMatches | ShowInbox | ShowHistory | ShowMatchWith
"""Requests about the lists of one's matches."""
