"""Discord as the bot knows it before its library is loaded."""

from __future__ import annotations

from pydantic import BaseModel, HttpUrl

from bot.interface import PlatformAdapter
from bot.platforms.discord.capabilities import CAPABILITIES
from bot.platforms.finding import Finding
from bot.platforms.settings import Token, address, setting
from bot.platforms.spec import Host, PlatformSpec


class DiscordSettings(BaseModel):
    """What the host of the bot can set for Discord."""

    discord_token: Token | None = setting("DISCORD_TOKEN")
    """Of the bot on Discord; None: it is not on Discord."""
    discord_api_url: HttpUrl | None = setting("DISCORD_API_URL")
    """Where requests to Discord go instead, such as `http://127.0.0.1:8080/api/v10`."""


def _token(settings: DiscordSettings) -> str:
    return settings.discord_token.get_secret_value() if settings.discord_token is not None else ""


async def _build(settings: DiscordSettings, host: Host) -> PlatformAdapter:
    from bot.platforms.discord.adapter import DiscordAdapter

    tokens = await host.open_answer_tokens()
    return DiscordAdapter(_token(settings), address(settings.discord_api_url), tokens=tokens)


async def _check(settings: DiscordSettings) -> list[Finding]:
    from bot.platforms.discord.check import check

    return await check(_token(settings), address(settings.discord_api_url))


DISCORD = PlatformSpec(
    key="discord",
    title="Discord",
    settings=DiscordSettings,
    token="DISCORD_TOKEN",  # noqa: S106 (the name of a variable)
    wanted=lambda settings: settings.discord_token is not None,
    build=_build,
    check=_check,
    secrets=(
        r"""(?: (?<=/interactions/) | (?<=/webhooks/) ) (\d+/) [^/\s"'?&]+""",  # answers to presses
        r"aW50ZXJhY3Rpb246 [\w+/=-]+",  # the same elsewhere: "interaction:…" in base64
        r"(?<![\w-]) [\w-]{23,30} \. [\w-]{6,8} \. [\w-]{25,}",  # of a bot
    ),
    chats="discord:ID of a server, server/channel or @user",
    capabilities=CAPABILITIES,
)
