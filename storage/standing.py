"""The standing messages of group chats."""

from __future__ import annotations

from dataclasses import dataclass

from storage.boards import ChatId

STANDING_EDITED_AFTER = 60
"""Seconds between two edits of a standing message, at least."""


@dataclass(frozen=True, slots=True)
class StandingMessage:
    """The message of a group chat that lists what goes on there, and is kept up to date."""

    platform: str
    chat: ChatId
    message: str
    """The platform's id of the message; "" if the chat has moved, and it is to be posted anew."""
    shown: str
    """A digest of what it shows."""
    edited: int
    """When it was posted or edited last, in seconds since 1970."""
