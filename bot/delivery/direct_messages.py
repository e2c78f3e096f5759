"""Words to one person, and the patience of whoever has to try again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping

from bot.delivery.presence import PresenceTracker
from bot.delivery.turn_notices import DirectMessage
from bot.interface import (
    Adapter,
    Backoff,
    RetryLater,
    Unreachable,
)

LONGEST_WAIT = 60.0  # seconds between two tries, unless a platform asks for more


class Patience:
    """Waits as long as a platform wants, and longer each time."""

    def __init__(self, sleep: Callable[[float], Awaitable[None]]) -> None:
        """`sleep` waits for so many seconds."""
        self._sleep = sleep
        self._backoffs: defaultdict[str, Backoff] = defaultdict(lambda: Backoff(0.0, LONGEST_WAIT))

    async def wait(self, what: str, hiccup: RetryLater) -> None:
        """Before the next try of what has failed."""
        await self._sleep(self._backoffs[what].next_wait(hiccup.after))

    def end(self, what: str) -> None:
        """It went through, or is given up."""
        self._backoffs.pop(what, None)


class DirectMessenger:
    """Says something to one person as soon as his chat takes it."""

    def __init__(
        self, adapters: Mapping[str, Adapter], presence: PresenceTracker, patience: Patience
    ) -> None:
        self._adapters, self._presence, self._patience = adapters, presence, patience

    async def tell(self, word: DirectMessage) -> None:
        """Until it is said, or the chat turns out to be closed."""
        while True:
            try:
                await self._adapters[word.chat.platform].post(word.chat, word.message, nonce=word.nonce)
            except RetryLater as hiccup:
                await self._patience.wait(word.nonce, hiccup)
                continue
            except Unreachable:
                self._presence.closes(word.chat.platform, word.chat.id)
            self._patience.end(word.nonce)
            return
