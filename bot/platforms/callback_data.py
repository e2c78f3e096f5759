"""A request in 64 bytes, and back: what stands in a button.

`verb:field:field…`; numbers in base 36, words joined by blanks, a missing value is empty. Nothing about a
button is kept anywhere else, so it works after a restart, on any worker, for ever.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, get_type_hints

from bot import interface
from bot.interface import InvalidPayload, Request
from bot.interface.measure import whole
from games.events import MatchId, PlayerId
from games.words import Words

KEPT = 4096  # newest payloads: most buttons of a board stay as they are, and a board stands in several places
PAYLOAD_MAX_BYTES = 64  # Telegram Bot API, InlineKeyboardButton.callback_data; Discord allows 100 characters

_VERBS: dict[str, Any] = {
    "help": interface.Help,
    "rules": interface.ShowRules,
    "offer": interface.OfferChallenge,
    "pick": interface.PickGame,
    "whom": interface.PickOpponent,
    "robot": interface.PickRobot,
    "b": interface.BuildChallenge,
    "call": interface.CallRobot,
    "ok": interface.AcceptChallenge,
    "no": interface.DeclineChallenge,
    "cancel": interface.CancelChallenge,
    "c": interface.Choose,
    "move": interface.TypeMove,
    "board": interface.ShowBoard,
    "hand": interface.ShowHand,
    "hint": interface.AskHint,
    "review": interface.AskReview,
    "puzzle": interface.ShowPuzzle,
    "p": interface.AnswerPuzzle,
    "solve": interface.SolvePuzzle,
    "learn": interface.ShowLesson,
    "l": interface.AnswerLesson,
    "signs": interface.ShowLegend,
    "resign": interface.Resign,
    "draw": interface.OfferDraw,
    "agree": interface.AcceptDraw,
    "nodraw": interface.DeclineDraw,
    "undraw": interface.WithdrawDraw,
    "back": interface.RequestTakeback,
    "letback": interface.AcceptTakeback,
    "noback": interface.DeclineTakeback,
    "win": interface.ClaimWin,
    "even": interface.ClaimDraw,
    "away": interface.TellAway,
    "give": interface.GiveTime,
    "wait": interface.KeepWaiting,
    "never": interface.Dismiss,
    "again": interface.OfferRematch,
    "list": interface.ListMatches,
    "inbox": interface.ShowInbox,
    "past": interface.ShowHistory,
    "open": interface.OpenMatch,
    "verify": interface.VerifyDeal,
    "replay": interface.Replay,
    "both": interface.ReplayBoth,
    "ply": interface.ShowPly,
    "clip": interface.MakeClip,
    "record": interface.ExportMatch,
    "who": interface.ShowProfile,
    "top": interface.ShowLeaderboard,
    "link": interface.LinkAccounts,
    "unlink": interface.UnlinkAccount,
    "runs": interface.ShowRunning,
    "watch": interface.Watch,
    "unwatch": interface.Unwatch,
    "table": interface.OpenTable,
    "lobby": interface.ShowSeeks,
    "seek": interface.SeekOpponent,
    "meet": interface.TakeSeek,
    "noseek": interface.WithdrawSeek,
    "privacy": interface.ShowPrivacy,
    "mydata": interface.ShowMyData,
    "forget": interface.ForgetMe,
    "sets": interface.ShowSettings,
    "set": interface.ChangeSettings,
    "chat": interface.ChangeChat,
    "block": interface.BlockPlayer,
    "phrases": interface.ShowPhrases,
    "say": interface.SayPhrase,
    "words": interface.SayWords,
    "mute": interface.MutePlayer,
    "report": interface.ReportRemark,
    "mod": interface.ShowModeration,
    "stop": interface.StopMatch,
    "hide": interface.HideWords,
    "cups": interface.OpenTournament,
    "cup": interface.ShowTournament,
    "cupin": interface.JoinTournament,
    "cupout": interface.LeaveTournament,
    "cupgo": interface.BeginTournament,
    "cupoff": interface.CancelTournament,
    "cupend": interface.EndTournament,
    "cuptake": interface.TakeTournament,
    "cupx": interface.ShowCrosstable,
}
_NAMES = {kind: verb for verb, kind in _VERBS.items()}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_WORD = re.compile(r"[^:\s\x00-\x1f]+")
_NUMBER = re.compile(r"[0-9a-z]{1,8}")


class TooLong(ValueError):
    """The request does not fit into a button."""


@lru_cache(maxsize=KEPT)
def encode(request: Request) -> str:
    """The payload of a button.

    Raises:
        TooLong: it would have more than 64 bytes; nothing of the kind is ever shown.
    """
    kind: Any = type(request)
    payload = ":".join([_NAMES[kind], *(_dump(getattr(request, name)) for name in _fields(kind))])
    if len(payload.encode()) > PAYLOAD_MAX_BYTES:
        raise TooLong(f"{type(request).__name__} does not fit into a button")
    return payload


def decode(payload: str) -> Request:
    """The request of a button; `InvalidPayload` for anything that `encode` cannot have written."""
    verb, *texts = payload.split(":")
    kind = _VERBS.get(verb)
    if kind is None or len(payload) > PAYLOAD_MAX_BYTES or whole(payload) != payload:
        return InvalidPayload()
    parsers = _parsers(kind)
    if len(texts) != len(parsers):
        return InvalidPayload()
    try:
        values = [parse(text) for parse, text in zip(parsers, texts, strict=True)]
    except ValueError:
        return InvalidPayload()
    request: Request = kind(*values)
    return request


@cache
def _parsers(kind: Any) -> tuple[Callable[[str], Any], ...]:
    """How to read the fields of a request, in their order."""
    hints = get_type_hints(kind)
    return tuple(_PARSERS[hints[name]] for name in _fields(kind))


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """What a button holds of a request; its keyword-only fields are never more than typed."""
    return tuple(field.name for field in dataclasses.fields(kind) if not field.kw_only)


def _dump(value: str | int | Words | None) -> str:
    match value:
        case None:
            return ""
        case int():
            return _base36(value)
        case str():
            return value
        case _:
            return " ".join(value)


def _base36(number: int) -> str:
    digits = ""
    while number >= len(_DIGITS):
        number, rest = divmod(number, len(_DIGITS))
        digits = _DIGITS[rest] + digits
    return _DIGITS[number] + digits


def _number(text: str) -> int:
    return int(_match(_NUMBER, text), len(_DIGITS))


def _flag(text: str) -> bool:
    return ("0", "1").index(text) == 1


def _words(text: str) -> Words:
    return tuple(_match(_WORD, word) for word in text.split(" ")) if text else ()


def _match(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise ValueError("not of this form")
    return text


def _word(text: str) -> str:
    return _match(_WORD, text)


def _optional(text: str) -> str | None:
    return _word(text) if text else None


_PARSERS: dict[Any, Callable[[str], Any]] = {
    int: _number,
    bool: _flag,
    str: _word,
    str | None: _optional,
    PlayerId: _word,
    MatchId: _word,
    MatchId | None: _optional,
    Words: _words,
}
