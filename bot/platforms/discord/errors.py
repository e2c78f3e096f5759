"""Discord's errors: their meaning, their translation into errors of the interface, and short log lines."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from enum import IntEnum

import aiohttp
import discord

from bot.interface import MessageGone, MessageKindFixed, RetryLater, Unreachable

BANNED_FOR = 60.0  # seconds to wait if a refusal states no duration, as from Cloudflare in front of Discord


class Code(IntEnum):
    """The error codes that are handled here (Discord's reference, JSON error codes)."""

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
"""The connection broke and the request may have taken effect; or it was refused for now."""

GONE = (Code.UNKNOWN_MESSAGE, Code.THREAD_IS_ARCHIVED)
"""The message cannot be changed any more. A new message opens an archived thread, unless it is locked."""
TOO_LATE = (Code.UNKNOWN_INTERACTION, Code.UNKNOWN_WEBHOOK, Code.INVALID_TOKEN)
"""The interaction cannot be answered any more."""

EXPECTED = {
    *GONE,
    *TOO_LATE,
    Code.UNKNOWN_CHANNEL,
    Code.UNKNOWN_GUILD,
    Code.ALREADY_ANSWERED,
    Code.MISSING_ACCESS,
    Code.CANNOT_WRITE_TO_USER,
    Code.MISSING_PERMISSIONS,
    Code.TOO_MANY_FOLLOW_UPS,
    Code.THREAD_IS_LOCKED,
}
"""Nobody's mistake: places and permissions disappear, people delete messages, answers cross each other."""


WITHOUT_INTENTS = "Discord refuses the intents of the bot, though none of them is privileged"
REFUSED = "Discord refuses the token (DISCORD_TOKEN); tischrand doctor says what to do"
SHUT_OUT = {4004: REFUSED, 4013: WITHOUT_INTENTS, 4014: WITHOUT_INTENTS}
"""Close codes of the gateway after which reconnecting is useless."""


def shut_out(fault: BaseException | None) -> str | None:
    """Why the gateway refuses the bot for good; None if it does not."""
    if isinstance(fault, discord.PrivilegedIntentsRequired):
        return WITHOUT_INTENTS
    return SHUT_OUT.get(fault.code) if isinstance(fault, discord.ConnectionClosed) else None


def why_it_ended(fault: BaseException | None) -> str:
    """Why the connection has ended, as a text for the host.

    Raises:
        BaseException: the fault itself, if it is unexpected.
    """
    if fault is None:
        return "Discord closed the connection"
    if isinstance(fault, (discord.DiscordException, *DROPPED)):
        return shut_out(fault) or f"Discord closed the connection: {fault}"
    raise fault


def passing(error: discord.HTTPException) -> bool:
    """Whether an error is passing or expected: no change to the bot would help."""
    return error.status == 429 or error.status >= 500 or error.code in EXPECTED


def log_refusal(what: str, error: discord.HTTPException) -> None:
    """Log what Discord refuses: as an error of the bot, unless it is passing or expected."""
    level = logging.INFO if passing(error) else logging.ERROR
    logging.getLogger(__name__).log(level, "%s: %s, code %s", what, error.status, error.code)


def translated(error: Exception) -> Exception:
    """The interface's error for an error of the library; the error itself if the bot made a mistake.

    `MessageGone`: there is no such message, or it cannot be changed any more. `MessageKindFixed`: it is too
    old to be edited again; a new message helps.
    """
    if isinstance(error, discord.RateLimited):
        return RetryLater(error.retry_after)
    if not isinstance(error, discord.HTTPException):
        return RetryLater() if isinstance(error, DROPPED) else error
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
    """Seconds to wait after a refusal with these headers."""
    try:
        return float(headers["Retry-After"])
    except (KeyError, ValueError):
        return BANNED_FOR


def shorten_log() -> None:
    """Log faults that the library recovers from as one-line warnings; may be called repeatedly."""
    for name in ("discord.client", "discord.shard"):
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
