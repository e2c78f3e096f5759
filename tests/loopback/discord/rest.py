"""The door for requests: token, faults, the log, and what every answer looks like."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.loopback.discord import spec
from tests.loopback.discord.faults import Fault, Faults, When
from tests.loopback.discord.limits import REQUEST_LIMIT, Upload
from tests.loopback.discord.refusals import Body, Form, Refusal
from tests.loopback.discord.world import World

logger = logging.getLogger(__name__)
BASE = "/api/v10"
PLENTY = {
    "X-RateLimit-Limit": "1000",
    "X-RateLimit-Remaining": "999",
    "X-RateLimit-Reset": "4102444800.0",
    "X-RateLimit-Reset-After": "1.0",
}
"""What every answer says of its bucket: without it the library asks one after another."""
FORM = 50035  # the code of a body that is not as it must be
PART = re.compile(r"files\[(\d+)\]")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class Call:
    """One request as the log remembers it."""

    method: str
    route: str
    path: str
    status: int = 0
    """0: the connection was dropped, or the answer is still on its way."""
    code: int | None = None
    """The code of a refusal."""
    message: int | None = None
    """The message that it made, changed, read or deleted."""
    interaction: int | None = None
    """The interaction that it answered."""


NOTE = web.RequestKey("note", Call)


@dataclass(slots=True)
class Log:
    """All requests since the start."""

    calls: list[Call] = field(default_factory=list)

    def mark(self) -> int:
        """Now, for `since`."""
        return len(self.calls)

    def since(self, mark: int, method: str | None = None, route: str = "") -> list[Call]:
        """The requests after the mark, of this method, whose route contains this."""
        return [c for c in self.calls[mark:] if method in (None, c.method) and route in c.route]

    def tail(self, most: int = 12) -> str:
        """The last requests, for error messages."""
        return "\n".join(f"  {c.method} {c.path} -> {c.status} {c.code or ''}" for c in self.calls[-most:])


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """JSON; clients insist on this very content type, without a charset."""
    data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    response = web.Response(body=data, status=status, headers=headers)
    response.headers["Content-Type"] = "application/json"
    return response


@dataclass(slots=True)
class Door:
    """What every request passes on its way in and out."""

    world: World
    token: str
    faults: Faults = field(default_factory=Faults)
    log: Log = field(default_factory=Log)
    complaints: list[str] = field(default_factory=list)
    """Bodies that were refused, and failures of the service itself."""
    strict: bool = True
    """Whether a refused body is a mistake of whoever sent it."""

    def middleware(self) -> Any:
        """For `aiohttp.web`."""

        @web.middleware
        async def pass_through(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not request.path.startswith(BASE):
                return await handler(request)
            return await self.receive(request, handler)

        return pass_through

    async def receive(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Log, check, do and answer one request."""
        resource = request.match_info.route.resource
        route = (resource.canonical if resource else request.path).removeprefix(BASE)
        path = request.path.removeprefix(BASE)
        call = request[NOTE] = Call(request.method, route, path)
        self.log.calls.append(call)
        response = await self._suffer(request, "before") or await self._serve(request, handler)
        call.status = 0 if request.transport is None or request.transport.is_closing() else response.status
        self.world.signal.give()
        return response

    async def _serve(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await self._do(request, handler)
        for name, value in PLENTY.items():
            response.headers.setdefault(name, value)
        response.headers["X-RateLimit-Bucket"] = f"{request.method} {request[NOTE].route}"
        return await self._suffer(request, "after") or response

    async def _do(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        call: Call = request[NOTE]
        try:
            self._authorize(request, call.route)
            return await handler(request)
        except Refusal as refusal:
            call.code = refusal.code
            if self.strict and refusal.code == FORM and call.route != "/applications/@me":
                self.complaints.append(f"{call.method} {call.route}: {refusal}")
            headers = {"Via": "1.1 google"} if refusal.status == 429 else None
            return answer(refusal.body, refusal.status, headers)
        except web.HTTPException as refused:
            return answer({"message": f"{refused.status}: {refused.reason}", "code": 0}, refused.status)
        except ConnectionResetError:  # the bot was killed while it was asking
            return answer({}, 500)
        except Exception:
            logger.exception("The service itself failed at %s %s", call.method, call.path)
            self.complaints.append(f"the service failed at {call.method} {call.route}")
            return answer({"message": "500: Internal Server Error", "code": 0}, 500)

    def _authorize(self, request: web.Request, route: str) -> None:
        if route.startswith(("/interactions/", "/webhooks/", "/gateway")) and not route.endswith("/bot"):
            return
        if route == "/oauth2/token":
            return
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        if kind == "Bearer" and token in self.world.bearers and route == "/users/@me":
            return
        if (kind, token) != ("Bot", self.token):
            raise Refusal(0)

    async def _suffer(self, request: web.Request, when: When) -> web.Response | None:
        fault = self.faults.strike(request.method, request.path.removeprefix(BASE), when)
        if fault is None:
            return None
        if fault.hold:
            await fault.hold.wait()
            return None
        return self._fail(request, fault)

    def _fail(self, request: web.Request, fault: Fault) -> web.Response:
        if fault.status is None:
            if request.transport is not None:
                request.transport.close()
            return web.Response()
        if isinstance(fault.body, str):
            return web.Response(
                text=fault.body, status=fault.status, headers=fault.headers, content_type="text/html"
            )
        return answer(fault.body, fault.status, fault.headers)

    async def read(self, request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
        """The body and its files (`Refusal` 50109, 40005)."""
        if (request.content_length or 0) > REQUEST_LIMIT:
            raise Refusal(40005)
        files: list[Upload] = []
        if request.content_type == "multipart/form-data":
            body = await _parts(request, files)
        else:
            body = _json(await request.text())
        call: Call = request[NOTE]
        if not call.route.endswith("/commands"):
            form = Form()
            form.mapping((), body)
            form.close()
        spec.check(request.method, call.route, body)
        return body, tuple(files)


async def _parts(request: web.Request, files: list[Upload]) -> Any:
    body: Any = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Refusal(50109)
        data = bytes(await part.read())
        if part.name == "payload_json":
            body = _json(data.decode())
        elif found := PART.fullmatch(part.name or ""):
            files.append(Upload(int(found[1]), part.filename or "file", data))
        else:
            form = Form()
            form.add((str(part.name),), "UNKNOWN_FIELD", "There is no such part")
            form.close()
    return body


def _json(text: str) -> Body:
    try:
        body: Body = json.loads(text) if text else {}
    except ValueError:
        raise Refusal(50109) from None
    return body
