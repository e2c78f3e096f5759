"""Sentences about two accounts that become one player."""

from __future__ import annotations

from bot.interface import Account, Message
from bot.presentation.phrasing import isolated, shortened
from bot.texts import Texts


def link_code(code: str, seconds: int, texts: Texts) -> Message:
    """The code, for the eyes of its owner, and how long it is good."""
    return Message(texts("link.code", code=code, time=texts.duration(seconds)))


def linked(other: Account, texts: Texts) -> Message:
    """What one account is told: with whom it is one player now."""
    platform = texts.get(f"platform.{other.platform}", other.platform)
    return Message(texts("link.joined", name=isolated(shortened(other.name)), platform=platform))
