"""What hosts can set for Discord, and what a message there can show."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator, HttpUrl

from bot.interface.capabilities import Capabilities
from bot.platforms.settings import HttpsUrl, ListenSettings, Token, setting

CAPABILITIES = Capabilities(
    text=3000,  # of 4,000 characters, signs that escape others included
    caption=3000,
    alt_text=1024,  # description of a media gallery item
    row_buttons=5,  # of an action row
    choices=25,  # five such rows
    components=39,  # of 40, nested ones counted: boards stand in one more
    edits_any_time=False,  # where the bot is installed by a person, it can only answer presses
)

PORT = 8444


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the connections to the gateway; each tells what happens in its part of the guilds."""

    numbers: tuple[int, ...]
    of: int
    """So many there are, in all processes together."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What of Discord this process hears."""

    shards: Shards | None = None
    """Over the gateway; None: everything."""
    url: str | None = None
    """Where Discord brings interactions to, as Discord calls it; None: they come over the gateway."""
    port: int = PORT
    """For what comes to that address; 0 takes a free one."""
    host: str = "127.0.0.1"
    """Where that port is."""


def shards_of(text: str) -> Shards:
    """Shards as a host writes them, such as `0-3/8`, `2/8` or `none`.

    Raises:
        ValueError: there are no such shards.
    """
    if text == "none":
        return Shards((), 1)
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?/(\d{1,6})", text, re.ASCII)
    first, last, of = (int(found[1]), int(found[2] or found[1]), int(found[3])) if found else (1, 0, 0)
    if not first <= last < of:
        raise ValueError("there are no such shards: write 0-3/8 for the first four of eight, 2/8, or none")
    return Shards(tuple(range(first, last + 1)), of)


class DiscordSettings(ListenSettings):
    """What the host of the bot can set for Discord."""

    discord_token: Token | None = setting("DISCORD_TOKEN")
    """Of the bot on Discord; None: it is not on Discord."""
    discord_api_url: HttpUrl | None = setting("DISCORD_API_URL")
    """Where requests to Discord go instead, such as `http://127.0.0.1:8080/api/v10`."""
    discord_shards: Annotated[Shards | None, BeforeValidator(lambda text: text and shards_of(text))] = (
        setting("TISCHRAND_SHARDS")
    )
    """Over which of the gateway's shards this process hears; None: all of them."""
    discord_interactions_url: HttpsUrl | None = setting("DISCORD_INTERACTIONS_URL")
    """Where Discord brings interactions to, as Discord calls it; None: they come over the gateway."""
    discord_interactions_port: int = setting("DISCORD_INTERACTIONS_PORT", PORT, ge=0, le=65535)
    """Where a proxy hands on what comes to that address; 0 takes any free one."""
