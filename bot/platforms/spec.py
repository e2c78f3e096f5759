"""What the bot knows of a platform before its library is loaded, and what a host is told of it."""

from __future__ import annotations

import errno
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel

from bot.interface import Chat, PlatformAdapter
from bot.interface.capabilities import Capabilities
from bot.platforms.chat_log import ChatLog

S = TypeVar("S", bound=BaseModel)

HOST = "127.0.0.1"


class CannotStart(Exception):
    """A platform cannot be served.

    Attributes:
        for_good: trying again is useless, as with a token that is refused.
    """

    def __init__(self, why: str, *, for_good: bool = False) -> None:
        self.for_good = for_good
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Finding:
    """One line for the host."""

    kind: Literal["ok", "note", "wrong"]
    """`wrong`: the bot cannot serve like this."""
    text: str
    """What is so, and what to do about it; never the value of a secret."""


def free_port(port: int) -> Finding:
    """Whether the bot could listen at a port of this computer; 0: at any."""
    try:
        with socket.create_server((HOST, port)):
            return Finding("ok", f"port {port or 'of its own choice'} is free")
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fine = "fine if that is the running bot, else choose another"
            return Finding("note", f"port {port} is taken; {fine}")
        return Finding("wrong", f"port {port} cannot be opened: {error.strerror}; choose another")


class Host(Protocol):
    """What the bot lends to an adapter that is being built."""

    @property
    def clock(self) -> Callable[[], int]:
        """The time in seconds since 1970."""

    @property
    def folder(self) -> Path:
        """Where the bot keeps its data."""

    async def open_chat_log(self) -> ChatLog:
        """A store for the messages of a platform that has no servers of its own; closed with the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformSpec(Generic[S]):
    """One platform. Its functions load its library when they are called."""

    key: str
    """As in `Account.platform`."""
    title: str
    """What its host calls it."""
    settings: type[S]
    """What its host can set; the settings of the bot inherit it."""
    token: str = ""
    """The variable without which the bot is not there; "" where none is needed."""
    wanted: Callable[[S], bool]
    """Whether the settings ask for it."""
    build: Callable[[S, Host], Awaitable[PlatformAdapter]]
    """An adapter of which nothing is opened yet."""
    check: Callable[[S], Awaitable[list[Finding]]]
    """What the host should know before the start; only asked where it is wanted."""
    secrets: tuple[str, ...] = ()
    """Patterns (verbose, ASCII) of tokens in logs; what their groups match is kept."""
    chats: str
    """What its chats are called in lists of chats, such as `discord:ID of a server`."""
    capabilities: Capabilities
    bot: Callable[[S], str | None] = lambda _: None
    """The id of the bot that the settings name, where they tell it; a new token is no new bot."""
    in_words: Callable[[S, Chat], bool] = lambda *_: False
    """Whether a chat of many can be shown no pictures, as the host has set it up."""


AnyPlatform = PlatformSpec[Any]
