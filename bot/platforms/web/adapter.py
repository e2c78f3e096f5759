"""The local web chat: a channel, a private chat for each person, and the page that shows them.

A browser comes in by the address with the token that is printed at the start, and is known by a secret of its
own from then on; the first one that says a name sits under it, and no other can (`seats`).
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.domain import commands
from bot.interface import (
    Account,
    Answer,
    BuildChallenge,
    BuilderRequest,
    Chat,
    ForgetMe,
    Front,
    Incoming,
    InvalidCommand,
    InvalidPayload,
    MessageGone,
    Note,
    Post,
    Screen,
    Unreachable,
    Update,
    delivered,
)
from bot.platforms import callback_data
from bot.platforms.chat_log import BOT, ChatLog, kept
from bot.platforms.web import messages
from bot.platforms.web.chat_pages import CHANNEL, ChatPage, Pages, chat_of, exists, managing, sees
from bot.platforms.web.frames import (
    Command,
    Complete,
    Earlier,
    Frame,
    Hello,
    Malformed,
    Press,
    Upload,
    frame,
    imported,
)
from bot.platforms.web.seats import PLATFORM, Seats, meet
from bot.platforms.web.server import Connection, Door, Server

__all__ = ["ChatLog", "WebAdapter"]

TEXT_MAX = 2000  # characters of what a person writes, as on Discord
HISTORY = 40  # messages of a chat that a page gets at once
FRAME_MAX_BYTES = 300 * 1024  # a record fits

_NOTE = re.compile(r"~([0-9a-f]{16})~[0-9a-fA-F-]{36}")
"""A note is named after its only reader and the press that it answers: nothing about it need be kept."""


class WebAdapter:
    """The adapter for the web chat: shows messages there, and hands presses and lines to the dispatcher."""

    platform = PLATFORM

    def __init__(
        self,
        log: ChatLog,
        *,
        host: str = "127.0.0.1",
        port: int,
        clock: Callable[[], int] = lambda: int(time.time()),
        seats: Seats | None = None,
    ) -> None:
        """Open nothing before `start`.

        Args:
            log: keeps the messages.
            host: the address to listen at.
            port: the port to listen at; 0 takes a free one.
            clock: the time of notes, in seconds since 1970.
            seats: who may come in, and who sits where; None: kept until the end alone.
        """
        self._log, self._clock = log, clock
        self._seats = seats or Seats()
        self._front: Front | None = None
        self._pages = Pages()
        self._in_order = asyncio.Lock()  # what is kept first is shown first
        door = Door(page="chat", enter=self.enter, frame_max=FRAME_MAX_BYTES, fragment=self._seats.fragment)
        self._host, self._server = host, Server(door, host, port)

    # Coming and going

    def connect(self, front: Front) -> None:
        """Hand requests to this front; before `start`."""
        self._front = front
        front.when_forgotten(self._forget)

    @property
    def address(self) -> str:
        """Where the page is, such as `http://127.0.0.1:8321/`."""
        return f"http://{self._host}:{self._server.port}/"

    @property
    def name(self) -> str:
        """Where it is, with the token: the way in, for the host's eyes."""
        return f"{self.address}?token={self._seats.token}"

    @property
    def connected(self) -> bool:
        """Whether the server listens."""
        return self._server.listens

    async def start(self) -> None:
        """Start to listen.

        Raises:
            OSError: the port is taken, or forbidden.
        """
        await self._server.start()
        self._seats.keep_address(self.name)

    async def running(self) -> str:
        """Never over before it is stopped."""
        never: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        return await never

    async def stop(self) -> None:
        """Stop listening: finish what is being answered, and say goodbye to every page."""
        await self._server.stop()

    # What the dispatcher asks for

    def private_chat(self, account_id: str) -> Chat:
        """Where the bot can talk to one person alone."""
        return Chat(PLATFORM, f"@{account_id}", private=True)

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        """Send a new message and give its id; under a known nonce the old message shows the new contents.

        Raises:
            Unreachable: there is no such chat.
            RetryLater: the log could not keep it.
        """
        if not exists(chat):
            raise Unreachable(chat.id)
        return await self._add(
            chat.id, BOT, messages.body(message), image=messages.attached(message), nonce=nonce
        )

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        """Replace a message.

        Raises:
            MessageGone: the bot has no such message in this chat; a note is gone with its reader.
            RetryLater: the log could not keep it.
        """
        if note := _NOTE.fullmatch(message_id):
            if chat.id != CHANNEL or not self._show_note(note[1], message_id, message):
                raise MessageGone(message_id)
            return
        body, image = messages.body(message), messages.attached(message)
        async with self._in_order:
            entry = await kept(self._log.replace(chat.id, message_id, body, image=image))
            if entry is None:
                raise MessageGone(message_id)
            self._pages.publish("edit", entry)

    async def edit_alone(self, chat: Chat, message_id: str, reader: str, message: Screen) -> None:
        """Replace a message on all pages of one person; nothing of it is kept."""
        async with self._in_order:
            entry = await kept(self._log.find(message_id))
            if entry is not None and entry.chat == chat.id:
                self._pages.show_alone(reader, messages.alone(entry, message))

    async def delete(self, chat: Chat, message_id: str) -> None:
        """Delete a message of the bot, see `Adapter`."""
        async with self._in_order:
            if not await kept(self._log.remove(chat.id, message_id)):
                raise MessageGone(message_id)
            self._pages.take_away(chat.id, message_id)

    # What a page sends

    def enter(self, line: Connection) -> ChatPage:
        """A page was opened."""
        page = ChatPage(line, self._pages, self._obey)
        self._pages.add(page)
        return page

    async def _obey(self, page: ChatPage, asked: Frame) -> None:
        account = page.account
        if isinstance(asked, Hello):
            if account is not None:
                raise Malformed("one socket, one person: 'hello' comes once")
            self._seats.admit(asked)
            page.line.let_in()
            await self._welcome(page, self._seats.take(meet(asked.name, asked.language), asked.browser))
            return
        if account is None:
            raise Malformed("'hello' comes first")
        try:
            await self._serve(page, account, asked)
        finally:
            if isinstance(asked, Command | Press | Upload):
                page.send(frame("answered", id=asked.id))

    async def _serve(self, page: ChatPage, account: Account, asked: Frame) -> None:
        match asked:
            case Command():
                await self._hear(account, asked)
            case Press():
                await self._press(account, asked)
            case Upload():
                press = f"{account.id}/{asked.id}"
                await self._ask(Incoming(account, chat_of(account, asked.chat), imported(asked), press))
            case Complete():
                page.send(frame("completions", id=asked.id, options=await self._complete(account, asked)))
            case Earlier():
                chat = chat_of(account, asked.chat)
                page.send(frame("earlier", **await self._history(chat.id, before=asked.before)))
            case _:
                raise Malformed("this page shows no single match")

    async def _welcome(self, page: ChatPage, account: Account) -> None:
        async with self._in_order:  # nothing falls between the history and what is shown from now on
            chats = [await self._history(chat) for chat in (CHANNEL, self.private_chat(account.id).id)]
            page.account, page.reader = account, account.id
            you, menu = {"id": account.id, "name": account.name}, commands.menu(account.language)
            games = [
                {"key": key, "name": name, "summary": summary, "robot": key in self._house.robot_games}
                for key, name, summary in commands.games(account.language)
            ]
            people = self._pages.people()
            page.send(frame("welcome", you=you, people=people, menu=menu, games=games, chats=chats))
        self._pages.tell_who_is_here()

    async def _history(self, chat: str, *, before: str | None = None) -> dict[str, Any]:
        found = await self._log.newest(chat, most=HISTORY + 1, before=before)
        shown = [messages.shown(entry) for entry in found[-HISTORY:]]
        return {"id": chat, "messages": shown, "more": len(found) > HISTORY}

    async def _complete(self, account: Account, asked: Complete) -> tuple[str, ...]:
        chat = chat_of(account, asked.chat)
        if len(asked.text) > TEXT_MAX:
            return ()
        found = await self._house.complete(account, chat, asked.text)
        return (*(completion.line for completion in found), *self._pages.opponents(account, asked.text))

    async def _hear(self, account: Account, asked: Command) -> None:
        """A typed line: talk among people, or something for the dispatcher."""
        chat, text = chat_of(account, asked.chat), asked.text.strip()
        press = f"{account.id}/{asked.id}"
        if len(text) > TEXT_MAX:
            await self._ask(Incoming(account, chat, InvalidCommand("too_long", "", ""), press))
        elif not text.startswith("/") and not chat.private:
            await self._say(account, chat, "talk", text, press)
        elif text:
            request = commands.read(text)
            for named in self._pages.named_in(text):
                await self._house.meet(named)
            if chat.private:
                await self._say(account, chat, "command" if text.startswith("/") else "talk", text, press)
            await self._ask(Incoming(account, chat, request, press), text)

    async def _press(self, account: Account, asked: Press) -> None:
        """A pressed button. Only messages of the bot that this person can see are believed to have any."""
        press = f"{account.id}/{asked.id}"
        note = _NOTE.fullmatch(asked.message)
        if note and note[1] == account.id:
            request, chat = callback_data.decode(asked.payload), chat_of(account, CHANNEL)
            await self._ask(Incoming(account, chat, request, press, asked.message, ephemeral=True))
            return
        entry = await self._log.find(asked.message)
        if entry is None or entry.author != BOT or not sees(account, entry.chat):
            await self._ask(Incoming(account, chat_of(account, CHANNEL), InvalidPayload(), press))
            return
        chat, request = chat_of(account, entry.chat), callback_data.decode(asked.payload)
        await self._ask(
            Incoming(account, chat, request, press, entry.id, apart="" if chat.private else "here")
        )

    # What the dispatcher answers

    async def _ask(self, incoming: Incoming, line: str = "") -> None:
        """Hand a request in and show the answer; `line` is the command as it was typed."""
        if isinstance(incoming.request, BuilderRequest):
            incoming = await self._with_those_present(incoming)
        answer = messages.spoken(await self._house.handle(managing(incoming)))
        async with delivered(self._house, answer) as shown:
            shown.message = await self._show(incoming, answer, line)
        if isinstance(answer, Note):
            await self._note(incoming, answer.screen, line)
        elif isinstance(answer, Update) and answer.note is not None:
            await self._note(incoming, answer.note, line)

    async def _with_those_present(self, incoming: Incoming) -> Incoming:
        """Who is here can be challenged; the dispatcher gets to know the person who is chosen."""
        others, request = self._pages.others(incoming.account), incoming.request
        for person in others:
            if isinstance(request, BuildChallenge) and person.id == request.against:
                await self._house.meet(person)
        return replace(incoming, present=others)

    async def _show(self, incoming: Incoming, answer: Answer, line: str) -> str | None:
        """What all in the chat see of an answer; the id of the message that shows it."""
        account, chat = incoming.account, incoming.chat
        match answer:
            case Update(screen=screen, alone=True) if incoming.message is not None:
                await self.edit_alone(chat, incoming.message, account.id, screen)
            case Update(screen=screen):
                return await self._turned(incoming, screen)
            case Post(screen=screen, delivery=delivery, pressed=pressed):
                if pressed is not None:
                    await self._turned(incoming, pressed)
                if line and not chat.private:
                    said = messages.for_all(line, incoming.request)
                    await self._say(account, chat, "command", said, incoming.press)
                return await self.post(chat, screen, delivery.board if delivery else f"{incoming.press}:post")
        return None

    async def _turned(self, incoming: Incoming, screen: Screen) -> str | None:
        """Change the pressed message; gives its id, None if there is none (any more)."""
        if incoming.message is None:
            return None
        try:
            await self.edit(incoming.chat, incoming.message, screen)
        except MessageGone:
            return None
        return incoming.message

    async def _note(self, incoming: Incoming, message: Screen, line: str) -> None:
        if incoming.chat.private and incoming.request != ForgetMe(sure=True):
            await self.post(incoming.chat, message, f"{incoming.press}:note")
            return
        reader, _, press = incoming.press.partition("/")
        self._show_note(reader, f"~{reader}~{press}", message, used=line)

    def _show_note(self, reader: str, note_id: str, message: Screen, *, used: str = "") -> bool:
        """Show a note on all pages of its reader; False if there is none."""
        note = messages.note(message, id=note_id, chat=CHANNEL, at=self._clock(), used=used)
        return self._pages.note(reader, note)

    async def _say(self, account: Account, chat: Chat, kind: messages.Kind, text: str, press: str) -> None:
        if text:
            await self._add(chat.id, account.id, messages.said(account, kind, text), nonce=f"{press}:said")

    # Keep, then show

    async def _add(self, chat: str, author: str, body: str, *, image: bytes | None = None, nonce: str) -> str:
        async with self._in_order:
            entry, new = await kept(self._log.add(chat, author, body, image=image, nonce=nonce))
            self._pages.publish("message" if new else "edit", entry)
        return entry.id

    async def _forget(self, account: Account) -> bool:
        """Keep nothing of a person: neither what they wrote, nor their private chat, nor where they sit."""
        if account.platform != PLATFORM:
            return True
        async with self._in_order:
            gone = await self._log.forget(account.id)
            self._seats.free(account.id)
            self._pages.forget(account.id)
        return gone

    @property
    def _house(self) -> Front:
        if self._front is None:
            raise RuntimeError("connect a front before the start")
        return self._front
