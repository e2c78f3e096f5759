"""The commands as Telegram's menus have them, made from the table that all platforms share."""

from __future__ import annotations

import telegram
from telegram import BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.domain import commands
from bot.texts import DEFAULT, LANGUAGES

DESCRIPTION_MAX = 256

WHISPERED = frozenset(
    {
        *(
            "hand",
            "move",
            "hint",
            "resign",
            "draw",
            "takeback",
            "more_time",
            "away",
            "matches",
            "rules",
            "verify",
        ),
        *("profile", "leaderboard", "replay", "review", "puzzle", "learn", "export", "link", "help"),
        "unlink",
        "watch",
        "seek",
        "history",
    }
)
"""Commands whose answer is for one person: in a group, where Telegram can, only the bot sees them typed."""


async def register(bot: telegram.Bot) -> None:
    """Bring the menus up to date, in private chats and in groups, in each language that we speak.

    Raises:
        TelegramError
    """
    for code, language in codes().items():
        for scope in (BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats()):
            in_group = isinstance(scope, BotCommandScopeAllGroupChats)
            menu = [_entry(name, told, in_group) for name, _, told in commands.menu(language)]
            await bot.set_my_commands(menu, scope=scope, language_code=code)


def codes() -> dict[str | None, str]:
    """Our languages by the code under which Telegram keeps their menu; None: whose language we do not speak.

    Telegram knows no regions here: a language comes before its regions.
    """
    codes: dict[str | None, str] = {tag.split("-")[0]: tag for tag in sorted(LANGUAGES, reverse=True)}
    return {None: codes.pop(DEFAULT), **codes}


def _entry(name: str, told: str, in_group: bool) -> BotCommand:
    whispered = {"is_ephemeral": True} if in_group and name in WHISPERED else None
    return BotCommand(name, told[:DESCRIPTION_MAX], api_kwargs=whispered)
