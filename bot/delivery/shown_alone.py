"""Shows whoever is choosing on a board of many what they have half chosen, once it was edited for all."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import chat_of
from bot.interface import Adapter, EditsAlone, RetryLater
from storage.boards import Board

log = logging.getLogger(__name__)


class ShownAlone:
    """Where the platform can show one person something else in the same message."""

    def __init__(self, adapters: Mapping[str, Adapter], screens: MatchScreens) -> None:
        self._adapters, self._screens = adapters, screens

    async def bring_back(self, board: Board) -> None:
        """Before the eyes of each chooser alone, as far as what they have chosen still holds."""
        adapter = self._adapters.get(board.platform)
        if board.message is None or not isinstance(adapter, EditsAlone):
            return
        for account in self._screens.half_chosen.choosers_alone(board.id):
            message = await self._screens.render_alone(board, account)
            if message is None:
                continue
            try:
                await adapter.edit_alone(chat_of(board), board.message, account, message)
            except RetryLater:
                log.warning("somebody has to choose anew on board %s", board.id)
