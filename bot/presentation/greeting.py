"""What a chat is told when the bot comes there: how to begin, and what it may not do."""

from __future__ import annotations

from collections.abc import Collection

from bot.interface import Button, Help, PickGame, Screen
from bot.presentation.phrasing import Phrasing
from games import GAMES


def greeting_page(phrasing: Phrasing, lacking: Collection[str] = (), *, robots: bool) -> Screen:
    """The first steps.

    Args:
        phrasing: the chat's.
        lacking: the permissions that the bot has not, by what stands behind `lacking.` in the catalogues.
        robots: whether one can play them here.
    """
    texts = phrasing.texts
    begin = texts("greeting.text", games=texts.listed(phrasing.game(key) for key in GAMES))
    lines = [f"{begin} {texts('robot.always')}" if robots else begin, texts("greeting.manage")]
    if lacking:
        named = [texts(f"lacking.{permission}") for permission in lacking]
        lines += ["", texts("greeting.lacking"), *(f"• {name}" for name in named)]
    buttons = (
        Button(texts("button.new_game"), PickGame(None), "main"),
        Button(texts("title.help"), Help()),
    )
    return Screen("\n".join(lines), texts("title.greeting"), rows=(buttons,))
