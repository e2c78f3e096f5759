"""The people whom the bot has met, by their accounts, and how two accounts become one player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.events import PlayerId

AWAITED = "@"
"""What the ids of accounts begin with of which nothing is known but the handle, see `awaited_id`."""
AWAITED_KEPT = 600
"""Seconds for which such an account is kept before a challenge names it."""
WRONG_CODES_KEPT = 86_400
"""Seconds for which wrong codes are known; they count for less long."""


@dataclass(frozen=True, slots=True)
class Person:
    """An account as it was last seen."""

    platform: str
    account: str
    """The platform's own id."""
    player: PlayerId
    name: str
    language: str
    handle: str = ""
    """A name of letters, digits and `_` that nobody else has there, in any case; empty for none."""

    @property
    def awaited(self) -> bool:
        """Nothing is known of them but the handle by which somebody has challenged them."""
        return self.account.startswith(AWAITED)


def real_accounts(people: Sequence[Person]) -> tuple[Person, ...]:
    """The accounts of a player without the handle by which they were awaited, where they have come."""
    return tuple(person for person in people if not person.awaited) or tuple(people)


def awaited_id(at: int, drawn: bytes) -> str:
    """The id of an account that is known by its handle alone since a time; by age, and itself no handle."""
    return f"{AWAITED}{at:08x}.{drawn.hex()}"


@dataclass(frozen=True, slots=True)
class LinkCode:
    """A code by which another account can be joined to this one."""

    digest: str
    """The SHA-256 of the code, in hexadecimal."""
    platform: str
    account: str
    """Whose it is: the newest code of an account replaces the one before."""
    expires: int
    """From then on it is no good; in seconds since 1970."""
    used: bool = False
    """It has done its work, or failed to."""


@dataclass(frozen=True, slots=True)
class WrongCodes:
    """How often an account typed a code that is no good."""

    platform: str
    account: str
    count: int
    since: int
    """The first time, in seconds since 1970."""
