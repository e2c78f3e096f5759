"""Encodes events for the log as a kind and a JSON text, and back; strict both ways."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from games import events
from games.events import Event

KINDS: Mapping[str, type[Event]] = {
    "Challenged": events.ChallengeOffered,
    "Accepted": events.ChallengeAccepted,
    "Declined": events.ChallengeDeclined,
    "Cancelled": events.ChallengeCancelled,
    "Expired": events.ChallengeExpired,
    "MovePlayed": events.MovePlayed,
    "DrawOffered": events.DrawOffered,
    "DrawDeclined": events.DrawDeclined,
    "DrawWithdrawn": events.DrawWithdrawn,
    "DrawAgreed": events.DrawAccepted,
    "Resigned": events.Resigned,
    "TakeBackAsked": events.TakebackRequested,
    "TakeBackRefused": events.TakebackDeclined,
    "TakenBack": events.TakebackAccepted,
    "TimeRanOut": events.TimeExpired,
    "TimeGiven": events.TimeGiven,
    "AwayTold": events.AwayTold,
    "TimeForfeited": events.WinClaimed,
    "DrawnOnTime": events.DrawClaimed,
    "Forewarned": events.AbandonmentWarned,
    "Abandoned": events.MatchAbandoned,
    "Stopped": events.MatchStopped,
    "LaidOpen": events.LaidOpen,
}
"""Event classes by their name in logs. Classes may be renamed, but these names must never change."""
_NAMES = {event: kind for kind, event in KINDS.items()}
_WRITE = json.JSONEncoder(separators=(",", ":")).encode


class UnreadableEvent(ValueError):
    """An entry of the log is not an event that this version knows.

    The message says what is wrong, but nothing of the contents, which may be secret.
    """


def dump(event: Event) -> tuple[str, str]:
    """The kind and the JSON text of an event; inverse of `load`.

    Raises:
        UnreadableEvent: a field does not fit its type, and could not be loaded again.
    """
    kind = _NAMES[type(event)]
    values = {name: getattr(event, name) for name in _hints(kind)}
    _check(kind, values)
    unsaid = _defaults(kind)
    return kind, _WRITE({name: value for name, value in values.items() if unsaid.get(name, MISSING) != value})


def load(kind: str, body: str) -> Event:
    """The event of a kind and a JSON text; inverse of `dump`.

    Raises:
        UnreadableEvent: the kind or a field is unknown, a field does not fit its type, or a field without
            a default is missing.
    """
    try:
        values = json.loads(body)
    except ValueError:
        raise UnreadableEvent("its text is not JSON") from None
    _check(kind, values)
    event: Event = KINDS[kind](**values)
    return event


@cache
def _hints(kind: str) -> dict[str, Any]:
    """The fields of a kind of event, in order, with their types."""
    event = KINDS.get(kind)
    if event is None:
        raise UnreadableEvent("its kind is unknown")
    hints = get_type_hints(event)
    return {field.name: hints[field.name] for field in fields(event)}


@cache
def _defaults(kind: str) -> Mapping[str, object]:
    """The default values of fields, which are not written; older logs lack some of these fields."""
    return {field.name: field.default for field in fields(KINDS[kind]) if field.default is not MISSING}


def _check(kind: str, values: object) -> None:
    hints = _hints(kind)
    if not isinstance(values, dict):
        raise UnreadableEvent(f"its text is no {kind}")
    if values.keys() - hints.keys():
        raise UnreadableEvent(f"it has a field that {kind} does not have")
    for name, hint in hints.items():
        if name not in values:
            if name in _defaults(kind):
                continue
            raise UnreadableEvent(f"it has no {name}, which {kind} has")
        if not _fits(values[name], hint):
            raise UnreadableEvent(f"its {name} is not of the type that {kind} says")


def _fits(value: object, hint: Any) -> bool:
    """Whether a value from JSON is of this type; a bool is not a number."""
    if type(value) is hint:
        return True
    origin, arguments = _taken_apart(hint)
    if origin is Literal:
        return any(type(value) is type(allowed) and value == allowed for allowed in arguments)
    if origin is dict:
        of_keys, of_values = arguments
        return isinstance(value, dict) and all(
            _fits(key, of_keys) and _fits(held, of_values) for key, held in value.items()
        )
    return any(_fits(value, argument) for argument in arguments)  # of a union


@cache
def _taken_apart(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    made_of = getattr(hint, "__supertype__", None)  # a `NewType`, as of ids
    return (None, (made_of,)) if made_of else (get_origin(hint), get_args(hint))
