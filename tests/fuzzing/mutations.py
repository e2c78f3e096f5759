"""How one input becomes another: bytes, words and values of JSON are changed, moved, doubled and dropped."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

STRANGE = (
    *("", " ", "\x00", "\n", ":", "/", "@", "#", "=", "~", "-1", "0", "1", "9" * 30, "1e999", "None", "null"),
    *("\ud800", "\u202e", "\ufeff", "İ", "ß", "🂡", "e\u0301", "<b>", "&amp;", "%s", "{0}", "'", '"', "\\"),
    *("A" * 100, "9" * 5000, "../..", "١٢", "½", "true", "[]", "{}", "\u2028"),
)
VALUES: tuple[Any, ...] = (None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 1e308, 0.5, "", [], {}, [[]])
MOST_CHANGES = 4


def mutated(data: bytes, chance: random.Random, tokens: Sequence[str]) -> bytes:
    """Another input, not far from this one."""
    for _ in range(chance.randint(1, MOST_CHANGES)):
        structured = data[:1] in b"{[" and chance.random() < 0.7
        data = _json(data, chance, tokens) if structured else _flat(data, chance, tokens)
    return data


def _flat(data: bytes, chance: random.Random, tokens: Sequence[str]) -> bytes:
    change: Callable[[bytes, random.Random, Sequence[str]], bytes] = chance.choice(_CHANGES)
    return change(data, chance, tokens)


def _put(data: bytes, chance: random.Random, tokens: Sequence[str]) -> bytes:
    start, end = _stretch(data, chance) if chance.random() < 0.5 else (chance.randint(0, len(data)),) * 2
    return data[:start] + _word(chance, tokens).encode("utf-8", "surrogatepass") + data[end:]


def _drop(data: bytes, chance: random.Random, _: Sequence[str]) -> bytes:
    start, end = _stretch(data, chance)
    return data[:start] + data[end:]


def _double(data: bytes, chance: random.Random, _: Sequence[str]) -> bytes:
    start, end = _stretch(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 1, 2, 8)) + data[end:]


def _move(data: bytes, chance: random.Random, _: Sequence[str]) -> bytes:
    start, end = _stretch(data, chance)
    rest = data[:start] + data[end:]
    at = chance.randint(0, len(rest))
    return rest[:at] + data[start:end] + rest[at:]


def _flip(data: bytes, chance: random.Random, _: Sequence[str]) -> bytes:
    if not data:
        return bytes([chance.randrange(256)])
    at = chance.randrange(len(data))
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


_CHANGES = (_put, _put, _drop, _double, _move, _flip)


def _stretch(data: bytes, chance: random.Random) -> tuple[int, int]:
    """Where a short stretch of it begins and ends; often a whole word or field."""
    start = chance.randint(0, len(data))
    if chance.random() < 0.6:
        marks = [at for at in range(len(data) + 1) if at in (0, len(data)) or data[at : at + 1] in b": \n&="]
        return tuple(sorted(chance.choices(marks, k=2)))  # type: ignore[return-value]
    return start, min(len(data), start + chance.choice((1, 1, 2, 4, 16)))


def _word(chance: random.Random, tokens: Sequence[str]) -> str:
    return chance.choice(tokens if tokens and chance.random() < 0.7 else STRANGE)


def _json(data: bytes, chance: random.Random, tokens: Sequence[str]) -> bytes:
    """One of the values changed; where there are several texts of JSON, one a line, in one of them."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at] = _json_line(lines[at], chance, tokens)
    return b"\n".join(lines)


def _json_line(data: bytes, chance: random.Random, tokens: Sequence[str]) -> bytes:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return _flat(data, chance, tokens)
    places = list(_places(value))
    if not places:
        return _flat(data, chance, tokens)
    holder, key = chance.choice(places)
    _change(holder, key, chance, tokens)
    return json.dumps(value).encode()


def _change(holder: Any, key: Any, chance: random.Random, tokens: Sequence[str]) -> None:
    kind, value = chance.random(), holder[key]
    if kind < 0.1:
        del holder[key]
    elif kind < 0.25:
        holder[key] = chance.choice(VALUES)
    elif kind < 0.35 and isinstance(holder, list):
        holder.insert(key, value)
    elif isinstance(value, str):
        holder[key] = halved(_flat(value.encode("utf-8", "surrogatepass"), chance, tokens))
    elif isinstance(value, int):
        holder[key] = chance.choice((value + 1, value - 1, -value, value * 1000, str(value)))
    else:
        holder[key] = _word(chance, tokens)


def halved(data: bytes) -> str:
    """A text that may have half characters, as JSON can write them."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every container with a key or index in it, all levels down."""
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting:
        here = waiting.pop()
        keys: Any = here if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        for key in keys:
            found.append((here, key))
            waiting.append(here[key])
    return found
