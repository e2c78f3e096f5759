"""Discord's app in a browser, as far as an Activity sees it: its proxy, and what its client says and hears.

The messages are those of the Embedded App SDK that Discord publishes (`src/Discord.ts` of
https://github.com/discord/embedded-app-sdk). What an app must not send is a complaint. Nothing leaves this
machine: the browser's requests for discord.com and discordsays.com are answered here.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

import aiohttp
from playwright.async_api import BrowserContext, FrameLocator, Page, Route, WebSocketRoute

from bot.platforms.web.match_pages import MatchPages
from tests.loopback.discord.people import Person

DISCORD = "https://discord.com/channels/7/8"
FRAME_ID = "1f0a9c1e-5e0b-4a7e-9d43-0d2f1c3b5a70"
CLIENT = """
<!doctype html><title>Discord</title>
<style>body { margin: 0 } iframe { border: 0; width: 100vw; height: 100vh }</style>
<iframe id="activity"></iframe>
<script>
  const [HANDSHAKE, FRAME] = [0, 1];
  const {application, frame, source} = LAUNCH;
  const activity = document.getElementById("activity");
  window.complaints = [];
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const check = (right, what) => right || window.complaints.push(what);
  const say = (opcode, body) => activity.contentWindow.postMessage([opcode, body], new URL(source).origin);
  addEventListener("message", async ({data: [opcode, body], origin, source: from}) => {
    check(origin === new URL(source).origin && from === activity.contentWindow, "who is that?");
    if (opcode === HANDSHAKE) {
      check(same(Object.keys(body).sort(), ["client_id", "encoding", "frame_id", "v"]), "fields");
      check(body.v === 1 && body.encoding === "json", "version or encoding");
      check(body.client_id === application && body.frame_id === frame, "another client");
      say(3, {});  // HELLO, which old apps get
      const data = {v: 1, config: {environment: "production"}};
      say(FRAME, {cmd: "DISPATCH", evt: "READY", nonce: null, data});
    } else if (opcode === FRAME && body.cmd === "AUTHORIZE") {
      const {client_id, response_type, scope, prompt} = body.args;
      check(client_id === application && response_type === "code", "client or type of the response");
      check(same(scope, ["identify"]) && prompt === "none", "scope or prompt");
      check(typeof body.nonce === "string" && body.nonce, "nonce");
      const code = await window.authorize();
      const [evt, data] = code ? [null, {code}] : ["ERROR", {code: 4006, message: "Not authenticated"}];
      say(FRAME, {cmd: "AUTHORIZE", evt, nonce: body.nonce, data});
    } else check(false, `opcode ${opcode}`);
  });
  activity.src = source;
</script>
"""


@dataclass
class DiscordApp:
    """One person's app, in a context of the browser of its own."""

    context: BrowserContext
    pages: MatchPages
    application: str
    person: Person
    prefix: str = ""
    """`/.proxy`, as older apps of Discord put before every path."""
    willing: bool = True
    """Whether the person lets the bot know who they are."""
    faults: list[str] = field(default_factory=list)
    """What the pages complained of in the console."""
    _running: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"https://{self.application}.discordsays.com"

    async def launch(self, instance: str) -> tuple[Page, FrameLocator]:
        """Open an Activity; gives the app, and what is in its frame."""
        await self.context.route("**/*", self._answer)
        await self.context.route_web_socket(f"{self.origin.replace('http', 'ws')}/**", self._connect)
        page = await self.context.new_page()
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        await page.expose_function("authorize", lambda: self.person.authorize() if self.willing else "")
        self._instance = instance
        await page.goto(DISCORD)
        return page, page.frame_locator("#activity")

    def _client(self) -> str:
        opened = {
            "instance_id": self._instance,
            "frame_id": FRAME_ID,
            "platform": "desktop",
            "channel_id": "8",
        }
        source = f"{self.origin}{self.prefix}/?{urlencode(opened)}"
        launch = {"application": self.application, "frame": FRAME_ID, "source": source}
        return CLIENT.replace("LAUNCH", json.dumps(launch))

    async def _answer(self, route: Route) -> None:
        """Discord itself, or the proxy, which leads to the pages and to nothing else."""
        url = urlsplit(route.request.url)
        if f"{url.scheme}://{url.netloc}" != self.origin:
            known = url.netloc == "discord.com" and url.path.startswith("/channels/")
            await (route.fulfill(body=self._client(), content_type="text/html") if known else route.abort())
            return
        async with aiohttp.ClientSession() as session, session.get(self._address(url.path)) as answer:
            headers = dict(answer.headers)
            await route.fulfill(status=answer.status, headers=headers, body=await answer.read())

    def _address(self, path: str) -> str:
        assert path.startswith(f"{self.prefix}/"), path
        return f"http://127.0.0.1:{self.pages.port}{path.removeprefix(self.prefix)}"

    def _connect(self, browser: WebSocketRoute) -> None:
        self._running.append(asyncio.ensure_future(self._bridge(browser)))

    async def _bridge(self, browser: WebSocketRoute) -> None:
        said: asyncio.Queue[Any] = asyncio.Queue()
        browser.on_message(said.put_nowait)
        browser.on_close(lambda *_: said.put_nowait(None))
        address, headers = self._address(urlsplit(browser.url).path), {"Origin": self.origin}
        async with aiohttp.ClientSession() as session, session.ws_connect(address, headers=headers) as server:
            back = asyncio.ensure_future(_to(browser, server))
            while (text := await said.get()) is not None:
                await server.send_str(text)
            back.cancel()

    async def close(self) -> None:
        await self.context.close()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


async def _to(browser: WebSocketRoute, server: aiohttp.ClientWebSocketResponse) -> None:
    async for message in server:
        browser.send(message.data)
    await browser.close()
