"""People: they press what they are shown and type commands, and do not wait for each other."""

from __future__ import annotations

import asyncio
import json
import random
import re
import uuid
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import aiohttp

from bot.interface import GUEST
from tests.bot.platforms.across_people import (
    DiscordGuest,
    Guest,
    Seen,
    TelegramGuest,
    WebGuest,
    options_of,
    seen_on_discord,
    seen_on_page,
)
from tests.bot.platforms.web.guest import opening
from tests.bot.platforms.web.visitor import Visitor, hello
from tests.loopback.telegram.refusals import Refusal
from tests.simulation.eye import SEATED, TOUCHED
from tests.simulation.world import PAGES_PORT, WEB_PORT, Ask, World, touches_of

FIRST_WAIT, LONGEST_WAIT = 0.25, 5.0  # seconds before the page of the web chat tries to come back
TOUCHES = 0.7  # how often a place is touched rather than a button pressed
CODE = re.compile(r"/join ([0-9A-Z]{6})\b")
LINK = re.compile(r"/link ([0-9A-Z]{4,})\b")
SEAT = re.compile(r"#seat=(\w+)")


class Player(Guest):
    """Somebody who acts without waiting for the answer, and may do the very same once more."""

    world: World

    def ask(self, what: str, answered: Any) -> Ask:
        """Note that something was asked."""
        ask = Ask(self.name, self.platform, what, self.world.loop.time(), answered)
        self.world.asked(ask)
        self.world.tell(f"{self.name}: {what}")
        return ask

    async def again(self) -> None:
        """What they did last arrives at the bot a second time, as if the network had repeated it."""

    def shown(self) -> list[Seen]:
        """All that they see with buttons, the newest last."""
        seen = [*self.messages(private=False), *self.messages(private=True), *self.whispers()]
        return [one for one in seen if one.labels]


class OnDiscord(DiscordGuest, Player):
    """With a Discord account."""

    def __init__(self, world: World, person: Any, channel: Any) -> None:
        super().__init__(world.discord, person, channel)
        self.world = world

    def messages(self, *, private: bool) -> list[Seen]:
        """Also those in threads of the channel."""
        guild = self.channel.guild
        assert guild
        threads = [one for one in guild.channels.values() if one.parent is self.channel and not private]
        shown = [one for thread in threads for one in self.person.messages(thread) if not one.ephemeral]
        return super().messages(private=private) + [seen_on_discord(one) for one in shown]

    async def type(self, line: str, *, privately: bool = False) -> None:
        chat = self._discord.dm(self.person) if privately else self.channel
        name, *words = line.removeprefix("/").split()
        try:
            asked = self.person.use(name, chat, **self._options(name, words))
        except LookupError:  # the bot was never here: there are no commands yet
            return
        self._keep(asked, line)

    def _options(self, name: str, words: list[str]) -> dict[str, Any]:
        if name != "pair":
            return options_of(name, words)
        one, other = (self.world.people[each].person for each in words[:2])
        return {"one": one, "other": other, "game": words[2]}

    async def press(self, seen: Seen, label: str) -> None:
        payload = seen.payloads[seen.labels.index(label)]
        try:
            self._keep(self.person.press(seen.raw.id, custom_id=payload), payload)  # type: ignore[attr-defined]
        except LookupError:
            return

    def _keep(self, asked: Any, what: str) -> None:
        self._notes.append(asked)
        self.ask(what, lambda: asked.interaction.answer is not None)

    async def again(self) -> None:
        if self._notes:
            self.person.press_again(self._notes[-1])


class OnTelegram(TelegramGuest, Player):
    """With a Telegram account."""

    def __init__(self, world: World, person: Any, group: Any) -> None:
        super().__init__(world.telegram, person, group)
        self.world = world
        world.telegram.service.world.witnesses.append(self._notified)

    async def type(self, line: str, *, privately: bool = False) -> None:
        self.person.say(self.person.private if privately else self.group, line)
        self.ask(line, lambda: True)

    async def press(self, seen: Seen, label: str) -> None:
        payload = seen.payloads[seen.labels.index(label)]
        board: Any = seen.raw
        touches = touches_of(board.message) if label in seen.chooses else []
        if touches and self.world.chance.random() < TOUCHES:
            self._touch(board, self.world.chance.choice(touches))
            return
        press = self.person.tap(board, payload=payload)
        self.ask(payload, lambda: bool(press.answers))

    def _touch(self, board: Any, payload: str) -> None:
        """As a press on a button, but their app does not send too many within some seconds."""
        try:
            touch = self.person.touch(board, payload=payload)
        except Refusal:
            return
        self.world.eye.tally.happened[TOUCHED] += 1
        self.ask(payload, lambda: touch.answer is not None)

    async def again(self) -> None:
        updates = self.world.telegram.updates
        if updates.sent and updates.confirmed:  # what was never brought cannot come before what is older
            updates.repeat()

    def _notified(self, change: str, message: Any) -> None:
        if change == "sent" and self.person.notifications and message.receiver is None:
            newest = self.person.notifications[-1]
            if newest.message is message:
                payloads = [key.value for row in message.content.keyboard for key in row]
                key = f"{message.chat.id}/{message.id}"
                self.world.called(self.name, "telegram", key, message.content.text, payloads)
                self.world.pinged(self.name, "telegram", self.world.saw("telegram", key, payloads))


class OnWeb(WebGuest, Player):
    """With a page of the web chat, which comes back by itself and repeats what was never answered."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        super().__init__(Visitor(None, name))  # type: ignore[arg-type]
        self._numbers = iter(range(1_000_000))
        self._unanswered: dict[str, dict[str, str]] = {}
        self._latest: dict[str, str] = {}
        self._asked: set[str] = set()  # matches for which the page has rung, see page.js
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self.task = world.loop.create_task(self._stay())

    async def type(self, line: str, *, privately: bool = False) -> None:
        chat = f"@{self.page.id}" if privately else "channel"
        await self._ask(line, type="command", chat=chat, text=line)

    async def press(self, seen: Seen, label: str) -> None:
        payload = seen.payloads[seen.labels.index(label)]
        await self._ask(payload, type="press", message=seen.raw["id"], payload=payload)  # type: ignore[index]

    async def again(self) -> None:
        if self._latest:
            await self._send(self._latest)

    async def _ask(self, what: str, **frame: str) -> None:
        if not self.page.id:
            return
        number = f"00000000-0000-0000-{sum(map(ord, self.name)) % 10000:04}-{next(self._numbers):012}"
        self._latest = self._unanswered[number] = {**frame, "id": number}
        self.ask(what, lambda: number in self.page.answered)
        await self._send(self._latest)

    async def _send(self, frame: dict[str, str]) -> None:
        if self._socket is not None and not self._socket.closed:
            try:
                await self._socket.send_str(json.dumps(frame))
            except ConnectionError:
                return

    async def _stay(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                await self._visit()
                wait = FIRST_WAIT
            except (aiohttp.ClientError, OSError, TimeoutError):
                wait = min(2 * wait, LONGEST_WAIT)
            self._socket = None
            await asyncio.sleep(wait)

    async def _visit(self) -> None:
        """As long as the connection lives."""
        origin = f"http://127.0.0.1:{WEB_PORT}"
        async with aiohttp.ClientSession(origin) as session:
            socket = await session.ws_connect("/ws", origin=origin, max_msg_size=0, autoping=True)
            self._socket = socket
            await socket.send_str(json.dumps(hello(self.name)))
            async for message in socket:
                await self._heard(message.data)

    async def _heard(self, data: str) -> None:
        self.page.take(data)
        frame = json.loads(data)
        self.page.received.clear()
        kind = frame["type"]
        if kind == "welcome":
            self._asked = self._asking()
            for again in list(self._unanswered.values()):
                await self._send(again)
        elif kind == "answered":
            self._unanswered.pop(frame["id"], None)
        elif kind == "forgotten" and frame["id"] == self.page.id:
            await self._leave()
        elif kind == "deleted":
            self.world.eye.deleted(("web", frame["id"]))
        elif kind in ("message", "edit") and frame["message"]["kind"] == "bot":
            self._see(kind, frame["message"])

    async def _leave(self) -> None:
        """The bot has forgotten them: a page that comes back is somebody new's, who waits for nothing."""
        self.page.answered.update(self._unanswered)
        self._unanswered.clear()
        self._latest, self.page.id = {}, ""
        if self._socket is not None:
            await self._socket.close()

    def _see(self, kind: str, message: dict[str, Any]) -> None:
        payloads = [button["payload"] for row in message["rows"] for button in row]
        if message.get("alone"):
            return
        self.world.listed("web", message["id"], f"{message['title']}\n{message['text']}")
        self.world.eye.posted(("web", message["id"]), private=message["chat"] != "channel")
        shown = self.world.saw(f"web of {self.name}", message["id"], payloads)
        self.world.tell(f"{self.name}'s page: {kind} {message['id']} {shown or ''}")
        rings = self._awaited(message) and (message["calls"] or message["match"] not in self._asked)
        if kind == "message" and (rings or self._begins(message)):
            self.world.called(self.name, "web", message["id"], message["title"], message["text"], payloads)
        self._ring(message, shown)

    def _ring(self, message: dict[str, Any], shown: tuple[str, int] | None) -> None:
        """As the page does: for a match that asks them and has asked nothing before."""
        asked = self._asking()
        if message["match"] in asked - self._asked:
            self.world.pinged(self.name, "web", shown)
        self._asked = asked

    def _asking(self) -> set[str]:
        return {one["match"] for one in self.page.messages.values() if self._asks(one)}

    def _asks(self, message: dict[str, Any]) -> bool:
        board = message.get("match") and (message.get("image") or message.get("board"))
        return self._awaited(message) and bool(board and message.get("rows"))

    def _begins(self, message: dict[str, Any]) -> bool:
        """Their own board of a match is new: the tab of their private chat is marked."""
        own = [one for one in self.page.messages.values() if one["chat"] == message["chat"] != "channel"]
        return bool(message["match"]) and [one.get("match") for one in own].count(message["match"]) == 1

    def _awaited(self, message: dict[str, Any]) -> bool:
        return any(one["id"] == self.page.id for one in message.get("awaits", ()))


class OnLink(Player):
    """With a page of a match open, and no account: they take a seat by a link that somebody was told."""

    platform = GUEST

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, name
        self.browser = name[0].lower() * 43
        self._proof: dict[str, str] = {}
        self._match = ""
        self._shown: dict[str, dict[str, Any]] = {}
        self._answered: set[str] = set()
        self._numbers = iter(range(1_000_000))
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self.task = world.loop.create_task(self._stay())

    def received(self) -> str:
        raise NotImplementedError

    async def upload(self, data: bytes) -> None:
        raise NotImplementedError

    async def type(self, line: str, *, privately: bool = False) -> None:
        """Nothing can be typed on this page."""

    def messages(self, *, private: bool) -> list[Seen]:
        return [seen_on_page(shown) for shown in self._shown.values()] if private else []

    def whispers(self) -> list[Seen]:
        return []

    @property
    def plays(self) -> bool:
        return any(one.chooses for one in self.messages(private=True))

    def sit_down(self, secret: str) -> None:
        """Open a link and say who takes the seat, whether it is free or not."""
        self.world.tell(f"{self.name} opens a link")
        self._proof, self._match = {"seat": secret, "name": self.name}, ""
        if self._socket is not None:
            self.world.loop.create_task(self._socket.close())

    async def press(self, seen: Seen, label: str) -> None:
        payload, number = seen.payloads[seen.labels.index(label)], f"{self.name} {next(self._numbers)}"
        number = str(uuid.uuid5(uuid.NAMESPACE_URL, number))
        frame = {"type": "press", "message": seen.id, "payload": payload, "id": number}
        if self._socket is not None and not self._socket.closed:
            self.ask(payload, lambda: number in self._answered or self._socket is None)
            with suppress(ConnectionError):
                await self._socket.send_json(frame)

    async def _stay(self) -> None:
        while True:
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                if self._proof or self._match:
                    await self._visit()
            self._socket = None
            await asyncio.sleep(FIRST_WAIT)

    async def _visit(self) -> None:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{PAGES_PORT}") as session:
            self._socket = await session.ws_connect("/ws", max_msg_size=0)
            await self._socket.send_json(opening(self._match, browser=self.browser, **self._proof))
            async for message in self._socket:
                self._heard(json.loads(message.data))

    def _heard(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "welcome":
                self._proof, self._match = {}, frame["match"]
                self._shown.clear()
                self.world.eye.tally.happened[SEATED] += 1
            case "problem":  # somebody else has the seat, or the match is gone
                self._proof, self._match = {}, ""
                self._shown.clear()
            case "answered":
                self._answered.add(frame["id"])
            case _ if "message" in frame:
                self._shown[frame["message"]["id"]] = frame["message"]


WEIGHTS = {
    "c": 12,
    "ok": 20,
    "join": 20,
    "call": 4,
    "agree": 4,
    "letback": 4,
    "again": 4,
    "b": 3,
    "more": 4,
    "back": 2,
    "draw": 2,
    "forget": 8,
    "stand": 1,
    "if": 6,
    "then": 8,
}
NEVER = ("report", "mod", "set", "chat", "unlink", "clip", "both", "p", "l", "solve", "line")
OPENINGS = (
    "/play sahara clock=5m",
    "/play sahara",
    "/play sator clock=5m",
    "/play stacko clock=5m",
    "/play sato clock=5m",
    "/play sahara robot level=1",
    "/play stacko robot level=1",
    "/play sahara channel robot level=1 vote=10m",
    "/play sator channel vote=10m clock=1h",
    "/tournament sahara clock=5m",
)
LINES = (
    *("/board", "/matches", "/hand", "/draw", "/resign", "/takeback", "/more_time", "/rematch"),
    *("/history", "/replay", "/profile", "/leaderboard", "/help", "/learn", "/settings reminders=off"),
    *("/if", "/if 1, 2", "/if 3, 1, 2, 3", "/if 4, 5, 1"),
)

TOURNAMENT = ("/tournament sahara clock=5m",)
OPENINGS_OF = {
    "rated": ("/play sahara clock=5m",),
    "tournament": TOURNAMENT,
    "friends": (
        *("/pair Ada Ben sahara", "/pair Ben Gwen sator", "/pair Gwen Ada sato"),
        *("/play sahara link", "/play sator link clock=none"),
    ),
}
"""By the aim of a life."""
WEIGHTS_OF: dict[str, dict[str, float]] = {
    "rated": dict.fromkeys(("c", "ok", "then"), 60)
    | {"more": 20, "if": 40, "agree": 30, "resign": 10, "forget": 0, "letback": 0.3},
    "puzzle": {"p": 60, "named": 20, "solve": 1, "forget": 0},
    "tournament": {"c": 60, "ok": 60, "resign": 5, "cupin": 90, "cupgo": 90, "forget": 0},
    "friends": {"c": 30, "pr": 60, "np": 3, "forget": 0},
}

RARE = ("/link", "/link", "/unlink", "/forget_me", "/settings theme=dark", "/away 1970-01-01")


async def act(player: Player, chance: random.Random) -> None:
    """What somebody does next, from what they see."""
    player.world.story.acts.append((player.name, player.world.loop.time()))
    if isinstance(player, OnLink) and player.world.seats and not player.plays:
        player.sit_down(chance.choice(player.world.seats[-2:]))
        return
    if chance.random() < 0.06:
        player.world.story.repeats.append(player.world.loop.time())
        await player.again()
        return
    for seen in player.messages(private=False) + player.messages(private=True):
        for code in CODE.findall(seen.text):
            player.world.codes.setdefault(code, player.name)
    for seen in player.whispers():
        player.world.seats += [one for one in SEAT.findall(seen.text) if one not in player.world.seats]
    if chance.random() < 0.04:
        await player.type(rare(player, chance), privately=True)
        return
    dice, shown = chance.random(), player.shown()
    openings = OPENINGS_OF.get(player.world.aim, OPENINGS)
    codes = [code for code, teller in player.world.codes.items() if teller != player.name]
    if dice < 0.3 and codes:
        code = chance.choice(codes[-2:])
        await player.type(f"/join {code}", privately=chance.random() < 0.5)
        if chance.random() < 0.8:
            player.world.codes[code] = player.name
    elif dice < _opens(player.world, openings, shown):
        await player.type(chance.choice(openings), privately=chance.random() < 0.3)
    elif dice < 0.2 or not shown:
        await player.type(chance.choice(LINES if shown else openings), privately=chance.random() < 0.3)
    else:
        await _press(player, shown[-6:], chance)


def _opens(world: World, openings: Sequence[str], shown: Sequence[Seen]) -> float:
    """Below what number of the dice somebody begins something new."""
    if openings is TOURNAMENT and shown and not world.codes:
        return 0.02
    return 0.1 if world.codes and world.aim != "friends" else 0.4


def rare(player: Player, chance: random.Random) -> str:
    """A command that changes who is who; codes are told to friends, as if they were the same person."""
    told = [
        code
        for seen in (*player.messages(private=True), *player.whispers())
        for code in LINK.findall(seen.text)
    ]
    player.world.links |= dict.fromkeys(told, player.name)
    codes = [code for code, teller in player.world.links.items() if teller != player.name]
    return f"/link {codes[-1]}" if codes and chance.random() < 0.8 else chance.choice(RARE)


async def _press(player: Player, shown: list[Seen], chance: random.Random) -> None:
    """One of the buttons in sight; mostly of what was shown last."""
    weights = {**WEIGHTS, **WEIGHTS_OF.get(player.world.aim, {})}
    found = [
        (seen, label, weights.get(verb, 0.3) * (place + 1))
        for place, seen in enumerate(shown)
        for label, payload in zip(seen.labels, seen.payloads, strict=True)
        if (verb := payload.partition(":")[0]) in weights or verb not in NEVER
    ]
    if found:
        ((seen, label, _),) = chance.choices(found, [weight for *_, weight in found])
        await player.press(seen, label)
        if chance.random() < 0.05:  # twice, out of impatience
            await player.press(seen, label)
