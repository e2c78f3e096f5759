"""The platforms that the bot supports, in the order in which they are listed for hosts."""

from __future__ import annotations

from bot.platforms.discord.settings import DiscordSettings
from bot.platforms.discord.spec import DISCORD
from bot.platforms.spec import AnyPlatform
from bot.platforms.telegram.spec import TELEGRAM, TelegramSettings
from bot.platforms.web.spec import ADDRESS_FILE as WEB_ADDRESS_FILE
from bot.platforms.web.spec import WEB, WebSettings

__all__ = ["PLATFORMS", "WEB", "WEB_ADDRESS_FILE", "PlatformSettings"]

PLATFORMS: tuple[AnyPlatform, ...] = (DISCORD, TELEGRAM, WEB)


class PlatformSettings(DiscordSettings, TelegramSettings, WebSettings):
    """The host's settings for all platforms."""
