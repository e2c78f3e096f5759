"""The description of a platform, available before its library is imported, and findings for the host."""

from __future__ import annotations

import errno
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel

from bot.interface import Capabilities, Chat, PlatformAdapter
from bot.platforms.chat_log import ChatLog

S = TypeVar("S", bound=BaseModel)

HOST = "127.0.0.1"


class CannotStart(Exception):
    """A platform cannot be started.

    Attributes:
        for_good: a retry is useless, e.g. after a refused token.
    """

    def __init__(self, why: str, *, for_good: bool = False) -> None:
        self.for_good = for_good
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check, as a line for the host."""

    kind: Literal["ok", "note", "wrong"]
    """`wrong`: the platform does not work with these settings."""
    text: str
    """The finding and its remedy; never contains the value of a secret."""


def free_port(port: int) -> Finding:
    """Check whether the bot can listen on a local port; 0: on any."""
    try:
        with socket.create_server((HOST, port)):
            return Finding("ok", f"port {port or 'of its own choice'} is free")
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fine = "fine if that is the running bot, else choose another"
            return Finding("note", f"port {port} is taken; {fine}")
        return Finding("wrong", f"port {port} cannot be opened: {error.strerror}; choose another")


def port_after(port: int) -> int:
    """The next local port, the same after a restart; any free one if it is taken, or if `port` is 0."""
    try:
        found = socket.create_server((HOST, port + 1 if port else 0))
    except (OSError, OverflowError):
        found = socket.create_server((HOST, 0))
    with found:
        return int(found.getsockname()[1])


@dataclass(frozen=True, slots=True)
class Host:
    """The services of the bot for building an adapter."""

    clock: Callable[[], int]
    """Returns the Unix time in seconds."""
    folder: Path
    """The folder with the bot's data."""
    open_chat_log: Callable[[], Awaitable[ChatLog]]
    """Opens a message store for a platform without servers of its own; the bot closes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformSpec(Generic[S]):
    """One platform. The functions import its library when they are called."""

    key: str
    """The value of `Account.platform`."""
    title: str
    """The name shown to the host."""
    settings: type[S]
    """The platform's settings; the settings of the bot inherit from it."""
    token: str = ""
    """The variable with the token; "" if the platform needs none."""
    wanted: Callable[[S], bool]
    """Whether the settings enable the platform."""
    build: Callable[[S, Host], Awaitable[PlatformAdapter]]
    """Builds an adapter that has no open connections."""
    check: Callable[[S], Awaitable[list[Finding]]]
    """Checks the setup of an enabled platform before the start."""
    secrets: tuple[str, ...] = ()
    """Patterns (verbose, ASCII) of tokens to remove from logs; the text of their groups is kept."""
    chats: str
    """The format of its chats in lists of chats, e.g. `discord:ID of a server`."""
    capabilities: Capabilities
    bot: Callable[[S], str | None] = lambda _: None
    """The id of the bot, if the settings reveal it; it stays the same with a new token."""
    deep_link: Callable[[str, str], str] = lambda *_: ""
    """A URL that opens the private chat with the bot of a name, with a payload; "" if there is none."""
    in_words: Callable[[S, Chat], bool] = lambda *_: False
    """Whether a shared chat cannot show pictures with these settings."""


AnyPlatform = PlatformSpec[Any]
