"""Sentences about two accounts that become one player."""

from __future__ import annotations

from bot.presenter.voice import isolated, shortened
from bot.screen import Account, Message
from bot.texts import Texts, texts_for


def link_code(code: str, seconds: int, texts: Texts) -> Message:
    """The code, for the eyes of its owner, and how long it is good."""
    return Message(texts("link.code", code=code, time=texts.duration(seconds)))


def linked(reader: Account, other: Account) -> Message:
    """What one account is told: with whom it is one player now."""
    texts = texts_for(reader.language)
    platform = texts.get(f"platform.{other.platform}", other.platform)
    return Message(texts("link.joined", name=isolated(shortened(other.name)), platform=platform))
