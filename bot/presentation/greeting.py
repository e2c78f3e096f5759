"""What a chat is told when the bot comes there: how to begin, and what it may not do."""

from __future__ import annotations

from collections.abc import Collection

from bot.interface import Button, ChangeChat, Help, PickGame, Screen
from bot.presentation.phrasing import Phrasing
from games import GAMES


def greeting_page(
    phrasing: Phrasing, lacking: Collection[str] = (), *, robots: bool, threads_in: str | None = None
) -> Screen:
    """The first steps.

    Args:
        phrasing: the chat's.
        lacking: the permissions that the bot has not, by what stands behind `lacking.` in the catalogues.
        robots: whether one can play them here.
        threads_in: the place whose matches can have threads of their own, if they can.
    """
    texts = phrasing.texts
    begin = texts("greeting.text", games=texts.listed(phrasing.game(key) for key in GAMES))
    lines = [f"{begin} {texts('robot.always')}" if robots else begin, texts("greeting.manage")]
    if threads_in is not None:
        lines.append(texts("greeting.threads", button=texts("button.threads_on")))
    if lacking:
        named = [texts(f"lacking.{permission}") for permission in lacking]
        lines += ["", texts("greeting.lacking"), *(f"• {name}" for name in named)]
    buttons = [Button(texts("button.new_game"), PickGame(None), "main"), Button(texts("title.help"), Help())]
    if threads_in is not None:
        buttons.append(Button(texts("button.threads_on"), ChangeChat(threads_in, ("threads=on",))))
    return Screen("\n".join(lines), texts("title.greeting"), rows=(tuple(buttons),))
