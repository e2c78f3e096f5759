"""What is brought to the webhook: updates of Telegram, and what strangers post who know the secret or not."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast
from unittest.mock import patch

from aiohttp import web
from telegram import Bot
from telegram.request import BaseRequest, RequestData

from bot.platforms.telegram.calls import Body
from bot.platforms.telegram.updates import SECRET_HEADER, UNREADABLE, Webhook, WebhookServer, read
from games.events import MatchId
from tests.bot.platforms.telegram.setup import NAMES, Table
from tests.fuzzing.ground import unpainted
from tests.fuzzing.laws import Broken, Ledger, Watch, watched
from tests.fuzzing.target import Take, Target
from tests.fuzzing.targets import lines
from tests.games.test_record import EXAMPLE
from tests.loopback.core.clock import Clock
from tests.loopback.telegram import happenings
from tests.loopback.telegram.calls import Call
from tests.loopback.telegram.faults import Fault
from tests.loopback.telegram.methods import proper_name
from tests.loopback.telegram.server import TOKEN, TelegramServer

SECRET = "only-telegram-knows"  # noqa: S105
NUMBER = 800_000_000
"""Of the first update that is made up; each case has its own."""


class Wire(BaseRequest):
    """The way to Telegram without a network: calls are carried out at once."""

    def __init__(self, service: TelegramServer) -> None:
        self._service = service

    @property
    def read_timeout(self) -> float:
        return 1.0

    async def initialize(self) -> None:
        pass

    async def shutdown(self) -> None:
        pass

    async def do_request(
        self, url: str, method: str, request_data: RequestData | Body | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        if "/file/" in url:
            kept = self._service.service.world.documents.values()
            return 200, next(file.data for file in kept if url.endswith(file.path))
        name = proper_name(url.rpartition("/")[2])
        if name is None:
            raise Broken(f"no such method: {url}")
        if name in ("setWebhook", "deleteWebhook"):
            return 200, b'{"ok": true, "result": true}'
        call = Call(name)
        if isinstance(request_data, Body):
            call.fields = dict(request_data.fields)
            if (upload := request_data.upload) is not None:
                call.files, call.bytes = {upload.field: upload.data}, len(upload.data)
        elif request_data is not None:
            call.fields = dict(request_data.json_parameters)
        status, body = await self._service._carried_out(call, Fault())
        return status, json.dumps(body).encode()


class Hooked(Table):
    """A table of which the webhook is known."""

    server: WebhookServer


@asynccontextmanager
async def _table(folder: Path) -> AsyncIterator[Hooked]:
    """A group with three people, and the bot, where nothing goes over a network."""
    telegram = TelegramServer(clock=Clock())
    people = {name: telegram.person(name, username=f"{name.lower()}_t") for name in NAMES}
    group = telegram.supergroup("Table", *people.values())
    webhook = Webhook("http://127.0.0.1/hook", SECRET, port=0)
    there = Hooked(telegram, group, people, folder, webhook)

    def serving(*given: Any) -> WebhookServer:
        there.server = WebhookServer(*given)
        return there.server

    with (
        patch("bot.platforms.telegram.calls.AiohttpRequest", lambda: Wire(telegram)),
        patch("bot.platforms.telegram.adapter.WebhookServer", serving),
        unpainted(),
    ):
        await there.open()
        there.start_all()
        try:
            yield there
        finally:
            await there.close()


@dataclass(frozen=True, slots=True)
class Post:
    """As much of a request as the webhook looks at."""

    body: bytes
    headers: Mapping[str, str]

    async def json(self) -> Any:
        return json.loads(self.body.decode())


async def _bring(there: Hooked, body: bytes, secret: str = SECRET) -> int:
    """Post something to the webhook, and wait until all has come of it; gives the status."""
    answer = await there.server.receive(cast(web.Request, Post(body, {SECRET_HEADER: secret})))
    await there.settled()
    await there.dispatcher.worker.settled()  # words of the last one are not the next one's doing
    return answer.status


async def _all_brought(there: Hooked) -> list[bytes]:
    """Bring what people have done, as Telegram does; gives what that was."""
    found = []
    while updates := there.telegram.updates.waiting:
        there.telegram.updates.waiting = []
        for update in updates:
            found.append(json.dumps(update.to_json()).encode())
            await _bring(there, found[-1])
    return found


async def _begun(there: Hooked) -> tuple[MatchId, list[bytes]]:
    """Ada and Ben play; the code of their match, and all that was brought for it."""
    there.ada.say(there.group, "/play sahara")
    found = await _all_brought(there)
    challenge = there.ben.latest(there.group)
    there.ben.tap(challenge, "Accept")
    found += await _all_brought(there)
    board = there.ben.now(challenge)
    assert board is not None
    (code,) = {key.value.split(":")[1] for row in board.keyboard for key in row if key.value.startswith("c:")}
    return MatchId(code), found


@asynccontextmanager
async def _open(folder: Path) -> AsyncIterator[Take]:
    usual = await _usual()
    async with _table(folder) as there:
        code, _ = await _begun(there)
        with watched() as watch:
            ledger, numbers = Ledger(folder / "house.db"), itertools.count(NUMBER)
            try:
                hook = Hook(there, code, watch, ledger, usual)
                yield lambda data: _take(hook, _numbered(data, next(numbers)))
            finally:
                ledger.close()


@dataclass(frozen=True, slots=True)
class Hook:
    """The bot at its webhook, and what watches over it."""

    table: Hooked
    code: MatchId
    watch: Watch
    ledger: Ledger
    usual: Form


async def _take(hook: Hook, data: bytes) -> None:
    there = hook.table
    if await _bring(there, data, "a guess") != 403:
        raise Broken("taken from somebody who does not know the secret")
    if hook.usual.fits(_read(data)):
        await _bring(there, data)
    else:  # Telegram sends nothing of the kind
        _leave_unread(_read(data))
    hook.watch.check()
    if there.telegram.unknown or there.telegram.crashes:
        raise Broken(f"calls that Telegram does not know: {there.telegram.unknown} {there.telegram.crashes}")
    if any(str(player.id).encode() in data for player in (there.ada, there.ben)):
        hook.ledger.look()
    else:
        hook.ledger.check(str(there.people["Cleo"].id), [hook.code.lower()])


def _numbered(data: bytes, number: int) -> bytes:
    """With a number of its own: what came before is not looked at again."""
    update = _read(data)
    if not isinstance(update, dict) or not isinstance(update.get("update_id"), int):
        return data
    return json.dumps({**update, "update_id": number}).encode()


def _read(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _leave_unread(update: Any) -> None:
    """It is no update: it is read or refused, no more."""
    with suppress(*UNREADABLE):
        read(update, Bot(TOKEN))


class Form:
    """What Telegram sends where in an update, as far as people have made it send that."""

    def __init__(self, updates: Sequence[Any]) -> None:
        self._kinds: set[tuple[str, str]] = set()
        self._always: dict[str, set[str]] = {}
        for place, value in _values(updates):
            self._kinds.add((place, type(value).__name__))
            if isinstance(value, dict):
                self._always[place] = self._always.get(place, set(value)) & value.keys()

    def fits(self, update: Any) -> bool:
        """Whether all values are of their usual kinds, and nothing is left out that is always there."""
        return all(
            (place, type(value).__name__) in self._kinds
            and (not isinstance(value, dict) or self._always[place] <= value.keys())
            for place, value in _values([update])
        )


def _values(updates: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """All values, and where they stand."""
    waiting = [("", update) for update in updates]
    while waiting:
        place, value = waiting.pop()
        yield place, value
        if isinstance(value, dict):
            waiting += [(f"{place}/{key}", below) for key, below in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{place}/", below) for below in value]


async def _seeds(folder: Path) -> Sequence[bytes]:
    """What is brought for a match of Ada and Ben, and what Cleo types and presses; found out once."""
    if not _FOUND:
        async with _table(folder) as there:
            _FOUND.extend((await _begun(there))[1])
            board, cleo = there.cleo.latest(there.group), there.cleo
            for number, line in enumerate(lines.WORDS):
                cleo.say(cleo.private if number % 2 else there.group, f"{line} sahara")
            for label in board.labels:
                cleo.tap(board, label)
            _FOUND.extend(await _all_brought(there))
            _FOUND.extend(await _elsewhere(there))
    return _FOUND


async def _elsewhere(there: Hooked) -> list[bytes]:
    """What Cleo does besides: links, files, replies, forwarded lines, queries from other chats, groups."""
    cleo, service = there.people["Cleo"], there.telegram.service
    for payload in ("play_sahara", "join_K7QF2M", "settings", "learn"):
        cleo.start(payload)
    cleo.send_file(cleo.private, "match.txt", EXAMPLE.encode(), "/import")
    cleo.say(there.group, "/play sahara", reply_to=cleo.latest(there.group))
    cleo.block()
    cleo.unblock()
    cleo.add_bot(there.telegram.group("Other", cleo, bot="left"))
    happenings.summon(
        service, cleo.user, there.telegram.between(cleo, there.ben), f"@{there.telegram.bot_name} sahara"
    )
    found = await _all_brought(there)  # first: a query is too old soon
    asked = [
        happenings.inquire(service, cleo.user, typed, there.group)
        for typed in ("", "sahara", "sahara @ben_t")
    ]
    found += await _all_brought(there)
    cleo.choose(asked[1], there.group)
    found += await _all_brought(there)
    line = next(json.loads(one) for one in found if b"/play sahara" in one)
    line["message"]["forward_origin"] = {"type": "user", "date": 1, "sender_user": there.ben.user.to_json()}
    return [*found, json.dumps(line).encode()]


async def _usual() -> Form:
    """The form of updates."""
    with TemporaryDirectory() as folder:
        return Form([json.loads(seed) for seed in await _seeds(Path(folder))])


_FOUND: list[bytes] = []
TARGET = Target(
    "webhooks", _open, _seeds, tokens=(*lines.WORDS, "K7QF2M", "play_sahara", "join_K7QF2M", "settings")
)
