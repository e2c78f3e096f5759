"""Errors of Telegram, translated into those of the interface."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.interface import MessageGone, RetryLater, Unreachable

SHUT_OUT = 60.0  # seconds to keep still when the token is refused: another one has to be set

UNCHANGED = "message is not modified"
STALE = "query is too old"
NO_TEXT = "there is no text in the message"
WRONG_FILE = ("wrong file identifier", "wrong remote file")
_GONE = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",
)
_CLOSED = (
    "chat not found",
    "message can't be deleted",  # for everyone, after two days
    "not enough rights",
    "have no rights",
    "need administrator rights",
    "chat_write_forbidden",
    "chat_send_",  # as in CHAT_SEND_PHOTOS_FORBIDDEN
    "chat_restricted",
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "group chat was deactivated",
    "peer_id_invalid",
    "user_is_blocked",
    "user is deactivated",
)
"""What Telegram says, in small letters: it has no codes for it."""


class Moved(Exception):
    """A group has become a supergroup.

    Attributes:
        new: what Telegram calls it now.
    """

    def __init__(self, new: int) -> None:
        self.new = new
        super().__init__(f"now {new}")


def says(error: TelegramError, *phrases: str) -> bool:
    """Whether Telegram gave one of these reasons."""
    told = error.message.lower()
    return any(phrase in told for phrase in phrases)


@contextmanager
def in_our_words() -> Iterator[None]:
    """Whatever the library raises inside becomes an error of the interface.

    Raises:
        MessageGone: there is no such message, or it cannot be changed: a new one helps.
        Unreachable: no such chat, no permission, or closed to us.
        RetryLater: the same may go through later.
        Moved: the chat has another id now.
    """
    try:
        yield
    except TelegramError as error:
        raise translated(error) from error


def translated(error: TelegramError) -> Exception:
    """The interface's error for an answer of Telegram; the error itself where it is a mistake of ours."""
    match error:
        case ChatMigrated():
            return Moved(error.new_chat_id)
        case RetryAfter():
            return RetryLater(patience(error), due=True)
        case Forbidden():
            return Unreachable(error.message)
        case BadRequest() if says(error, *_GONE):
            return MessageGone(error.message)
        case BadRequest() if says(error, *_CLOSED):
            return Unreachable(error.message)
        case BadRequest():
            return error
        case InvalidToken() | Conflict():
            return RetryLater(SHUT_OUT)
        case NetworkError():
            return RetryLater()
    return error


def patience(error: RetryAfter) -> float:
    """How long Telegram wants us to wait, in seconds."""
    after = error.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()
