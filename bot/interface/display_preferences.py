"""How one reader is shown things: their language, the theme of their pictures, or words instead."""

from __future__ import annotations

from dataclasses import dataclass

from bot.texts import Texts

THEMES = ("light", "dark", "contrast", "large")
"""The names of the themes in which pictures are painted."""


@dataclass(frozen=True, slots=True)
class DisplayPreferences:
    """A person's, or that of a chat of many."""

    texts: Texts
    theme: str = "light"
    """One of `THEMES`."""
    text_only: bool = False
    """Boards in words, without a picture."""
    zone: str = "UTC"
    """Their time zone, by its name in the IANA database; in a chat of many everybody's."""
