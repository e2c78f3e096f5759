"""Links into the private chat with the bot: the request of a payload, and the payload of a request."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from bot import interface
from bot.interface import Request
from games.events import MATCH_ID, MatchId, match_id_of

_LINKED: Mapping[str, Request] = {
    "settings": interface.ShowSettings(),
    "matches": interface.ListMatches(),
    "puzzle": interface.ShowPuzzle(None),
    "learn": interface.ShowLesson(None),
    "profile": interface.ShowProfile(None),
    "history": interface.ShowHistory(),
    "leaderboard": interface.ShowLeaderboard(None, everywhere=False),
    "privacy": interface.ShowPrivacy(),
    "forget": interface.ForgetMe(sure=False),
    "play": interface.PickGame(None),
}
"""Requests by payloads of one word."""

_OF_GAMES: Mapping[str, Callable[[str], Request]] = {
    "rules": interface.ShowRules,
    "play": interface.PickOpponent,
    "learn": interface.ShowLesson,
}
_OF_MATCHES: Mapping[str, Callable[[MatchId], Request]] = {
    "join": interface.ShowBoard,
    "board": interface.ShowBoard,
    "hand": interface.ShowHand,
}
"""Requests for payloads of a word, a `_`, and a game (`_OF_GAMES`) or the code of a match."""

_ON = re.compile(rf"({MATCH_ID.pattern})_([0-9]{{1,4}})")
"""After `on_`: a match, and the number of plies until the position from which to play on."""


def request_of(payload: str) -> Request:
    """The request of a link; none changes anything by itself."""
    if not payload:
        return interface.Help(first=True)
    if payload in _LINKED:
        return _LINKED[payload]
    kind, _, value = payload.partition("_")
    if kind == "puzzle" and value.isalnum():
        return interface.AnswerPuzzle(value, None, (), final=False, page=0)
    if kind in _OF_GAMES and value.isalnum():
        return _OF_GAMES[kind](value.lower())
    if kind == "on" and (position := _ON.fullmatch(value)):
        return interface.PlayOn(MatchId(position[1]), int(position[2]), None)
    if kind in _OF_MATCHES and (code := match_id_of(value)):
        return _OF_MATCHES[kind](code)
    return interface.Help()


def payload_of(request: Request) -> str:
    """The payload of the link that comes closest to a request; `help` if none does."""
    match request:
        case interface.ShowRules(game=str(game)):
            return f"rules_{game}"
        case interface.ShowLesson(game=str(game)) | interface.AnswerLesson(game=game):
            return f"learn_{game}"
        case interface.ShowSettings() | interface.ChangeSettings() | interface.ChangeChat():
            return "settings"
        case interface.ShowBoard(match=str(match)):
            return f"board_{match}"
        case interface.AnswerPuzzle(puzzle=puzzle) | interface.SolvePuzzle(puzzle=puzzle):
            return f"puzzle_{puzzle}"
        case interface.OfferChallenge(game=game):
            return f"play_{game}"
        case interface.PlayOn(match=match, number=number) if match_id_of(match):
            return f"on_{match}_{number}"
        case _ if isinstance(request, interface.MatchRequest):
            code = interface.match_of(request)
            return f"hand_{code}" if code else "matches"
        case _:
            return next((payload for payload, linked in _LINKED.items() if linked == request), "help")
