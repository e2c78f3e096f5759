"""One call of a method: its parameters however they came, its files, and the log of all calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.loopback.telegram.content import Json
from tests.loopback.telegram.refusals import Refusal, bad


@dataclass(slots=True)
class Call:
    """A method with its parameters; forms bring texts, JSON bodies bring values: both are read alike."""

    method: str
    fields: Json = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    bytes: int = 0
    """The size of all files."""
    names: dict[str, str] = field(default_factory=dict)
    """What the files are called."""

    def has(self, name: str) -> bool:
        return self.fields.get(name) not in (None, "")

    def text(self, name: str) -> str:
        value = self.fields.get(name)
        return "" if value is None else value if isinstance(value, str) else json.dumps(value)

    def integer(self, name: str, default: int = 0) -> int:
        try:
            return int(self.text(name))
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        return self.text(name).lower() in ("true", "yes", "1")

    def value(self, name: str, what: str) -> Any:
        """A parameter that is JSON, decoded; None where it is left out. `what` names it in the refusal."""
        value = self.fields.get(name)
        if not isinstance(value, str) or not value:
            return value or None
        try:
            return json.loads(value)
        except ValueError:
            raise bad(f"can't parse {what} JSON object") from None


async def read_call(method: str, request: web.Request) -> Call:
    """The call that a request makes: query, urlencoded form, multipart form or JSON body."""
    fields: Json = dict(request.query)
    files: dict[str, bytes] = {}
    names: dict[str, str] = {}
    if request.content_type == "application/json":
        fields |= await _json_body(request)
    elif request.method == "POST":
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                with value.file as file:
                    files[name], names[name] = file.read(), value.filename
            else:
                fields[name] = value if isinstance(value, str) else bytes(value).decode()
    return Call(method, fields, files, sum(map(len, files.values())), names)


async def _json_body(request: web.Request) -> Json:
    try:
        body = await request.json()
    except ValueError:
        raise bad("can't parse JSON object") from None
    if not isinstance(body, dict):
        raise bad("JSON object expected as request")
    return body


@dataclass(frozen=True, slots=True)
class Logged:
    """A call that was answered. `status` 0: the connection was cut before an answer."""

    method: str
    chat: int | str | None
    status: int
    description: str
    at: float
    uploaded: int
    """Bytes of files."""
    fields: Json


class CallLog:
    """All calls, in the order of their answers."""

    def __init__(self) -> None:
        self.calls: list[Logged] = []

    def __iter__(self) -> Iterator[Logged]:
        return iter(self.calls)

    def __len__(self) -> int:
        return len(self.calls)

    def note(self, call: Call, status: int, description: str, at: float) -> None:
        chat = call.text("chat_id")
        number = int(chat) if chat.lstrip("-").isdigit() else chat or None
        self.calls.append(Logged(call.method, number, status, description, at, call.bytes, call.fields))

    def since(self, mark: int, *, polls: bool = False) -> list[Logged]:
        """The calls after the first `mark` ones; those that fetch updates only on demand."""
        return [one for one in self.calls[mark:] if polls or one.method != "getUpdates"]

    def count(self, *methods: str, chat: int | None = None, status: int | None = None) -> int:
        """How often one of the methods was called, in this chat, with this status."""
        return sum(
            one.method in methods and chat in (None, one.chat) and status in (None, one.status)
            for one in self.calls
        )

    def tail(self, most: int = 40) -> str:
        """The newest calls, shortened: for a test that fails."""
        lines = []
        for one in self.calls[-most:]:
            fields = " ".join(f"{name}={str(value)[:90]!r}" for name, value in one.fields.items())
            lines.append(f"{one.method} {one.status} {one.description} {fields}")
        return "\n".join(lines)

    def refused(self) -> list[Logged]:
        """The calls that were answered with an error or not at all; polls, which end each other, aside."""
        return [one for one in self.calls if one.status != 200 and one.method != "getUpdates"]


def answer_json(result: Any) -> tuple[int, Json]:
    return 200, {"ok": True, "result": result}


def refusal_json(refusal: Refusal) -> tuple[int, Json]:
    body: Json = {"ok": False, "error_code": refusal.code, "description": refusal.description}
    if refusal.parameters:
        body["parameters"] = dict(refusal.parameters)
    return refusal.code, body
