"""Describes Discord without loading its library."""

from __future__ import annotations

from base64 import b64decode

from bot.interface import PlatformAdapter
from bot.platforms.discord.settings import CAPABILITIES, DiscordSettings, Hearing
from bot.platforms.settings import address
from bot.platforms.spec import CannotStart, Finding, Host, PlatformSpec


def _url(settings: DiscordSettings) -> str | None:
    url = settings.discord_interactions_url
    return str(url) if url else None


def _token(settings: DiscordSettings) -> str:
    return settings.discord_token.get_secret_value() if settings.discord_token is not None else ""


async def _build(settings: DiscordSettings, _: Host) -> PlatformAdapter:
    from bot.platforms.discord.adapter import DiscordAdapter

    url, shards = _url(settings), settings.discord_shards
    if shards and not shards.numbers and url is None:
        raise CannotStart("TISCHRAND_SHARDS=none hears no press without DISCORD_INTERACTIONS_URL")
    hearing = Hearing(shards, url, settings.discord_interactions_port, str(settings.listen))
    return DiscordAdapter(_token(settings), address(settings.discord_api_url), hearing=hearing)


async def _check(settings: DiscordSettings) -> list[Finding]:
    from bot.platforms.discord.check import check

    return await check(_token(settings), address(settings.discord_api_url), _url(settings))


def _bot(settings: DiscordSettings) -> str | None:
    """The bot's id: the first part of the token, decoded from base64; None if it is not a number."""
    first = _token(settings).partition(".")[0]
    try:
        number = b64decode(first + "=" * (-len(first) % 4), altchars=b"-_", validate=True).decode("ascii")
    except ValueError:
        return None
    return number if number.isdigit() else None


DISCORD = PlatformSpec(
    key="discord",
    title="Discord",
    settings=DiscordSettings,
    token="DISCORD_TOKEN",  # noqa: S106 (the name of a variable)
    wanted=lambda settings: settings.discord_token is not None,
    build=_build,
    check=_check,
    bot=_bot,
    secrets=(
        r"""(?: (?<=/interactions/) | (?<=/webhooks/) ) (\d+/) [^/\s"'?&]+""",  # answers to presses
        r"aW50ZXJhY3Rpb246 [\w+/=-]+",  # the same elsewhere: "interaction:…" in base64
        r"(?<![\w-]) [\w-]{23,30} \. [\w-]{6,8} \. [\w-]{25,}",  # bot tokens
    ),
    chats="discord:ID of a server, server/channel or @user",
    capabilities=CAPABILITIES,
)
