"""How a platform shows the pages of matches in a frame of its own, and says who opened them."""

from __future__ import annotations

from typing import Protocol

from bot.interface import Account


class Unidentified(Exception):
    """The platform does not confirm who opened the page."""


class NoAnswer(Exception):
    """The platform does not answer now."""


class Embedding(Protocol):
    """A platform with such frames."""

    @property
    def platform(self) -> str:
        """The value of `Account.platform`."""

    @property
    def origin(self) -> str:
        """The origin under which the platform's proxy shows the pages."""

    @property
    def framed_by(self) -> str:
        """The platform's websites that frame them, as a CSP source list."""

    async def identify(self, code: str, instance: str) -> Account:
        """Ask the platform who got a code, and whether that person takes part in an instance.

        Raises:
            Unidentified, NoAnswer
        """
