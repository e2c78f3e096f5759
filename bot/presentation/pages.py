"""The screens around the matches: help, rules, lists, the proof of a deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bot import interface
from bot.domain.robot_players import LEVELS
from bot.interface import Button, Link, Picture, Request, Screen
from bot.presentation.alt_texts import length, outcome
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import in_rows
from games import GAMES
from games.events import MatchId
from games.game import View, other
from games.match import MatchView

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds

_DONE: Mapping[type[Request], str] = {
    interface.RequestTakeback: "note.take_back_asked",
    interface.AcceptTakeback: "note.take_back_allowed",
    interface.DeclineTakeback: "note.take_back_refused",
    interface.ClaimWin: "note.time_claimed",
    interface.ClaimDraw: "note.time_drawn",
    interface.KeepWaiting: "note.waiting",
}


Mark = Literal["late_yours", "late_theirs", "claim", "draw_yours", "draw_theirs", "take_back"]
"""What stands in a listed match besides whose turn it is: `matches.MARK` tells it."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as a list shows it to one of its players."""

    match: MatchId
    game: str
    opponent: str
    """Their name."""
    yours: bool
    """It is the reader's turn."""
    challenge: bool
    """Not accepted yet."""
    over: bool
    age: int
    """Seconds since the last event."""
    link: Link | None
    left: int | None = None
    """Seconds until something is due: a time is up, or the challenge expires; None: nothing is."""
    marks: tuple[Mark, ...] = ()


def help_page(phrasing: Phrasing, *, robots: bool) -> Screen:
    """What this bot is, and the buttons to begin; `robots`: whether one can play them here."""
    texts = phrasing.texts
    games = texts.listed(phrasing.game(key) for key in GAMES)
    commands = " ".join(
        f"/{key.removeprefix('command.')}" for key in texts.messages if key.startswith("command.")
    )
    buttons = [Button(texts("button.new_game"), interface.PickGame(None), "main")]
    if robots:
        buttons.append(Button(texts("button.robot"), interface.PickRobot(None), "main"))
    buttons.append(Button(texts("button.rules"), interface.ShowRules(None)))
    buttons.append(Button(texts("button.puzzle"), interface.ShowPuzzle(None)))
    buttons.append(Button(texts("button.matches"), interface.ListMatches()))
    buttons.append(Button(texts("button.leaderboard"), interface.ShowLeaderboard(None, everywhere=False)))
    buttons.append(Button(texts("button.privacy"), interface.ShowPrivacy()))
    buttons.append(Button(texts("button.settings"), interface.ShowSettings()))
    return Screen(
        texts("help.text", games=games, commands=commands), texts("title.help"), rows=in_rows(buttons)
    )


def no_command(phrasing: Phrasing) -> Screen:
    """To words that are neither a command nor a move, with the buttons that most people look for."""
    texts = phrasing.texts
    buttons = [
        Button(texts("button.matches"), interface.ListMatches()),
        Button(texts("title.help"), interface.Help()),
    ]
    return Screen(texts("no.no_command"), rows=in_rows(buttons))


def games_page(phrasing: Phrasing) -> Screen:
    """The games, and a way to the rules of each."""
    texts = phrasing.texts
    lines = (texts("help.game", game=phrasing.game(key), summary=texts(f"{key}.summary")) for key in GAMES)
    buttons = [Button(phrasing.game(key), interface.ShowRules(key)) for key in GAMES]
    return Screen("\n".join(lines), texts("title.games"), rows=in_rows(buttons))


def pick_robot_level_page(game: str, phrasing: Phrasing, before: Sequence[str] = ()) -> Screen:
    """Ask how strong the robot is to be, after these lines."""
    texts = phrasing.texts
    buttons = [
        Button(
            texts("button.level", level=level),
            interface.OfferChallenge(game, interface.ROBOT, (f"level={level}",)),
            "main",
        )
        for level in LEVELS
    ]
    told = texts("pick.robot", game=phrasing.game(game), lowest=LEVELS[0], highest=LEVELS[-1])
    return Screen("\n".join([*before, told]), texts("button.robot"), rows=in_rows(buttons))


def rules_page(
    game: str,
    rule: str,
    example: View,
    phrasing: Phrasing,
    *,
    page: int,
    pages: int,
    robots: bool,
    text_only: bool = False,
) -> Screen:
    """One paragraph of the rules with its example.

    Args:
        game: whose rules.
        rule: the key of the paragraph.
        example: the position that shows it.
        phrasing: the reader's.
        page: which page this is, from 1.
        pages: how many there are.
        robots: whether one plays the game here.
        text_only: the example is told, not shown.
    """
    texts = phrasing.texts
    names = (texts("rules.first"), texts("rules.second"))
    paragraph, sentences = texts(f"{game}.rules.{rule}"), phrasing.describe(game, names, example.tell_table())
    told = " ".join(
        [*sentences, *([outcome(game, example.result, names, phrasing)] if example.result else [])]
    )
    ways = []
    if page > 1:
        ways.append(Button(texts("button.back"), interface.ShowRules(game, page - 1)))
    if page < pages:
        ways.append(Button(texts("button.next"), interface.ShowRules(game, page + 1), "main"))
    ways.append(
        Button(texts("button.play", game=phrasing.game(game)), interface.OfferChallenge(game, None, ()))
    )
    if robots:
        ways.append(Button(texts("button.robot"), interface.PickRobot(game)))
    ways.append(Button(texts("button.learn"), interface.ShowLesson(game)))
    ways.append(Button(texts("button.legend"), interface.ShowLegend(game)))
    return Screen(
        title=texts("title.rules", game=phrasing.game(game), page=page, pages=pages),
        text="\n".join([paragraph, told]) if text_only else paragraph,
        picture=None if text_only else Picture(game, example, names, (), alt=told),
        rows=in_rows(ways),
        text_only=text_only,
    )


def legend_page(game: str, phrasing: Phrasing) -> Screen:
    """What the signs in the pictures of a game mean."""
    texts = phrasing.texts
    told = [texts(f"{game}.legend"), texts("legend.common")]
    return Screen("\n".join(told), texts("title.legend", game=phrasing.game(game)))


def matches_page(listed: Sequence[Listed], phrasing: Phrasing, *, left_out: int = 0) -> Screen:
    """Whose turn in which match, since when, with a way to each board.

    Args:
        listed: the most important ones first; those that have no room are left out.
        phrasing: the reader's.
        left_out: how many more there are.
    """
    texts = phrasing.texts
    title, lines = texts("title.matches"), [_line(match, phrasing) for match in listed]

    def told(count: int) -> list[str]:
        more = left_out + len(lines) - count
        return [*lines[:count], *([texts("matches.more", count=more)] if more else [])]

    room = phrasing.capabilities.text
    fitting = next((n for n in range(len(lines), 0, -1) if length([title, *told(n)]) <= room), 0)
    links = tuple(match.link for match in listed[:fitting] if match.link)
    return Screen("\n".join(told(fitting)) or texts("matches.none"), title, links=links)


def in_short(listed: Listed, phrasing: Phrasing) -> str:
    """What the code of a match means: which game against whom, and how it stands."""
    texts = phrasing.texts
    values = {"game": phrasing.game(listed.game), "opponent": listed.opponent}
    if listed.over:
        return texts("short.over", **values)
    if listed.challenge:
        return texts("short.invited" if listed.yours else "short.challenge", **values)
    whose = texts("matches.yours") if listed.yours else texts("matches.theirs", name=listed.opponent)
    return texts("short.running", whose=whose, **values)


def which_match(
    listed: Sequence[Listed], request: Callable[[MatchId], Request], phrasing: Phrasing
) -> Screen:
    """Ask which of several matches was meant."""
    buttons = [
        Button(f"{phrasing.game(match.game)} – {match.opponent} · {match.match}"[:80], request(match.match))
        for match in listed
    ]
    return Screen(phrasing.texts("note.which_match"), rows=in_rows(buttons))


def confirm_resignation(match: MatchView, phrasing: Phrasing) -> Screen:
    """Ask once more before a match is given up; `match` as the person who resigns sees it."""
    texts = phrasing.texts
    name = phrasing.seat(match, other(match.viewer or 0))
    text = texts("note.resign_sure", game=phrasing.game(match.game), name=name)
    sure = Button(texts("button.resign_sure"), interface.Resign(match.match, sure=True), "danger")
    no = Button(texts("button.never_mind"), interface.Dismiss())
    return Screen(text, rows=((sure, no),))


def done(request: Request, match: MatchView, phrasing: Phrasing) -> str:
    """That a request has been granted, for a person who sees no board change; `match` as they see it now."""
    texts = phrasing.texts
    opponent = phrasing.seat(match, other(match.viewer or 0))
    match request:
        case interface.AcceptChallenge() | interface.CallRobot():
            return texts("note.accepted", match=match.match)
        case interface.DeclineChallenge():
            return texts("note.declined")
        case interface.CancelChallenge():
            return texts("note.cancelled")
        case interface.Resign():
            return texts("note.resigned", winner=opponent)
        case interface.OfferDraw() | interface.AcceptDraw():
            return texts("note.draw_agreed" if match.ending else "note.draw_offered")
        case interface.DeclineDraw():
            return texts("note.draw_declined")
        case interface.Choose(words=words) | interface.TypeMove(words=words):
            return texts("note.played", move=" ".join(words))
    return texts(_DONE.get(type(request), "note.done"), name=opponent)


def lost(key: str, match: MatchView, phrasing: Phrasing) -> str:
    """Why a match goes on in a private chat: `lost.match`.

    Before it has begun `lost.challenge`, or where others have never seen the challenge `lost.unseen` and, if
    somebody is invited, `lost.asked`.
    """
    return phrasing.texts(key, match=match.match, game=phrasing.game(match.game))


def _line(listed: Listed, phrasing: Phrasing) -> str:
    texts = phrasing.texts
    values = {"match": listed.match, "game": phrasing.game(listed.game), "opponent": listed.opponent}
    since = _since(listed.age, phrasing)
    beside = [] if listed.left is None else [texts("matches.left", time=texts.duration(listed.left))]
    beside += [texts(f"matches.{mark}", name=listed.opponent) for mark in listed.marks]
    left = "".join(f" · {told}" for told in beside)
    if listed.challenge:
        key = "matches.invited" if listed.yours else "matches.challenge"
        return texts(key, since=since, **values) + left
    whose = texts("matches.yours") if listed.yours else texts("matches.theirs", name=listed.opponent)
    return texts("matches.line", since=since, whose=whose, **values) + left


def _since(age: int, phrasing: Phrasing) -> str:
    for key, unit in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if age >= unit:
            return phrasing.texts(f"since.{key}", count=age // unit)
    return phrasing.texts("since.now")
