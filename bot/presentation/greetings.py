"""What newcomers read first: the welcome of a person, the greeting of a chat, the help."""

from __future__ import annotations

from collections.abc import Collection

from bot import interface
from bot.interface import Button, Screen
from bot.interface.registry import COMMANDS
from bot.presentation.button_rows import in_rows
from bot.presentation.phrasing import Phrasing
from bot.texts import joined
from games import GAMES


def welcome_page(phrasing: Phrasing, *, robots: bool) -> Screen:
    """The first steps for a newcomer; `robots` is whether robots are available."""
    texts = phrasing.texts
    first = [
        Button(texts("button.learn"), interface.ShowLesson(None), "main"),
        Button(texts("button.new_game"), interface.PickGame(None), "main"),
        *([Button(texts("button.robot"), interface.PickRobot(None))] if robots else []),
    ]
    more = [
        Button(texts("button.rules"), interface.ShowRules(None)),
        Button(texts("title.help"), interface.Help()),
    ]
    text = joined(_about_games("welcome.text", "robot.always", phrasing, robots=robots))
    return Screen(text, texts("title.welcome"), rows=(*in_rows(first), *in_rows(more)), invites=True)


def help_page(phrasing: Phrasing, *, robots: bool) -> Screen:
    texts = phrasing.texts
    buttons = [
        Button(texts("button.new_game"), interface.PickGame(None), "main"),
        *([Button(texts("button.robot"), interface.PickRobot(None), "main")] if robots else []),
        Button(texts("button.learn"), interface.ShowLesson(None)),
        Button(texts("button.rules"), interface.ShowRules(None)),
        Button(texts("button.puzzle"), interface.ShowPuzzle(None)),
        Button(texts("button.matches"), interface.ListMatches()),
        Button(texts("button.leaderboard"), interface.ShowLeaderboard(None, everywhere=False)),
        Button(texts("button.privacy"), interface.ShowPrivacy()),
        Button(texts("button.settings"), interface.ShowSettings()),
    ]
    commands = texts("help.commands", commands=" ".join(f"/{name}" for name in COMMANDS))
    tells, *of_robots = _about_games("help.text", "help.robots", phrasing, robots=robots)
    fine = "\n".join([*of_robots, commands])
    text = f"{tells}\n{fine}"
    return Screen(text, texts("title.help"), rows=in_rows(buttons), fine_print=fine, invites=True)


def greeting_page(
    phrasing: Phrasing, lacking: Collection[str] = (), *, robots: bool, threads_in: str | None = None
) -> Screen:
    """The greeting of a chat.

    Args:
        phrasing: the chat's.
        lacking: the bot's missing permissions; each is the end of a text key with `lacking.`.
        robots: whether robots are available.
        threads_in: the place, if its matches can have threads.
    """
    texts = phrasing.texts
    text = joined(_about_games("greeting.text", "robot.always", phrasing, robots=robots))
    lines = [text, texts("greeting.manage")]
    if threads_in is not None:
        lines.append(texts("greeting.threads", button=texts("button.threads_on")))
    if lacking:
        named = [texts(f"lacking.{permission}") for permission in lacking]
        lines += ["", texts("greeting.lacking"), *(f"• {name}" for name in named)]
    buttons = [
        Button(texts("button.new_game"), interface.PickGame(None), "main"),
        Button(texts("title.help"), interface.Help()),
    ]
    if threads_in is not None:
        buttons.append(Button(texts("button.threads_on"), interface.ChangeChat(threads_in, ("threads=on",))))
    return Screen("\n".join(lines), texts("title.greeting"), rows=(tuple(buttons),))


def _about_games(key: str, about_robots: str, phrasing: Phrasing, *, robots: bool) -> list[str]:
    texts = phrasing.texts
    games = texts.listed(phrasing.game(game) for game in GAMES)
    return [texts(key, games=games), *([texts(about_robots)] if robots else [])]
