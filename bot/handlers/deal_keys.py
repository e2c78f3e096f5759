"""The secret keys of deals, each kept until its challenge is answered."""

from __future__ import annotations

from collections.abc import Callable

from cachetools import LRUCache

from bot.domain.match_requests import Start
from games.dice import SEED_BYTES
from games.events import MATCH_ID_LENGTH
from games.match.deal import KEY_BYTES, lock_of
from games.match.deal import acceptance as entropy_of_acceptance

KEPT = 20_000
"""The newest keys, about 200 bytes each; without its key a challenge is accepted with fresh bytes."""


class DealKeys:
    """Draws seeds and keys, and keeps each key until its challenge is answered.

    Someone who reads the database therefore cannot know the deal before the acceptance.
    """

    def __init__(self, draw: Callable[[int], bytes]) -> None:
        self._draw = draw
        self._keys: LRUCache[str, bytes] = LRUCache(KEPT)  # by lock, the entropy of the challenge

    def start(self, at: int, zone: str) -> Start:
        """The start of a challenge that is made now by somebody in this time zone."""
        key = self._draw(KEY_BYTES)
        lock = lock_of(key)
        self._keys[lock] = key
        return Start(at, zone, seed=self._draw(SEED_BYTES), code=self._draw(MATCH_ID_LENGTH), lock=lock)

    def acceptance(self, challenge: str, words: str) -> str:
        """The entropy of an acceptance, from that of the challenge and words of the player who accepts.

        Raises:
            RefusedByMatch: KEY_LOST, if words are given and the key is no longer known.
        """
        return entropy_of_acceptance(challenge, self._keys.get(challenge), words, self._draw)

    def drop(self, challenge: str) -> None:
        """Drop the key of an answered challenge, for good: a restored copy of the database has none."""
        self._keys.pop(challenge, None)
