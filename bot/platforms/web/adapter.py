"""The local web chat: a channel, a private chat for each person, and the page that shows them.

A browser is admitted by the URL with the token that is printed at the start, and later identified by a secret
of its own. A name belongs to the first browser that uses it (`seats`).
"""

from __future__ import annotations

import asyncio
import base64
import logging
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any, Literal

from bot import interface
from bot.domain import commands
from bot.interface import (
    Account,
    Answer,
    Chat,
    Front,
    Incoming,
    MessageGone,
    Note,
    Post,
    Screen,
    SharedMessage,
    Update,
)
from bot.platforms import callback_data
from bot.platforms.chat_log import BOT, ChatLog, Entry, kept
from bot.platforms.spec import HOST
from bot.platforms.web import messages, notes
from bot.platforms.web.chat_pages import CHANNEL, ChatPage, Pages, sees
from bot.platforms.web.frames import (
    Command,
    Complete,
    Earlier,
    Frame,
    Hello,
    Malformed,
    Press,
    Upload,
    encode,
)
from bot.platforms.web.notes import Notes
from bot.platforms.web.seats import PLATFORM, Seats, account_named, is_account_id
from bot.platforms.web.server import Connection, Server
from bot.texts import texts_for
from games.events import MatchId

__all__ = ["ChatLog", "WebAdapter"]

log = logging.getLogger(__name__)

TEXT_MAX = 2000  # characters of what a person writes, as on Discord
HISTORY = 40  # messages of a chat sent to a page at once
BOARDS = 25  # running matches whose older boards are sent along
FRAME_MAX_BYTES = 300 * 1024  # large enough for a record

_NAMES_PEOPLE = (
    interface.BuilderRequest,
    interface.OfferChallenge,
    interface.ProposeMatch,
    interface.ShowProfile,
)
"""Requests that may be about somebody who is here."""


class WebAdapter:
    """The adapter for the web chat: shows messages there, and hands presses and lines to the dispatcher."""

    platform = PLATFORM
    _front: Front

    def __init__(
        self,
        log: ChatLog,
        *,
        port: int,
        clock: Callable[[], int] = lambda: int(time.time()),
        seats: Seats | None = None,
    ) -> None:
        """Prepare the adapter; `start` opens the port.

        Args:
            log: stores the messages.
            port: the port to listen at; 0 takes a free one.
            clock: the time of notes, in seconds since 1970.
            seats: admitted browsers and their names; None: new ones, in memory only.
        """
        self._log = log
        self._seats = seats or Seats()
        self._pages = Pages()
        self._notes = Notes(self._pages, clock)
        self._unplayed: dict[str, list[str]] = {}
        """Lines of the channel that were refused as moves, by author, until the author plays."""
        self._in_order = asyncio.Lock()  # messages are shown in the order in which they are stored
        self._server = Server(
            "chat", port, open_page=self.open_page, frame_max=FRAME_MAX_BYTES, fragment=self._seats.fragment
        )

    # Coming and going

    def connect(self, front: Front) -> None:
        self._front = front
        front.when_forgotten(self._forget)

    @property
    def address(self) -> str:
        """The URL of the page, such as `http://127.0.0.1:8321/`."""
        return f"http://{HOST}:{self._server.port}/"

    @property
    def name(self) -> str:
        """The URL with the token that admits a browser: for the host only."""
        return f"{self.address}?token={self._seats.token}"

    @property
    def connected(self) -> bool:
        return self._server.listens

    async def start(self) -> None:
        """Open the port.

        Raises:
            OSError: it is taken or forbidden.
        """
        await self._server.start()
        self._seats.keep_address(self.name)

    async def running(self) -> str:
        """Wait forever: the connection does not end by itself."""
        never: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        return await never

    async def stop(self) -> None:
        await self._server.stop()

    # What the dispatcher asks for

    def private_chat(self, account_id: str) -> Chat:
        return Chat(PLATFORM, f"@{account_id}", private=True)

    async def post(self, chat: Chat, message: Screen, nonce: str, answer: str | None = None) -> str:
        if not exists(chat):
            raise interface.Unreachable(chat.id)
        body, image = messages.body(message), messages.attached(message)
        posted = await self._add(chat.id, BOT, body, image=image, nonce=nonce)
        await self._notes.follow(message, self._front)
        return posted

    async def edit(
        self, chat: Chat, message_id: str, message: Screen, *, about: MatchId | None = None
    ) -> None:
        """Replace a message, perhaps by a note about a match.

        Raises:
            MessageGone: the bot has no such message in this chat, or the reader of a note is not here.
            RetryLater: the log could not store it.
        """
        if place := notes.place_of(message_id):
            if chat.id != place.chat or not self._notes.show(message_id, message, about=about):
                raise MessageGone(message_id)
            return
        body, image = messages.body(message), messages.attached(message)
        async with self._in_order:
            entry = await kept(self._log.replace(chat.id, message_id, body, image=image))
            if entry is None:
                raise MessageGone(message_id)
            await self._tell("edit", entry)
        await self._notes.follow(message, self._front)

    async def edit_alone(self, chat: Chat, message_id: str, reader: str, message: Screen) -> None:
        """Replace a message on all pages of one person only; the change is not stored."""
        async with self._in_order:
            entry = await kept(self._log.find(message_id))
            if entry is not None and entry.chat == chat.id:
                self._pages.send_to(reader, "edit", message=messages.alone(entry, message))

    async def delete(self, chat: Chat, message_id: str) -> None:
        if not await self._remove(chat.id, message_id, BOT):
            raise MessageGone(message_id)

    async def _remove(self, chat: str, message_id: str, author: str) -> bool:
        async with self._in_order:
            removed = await kept(self._log.remove(chat, message_id, author))
            if removed:
                self._pages.send_to_chat(chat, "deleted", chat=chat, id=message_id)
        return removed

    # What a page sends

    def open_page(self, connection: Connection) -> ChatPage:
        """Create the state of a page that was opened."""
        return ChatPage(connection, self._pages, welcome=self.welcome, serve=self.serve)

    async def serve(self, page: ChatPage, account: Account, asked: Frame) -> None:
        """Carry out a request from a page."""
        match asked:
            case Command():
                await self._hear(account, asked)
            case Press():
                await self._press(account, asked)
            case Upload():
                await self._import(account, asked)
            case Complete():
                options = await self._complete(account, asked)
                page.connection.send(encode("completions", id=asked.id, options=options))
            case Earlier():
                chat = chat_of(account, asked.chat)
                history = await self._history(chat.id, page.language, before=asked.before)
                page.connection.send(encode("earlier", **history))

    async def welcome(self, page: ChatPage, hello: Hello) -> None:
        """Admit a person, and send them the history and the menu."""
        self._seats.admit(hello)
        page.connection.keep_open()
        account = self._seats.take(
            account_named(hello.name, hello.language), hello.browser, self._pages.is_away
        )
        texts = texts_for(hello.reads or account.language)
        looks = await self._front.looks(account)
        async with self._in_order:  # no message is lost between the history and later updates
            seen = (CHANNEL, self.private_chat(account.id).id)
            chats = [await self._history(chat, texts.language) for chat in seen]
            page.become(account)
            page.language = texts.language
            read = self._pages.languages(CHANNEL)
            self._front.speaks(PLATFORM, CHANNEL, read.pop() if len(read) == 1 else "")
            games = [
                {"key": key, "name": name, "summary": summary, "robot": key in self._front.robot_games}
                for key, name, summary in commands.games(texts)
            ]
            page.connection.send(
                encode(
                    "welcome",
                    you=messages.person(account),
                    people=self._pages.people(),
                    menu=commands.menu(texts),
                    games=games,
                    chats=chats,
                    **asdict(looks),
                )
            )
        self._pages.tell_who_is_here()

    async def _history(self, chat: str, language: str, *, before: str | None = None) -> dict[str, Any]:
        """The messages before one, or the newest; first the older boards of running matches."""
        found = await self._log.newest(chat, most=HISTORY + 1, before=before)
        page, more = found[-HISTORY:], len(found) > HISTORY
        boards = await self._log.running(chat, most=BOARDS, before=page[0].id) if more else ()
        shown = [await self._said(messages.shown(entry), language) for entry in (*boards, *page)]
        return {"id": chat, "messages": shown, "more": more, "ahead": len(boards)}

    async def _complete(self, account: Account, asked: Complete) -> tuple[str, ...]:
        """Whole lines, with a space at the end if something may follow; the people here come first."""
        chat = chat_of(account, asked.chat)
        if len(asked.text) > TEXT_MAX:
            return ()
        found = await self._front.complete(account, chat, asked.text)
        return (*self._pages.opponents(account, asked.text), *(f"{completion.line} " for completion in found))

    async def _hear(self, account: Account, asked: Command) -> None:
        """Handle a typed line: talk among people, or a request to the dispatcher."""
        chat, text = chat_of(account, asked.chat), asked.text.strip()
        press = f"{account.id}/{asked.id}"
        if len(text) > TEXT_MAX:
            await self._ask(Incoming(account, chat, interface.InvalidCommand("too_long"), press))
        elif text and not text.startswith("/") and not chat.private:
            if (move := commands.read_talk(text)) is None:
                await self._say(account, chat, "talk", text, press)
            else:
                await self._ask(Incoming(account, chat, move, press, front=asked.front), text)
        elif text:
            request = commands.read(text) if text.startswith("/") else commands.read_bare(text)
            for named in self._pages.named_in(text):
                await self._front.register(named)
            if chat.private:
                await self._say(account, chat, "command" if text.startswith("/") else "talk", text, press)
            await self._ask(Incoming(account, chat, request, press, front=asked.front), text)

    async def _import(self, account: Account, asked: Upload) -> None:
        try:  # the page truncates large files, and the dispatcher refuses them
            request = interface.ImportRecord(base64.b64decode(asked.data, validate=True))
        except ValueError:
            raise Malformed("'data' must be base64") from None
        chat = chat_of(account, asked.chat)
        await self._ask(Incoming(account, chat, request, f"{account.id}/{asked.id}"))

    async def _press(self, account: Account, asked: Press) -> None:
        """Handle a pressed button, provided that it is on a message of the bot that this person can see."""
        press, channel = f"{account.id}/{asked.id}", chat_of(account, CHANNEL)
        place = notes.place_of(asked.message)
        if place and place.reader == account.id:
            chat, request = chat_of(account, place.chat), callback_data.decode(asked.payload)
            pressed = Incoming(account, chat, request, press, asked.message, ephemeral=True, dark=asked.dark)
            async with self._notes.answering(asked.message, self._front):
                await self._ask(pressed)
            return
        entry = await self._log.find(asked.message)
        if entry is None or entry.author != BOT or not sees(account, entry.chat):
            await self._ask(Incoming(account, channel, interface.InvalidPayload(), press))
            return
        chat, request = chat_of(account, entry.chat), callback_data.decode(asked.payload)
        apart: Literal["", "here"] = "" if chat.private else "here"
        incoming = Incoming(account, chat, request, press, entry.id, apart=apart, dark=asked.dark)
        await self._ask(incoming, on_board=messages.is_board(entry))

    # What the dispatcher answers

    async def _ask(self, incoming: Incoming, line: str = "", *, on_board: bool = False) -> None:
        """Pass a request to the dispatcher and show the answer.

        Args:
            incoming: the request.
            line: the command as typed.
            on_board: whether a board was pressed, so that a note beside it is enough even in a private chat.
        """
        if isinstance(incoming.request, _NAMES_PEOPLE):
            incoming = await self._with_those_present(incoming)
        answer = messages.in_language(await self._front.handle(managing(incoming)))
        lasting = not on_board and not incoming.ephemeral
        author = incoming.account.id
        if messages.is_talk(incoming.request, answer):
            said = await self._say(incoming.account, incoming.chat, "talk", line, incoming.press)
            if answer:
                self._unplayed.setdefault(author, []).append(said)
            line = ""
        elif messages.has_played(incoming.request, answer):
            for said in self._unplayed.pop(author, ()):
                await self._remove(CHANNEL, said, author)
        async with interface.delivered(self._front, answer) as shown:
            if isinstance(answer, Note):
                shown.message = await self._note(
                    incoming, answer.screen, line, lasting=lasting, about=answer.match
                )
            else:
                shown.message = await self._show(incoming, answer, line)
        if isinstance(answer, Update) and answer.note:
            await self._note(incoming, answer.note, line, lasting=lasting)

    async def _with_those_present(self, incoming: Incoming) -> Incoming:
        """Add the people here, who can be challenged; introduce the chosen one to the dispatcher."""
        asker, request = incoming.account, incoming.request
        others = tuple(account for account in self._pages.accounts() if account.id != asker.id)
        against = request.against if isinstance(request, interface.BuildChallenge) else None
        for person in others:
            if person.id == against:
                await self._front.register(person)
        return replace(incoming, present=others)

    async def _show(self, incoming: Incoming, answer: Answer, line: str) -> str | None:
        """Show the part of an answer that everybody in the chat sees; return the id of its message."""
        account, chat = incoming.account, incoming.chat
        match answer:
            case Update(screen=screen, alone=True) if incoming.message is not None:
                await self.edit_alone(chat, incoming.message, account.id, screen)
            case Update(gives_way=True) if incoming.message is not None:
                await self._take_away(chat, incoming.message)
            case Update(screen=screen):
                return await self._replace_pressed(incoming, screen, about=answer.match)
            case Post(screen=screen, delivery=delivery, pressed=pressed):
                if pressed is not None:
                    await self._replace_pressed(incoming, pressed)
                if line and not chat.private:
                    shortened = messages.for_all(line, incoming.request)
                    await self._say(account, chat, "command", shortened, incoming.press)
                return await self.post(chat, screen, delivery.board if delivery else f"{incoming.press}:post")
        return None

    async def _take_away(self, chat: Chat, message_id: str) -> None:
        """Remove the pressed message, perhaps a note."""
        if not self._notes.take_away(message_id):
            await self._remove(chat.id, message_id, BOT)

    async def _replace_pressed(
        self, incoming: Incoming, screen: Screen, *, about: MatchId | None = None
    ) -> str | None:
        """Replace the pressed message and return its id; None if there is none or it is gone."""
        if incoming.message is None:
            return None
        try:
            await self.edit(incoming.chat, incoming.message, screen, about=about)
        except MessageGone:
            return None
        return incoming.message

    async def _note(
        self, incoming: Incoming, message: Screen, line: str, *, lasting: bool, about: MatchId | None = None
    ) -> str:
        """Show a message to the asking person alone, perhaps about a match; return its id."""
        private = incoming.chat.private and incoming.request != interface.ForgetMe(sure=True)
        if private and lasting:
            posted = await self.post(incoming.chat, message, f"{incoming.press}:note")
            if message.subject:
                await self._remove_older(incoming.chat.id, posted, message.subject)
            return posted
        note_id = notes.id_of(incoming.press, private=private)
        more = isinstance(incoming.request, interface.ShowMore)
        self._notes.show(note_id, message, used=line, under=incoming.message, about=about, more=more)
        return note_id

    async def _remove_older(self, chat: str, newest: str, subject: str) -> None:
        """Delete the messages of the bot that this one has made out of date."""
        for entry in await self._log.newest(chat, most=HISTORY, before=newest):
            if entry.author == BOT and messages.subject_of(entry) == subject:
                await self._remove(chat, entry.id, BOT)

    async def _say(self, account: Account, chat: Chat, kind: messages.Kind, text: str, press: str) -> str:
        """Show what a person has typed; return the id of its message."""
        return await self._add(chat.id, account.id, messages.said(account, kind, text), nonce=f"{press}:said")

    # Store, then show

    async def _add(self, chat: str, author: str, body: str, *, image: bytes | None = None, nonce: str) -> str:
        entry: Entry
        async with self._in_order:
            entry, new = await kept(self._log.add(chat, author, body, image=image, nonce=nonce))
            await self._tell("message" if new else "edit", entry, nonce)
        return entry.id

    async def _tell(self, kind: str, entry: Entry, nonce: str = "") -> None:
        """Send a stored message to everybody in its chat, in their languages: first in its own."""
        message = messages.shown(entry)
        said_in = message.get("language")
        for language in sorted(self._pages.languages(entry.chat), key=lambda each: each != said_in):
            said = await self._said(message, language, nonce)
            self._pages.send_to_chat(entry.chat, kind, language=language, message=said)

    async def _said(self, message: messages.Shown, language: str, nonce: str = "") -> messages.Shown:
        """A message for readers of a language: what the bot says in the channel is made for them anew."""
        match = message.get("match")
        subject = message.get("subject") or (match and f"match {match}")
        if message["chat"] != CHANNEL or not subject or message["language"] == language:
            return message
        try:
            seen = SharedMessage(Chat(PLATFORM, CHANNEL, private=False), subject, nonce or message["id"])
            screen = await self._front.shared_view(seen, language)
        except Exception:
            log.exception("a message about %s could not be shown in another language", subject)
            return message
        return messages.reworded(message, screen) if screen else message

    async def _forget(self, account: Account) -> bool:
        """Delete a person's messages, private chat and name."""
        if account.platform != PLATFORM:
            return True
        async with self._in_order:
            gone = await self._log.forget(account.id)
            self._seats.free(account.id)
            self._unplayed.pop(account.id, None)
            self._pages.forget(account.id)
        return gone


def exists(chat: Chat) -> bool:
    private = chat.id.startswith("@") and is_account_id(chat.id[1:])
    return chat.platform == PLATFORM and chat.private == private and (private or chat.id == CHANNEL)


def chat_of(account: Account, chat: str) -> Chat:
    """The chat of this id.

    Raises:
        Malformed: this person is not in it.
    """
    if not sees(account, chat):
        raise Malformed(f"'chat' must be '{CHANNEL}' or '@{account.id}'")
    return Chat(PLATFORM, chat, private=chat != CHANNEL)


def managing(incoming: Incoming) -> Incoming:
    """Set `manages`: everybody manages the channel, nobody a private chat."""
    place = interface.place_of(incoming.request) or incoming.chat.id
    manages = isinstance(incoming.request, interface.ForManagers) and place == CHANNEL
    return replace(incoming, manages=manages, all_manage=manages)
