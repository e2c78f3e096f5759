"""The bot's profile on Telegram: the commands in its menus, and its descriptions."""

from __future__ import annotations

import telegram
from telegram import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.domain import commands
from bot.texts import DEFAULT, LANGUAGES, Texts

COMMAND_MAX = 256  # characters of the description of a command

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
    """Set the commands and descriptions, which may mention robots, in each language of the bot.

    Raises:
        TelegramError
    """
    spoken = {code: LANGUAGES[language].unkept() for code, language in codes().items()}
    for code, texts in spoken.items():
        await _register_commands(bot, code, texts)
    for code, texts in spoken.items():
        await _describe(bot, code, texts, robots=robots)


def codes() -> dict[str | None, str]:
    """The bot's languages by Telegram's code; None is the default for all other languages.

    Telegram's codes have no regions here: a language takes precedence over its regional variants.
    """
    codes: dict[str | None, str] = {tag.split("-")[0]: tag for tag in sorted(LANGUAGES, reverse=True)}
    return {None: codes.pop(DEFAULT), **codes}


async def _register_commands(bot: telegram.Bot, code: str | None, texts: Texts) -> None:
    menu = [(name, description[:COMMAND_MAX]) for name, _, description in commands.menu(texts)]
    await bot.set_my_commands([BotCommand(*entry) for entry in menu], BotCommandScopeAllPrivateChats(), code)
    alone = {"is_ephemeral": True}
    group = [BotCommand(*entry, api_kwargs=alone if entry[0] in EPHEMERAL else None) for entry in menu]
    await bot.set_my_commands(group, BotCommandScopeAllGroupChats(), code)


async def _describe(bot: telegram.Bot, code: str | None, texts: Texts, *, robots: bool) -> None:
    games = texts.listed(name for _, name, _ in commands.games(texts))
    robot = f" {texts('robot.always')}" if robots else ""
    current = (await bot.get_my_description(code)).description
    if _is_outdated(current, wanted := texts("telegram.description", games=games, robot=robot)):
        await bot.set_my_description(wanted, code)
    current = (await bot.get_my_short_description(code)).short_description
    if _is_outdated(current, wanted := texts("telegram.short_description")):
        await bot.set_my_short_description(wanted, code)


def _is_outdated(current: str, wanted: str) -> bool:
    return current != wanted and (not current or current.startswith(OURS))
