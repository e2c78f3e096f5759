"""The host's settings for Discord, and the limits of its messages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from pydantic import BeforeValidator, HttpUrl

from bot.interface import Capabilities
from bot.platforms.settings import HttpsUrl, ListenSettings, PublicSettings, Token, setting

CAPABILITIES = Capabilities(
    text=3000,  # of 4,000 characters, which include escapes
    caption=3000,
    alt_text=1024,  # description of a media gallery item
    row_buttons=5,  # of an action row
    choices=25,  # five such rows
    components=39,  # of 40, nested ones included; the container of a board is one more
)

PORT = 8444


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the connections to the gateway; each reports the events of its share of the guilds."""

    numbers: tuple[int, ...]
    of: int
    """Number of shards in all processes together."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What this process receives from Discord, and where."""

    shards: Shards | None = None
    """Shards of the gateway; None: all."""
    url: str | None = None
    """Public URL that Discord posts interactions to; None: they come over the gateway."""
    port: int = PORT
    """Port behind that URL; 0 takes a free one."""
    host: str = "127.0.0.1"
    """Address that the port is opened on."""


def shards_of(text: str) -> Shards:
    """Parse shards as hosts write them, such as `0-3/8`, `2/8` or `none`."""
    if text == "none":
        return Shards((), 1)
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?/(\d{1,6})", text, re.ASCII)
    first, last, of = (int(found[1]), int(found[2] or found[1]), int(found[3])) if found else (1, 0, 0)
    if not first <= last < of:
        raise ValueError("there are no such shards: write 0-3/8 for the first four of eight, 2/8, or none")
    return Shards(tuple(range(first, last + 1)), of)


class DiscordSettings(PublicSettings, ListenSettings):
    """The host's settings for Discord."""

    discord_token: Token | None = setting("DISCORD_TOKEN")
    """Token of the bot; None: it is not on Discord."""
    discord_client_secret: Token | None = setting("DISCORD_CLIENT_SECRET")
    """OAuth2 secret of the application; None: Discord does not show the pages of matches as an Activity."""
    discord_api_url: HttpUrl | None = setting("DISCORD_API_URL")
    """Base URL in place of Discord's API, such as `http://127.0.0.1:8080/api/v10`."""
    discord_shards: Annotated[Shards | None, BeforeValidator(lambda text: text and shards_of(text))] = (
        setting("TISCHRAND_SHARDS")
    )
    """Gateway shards of this process; None: all."""
    discord_interactions_url: HttpsUrl | None = setting("DISCORD_INTERACTIONS_URL")
    """Public URL that Discord posts interactions to; None: they come over the gateway."""
    discord_interactions_port: int = setting("DISCORD_INTERACTIONS_PORT", PORT, ge=0, le=65535)
    """Port to which a proxy forwards that URL; 0 takes any free one."""
