"""Holds bodies against the published description of the Bot API, where a copy lies beside the project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.loopback.core.published import published
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Json

PLAIN: dict[str, type | tuple[type, ...]] = {
    "Integer": int,
    "Float": (int, float),
    "String": str,
    "Boolean": bool,
    "True": bool,
}
NEWER = frozenset(
    (
        "ephemeral_message_parameters",
        "ephemeral_message_id",
        "receiver_user_id",
        "callback_query_id",
        "is_ephemeral",
    )
)
"""What came after the edition of the description that is known to lie about."""

NAME = "telegram-bot-api.json"
PRESENT = True
"""Whether to look for the description; a benchmark had better not."""


def problems(call: Call) -> list[str]:
    """What in a call does not agree with the description; nothing where there is none."""
    described = published(NAME) if PRESENT else None
    if described is None or call.method not in described["methods"]:
        return []
    method = described["methods"][call.method]
    body = {name: value for name, value in call.fields.items() if value not in (None, "")}
    body |= dict.fromkeys((name for name in call.files if name not in body), "uploaded")
    uploads = set(call.files) - {field["name"] for field in method.get("fields", ())}
    given = {name: _decoded(value) for name, value in body.items() if name not in uploads}
    return [f"{call.method}: {one}" for one in _object(given, method, described["types"], "", form=True)]


def _decoded(value: Any) -> Any:
    if not isinstance(value, str) or value[:1] not in ("{", "["):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _object(value: Json, described: Json, types: Json, path: str, *, form: bool = False) -> Iterator[str]:
    fields = {field["name"]: field for field in described.get("fields", ())}
    for name, inner in value.items():
        if name in fields:
            yield from _value(inner, fields[name]["types"], types, f"{path}{name}", form=form)
        elif name not in NEWER:
            yield f"{path}{name} is unknown"
    for name, field in fields.items():
        if field["required"] and name not in value and not NEWER & value.keys():
            yield f"{path}{name} is missing"


def _value(value: Any, names: list[str], types: Json, path: str, *, form: bool = False) -> Iterator[str]:
    """Problems with a value that may be of any of these types; forms bring plain values as texts."""
    if form and not isinstance(value, dict | list):
        return
    complaints = [list(_as_type(value, name, types, path)) for name in names]
    if complaints and all(complaints):
        yield from min(complaints, key=len)


def _as_type(value: Any, name: str, types: Json, path: str) -> Iterator[str]:
    if name.startswith("Array of "):
        if not isinstance(value, list):
            yield f"{path} is no {name}"
            return
        for place, one in enumerate(value):
            yield from _as_type(one, name.removeprefix("Array of "), types, f"{path}[{place}]")
    elif name in PLAIN or name == "InputFile":
        if not isinstance(value, PLAIN.get(name, str)) or (name == "Integer" and isinstance(value, bool)):
            yield f"{path} is no {name}"
    elif subtypes := types[name].get("subtypes"):
        yield from _value(value, subtypes, types, path)
    elif not isinstance(value, dict):
        yield f"{path} is no {name}"
    else:
        yield from _object(value, types[name], types, f"{path}.")
