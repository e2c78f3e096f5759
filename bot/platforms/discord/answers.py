"""Answers that Discord took when the bot was killed before it knew: found again by their tokens."""

from __future__ import annotations

from typing import Any

import discord

from bot.interface import Delivery
from bot.platforms.answer_tokens import AnswerTokens
from bot.platforms.discord.chat_ids import Interaction
from bot.platforms.discord.errors import TOO_LATE

ORIGINAL: Any = "@original"  # stands for the first answer, where the library expects a number


class Answers:
    """The answers that show boards of their own.

    The first answer to a press is a new message, or changes the one that was pressed: only the former is one.
    """

    def __init__(self, tokens: AnswerTokens | None) -> None:
        """Tokens outlive the bot; None: nothing is kept, and nothing found."""
        self._tokens = tokens

    async def keep(self, interaction: Interaction, delivery: Delivery | None) -> None:
        """Before an answer that shows a board: keep what finds it again."""
        if self._tokens is not None and delivery is not None:
            pressed = str(interaction.message.id) if interaction.message else ""
            await self._tokens.keep(delivery.board, interaction.token, pressed)

    async def found(self, client: discord.Client, board: str) -> discord.WebhookMessage | None:
        """The answer that shows a board to all who are there; None where there is none that can be changed.

        Raises:
            discord.HTTPException: Discord did not say.
        """
        kept = await self._tokens.of(board) if self._tokens is not None else None
        if kept is None or client.application_id is None:
            return None
        token, pressed = kept
        answer = discord.Webhook.partial(client.application_id, token, client=client)
        try:
            message = await answer.fetch_message(ORIGINAL)
        except discord.HTTPException as error:
            if error.code in TOO_LATE or isinstance(error, discord.NotFound | discord.Forbidden):
                return None
            raise
        return None if message.flags.ephemeral or str(message.id) == pressed else message
