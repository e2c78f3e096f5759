"""How a match is dealt: what chance gives to its challenge and acceptance, and the boards that show the deal.

The keys in between are in no file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cachetools import LRUCache

from bot.delivery.routing import ChatRouter
from bot.domain.match_requests import Draws
from bot.handlers.context import RequestContext
from games.dice import SEED_BYTES
from games.events import MATCH_ID_LENGTH
from games.match import Match
from games.match.entropy import KEY_BYTES, acceptance, lock_of
from storage.boards import Board

KEPT = 20_000  # newest keys, at some 200 bytes each; a challenge without its key is accepted with fresh bytes


class DealKeys:
    """Draws seeds and keys, and keeps the keys in memory alone until their challenges are accepted.

    Whoever reads the database before the acceptance therefore does not know the deal.
    """

    def __init__(self, draw: Callable[[int], bytes]) -> None:
        self._draw = draw
        self._keys: LRUCache[str, bytes] = LRUCache(KEPT)  # by their locks

    def draw(self) -> Draws:
        """All that a new challenge needs."""
        key = self._draw(KEY_BYTES)
        lock = lock_of(key)
        self._keys[lock] = key
        return Draws(seed=self._draw(SEED_BYTES), code=self._draw(MATCH_ID_LENGTH), lock=lock)

    def acceptance(self, challenge: str, words: str) -> str:
        """The entropy of an acceptance.

        Args:
            challenge: the entropy of the challenge.
            words: of whoever accepts, or nothing.

        Raises:
            RefusedByMatch: KEY_LOST, for words where the key is not known any more.
        """
        return acceptance(challenge, self._keys.get(challenge), words, self._draw)

    def drop(self, challenge: str) -> None:
        """Its challenge is answered: on a copy of the database that is brought back, its key is lost."""
        self._keys.pop(challenge, None)


async def dealt_boards(
    router: ChatRouter, context: RequestContext, match: Match, known: Sequence[Board]
) -> list[Board]:
    """Where a game keeps secrets, each seat gets a board of its own as soon as it is dealt.

    Args:
        router: knows the private chats.
        context: whose request has it dealt, and where.
        match: as it was dealt.
        known: the boards that show it already.
    """
    if not match.players or match.plays_openly:
        return []
    there = {board.player for board in known}
    if context.chat.private:
        there.add(context.player)
    boards = [
        await router.private_board(
            player, match.opened.match, prefer=context.chat.platform, after=context.press, at=context.at
        )
        for player in match.players
        if player not in there
    ]
    return [board for board in boards if board]
