"""Screens around matches: help, rules, confirmations, greeting."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from bot import interface
from bot.domain.players import is_robot
from bot.domain.robot_players import ASKED_LEVELS, LEVELS
from bot.interface import Button, ChangeChat, Help, PickGame, Picture, Request, Screen
from bot.interface.registry import COMMANDS
from bot.presentation.alt_texts import outcome
from bot.presentation.exercises import SEAT_NAMES
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import confirm_page, in_rows, turning
from bot.texts import joined
from games import GAMES
from games.game import SEATS, RulePage, View, other, position
from games.match import MOST_GIFTS, MatchView

_DONE: Mapping[type[Request], str] = {
    interface.AcceptChallenge: "note.accepted",
    interface.CallRobot: "note.accepted",
    interface.DeclineChallenge: "note.declined",
    interface.CancelChallenge: "note.cancelled",
    interface.Choose: "note.played",
    interface.TypeMove: "note.played",
    interface.Resign: "note.resigned",
    interface.OfferDraw: "note.draw_offered",
    interface.AcceptDraw: "note.draw_agreed",
    interface.DeclineDraw: "note.draw_declined",
    interface.WithdrawDraw: "note.draw_withdrawn",
    interface.RequestTakeback: "note.take_back_asked",
    interface.AcceptTakeback: "note.take_back_allowed",
    interface.DeclineTakeback: "note.take_back_refused",
    interface.GiveTime: "note.time_given",
    interface.ClaimWin: "note.time_claimed",
    interface.ClaimDraw: "note.time_drawn",
    interface.KeepWaiting: "note.waiting",
    interface.LayOpen: "note.laid_open",
}


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
    text = joined(_naming_games("welcome.text", "robot.always", phrasing, robots=robots))
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
    text = "\n".join([*_naming_games("help.text", "help.robots", phrasing, robots=robots), commands])
    return Screen(text, texts("title.help"), rows=in_rows(buttons), fine_print=commands, invites=True)


def _naming_games(key: str, about_robots: str, phrasing: Phrasing, *, robots: bool) -> list[str]:
    texts = phrasing.texts
    games = texts.listed(phrasing.game(game) for game in GAMES)
    return [texts(key, games=games), *([texts(about_robots)] if robots else [])]


def games_page(phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    lines = (texts("help.game", game=phrasing.game(key), summary=texts(f"{key}.summary")) for key in GAMES)
    buttons = [Button(phrasing.game(key), interface.ShowRules(key)) for key in GAMES]
    return Screen("\n".join(lines), texts("title.games"), rows=in_rows(buttons))


def pick_robot_level_page(game: str, phrasing: Phrasing, before: Sequence[str] = ()) -> Screen:
    """Ask for the level of the robot, after the lines `before`."""
    texts = phrasing.texts
    buttons = [
        Button(
            phrasing.level(level),
            interface.OfferChallenge(game, interface.ROBOT, (f"level={level}",)),
            "main",
        )
        for level in ASKED_LEVELS
    ]
    asked = texts("pick.robot", game=phrasing.game(game), lowest=LEVELS[0], highest=LEVELS[-1])
    return Screen("\n".join([*before, asked]), texts("button.robot"), rows=in_rows(buttons))


def rules_page(
    game: str,
    rule: str,
    example: View,
    phrasing: Phrasing,
    *,
    page: int,
    pages: int,
    robots: bool,
) -> Screen:
    """A paragraph of the rules (a page from 1) with the position that illustrates it."""
    texts = phrasing.texts
    sun, moon = map(texts, SEAT_NAMES)
    names, name = (sun, moon), phrasing.game(game)
    paragraph, table = texts(f"{game}.rules.{rule}"), phrasing.describe(game, names, example.tell_table())
    ending = [outcome(game, example.result, names, phrasing)] if example.result else []
    described = joined([*table, *ending])
    buttons = [
        *turning(page, pages, partial(interface.ShowRules, game), texts, style="main"),
        Button(texts("button.play", game=name), interface.OfferChallenge(game, None, ())),
        *([Button(texts("button.robot"), interface.PickRobot(game))] if robots else []),
        Button(texts("button.learn"), interface.ShowLesson(game)),
        Button(texts("button.legend"), interface.ShowLegend(game)),
    ]
    return Screen(
        title=texts("title.rules", game=name, page=page, pages=pages),
        text="\n".join([paragraph, described]) if phrasing.text_only else paragraph,
        picture=None if phrasing.text_only else Picture(game, example, names, (), alt=described),
        rows=in_rows(buttons),
        text_only=phrasing.text_only,
    )


def legend_page(game: str, phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    return Screen(
        f"{texts(f'{game}.legend')}\n{texts('legend.common')}",
        texts("title.legend", game=phrasing.game(game)),
    )


def confirm_resignation(match: MatchView, phrasing: Phrasing) -> Screen:
    """Ask for confirmation before a resignation; `match` is the view of the person who resigns."""
    texts = phrasing.texts
    name = phrasing.seat(match, other(match.viewer or 0))
    text = texts("note.resign_sure", game=phrasing.game(match.game), name=name)
    return confirm_page(text, texts("button.resign_sure"), interface.Resign(match.match, sure=True), texts)


def confirm_laying_open(match: MatchView, phrasing: Phrasing) -> Screen:
    """Ask for confirmation before everybody may see what was hidden; `match` is the player's view."""
    texts = phrasing.texts
    name = phrasing.seat(match, other(match.viewer or 0))
    last = len(match.laid_open) == 1 or any(map(is_robot, match.players or ()))
    text = texts("note.open_now" if last else "note.open_later", name=name)
    return confirm_page(text, texts("button.lay_open_sure"), interface.LayOpen(match.match, sure=True), texts)


def done(request: Request, match: MatchView, phrasing: Phrasing) -> str:
    """Confirm a request to a person who sees no board change; `match` is their view afterwards."""
    own = match.viewer or 0
    opponent = phrasing.seat(match, other(own))
    key = _DONE.get(type(request), "note.done")
    if isinstance(request, interface.OfferDraw | interface.AcceptDraw):  # an offer may answer another one
        key = "note.draw_agreed" if match.ending else "note.draw_offered"
    if isinstance(request, interface.RequestTakeback) and any(map(is_robot, match.players or ())):
        key = "note.take_back_allowed"  # as a robot does at once
    if isinstance(request, interface.LayOpen) and len(match.laid_open) < len(SEATS):
        key = "note.laid_open_half"
    words = request.words if isinstance(request, interface.Choose | interface.TypeMove) else ()
    return phrasing.texts(
        key,
        name=opponent,
        winner=opponent,
        match=match.match,
        move=" ".join(words),
        count=MOST_GIFTS - match.given[own],
    )


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
    text = joined(_naming_games("greeting.text", "robot.always", phrasing, robots=robots))
    lines = [text, texts("greeting.manage")]
    if threads_in is not None:
        lines.append(texts("greeting.threads", button=texts("button.threads_on")))
    if lacking:
        named = [texts(f"lacking.{permission}") for permission in lacking]
        lines += ["", texts("greeting.lacking"), *(f"• {name}" for name in named)]
    buttons = [Button(texts("button.new_game"), PickGame(None), "main"), Button(texts("title.help"), Help())]
    if threads_in is not None:
        buttons.append(Button(texts("button.threads_on"), ChangeChat(threads_in, ("threads=on",))))
    return Screen("\n".join(lines), texts("title.greeting"), rows=(tuple(buttons),))


def example(game: str, page: RulePage) -> View:
    """The viewer's view of a page's example, played from a fixed deal."""
    return position(GAMES[game], dict(page.house_rules), page.plies).view(page.viewer)
