"""Messages for everybody in a group chat, made again in the language of some who read them there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.handlers import tournament_pages
from bot.handlers.jobs import chats, posting, puzzles, remarks, standing
from bot.handlers.services import Services
from bot.interface import Screen, SharedMessage
from games.events import MatchId

Make = Callable[[Services, SharedMessage, str, str], Awaitable[Screen | None]]
"""Makes a message about this key again, in this language."""


async def made_again(services: Services, seen: SharedMessage, language: str) -> Screen | None:
    """See `Front.shared_view`."""
    kind, _, key = seen.subject.partition(" ")
    made = await _MAKERS[kind](services, seen, key, language)
    return made if made and made.language == language else None


async def _board(services: Services, seen: SharedMessage, match: str, language: str) -> Screen | None:
    return await services.screens.shared_board(MatchId(match), seen.message, language)


_MAKERS: Mapping[str, Make] = {
    "match": _board,
    "puzzle": puzzles.page_again,
    "remark": remarks.page_again,
    "result": chats.result_again,
    "standing": standing.page_again,
    "text": posting.text_again,
    "tournament": tournament_pages.page_again,
}
