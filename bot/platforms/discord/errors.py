"""Errors of Discord: which mean what, translated into those of the interface, and kept short in the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import IntEnum

import aiohttp
import discord

from bot.interface import MessageGone, MessageKindFixed, RetryLater, Unreachable

BANNED_FOR = 60.0  # seconds to keep still when not Discord but the wall in front of it refuses


class Code(IntEnum):
    """The error codes of Discord that mean something to us (its reference, JSON error codes)."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    OLD_MESSAGE_EDITED_TOO_OFTEN = 30046
    OPENING_PRIVATE_CHATS_TOO_FAST = 40003
    ALREADY_ANSWERED = 40060
    TOO_MANY_FOLLOW_UPS = 40094
    MISSING_ACCESS = 50001
    CANNOT_WRITE_TO_USER = 50007
    MISSING_PERMISSIONS = 50013
    NOT_IN_SUCH_A_CHANNEL = 50024
    INVALID_TOKEN = 50027
    THREAD_IS_ARCHIVED = 50083
    THREAD_IS_THERE = 160004
    THREAD_IS_LOCKED = 160005


DROPPED = (aiohttp.ClientError, asyncio.TimeoutError, ConnectionError, discord.RateLimited)
"""The connection broke, and whether the request took effect is unknown; or it was refused for now."""

GONE = (Code.UNKNOWN_MESSAGE, Code.THREAD_IS_ARCHIVED)
"""What was sent cannot be changed any more. A new message opens an archived thread, unless it is locked."""
TOO_LATE = (Code.UNKNOWN_INTERACTION, Code.UNKNOWN_WEBHOOK, Code.INVALID_TOKEN)
"""The interaction can no longer be answered."""

NOBODYS_MISTAKE = (
    *(Code.UNKNOWN_CHANNEL, Code.UNKNOWN_GUILD, Code.UNKNOWN_MESSAGE, Code.ALREADY_ANSWERED, *TOO_LATE),
    *(Code.MISSING_ACCESS, Code.CANNOT_WRITE_TO_USER, Code.MISSING_PERMISSIONS, Code.TOO_MANY_FOLLOW_UPS),
    *(Code.THREAD_IS_ARCHIVED, Code.THREAD_IS_LOCKED),
)
"""Places and permissions go, people delete messages, and answers cross each other."""


WITHOUT_INTENTS = "Discord refuses the intents of the bot, though none of them is privileged"
REFUSED = "Discord refuses the token (DISCORD_TOKEN); tischrand doctor says what to do"
SHUT_OUT = {4004: REFUSED, 4013: WITHOUT_INTENTS, 4014: WITHOUT_INTENTS}
"""With what the gateway closes to a bot that need not come again."""


def shut_out(fault: BaseException | None) -> str | None:
    """Why the gateway never will let the bot in; None if it may."""
    if isinstance(fault, discord.PrivilegedIntentsRequired):
        return WITHOUT_INTENTS
    return SHUT_OUT.get(fault.code) if isinstance(fault, discord.ConnectionClosed) else None


def why_it_ended(fault: BaseException | None) -> str:
    """Why there is no connection any more, in words for the host.

    Raises:
        BaseException: the fault itself, where nobody foresaw it.
    """
    if fault is None:
        return "Discord closed the connection"
    if isinstance(fault, (discord.DiscordException, *DROPPED)):
        return shut_out(fault) or f"Discord closed the connection: {fault}"
    raise fault


def passing(error: discord.HTTPException) -> bool:
    """Discord did not do it, and no change to the bot would help."""
    return error.status == 429 or error.status >= 500 or error.code in NOBODYS_MISTAKE


@contextmanager
def translated_errors() -> Iterator[None]:
    """What the library raises inside becomes an error of the interface.

    Raises:
        MessageGone: there is no such message.
        MessageKindFixed: it is too old to be edited once more: a new one helps.
        Unreachable: no such chat, no permission, or closed to us.
        RetryLater: the same may go through later.
    """
    try:
        yield
    except discord.HTTPException as error:
        raise translated(error) from error
    except discord.RateLimited as error:
        raise RetryLater(error.retry_after) from error
    except DROPPED as error:
        raise RetryLater from error


@contextmanager
def posting() -> Iterator[None]:
    """Around a new message: where none is taken, another one does not help, as in a locked thread.

    Raises:
        Unreachable
    """
    try:
        yield
    except (MessageGone, MessageKindFixed) as fault:
        raise Unreachable(str(fault)) from fault


def translated(error: discord.HTTPException) -> Exception:
    """The error of the interface for an answer of Discord; the error itself where it is a mistake of ours."""
    if error.code in GONE:
        return MessageGone(str(error.code))
    if error.code == Code.OLD_MESSAGE_EDITED_TOO_OFTEN:
        return MessageKindFixed(str(error.code))
    if error.code == Code.OPENING_PRIVATE_CHATS_TOO_FAST:
        return RetryLater(BANNED_FOR)
    if error.status == 429:
        return RetryLater(retry_after(error.response.headers))
    if error.status >= 500:
        return RetryLater()
    if error.code == Code.THREAD_IS_LOCKED or isinstance(error, discord.Forbidden | discord.NotFound):
        return Unreachable(str(error.code))
    return error


def retry_after(headers: Mapping[str, str]) -> float:
    """How long a refusal with these headers wants us to wait, in seconds."""
    try:
        return float(headers["Retry-After"])
    except (KeyError, ValueError):
        return BANNED_FOR


TALKERS = ("discord.client", "discord.shard")
"""They tell of lost connections and of answers that came too late, with a stack trace for each."""


def shorten_log() -> None:
    """Let the library tell in one line, as a warning, what it mends by itself; it can be said again."""
    for name in TALKERS:
        logging.getLogger(name).addFilter(_shortened)


def _shortened(record: logging.LogRecord) -> bool:
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, (*DROPPED, OSError, discord.ConnectionClosed)) or (
        isinstance(fault, discord.HTTPException) and passing(fault)
    ):
        record.msg = f"{record.getMessage()} ({type(fault).__name__})"
        record.args, record.exc_info, record.exc_text = None, None, None
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return True
