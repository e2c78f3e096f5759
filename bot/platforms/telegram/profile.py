"""The bot's profile on Telegram: the commands in its menus, and its descriptions."""

from __future__ import annotations

import telegram
from telegram import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.domain import commands
from bot.texts import DEFAULT, LANGUAGES

COMMAND_MAX = 256  # characters of the description of a command
DESCRIPTION_MAX, SHORT_MAX = 512, 120  # UTF-16 units

OURS = "🎲"
"""The prefix of the bot's own descriptions. A description without it was written by the host and is kept."""

EPHEMERAL = frozenset(
    {
        *("away", "draw", "export", "hand", "help", "hint", "history", "leaderboard", "learn", "link"),
        *("matches", "more_time", "move", "profile", "puzzle", "replay", "resign", "review", "rules", "seek"),
        *("takeback", "unlink", "verify", "watch"),
    }
)
"""Commands answered to one person alone; in groups they are sent as ephemeral messages if supported."""


async def register(bot: telegram.Bot, *, robots: bool) -> None:
    """Set the commands and descriptions in each language of the bot; correct descriptions are kept.

    Args:
        bot: the bot.
        robots: whether the descriptions mention robots.

    Raises:
        TelegramError
    """
    languages = codes()
    for code, language in languages.items():
        await _register_commands(bot, code, language)
    for code, language in languages.items():
        await _describe(bot, code, language, robots=robots)


def codes() -> dict[str | None, str]:
    """The bot's languages by Telegram's code; None is the default for all other languages.

    Telegram's codes have no regions here: a language takes precedence over its regional variants.
    """
    codes: dict[str | None, str] = {tag.split("-")[0]: tag for tag in sorted(LANGUAGES, reverse=True)}
    return {None: codes.pop(DEFAULT), **codes}


async def _register_commands(bot: telegram.Bot, code: str | None, language: str) -> None:
    menu = [(name, told[:COMMAND_MAX]) for name, _, told in commands.menu(language)]
    private = [BotCommand(name, told) for name, told in menu]
    await bot.set_my_commands(private, BotCommandScopeAllPrivateChats(), code)
    alone = {"is_ephemeral": True}
    group = [BotCommand(name, told, api_kwargs=alone if name in EPHEMERAL else None) for name, told in menu]
    await bot.set_my_commands(group, BotCommandScopeAllGroupChats(), code)


async def _describe(bot: telegram.Bot, code: str | None, language: str, *, robots: bool) -> None:
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
