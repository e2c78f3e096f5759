"""What Telegram says of the bot: in a private chat before it is started, and in its profile."""

from __future__ import annotations

import telegram

from bot.domain import commands
from bot.platforms.telegram.command_menu import codes
from bot.texts import LANGUAGES

DESCRIPTION_MAX, SHORT_MAX = 512, 120  # UTF-16 units

OURS = "🎲"
"""Every description of ours begins with it: what else stands there was written by the host, and stays."""


async def register(bot: telegram.Bot, *, robots: bool) -> None:
    """Bring both descriptions up to date, in each language that we speak; what is right already stays.

    Args:
        bot: whose.
        robots: whether one can play them here.

    Raises:
        TelegramError
    """
    for code, language in codes().items():
        texts = LANGUAGES[language]
        games = texts.listed(name for _, name, _ in commands.games(language))
        robot = f" {texts('robot.always')}" if robots else ""
        told = (await bot.get_my_description(code)).description
        if _is_outdated(told, wanted := texts("telegram.description", games=games, robot=robot)):
            await bot.set_my_description(wanted, code)
        told = (await bot.get_my_short_description(code)).short_description
        if _is_outdated(told, wanted := texts("telegram.short_description")):
            await bot.set_my_short_description(wanted, code)


def _is_outdated(told: str, wanted: str) -> bool:
    return told != wanted and told.startswith(OURS if told else "")
