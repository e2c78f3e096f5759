"""Events as they lie in the log: a kind and a JSON text, and back. Strict on both ways."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from games.events import Event


class UnreadableEvent(ValueError):
    """What lies in the log is no event that this version knows.

    Says what is wrong, and nothing of the contents: they may be secret.
    """


def dump(event: Event) -> tuple[str, str]:
    """The kind and the JSON text of an event; inverse of `load`.

    Raises:
        UnreadableEvent: a field does not hold what its type says; it could not be loaded again.
    """
    kind = type(event).__name__
    values = {name: getattr(event, name) for name in _hints(kind)}
    _check(kind, values)
    return kind, json.dumps(values, separators=(",", ":"))


def load(kind: str, body: str) -> Event:
    """The event of a kind and a JSON text; inverse of `dump`.

    Raises:
        UnreadableEvent: the kind or a field is unknown, a field does not fit its type, or one is missing
            that older logs have as well.
    """
    try:
        values = json.loads(body)
    except ValueError:
        raise UnreadableEvent("its text is no JSON") from None
    _check(kind, values)
    event: Event = _kinds()[kind](**values)
    return event


@cache
def _kinds() -> dict[str, type[Any]]:
    """The classes of all events by name: renaming one would make old logs unreadable."""
    return {kind.__name__: kind for kind in get_args(Event)}


@cache
def _hints(kind: str) -> dict[str, Any]:
    """The fields of a kind of event, in order, with their types."""
    event = _kinds().get(kind)
    if event is None:
        raise UnreadableEvent("its kind is unknown")
    hints = get_type_hints(event)
    return {field.name: hints[field.name] for field in fields(event)}


@cache
def _later(kind: str) -> frozenset[str]:
    """The fields that older logs do not have: those with a default, which says what held before them."""
    return frozenset(field.name for field in fields(_kinds()[kind]) if field.default is not MISSING)


def _check(kind: str, values: object) -> None:
    hints = _hints(kind)
    if not isinstance(values, dict):
        raise UnreadableEvent(f"its text is no {kind}")
    if values.keys() - hints.keys():
        raise UnreadableEvent(f"it has a field that {kind} has not")
    for name, hint in hints.items():
        if name not in values:
            if name in _later(kind):
                continue
            raise UnreadableEvent(f"it has no {name}, which {kind} has")
        if not _fits(values[name], hint):
            raise UnreadableEvent(f"its {name} is not of the type that {kind} says")


def _fits(value: object, hint: Any) -> bool:
    """Whether a value, as JSON holds it, is of this type; True is no number."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return any(type(value) is type(allowed) and value == allowed for allowed in arguments)
    if origin is dict:
        of_keys, of_values = arguments
        return isinstance(value, dict) and all(
            _fits(key, of_keys) and _fits(held, of_values) for key, held in value.items()
        )
    if arguments:  # a union
        return any(_fits(value, argument) for argument in arguments)
    return type(value) is hint
