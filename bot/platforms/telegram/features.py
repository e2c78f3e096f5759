"""What the Bot API server can do: one that the host runs may be older than Telegram's own."""

from __future__ import annotations

from dataclasses import dataclass

import telegram
from telegram.error import BadRequest, EndPointNotFound

from bot.platforms.telegram.calls import call, says

NO_KIND = "text buttons are unallowed"
"""What a server says to a button whose kind it does not know."""


@dataclass(frozen=True, slots=True)
class Features:
    """What the server can do that not every server can."""

    recent: bool = True
    """It speaks Bot API 10.3: ephemeral messages, buttons that cannot be pressed, dates in any time zone.

    An older server would show ephemeral messages to the whole group.
    """
    widgets: bool = True
    """Boards that are drawn in the message and can be touched (Bot API 10.4)."""


async def features_of(bot: telegram.Bot) -> Features:
    """Try what changes nothing on any server.

    Raises:
        TelegramError: the server could not be asked.
    """
    return Features(recent=await _knows_disabled_buttons(bot), widgets=await _knows_widgets(bot))


async def _knows_disabled_buttons(bot: telegram.Bot) -> bool:
    """Whether the server accepts such a button; it reads the buttons before it looks for the message."""
    button = {"text": "-", "disabled": {}}
    nothing = {"chat_id": bot.id, "message_id": 1, "text": "-"}
    try:
        await call(bot, "editMessageText", {**nothing, "reply_markup": {"inline_keyboard": [[button]]}})
    except BadRequest as refused:
        return not says(refused, NO_KIND)
    return True


async def _knows_widgets(bot: telegram.Bot) -> bool:
    """Whether the server knows the method that changes one; there is none to change."""
    try:
        await bot.do_api_request("editMessageWidgetData", api_kwargs={"chat_id": bot.id, "message_id": 1})
    except EndPointNotFound:
        return False
    except BadRequest:
        pass
    return True
