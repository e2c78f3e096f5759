"""Changes messages by the token of the last press on each.

Where the bot may not write by itself that is the only way. Elsewhere it saves calls: what goes by a token is
not among the fifty calls a second that are allowed. A token is good for fifteen minutes; it is a secret, so
that it is kept in memory alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from cachetools import TTLCache

from bot.interface import Message
from bot.platforms.discord import layout
from bot.platforms.discord.chat_ids import ORIGINAL, Interaction, message_id, parts_of
from bot.platforms.discord.errors import TOO_LATE
from bot.texts import texts_for

KEPT = 1000  # newest messages
GOOD_FOR = 900  # seconds from the press on
LIFE = GOOD_FOR - 15.0  # seconds from the answer on


def good_until(interaction: Interaction) -> int:
    """Until when the message that answers it can be changed, in seconds since 1970."""
    return int(interaction.created_at.timestamp()) + GOOD_FOR


def telling_until(message: Message, until: int) -> Message:
    """A board that says until when it is kept up to date, and what helps then; not one that is over."""
    if message.turn == "over" or not message.rows:
        return message
    texts = texts_for(message.language)
    said = texts.moment(until)
    text = f"{message.text}\n{texts('kept_until', moment=said)}"
    return replace(message, text=text, moments=(*message.moments, (said, until)))


class LastPresses:
    """The newest press, or command, that each message answers."""

    def __init__(self) -> None:
        self._kept: TTLCache[str, tuple[discord.Webhook, Any, int]] = TTLCache(KEPT, LIFE)

    def keep(self, shown: str, interaction: Interaction) -> None:
        """This message is the answer to that interaction."""
        pressed = interaction.message
        answered = pressed is not None and shown == message_id(interaction.channel_id, pressed.id)
        target = ORIGINAL if answered else parts_of(shown)[1]
        self._kept[shown] = interaction.followup, target, good_until(interaction)

    async def edit(self, shown: str, message: Message, *, only_way: bool) -> bool:
        """Replace a message; False where no press does that (any more).

        Args:
            shown: its id.
            message: that takes its place.
            only_way: the bot cannot do it by itself: what refuses it for another reason is raised.

        Raises:
            discord.HTTPException: also where trying it by itself would not help.
        """
        if (kept := self._kept.get(shown)) is None:  # looked for once: meanwhile its time may be up
            return False
        press, target, until = kept
        told = telling_until(message, until) if only_way else message
        try:
            await press.edit_message(target, **layout.changed(told))
        except discord.HTTPException as error:
            helpless = only_way or error.status == 429 or error.status >= 500
            if helpless and error.code not in TOO_LATE:
                raise
            self._kept.pop(shown, None)
            return False
        return True

    async def delete(self, shown: str) -> bool:
        """Delete a message; False where no press does that (any more).

        Raises:
            discord.HTTPException
        """
        if (kept := self._kept.pop(shown, None)) is None:
            return False
        press, target, _ = kept
        try:
            await press.delete_message(target)
        except discord.HTTPException as error:
            if error.code not in TOO_LATE:
                raise
            return False
        return True
