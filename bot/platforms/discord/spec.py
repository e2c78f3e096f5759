"""Describes Discord without loading its library."""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING

from bot.interface import PlatformAdapter
from bot.platforms.discord.settings import CAPABILITIES, DiscordSettings, Hearing
from bot.platforms.settings import address, plain
from bot.platforms.spec import CannotStart, Finding, Host, PlatformSpec

if TYPE_CHECKING:
    from bot.platforms.discord.activity import Activity


def _url(settings: DiscordSettings) -> str | None:
    url = settings.discord_interactions_url
    return str(url) if url else None


def _secret(settings: DiscordSettings) -> str:
    """The client secret; "" if there is no Activity, for which Discord wants pages at an https address."""
    pages = settings.public_url
    return plain(settings.discord_client_secret) if pages and pages.scheme == "https" else ""


def activity(settings: DiscordSettings) -> Activity | None:
    """The pages of matches as an Activity; None without a secret or without pages."""
    from bot.platforms.discord.activity import Activity

    application, token, secret = _bot(settings), plain(settings.discord_token), _secret(settings)
    if not (application and secret):
        return None
    return Activity(application, token, secret, address(settings.discord_api_url))


async def _build(settings: DiscordSettings, _: Host) -> PlatformAdapter:
    from bot.platforms.discord.adapter import DiscordAdapter

    url, shards = _url(settings), settings.discord_shards
    if shards and not shards.numbers and url is None:
        raise CannotStart("TISCHRAND_SHARDS=none hears no press without DISCORD_INTERACTIONS_URL")
    hearing = Hearing(shards, url, settings.discord_interactions_port, str(settings.listen))
    api_url, launches = address(settings.discord_api_url), bool(_secret(settings))
    return DiscordAdapter(plain(settings.discord_token), api_url, hearing=hearing, launches=launches)


async def _check(settings: DiscordSettings) -> list[Finding]:
    from bot.platforms.discord.check import check

    pages, shown = str(settings.public_url or ""), activity(settings)
    api_url = address(settings.discord_api_url)
    found = await check(plain(settings.discord_token), api_url, _url(settings), activity=shown, pages=pages)
    if settings.discord_client_secret is not None and not _secret(settings):
        text = "DISCORD_CLIENT_SECRET does nothing: the Activity shows the pages of matches"
        found.append(Finding("note", f"{text}, at an https address (TISCHRAND_PUBLIC_URL)"))
    return found


def _bot(settings: DiscordSettings) -> str | None:
    """The bot's id: the first part of the token, decoded from base64; None if it is not a number."""
    first = plain(settings.discord_token).partition(".")[0]
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
