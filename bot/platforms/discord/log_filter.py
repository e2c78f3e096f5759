"""Keeps the log free of stack traces for what is nobody's mistake: the library shows one for each."""

from __future__ import annotations

import logging

import discord

from bot.platforms.discord.errors import DROPPED, passing

TALKERS = ("discord.client", "discord.shard", "discord.app_commands.tree")
"""The loggers that tell of lost connections and of answers that came too late."""


def keep_calm() -> None:
    """Let the library tell in one line, as a warning, what it mends by itself; it can be said again."""
    for name in TALKERS:
        logging.getLogger(name).addFilter(_calm)


def _calm(record: logging.LogRecord) -> bool:
    fault = record.exc_info[1] if record.exc_info else None
    if isinstance(fault, (*DROPPED, OSError, discord.ConnectionClosed)) or (
        isinstance(fault, discord.HTTPException) and passing(fault)
    ):
        record.msg = f"{record.getMessage()} ({type(fault).__name__})"
        record.args, record.exc_info, record.exc_text = None, None, None
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return True
