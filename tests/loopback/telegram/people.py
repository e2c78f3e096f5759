"""The presser's side: somebody with a phone, who knows only what the service has sent to it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from tests.loopback.core.signal import PATIENCE
from tests.loopback.telegram import happenings, widgets
from tests.loopback.telegram.answering import START
from tests.loopback.telegram.content import Json
from tests.loopback.telegram.queries import Answer, Inquiry, Press, Result, Touch
from tests.loopback.telegram.service import Service
from tests.loopback.telegram.showing import Record, Shown, notifies, shown
from tests.loopback.telegram.world import Change, Chat, Message, User


class Person:
    """Somebody who reads, writes and presses."""

    def __init__(self, service: Service, user: User) -> None:
        self.user = user
        self.private = service.world.chats[user.id]
        """Their chat with the bot."""
        self.alerts: list[Answer] = []
        """Answers to their presses that said something, the shown ones."""
        self.notifications: list[Shown] = []
        """The messages that made themselves heard, as they were then."""
        self.received = Record()
        self._service, self._world = service, service.world
        self._screen: dict[Message, Shown] = {}
        service.world.witnesses.append(self._witness)
        service.listeners.append(self._hear)

    def __repr__(self) -> str:
        return f"Person({self.user.first_name})"

    @property
    def id(self) -> int:
        return self.user.id

    # What they see.

    def messages(self, chat: Chat | None = None) -> list[Shown]:
        """The messages on their screen, oldest first, in one chat or in all."""
        replaced = {(one.chat, one.message.replaces) for one in self._screen.values() if one.ephemeral}
        return [
            one
            for one in self._screen.values()
            if chat in (None, one.chat) and ((one.chat, one.id) not in replaced or one.ephemeral)
        ]

    def latest(self, chat: Chat | None = None) -> Shown:
        """The newest message."""
        messages = self.messages(chat)
        assert messages, f"{self} has no message here"
        return messages[-1]

    def now(self, seen: Shown) -> Shown | None:
        """How a message looks now; None when it is gone."""
        return self._screen.get(seen.message)

    def still(self, seen: Shown) -> Shown:
        """How a message looks now that must not be gone."""
        shown = self.now(seen)
        assert shown is not None, f"{self} sees {seen.text!r} no more"
        return shown

    async def sees(
        self,
        fits: Callable[[Shown], object] = lambda one: True,
        chat: Chat | None = None,
        *,
        patience: float = PATIENCE,
    ) -> Shown:
        """The newest message of the bot that fits, as soon as there is one."""

        def found() -> Shown | None:
            bots = [one for one in self.messages(chat) if self._is_bots(one.message)]
            return next((one for one in reversed(bots) if fits(one)), None)

        return await self._world.signal.until(found, f"no message that {self} waits for", patience)

    async def until(self, condition: Callable[[], object], *, patience: float = PATIENCE) -> None:
        """Wait until something holds that depends on what is sent."""
        holds: Callable[[], bool] = lambda: bool(condition())  # noqa: E731
        await self._world.signal.until(holds, f"{self} waited in vain", patience)

    def commands(self, chat: Chat) -> list[str]:
        """The names of the commands that they are offered in a chat."""
        return [one["command"] for one in self._service.profile.shown_commands(self.user, chat)]

    # What they do.

    def say(self, chat: Chat, text: str, reply_to: Shown | None = None, topic: int | None = None) -> Message:
        """Write a message; in the private chat that starts the bot."""
        if chat is self.private:
            self._open_private()
        target = reply_to.message if reply_to else None
        thread = topic if topic is not None else target.thread if target else None
        return happenings.say(self._service, self.user, chat, text, target, thread)

    def send_file(
        self, chat: Chat, name: str, data: bytes, caption: str = "", reply_to: Shown | None = None
    ) -> Message:
        """Send a file, with words below it or without."""
        if chat is self.private:
            self._open_private()
        document = self._world.keep_document(name, data)
        target = reply_to.message if reply_to else None
        return happenings.say(self._service, self.user, chat, caption, target, None, document)

    def start(self, payload: str = "") -> Message:
        """Open the private chat, by a deep link if there is a payload."""
        if payload and not START.fullmatch(payload):
            raise ValueError(f"no client opens a link with {payload!r}")
        return self.say(self.private, f"/start {payload}".strip())

    def follow(self, url: str) -> Message:
        """Open a link into the private chat: https://t.me/BOT?start=PAYLOAD."""
        parts = urlsplit(url)
        if (parts.scheme, parts.netloc, parts.path) != ("https", "t.me", f"/{self._world.bot.username}"):
            raise ValueError(f"{url} does not lead to the bot")
        return self.start(parse_qs(parts.query).get("start", [""])[0])

    def tap(self, seen: Shown, label: str | None = None, *, payload: str | None = None) -> Press:
        """Press a button by its label, or forge a press with any payload; does not wait."""
        if payload is None:
            key = seen.key(label or "")
            if key.kind != "callback_data":
                raise ValueError(f"{key.label!r} is no button that the bot hears of")
            payload = key.value
        return happenings.press(self._service, self.user, seen.message, payload)

    async def press(
        self,
        seen: Shown,
        label: str | None = None,
        *,
        payload: str | None = None,
        patience: float = PATIENCE,
    ) -> Answer:
        """Press a button and wait until the bot has answered it."""
        press = self.tap(seen, label, payload=payload)
        what = f"no answer to {self}'s press on {label or payload!r}"
        return await self._world.signal.until(lambda: press.answer, what, patience)

    def touch(self, seen: Shown, word: str = "", *, payload: str | None = None) -> Touch:
        """Touch a place of a widget by its word, or forge a touch with any payload; does not wait."""
        if payload is None:
            payload = widgets.touchable(widgets.state_of(seen.message))[word]
        return widgets.send_query(self._service, self.user, seen.message, payload)

    async def touches(
        self, seen: Shown, word: str = "", *, payload: str | None = None, patience: float = PATIENCE
    ) -> Json:
        """Touch a place and wait for what the widget is answered."""
        touch = self.touch(seen, word, payload=payload)
        what = f"no answer to {self}'s touch of {word or payload!r}"
        answered: Callable[[], bool] = lambda: touch.answer is not None  # noqa: E731
        await self._world.signal.until(answered, what, patience)
        answer: Json = json.loads(touch.answer or "{}")
        return answer

    async def inline(self, query: str, chat: Chat | None = None, *, patience: float = PATIENCE) -> Inquiry:
        """Type `@bot query` in a chat and wait for the results."""
        inquiry = happenings.inquire(self._service, self.user, query, chat or self.private)
        done: Callable[[], Inquiry | None] = lambda: inquiry if inquiry.answered else None  # noqa: E731
        return await self._world.signal.until(done, f"no results for {query!r}", patience)

    async def share(self, seen: Shown, label: str, chat: Chat) -> Shown:
        """Press a button that shares: type its question in a chat, and send the first result there."""
        key = seen.key(label)
        return self.choose(await self.inline(key.query, chat), chat)

    def choose(
        self, inquiry: Inquiry, chat: Chat, result: Result | None = None, topic: int | None = None
    ) -> Shown:
        """Send a result, the first unless another is named, into a chat."""
        message = happenings.choose(self._service, inquiry, result or inquiry.results[0], chat, topic)
        return self._screen[message]

    async def summon(self, chat: Chat, text: str, *, patience: float = PATIENCE) -> Shown:
        """Call the bot by its name in a chat that it is not in, and wait for its one answer."""
        guest = happenings.summon(self._service, self.user, chat, text)
        answer = await self._world.signal.until(lambda: guest.answer, f"no answer to {text!r}", patience)
        return self._screen[answer]

    def block(self) -> None:
        happenings.set_standing(self._service, self.private, self.user, "kicked")

    def unblock(self) -> None:
        happenings.set_standing(self._service, self.private, self.user, "member")

    def add_bot(self, chat: Chat) -> None:
        """Bring the bot into a group."""
        happenings.set_standing(self._service, chat, self.user, "member")
        happenings.greet(self._service, chat, self.user)

    def pick(self, seen: Shown, person: Person) -> Message:
        """Press the button of a reply keyboard that asks for a person, and pick one of the list."""
        rows = (seen.message.asks or {}).get("keyboard", [])
        keys = [key["request_users"] for row in rows for key in row if "request_users" in key]
        assert keys, f"{self} is not asked for a person"
        assert not (person.user.is_bot and keys[0].get("user_is_bot") is False)
        return happenings.share_user(self._service, self.user, seen.chat, keys[0], person.user)

    def bring_bot(self, url: str, chat: Chat) -> Message:
        """Open a link https://t.me/BOT?startgroup=PAYLOAD and pick a group: clients write `/start` there."""
        parts = urlsplit(url)
        payload = parse_qs(parts.query, keep_blank_values=True)["startgroup"][0]
        if parts.path != f"/{self._world.bot.username}" or not re.fullmatch(r"[\w-]{0,64}", payload):
            raise ValueError(f"{url} does not lead the bot to a group")
        if chat.bot in ("left", "kicked"):
            self.add_bot(chat)
        return self.say(chat, f"/start@{self._world.bot.username} {payload}".strip())

    def promote_bot(self, chat: Chat) -> None:
        happenings.set_standing(self._service, chat, self.user, "administrator")

    def remove_bot(self, chat: Chat) -> None:
        happenings.set_standing(self._service, chat, self.user, "kicked")

    def delete(self, seen: Shown) -> None:
        """Take a message away for everybody; the bot is not told."""
        self._world.remove(seen.message)

    def _open_private(self) -> None:
        if self.private.blocked:
            self.unblock()
        self.private.bot = "member"

    # What reaches them.

    def _is_bots(self, message: Message) -> bool:
        return message.sender is self._world.bot or message.via_bot

    def _reaches(self, message: Message) -> bool:
        if message.receiver not in (None, self.user):
            return False
        return self.user in message.chat.members

    def _witness(self, change: Change, message: Message) -> None:
        before = self._screen.get(message)
        if change == "deleted":
            if self._screen.pop(message, None) is not None:
                self.received.gone(message)
        elif self._reaches(message) and (before is not None or change == "sent"):
            notified = before.notified if before else notifies(self._world, message, self.user)
            seen = self._screen[message] = shown(self._world, message, self.user, notified=notified)
            self.received.message(change, seen)
            if notified and change == "sent":
                self.notifications.append(seen)

    def _hear(self, what: Press | Inquiry | Touch) -> None:
        if what.user is not self.user:
            return
        if isinstance(what, Touch):
            self.received.note("answer", widget=what.answer)
            return
        if isinstance(what, Press):
            answer = what.answers[0]
            self.received.note("answer", text=answer.text, alert=answer.alert, url=answer.url)
            if answer.text:
                self.alerts.append(answer)
        else:
            for one in what.results:
                picture = one.content.picture.sha256 if one.content.picture else None
                self.received.note("result", title=one.title, description=one.description, picture=picture)
            if what.button:
                self.received.note("results button", **what.button)
