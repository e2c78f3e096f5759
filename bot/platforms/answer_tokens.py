"""What Discord asks of whoever keeps the tokens by which it lets the bot find its answers again."""

from __future__ import annotations

from typing import Protocol


class AnswerTokens(Protocol):
    """Tokens of answers that show boards, each for as long as it is good."""

    async def keep(self, board: str, token: str) -> None:
        """Keep the token of the answer that is about to show a board. What was kept survives a crash."""

    async def of(self, board: str) -> str | None:
        """The token of the answer that shows a board, or was to show it; None where none is good any more."""
