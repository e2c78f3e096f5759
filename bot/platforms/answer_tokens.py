"""What Discord asks of whoever keeps the tokens by which it lets the bot find its answers again."""

from __future__ import annotations

from typing import Protocol


class AnswerTokens(Protocol):
    """Tokens of answers that show boards, each for as long as it is good."""

    async def keep(self, board: str, token: str, pressed: str) -> None:
        """Keep the token of the answer that is about to show a board. What was kept survives a crash.

        Args:
            board: that it shows.
            token: finds the first answer, or the message that was pressed.
            pressed: the id of that message; "" for the answer to a command.
        """

    async def of(self, board: str) -> tuple[str, str] | None:
        """Token and pressed message of the answer that shows a board, or was to; None: none is good."""
