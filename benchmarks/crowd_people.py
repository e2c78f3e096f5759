"""People who visit the bot for a while, on any platform: each says commands and presses what they see."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from tests.bot.platforms.web.visitor import Visitor, buttons
from tests.loopback.discord import people as discord_people
from tests.loopback.discord.world import Channel
from tests.loopback.telegram import people as telegram_people
from tests.loopback.telegram.server import TelegramServer
from tests.loopback.telegram.world import Chat

GLANCE = 0.02  # seconds between two looks at a screen
PATIENCE = 90.0  # seconds until somebody who sees nothing to press goes away: busy groups wait long
HESITATION = 0.5  # seconds until somebody who sees nothing to choose asks for their own view
NO_MOVE = "Back"


@dataclass(frozen=True, slots=True)
class Option:
    """A button on somebody's screen."""

    label: str
    payload: str
    text: str
    """Of its message."""
    mine: bool
    """It is on a message for them alone, or on one that says that it is their turn."""
    press: Callable[[], Awaitable[object]]


class Player(Protocol):
    """Somebody who plays, whatever the platform."""

    name: str

    async def say(self, line: str) -> None:
        """A command, as it is typed; it is answered at the end."""

    async def options(self) -> list[Option]:
        """What they can press, that of the newest message first."""

    async def leave(self) -> None:
        """They look no longer."""


class OnDiscord:
    """With a channel of a guild."""

    def __init__(self, person: discord_people.Person, channel: Channel) -> None:
        self.name, self._person, self._channel = person.user.name, person, channel

    async def say(self, line: str) -> None:
        """Everything behind the name of the command belongs to its options."""
        command, _, rest = line.removeprefix("/").partition(" ")
        given = dict(zip(("game", "house_rules"), rest.split(" ", 1), strict=False)) if rest else {}
        await self._person.use(command, self._channel, **given).reply()

    async def options(self) -> list[Option]:
        """Also in their DM."""
        found = list[Option]()
        for shown in reversed(self._person.messages()):
            mine = shown.ephemeral or not shown.chat.guild or _turn(self.name) in shown.text
            for button in shown.buttons:
                if button.custom_id and not button.disabled:
                    act = _bound(self._person.press, shown, button)
                    found.append(Option(button.label, button.custom_id, shown.text, mine, act))
        return found

    async def leave(self) -> None:
        """Their client stays open: nobody else writes to them."""


class OnTelegram:
    """With a group; nobody has opened a private chat."""

    def __init__(self, telegram: TelegramServer, person: telegram_people.Person, group: Chat) -> None:
        self.name, self._telegram = person.user.first_name, telegram
        self._person, self._group = person, group

    async def say(self, line: str) -> None:
        """In the group."""
        heard = {one.message for one in self._person.messages()}
        self._person.say(self._group, line)
        await self._person.sees(lambda one: one.message not in heard)

    async def options(self) -> list[Option]:
        """In the group, with what is shown to them alone."""
        found = list[Option]()
        for shown in reversed(self._person.messages()):
            mine = shown.ephemeral or shown.chat is not self._group or _turn(self.name) in shown.text
            for row in shown.keyboard:
                for key in row:
                    if key.kind == "callback_data":
                        act = _bound(self._person.press, shown, key.label)
                        found.append(Option(key.label, key.value, shown.text, mine, act))
        return found

    async def leave(self) -> None:
        """The server need not look for them any more."""
        service = self._telegram.service
        service.world.witnesses.remove(self._person._witness)
        service.listeners.remove(self._person._hear)


class OnTheWeb:
    """With a page in a browser of their own."""

    def __init__(self, page: Visitor) -> None:
        self.name, self._page = page.name, page

    async def say(self, line: str) -> None:
        """In the channel of all."""
        await self._page.type(line)

    async def options(self) -> list[Option]:
        """In the channel, in their private chat, and on notes."""
        await self._page.ping()
        self._page.received.clear()
        found = list[Option]()
        bots = [one for one in self._page.messages.values() if one["kind"] == "bot"]
        for shown in reversed([*bots, *self._page.notes[-10:]]):
            text = f"{shown['title']} {shown['text']}"
            mine = shown["chat"] != "channel" or shown["id"].startswith("~") or _turn(self.name) in text
            for button in buttons(shown):
                act = _bound(self._page.press, shown, button["label"])
                found.append(Option(button["label"], button["payload"], text, mine, act))
        return found

    async def leave(self) -> None:
        """Close the page."""
        await self._page.close()


def _turn(name: str) -> str:
    return f"It is {name}'s turn."


def _bound(press: Callable[..., Awaitable[object]], *arguments: object) -> Callable[[], Awaitable[object]]:
    return lambda: press(*arguments)


@dataclass(slots=True)
class Tally:
    """What all did together."""

    presses: int = 0
    commands: int = 0
    matches: int = 0
    seconds: float = 0.0
    """That all presses took."""
    gave_up: int = 0
    """Visits that somebody cut short who saw nothing to press."""


class NothingToPress(Exception):
    """Somebody has waited long enough."""


class Visit:
    """Two people play a match, look around, end it, and begin another one that stays as it is."""

    def __init__(self, one: Player, other: Player, game: str, seed: int, tally: Tally) -> None:
        self._one, self._other, self._game = one, other, game
        self._chance, self._tally, self._match = random.Random(seed), tally, ""
        self._last = ""

    async def pay(self, presses: int) -> None:
        """The whole visit; the match that is ended takes about so many presses."""
        try:
            await self._say(self._one, f"/play {self._game}")
            await self._accept(self._other)
            for _ in range(presses):
                if not await self._move():
                    break
            for person in (self._one, self._other):
                await self._say(person, "/settings")
                await self._say(person, "/matches")
            await self._end()
            await self._press(self._one, self._is_rematch)
            await self._accept(self._other)
            await self._move()
        except (NothingToPress, AssertionError) as why:
            self._tally.gave_up += 1
            print(f"  {type(self._one).__name__} {self._one.name}, {self._game}: {why}"[-400:], flush=True)
        finally:
            await self._one.leave()
            await self._other.leave()

    async def _accept(self, person: Player) -> None:
        accepted = await self._press(person, self._is_challenge)
        self._match = _match(accepted)
        self._tally.matches += 1

    def _is_challenge(self, option: Option) -> bool:
        """Theirs, not the one that was accepted before."""
        new = option.payload.startswith("ok:") and _match(option) != self._match
        return new and self._one.name in option.text

    def _is_rematch(self, option: Option) -> bool:
        return option.payload.startswith("again:") and self._match in option.payload

    async def _end(self) -> None:
        """Somebody resigns, unless the match is over."""
        if any(map(self._is_rematch, await self._one.options())):
            return
        await self._say(self._other, "/resign")
        await self._press(self._other, lambda option: option.label == "Yes, resign")

    async def _move(self) -> bool:
        """Whoever may choose chooses anything; False once the match is over."""
        began, looked = time.monotonic(), set[str]()
        while (waited := time.monotonic() - began) < PATIENCE:
            for person in (self._one, self._other):
                options = [option for option in await person.options() if self._match in option.payload]
                if any(map(self._is_rematch, options)):
                    return False
                found = [one for one in options if one.mine and _chooses(one) and one.payload != self._last]
                if found:
                    newest = [one for one in found if _version(one) == _version(found[0])]
                    await self._do(self._chance.choice(newest))
                    return True
                hand = [one for one in options if one.payload.startswith("hand:")]
                if waited > HESITATION and hand and person.name not in looked:
                    looked.add(person.name)
                    await self._do(hand[0])
            await asyncio.sleep(GLANCE)
        raise NothingToPress(f"nothing to choose in {self._match}")

    async def _press(self, person: Player, fits: Callable[[Option], bool]) -> Option:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if found := next((one for one in await person.options() if fits(one)), None):
                await self._do(found)
                return found
            await asyncio.sleep(GLANCE)
        seen = [one.label for one in await person.options()][-40:]
        raise NothingToPress(f"{person.name} sees nothing to press but {seen}")

    async def _do(self, option: Option) -> None:
        began = time.monotonic()
        await option.press()
        self._last = option.payload
        self._tally.presses += 1
        self._tally.seconds += time.monotonic() - began

    async def _say(self, person: Player, line: str) -> None:
        await person.say(line)
        self._tally.commands += 1


def _chooses(option: Option) -> bool:
    return option.payload.startswith("c:") and option.label != NO_MOVE


def _match(option: Option) -> str:
    return option.payload.split(":")[1]


def _version(option: Option) -> list[str]:
    """The match and its version, of which the payload of a button tells."""
    return option.payload.split(":")[1:3]
