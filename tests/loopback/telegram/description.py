"""Holds calls against the published description of the Bot API (`bot_api.json`: the parts spoken here)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.content import Json

DESCRIBED: Json = json.loads(Path(__file__).with_name("bot_api.json").read_text())
PRESENT = True
"""Whether to check; a benchmark had better not."""


def problems(call: Call) -> list[str]:
    """What in a call does not agree with the description."""
    if not PRESENT:
        return []
    fields, uploads = _method(call.method)["properties"], dict.fromkeys(call.files, "uploaded")
    body = {name: value for name, value in (uploads | call.fields).items() if value not in (None, "")}
    given = {name: _decoded(value, fields.get(name, {})) for name, value in body.items()}
    given = {name: value for name, value in given.items() if name in fields or name not in call.files}
    return [f"{call.method}: {error.message}" for error in _validator(call.method).iter_errors(given)]


def _decoded(value: Any, described: Json) -> Any:
    """The value of a parameter: forms and some clients bring all but texts as JSON in a text."""
    if not isinstance(value, str) or described.get("type") == "string":
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


@cache
def _method(name: str) -> Json:
    described: Json = DESCRIBED["methods"][name]
    return described | {"$defs": DESCRIBED["$defs"]}


@cache
def _validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(_method(name))
