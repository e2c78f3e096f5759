"""What the bot knows of a platform before the library of that platform is loaded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

from bot.interface import Chat, PlatformAdapter
from bot.interface.capabilities import Capabilities
from bot.platforms.chat_log import ChatLog
from bot.platforms.finding import Finding

S = TypeVar("S", bound=BaseModel)


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
