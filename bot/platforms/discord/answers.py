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
    """The answers to commands that show boards: those to presses may have changed an older message first."""

    def __init__(self, tokens: AnswerTokens | None) -> None:
        """Tokens outlive the bot; None: nothing is kept, and nothing found."""
        self._tokens = tokens

    async def keep(self, interaction: Interaction, delivery: Delivery | None) -> None:
        """Before an answer that shows a board: keep what finds it again."""
        command = interaction.type is discord.InteractionType.application_command
        if self._tokens is not None and delivery is not None and command:
            await self._tokens.keep(delivery.board, interaction.token)

    async def found(self, client: discord.Client, board: str) -> discord.WebhookMessage | None:
        """The answer that shows a board to all who are there; None where there is none that can be changed.

        Raises:
            discord.HTTPException: Discord did not say.
        """
        token = await self._tokens.of(board) if self._tokens is not None else None
        if token is None or client.application_id is None:
            return None
        answer = discord.Webhook.partial(client.application_id, token, client=client)
        try:
            message = await answer.fetch_message(ORIGINAL)
        except discord.HTTPException as error:
            if error.code in TOO_LATE or isinstance(error, discord.NotFound | discord.Forbidden):
                return None
            raise
        return None if message.flags.ephemeral else message
