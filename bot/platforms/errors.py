"""Why a platform cannot be served, in words for the host."""

from __future__ import annotations


class CannotStart(Exception):
    """A platform cannot be served.

    Attributes:
        for_good: trying again is useless, as with a token that is refused.
    """

    def __init__(self, why: str, *, for_good: bool = False) -> None:
        self.for_good = for_good
        super().__init__(why)
