"""The local web chat as one platform among others."""

from __future__ import annotations

import asyncio

from bot.platforms.errors import CannotStart
from bot.platforms.web_adapter import WebAdapter


class WebBeside(WebAdapter):
    """A web chat that is started and watched like a foreign platform."""

    @property
    def name(self) -> str:
        """Where the page is: it has no account."""
        return self.address

    @property
    def connected(self) -> bool:
        """Whether the door is open."""
        return self._runner is not None

    async def start(self) -> None:
        """Open the door.

        Raises:
            CannotStart: the port is taken, or forbidden.
        """
        try:
            await super().start()
        except OSError as error:
            why = f"the port of the web chat cannot be opened (TISCHRAND_PORT): {error.strerror}"
            raise CannotStart(why, for_good=True) from None

    async def running(self) -> str:
        """Never over before the bot is."""
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")
