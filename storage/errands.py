"""What a chat is told or has asked for when something happens in its matches: kept until it is done."""

from __future__ import annotations

from typing import Literal, Protocol

from games.events import MatchId
from games.frozen import frozen

ErrandKind = Literal["result", "thread", "stopped", "reported"]
"""A match is over, and its result is told in a chat that was chosen for that; a match has begun, and gets a
thread of its own where its chat wants that; an admin has ended a match, or words in one were reported, and
the chat where that stands is told."""


@frozen
class Errand:
    """One thing to do; it comes into being with the events that ask for it, in one transaction."""

    kind: ErrandKind
    match: MatchId
    platform: str = ""
    """Of a thread, where is looked up: "" like the fields below."""
    place: str = ""
    """Whose settings ask for it, see `ChatSettings`; of a report the day and the chat, told once."""
    chat: str = ""
    """The id of the chat to tell it in."""


class Errands(Protocol):
    """The part of the store that knows them."""

    async def errands(self) -> tuple[Errand, ...]:
        """All that wait."""

    async def drop_errand(self, errand: Errand) -> None:
        """It is done, or cannot be."""
