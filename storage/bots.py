"""Which bot a database belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Bots(Protocol):
    """The part of the store that knows as which bot it is used on each platform."""

    async def bots(self) -> Mapping[str, str]:
        """By platform the id of the bot there, as far as it is known."""

    async def put_bot(self, platform: str, bot: str) -> None:
        """Note the bot of a platform, in place of the one before."""
