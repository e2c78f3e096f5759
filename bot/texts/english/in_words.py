"""What the bot says in English where a board is told in words alone, or a picture described."""

from __future__ import annotations

IN_WORDS = {
    "turn.in_short": "The latest turn in short:",
    "choices": "Possible: {words}.",
}
