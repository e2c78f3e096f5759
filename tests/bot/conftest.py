"""A house that plays by a script, a web chat that can be restarted, and a browser that is closely watched."""

from __future__ import annotations

import asyncio
import io
import itertools
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
import pytest_asyncio
from PIL import Image as Pillow
from playwright.async_api import Browser, ConsoleMessage, Page, Request, async_playwright, expect

from bot import interface
from bot.handlers.access import RateLimits
from bot.interface import (
    Account,
    Alone,
    Answer,
    Chat,
    Completion,
    Delivery,
    Forget,
    Front,
    Image,
    Incoming,
    Looks,
    Note,
    Post,
    Screen,
    SharedMessage,
    Update,
)
from bot.platforms.web.adapter import WebAdapter
from bot.platforms.web.seats import Seats
from bot.texts import texts_for
from games import GAMES
from games.events import MatchId
from renderers import picture
from storage.postgres.database import open_store
from storage.sql.store import Store
from storage.sqlite.chat_log import SqliteChatLog
from tests.bot.memory_platform import NO_ROBOTS, UNHURRIED, House, Platform
from tests.bot.platforms.web.visitor import BROWSER
from tests.bot.runtime.command_line import Process
from tests.bot.simple_robots import FirstMoves
from tests.bot.two_platforms import Houses
from tests.bot.two_processes import SecondHouses, Two, two_processes
from tests.loopback.core.signal import PATIENCE
from tests.simulation.pictures import StandIns
from tests.storage.postgres.server import prepared

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = (  # no sandbox within containers, and nothing that Chromium would like to look up elsewhere
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 1000 * PATIENCE  # for an expectation: the process of the robots may have to begin first
expect.set_options(timeout=PATIENCE_MS)

NUMBERS = itertools.count()
PAINT = picture.paint
PAINTED = {"test_twins"}

Script = Answer | Callable[[Incoming], Answer | Awaitable[Answer]]


class OnlyOne:
    """A process beside which there is no other, unless a test says so (an `Alone`)."""

    known = True
    asked = 0

    async def is_mine(self) -> bool:
        self.asked += 1
        return self.known


class Scripted:
    """A `Front` that answers as the test says, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Incoming] = []
        self.registered: list[Account] = []
        self.forgets: list[Forget] = []
        self.deliveries: list[tuple[Delivery, str | None]] = []
        self.hello: Screen | None = None
        """What a chat is told where the bot has come to."""
        self.typed: list[str] = []
        self.lines: tuple[str, ...] = ()
        """What every completion offers, as far as it begins like what was typed."""
        self.robot_games: Collection[str] = tuple(GAMES)
        self.spoken: list[tuple[str, str, str]] = []
        self.shared: dict[str, str] = {}
        self.launches: list[tuple[str, str, str]] = []
        self.views: dict[str, Screen] = {}
        """How people see a match now, by the id of their account."""
        self.chosen: Looks | None = None
        """What people have chosen in their settings."""
        self._script: dict[type[interface.Request], Script] = {}

    def on(self, kind: type[interface.Request], answer: Script) -> None:
        """From now on requests of this kind are answered so."""
        self._script[kind] = answer

    def hold(self, kind: type[interface.Request], answer: Answer) -> asyncio.Event:
        """From now on requests of this kind are answered so once the event is set."""
        goes_on = asyncio.Event()

        async def late(_: Incoming) -> Answer:
            await goes_on.wait()
            return answer

        self.on(kind, late)
        return goes_on

    async def own_view(
        self, chat: Chat, account: str, match: MatchId, note: str, *, more: bool = False
    ) -> Screen | None:
        return self.views.get(account)

    async def shared_view(self, seen: SharedMessage, language: str) -> Screen | None:
        return None

    async def register(self, account: Account) -> None:
        self.registered.append(account)

    async def looks(self, account: Account) -> Looks:
        return self.chosen or Looks(texts_for(account.language).language, None)

    def speaks(self, platform: str, place: str, language: str) -> None:
        self.spoken.append((platform, place, language))

    async def greeting(
        self, chat: Chat, lacking: Collection[str] = (), *, language: str = "", threads: bool = False
    ) -> Screen | None:
        return self.hello

    def when_forgotten(self, forget: Forget) -> None:
        self.forgets.append(forget)

    async def handle(self, incoming: Incoming) -> Answer:
        self.asked.append(incoming)
        script = self._script.get(type(incoming.request), None)
        answer = script(incoming) if callable(script) else script
        return answer if answer is None or isinstance(answer, Update | Post | Note) else await answer

    async def once(self, name: str, do: Callable[[], Awaitable[None]]) -> bool:
        await do()
        return True

    async def shared_value(self, name: str) -> str:
        return self.shared.get(name, "")

    async def change_shared(self, name: str, change: Callable[[str], str]) -> None:
        self.shared[name] = change(self.shared.get(name, ""))

    async def launched(self, account: Account, instance: str, match: MatchId) -> None:
        self.launches.append((account.id, instance, match))

    def alone(self, name: str, among: str = "") -> AbstractAsyncContextManager[Alone]:
        return nullcontext(OnlyOne())

    async def delivered(self, delivery: Delivery, message: str | None, *, tried: bool = True) -> None:
        self.deliveries.append((delivery, message))

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: str | None = None
    ) -> tuple[Completion, ...]:
        self.typed.append(typed)
        return tuple(Completion(line) for line in self.lines if line.startswith(typed))

    async def lost(self, platform: str, place: str) -> None:
        raise AssertionError(f"nothing of {platform} was lost: {place}")

    def opened(self, platform: str, place: str) -> None:
        raise AssertionError(f"nothing of {platform} was opened: {place}")

    async def moved(self, platform: str, old: str, new: str) -> None:
        raise AssertionError(f"nothing of {platform} has moved: {old}, {new}")


class WebChat:
    """A running adapter with its log; it can be restarted at the same address with the same file."""

    def __init__(self, front: Front, folder: Path) -> None:
        self._front, self._file = front, folder / "web-chat.db"
        self._port = 0
        self._is_open = False
        self.log: SqliteChatLog
        self.adapter: WebAdapter

    async def start(self) -> None:
        self.log = await SqliteChatLog.open(self._file)
        self._is_open = True
        seats = Seats(self._file.with_name("web-seats.json"))
        self.adapter = WebAdapter(self.log, port=self._port, seats=seats)
        self.adapter.connect(self._front)
        await self.adapter.start()
        self._port = urlsplit(self.adapter.address).port or 0

    async def stop(self) -> None:
        if self._is_open:
            await self.adapter.stop()
            await self.log.close()
        self._is_open = False


@dataclass
class Watched:
    """A page, and whatever it did that it should not have done."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def watch(self, address: str) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", lambda request: self._request(request, address))

    def _console(self, message: ConsoleMessage) -> None:
        # A server that is being restarted is no mistake of the page.
        if message.type in ("error", "warning") and "ERR_CONNECTION_REFUSED" not in message.text:
            self.complaints.append(f"console: {message.text}")

    def _request(self, request: Request, address: str) -> None:
        if not request.url.startswith((address, "data:")):
            self.complaints.append(f"request to {request.url}")


OpenPage = Callable[..., Awaitable[Page]]
"""Opens the chat: `await open_page()`, with `names=` and any options of a Playwright context."""


@pytest.fixture
def front() -> Scripted:
    return Scripted()


@pytest.fixture(autouse=True)
def stand_ins(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is painted, which takes longer than all else; other pictures have other bytes.

    Long tests and twins are shown what people are.
    """
    if request.node.get_closest_marker("long") is None and request.path.stem not in PAINTED:
        monkeypatch.setattr(picture, "paint", StandIns().paint)


@pytest.fixture
def painted(stand_ins: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are painted all the same."""
    monkeypatch.setattr(picture, "paint", PAINT)


@pytest.fixture
def robots() -> FirstMoves:
    return FirstMoves()


@pytest.fixture
async def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, robots: FirstMoves
) -> AsyncIterator[House]:
    """A bot on a platform in memory, as the mark `house` of a test, or of its module, describes it."""
    mark = request.node.get_closest_marker("house") or pytest.mark.house().mark
    folder = tmp_path_factory.getbasetemp() / f"house {next(NUMBERS)}"  # most houses need none
    async with furnished(folder, robots, *mark.args, **mark.kwargs) as house:
        yield house


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
async def two(
    request: pytest.FixtureRequest, tmp_path: Path, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Two]:
    """Two bots on one store; the mark `house` says on which platforms (`kind`), and whether robots play."""
    mark = request.node.get_closest_marker("house") or pytest.mark.house().mark
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: b"")
    if request.param == "postgres":
        monkeypatch.setattr(House, "opened_store", _on_server)
    if mark.kwargs.get("kind") is Houses:
        async with Houses(tmp_path) as one, SecondHouses(one) as other:
            yield one, other
    else:
        async with two_processes(tmp_path, robots if mark.kwargs.get("plays") else NO_ROBOTS) as houses:
            yield houses


async def _on_server(_: House) -> Store:
    return await open_store(await prepared())


@asynccontextmanager
async def furnished(
    folder: Path,
    robots: FirstMoves,
    kind: Callable[..., House] = House,
    *,
    plays: bool = False,
    rates: RateLimits = UNHURRIED,
    later: int = 0,
    platform: Callable[[], Platform] = Platform,
    managers: Collection[Account] = (),
    meet: Collection[Account] = (),
    start: str = "",
    begin: Callable[[Any], Awaitable[object]] | None = None,
) -> AsyncIterator[House]:
    """A house.

    Args:
        folder: for its database.
        robots: they play the first move they may.
        kind: the class of the house.
        plays: whether robots play.
        rates: how often people may ask.
        later: seconds by which its clock is ahead.
        platform: the class of its platform.
        managers: who manages every chat.
        meet: whom it knows.
        start: the command that begins a match, if there is one.
        begin: what happens before the test.
    """
    async with kind(folder, platform(), rates=rates, robots=robots if plays else NO_ROBOTS) as house:
        house.now += later
        house.managers = {who.id for who in managers}
        await house.meet(*meet)
        if start:
            await house.start(start)
        if begin:
            await begin(house)
        yield house


@pytest_asyncio.fixture
async def tischrand(tmp_path: Path) -> AsyncIterator[Process]:
    """A command line whose processes are gone after the test, whatever happens."""
    process = Process(tmp_path)
    yield process
    await process.end()


@pytest_asyncio.fixture(loop_scope="session")
async def web_chat(front: Scripted, tmp_path: Path) -> AsyncIterator[WebChat]:
    """A started web chat behind which the scripted house sits."""
    chat = WebChat(front, tmp_path)
    await chat.start()
    yield chat
    await chat.stop()


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests; every page gets a context of its own."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed (looked for chromium, chromium-browser, google-chrome)")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, web_chat: WebChat) -> AsyncIterator[OpenPage]:
    """Opens pages of the web chat; at the end none of them may have complained or asked anybody else.

    For Ada and Ben, unless it is told for whom; for nobody in particular with "".
    """
    opened: list[Watched] = []

    async def open_page(*names: str, **options: object) -> Page:
        kept = [{"name": "tischrand.browser", "value": BROWSER}]
        origin = {"origin": web_chat.adapter.address.rstrip("/"), "localStorage": kept}
        options = {"storage_state": {"cookies": [], "origins": [origin]}, **options}
        context = await browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        watched = Watched(await context.new_page())
        watched.watch(web_chat.adapter.address)
        opened.append(watched)
        query = urlencode([("name", name) for name in names or ("Ada", "Ben")])
        await watched.page.goto(f"{web_chat.adapter.name}&{query}")
        return watched.page

    yield open_page
    for watched in opened:
        await watched.page.context.close()
        assert watched.complaints == []


def board_image(colour: str, alt: str) -> Image:
    """A picture of one colour, of the size of a board."""
    data = io.BytesIO()
    Pillow.new("RGB", (1000, 680), colour).save(data, "PNG")
    return Image(data.getvalue(), alt, "board.png")
