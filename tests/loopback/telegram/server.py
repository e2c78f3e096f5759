"""A Bot API server on 127.0.0.1 for tests: real HTTP, real refusals, and people who press the buttons."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from types import TracebackType

from aiohttp import ClientError, web

from tests.loopback.core.clock import Clock
from tests.loopback.core.signal import PATIENCE
from tests.loopback.telegram import description, happenings, widgets
from tests.loopback.telegram.calls import Call, CallLog, answer_json, read_call, refusal_json
from tests.loopback.telegram.content import Document, Json, Picture
from tests.loopback.telegram.faults import Fault, Faults
from tests.loopback.telegram.limits import Flood
from tests.loopback.telegram.methods import POLL, carry_out, proper_name
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.refusals import Refusal, broken
from tests.loopback.telegram.service import BOT_ID, Service, Settings
from tests.loopback.telegram.updates import Updates
from tests.loopback.telegram.webhook import Webhook
from tests.loopback.telegram.world import Chat, Kind, Standing, Topic

LOG = logging.getLogger(__name__)
TOKEN = f"{BOT_ID}:loopback-only-no-secret-at-all-00000"
MOST_BYTES = 50 * 1024 * 1024


class TelegramServer:
    """The service for one bot. An unmodified client library is pointed at its `url`.

    It lives with the test; the bot may be another process and die. All times are those of `clock`,
    which stands still unless it is moved on. Ids come from counters, so that two runs agree.

        async with TelegramServer() as server:
            ada, ben = server.person("Ada"), server.person("Ben")
            group = server.group("Club", ada, ben)
            ada.say(group, "/play sahara")
            challenge = await ben.sees(chat=group)
            await ben.press(challenge, "Accept")
            assert server.calls.refused() == [] == server.unknown
    """

    def __init__(self, *, clock: Clock | None = None, flood: Flood | None = None) -> None:
        self.clock = clock or Clock()
        self.service = Service(self.clock, flood)
        self.token = TOKEN
        self.url = ""
        """The address, such as http://127.0.0.1:PORT, without a slash at its end."""
        self.crashes: list[Exception] = []
        """Mistakes of this server itself; they fail the test when it is closed."""
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> TelegramServer:
        app = web.Application(client_max_size=MOST_BYTES)
        app.router.add_route("*", "/bot{token}/{method}", self._serve_method)
        app.router.add_get("/file/bot{token}/{path:.+}", self._serve_file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = "http://{}:{}".format(*self._runner.addresses[0][:2])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.faults.clear()
        self.updates.close()
        self.webhook.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self.crashes and error is None:
            raise self.crashes[0]

    @property
    def environment(self) -> dict[str, str]:
        """For a bot in a process of its own."""
        return {"TELEGRAM_TOKEN": self.token, "TELEGRAM_API_URL": self.url}

    @property
    def base_url(self) -> str:
        return f"{self.url}/bot"

    @property
    def bot_name(self) -> str:
        """The bot's username, without @."""
        return str(self.service.world.bot.username)

    @property
    def settings(self) -> Settings:
        return self.service.settings

    @property
    def calls(self) -> CallLog:
        return self.service.log

    @property
    def faults(self) -> Faults:
        return self.service.faults

    @property
    def updates(self) -> Updates:
        return self.service.updates

    @property
    def webhook(self) -> Webhook:
        return self.service.webhook

    @property
    def unknown(self) -> list[str]:
        """What the bot sent that the Bot API does not know, or not so."""
        return self.service.unknown

    # The world, as a test furnishes it.

    def person(
        self, name: str, *, last: str | None = None, username: str | None = None, language: str | None = "en"
    ) -> Person:
        """Somebody new, who has not started the bot."""
        return Person(self.service, self.service.world.new_user(name, last, username, language))

    def group(self, title: str, *people: Person, bot: Standing = "member") -> Chat:
        """A small group with the bot in it."""
        return self._chat("group", title, people, bot)

    def supergroup(
        self, title: str, *people: Person, bot: Standing = "member", topics: Sequence[str] = ()
    ) -> Chat:
        """A supergroup; with topics it is a forum. Topics are numbered 101, 102, ..."""
        chat = self._chat("supergroup", title, people, bot)
        chat.topics = {number: Topic(number, name) for number, name in enumerate(topics, 101)}
        return chat

    def between(self, one: Person, other: Person) -> Chat:
        """The private chat of two people: the bot is not in it, and never learns of it."""
        return self.service.world.new_chat("people", "", [one.user, other.user])

    def migrate(self, group: Chat, by: Person) -> Chat:
        """The supergroup that a group has become."""
        return happenings.migrate(self.service, group, by.user)

    async def until(
        self,
        condition: Callable[[], object],
        what: str = "what the test waits for",
        patience: float = PATIENCE,
    ) -> None:
        """Wait until something holds that depends on messages, answers or posts of updates."""
        await self.service.world.signal.until(
            lambda: bool(condition()), f"waited in vain for {what}", patience
        )

    async def dealt_with(self) -> None:
        """Wait until the bot has confirmed every update that it was sent."""
        await self.until(lambda: self.updates.confirmed, "the bot to deal with all updates")

    async def connected(self, *commands: str) -> None:
        """Wait until a bot hears, and has registered commands of these names."""
        await self.until(lambda: self._is_connected(set(commands)), "a bot that hears")

    def _is_connected(self, commands: set[str]) -> bool:
        menus = self.service.profile.commands.values()
        known = {command["command"] for menu in menus for command in menu}
        return bool(self.updates.polls or self.webhook.hook) and commands <= known

    def _chat(self, kind: Kind, title: str, people: Sequence[Person], bot: Standing) -> Chat:
        chat = self.service.world.new_chat(kind, title, [one.user for one in people])
        chat.bot = bot
        return chat

    # The service, as the bot calls it.

    async def _serve_method(self, request: web.Request) -> web.StreamResponse:
        name = proper_name(request.match_info["method"])
        if request.match_info["token"] != self.token:
            return _reply(*refusal_json(Refusal(401, "Unauthorized")))
        if name in widgets.METHODS and not self.settings.widgets:
            return _reply(*refusal_json(Refusal(404, "Not Found: method not found")))
        if name is None:
            self.unknown.append(request.match_info["method"])
            return _reply(*refusal_json(Refusal(404, "Not Found: method not found")))
        fault = self.faults.take(name)
        if fault.cut == "upload":
            await request.content.read(1)
            return self._cut(request, Call(name))
        try:
            call = await read_call(name, request)
        except web.HTTPRequestEntityTooLarge:
            return _reply(*refusal_json(Refusal(413, "Request Entity Too Large")))
        except Refusal as refusal:
            return _reply(*refusal_json(refusal))
        except (ConnectionError, web.RequestPayloadError, ClientError):  # the bot died while it sent this
            return self._cut(request, Call(name))
        return await self._answer(request, call, fault)

    async def _answer(self, request: web.Request, call: Call, fault: Fault) -> web.StreamResponse:
        self.unknown.extend(one for one in description.problems(call) if one not in self.unknown)
        if self.settings.latency and call.method != POLL:
            await asyncio.sleep(self.settings.latency)
        if fault.hold is not None:
            await fault.hold.wait()
        if fault.cut == "before":
            return self._cut(request, call)
        status, body = await self._carried_out(call, fault)
        if fault.cut == "after":
            return self._cut(request, call)
        self.calls.note(call, status, body.get("description", ""), self.clock.now())
        self.service.world.signal.give()
        return _reply(status, body)

    async def _carried_out(self, call: Call, fault: Fault) -> tuple[int, Json]:
        try:
            if fault.refusal is not None:
                raise fault.refusal
            if call.method == POLL:
                return answer_json(await self.updates.poll(call))
            return answer_json(carry_out(self.service, call))
        except Refusal as refusal:
            return refusal_json(refusal)
        except Exception as error:
            LOG.exception("The test server itself failed in %s.", call.method)
            self.crashes.append(error)
            return refusal_json(broken(500))

    def _cut(self, request: web.Request, call: Call) -> web.StreamResponse:
        """End the connection without an answer."""
        self.calls.note(call, 0, "connection cut", self.clock.now())
        self.service.world.signal.give()
        if request.transport is not None:
            request.transport.abort()
        return web.Response()

    async def _serve_file(self, request: web.Request) -> web.StreamResponse:
        world = self.service.world
        kept: list[Picture | Document] = [*world.pictures.values(), *world.documents.values()]
        found = [file for file in kept if file.path == request.match_info["path"]]
        if request.match_info["token"] != self.token or not found:
            return _reply(*refusal_json(Refusal(404, "Not Found")))
        return web.Response(body=found[0].data, content_type="application/octet-stream")


GATEWAYS = (502, 503, 504)
_PAGE = "<html>\r\n<head><title>{}</title></head>\r\n<body>nginx</body>\r\n</html>\r\n"


def _reply(status: int, body: Json) -> web.Response:
    if status in GATEWAYS:  # what stands before the service knows no JSON
        return web.Response(text=_PAGE.format(body["description"]), status=status, content_type="text/html")
    return web.json_response(body, status=status)
