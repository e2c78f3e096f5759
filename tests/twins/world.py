"""A world: the bot on a platform in memory, with a store of its own, and all that it shows written down."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from bot import presentation
from bot.delivery import match_screens
from bot.interface import EVERYWHERE, FIXED, Account, Chat, Incoming, Request, Robots, Screen
from bot.platforms import callback_data
from bot.presentation import Phrasing
from games.events import MatchId
from games.game import View
from games.judgement import Judgement
from games.match import Match, MatchView
from renderers import clip, picture, tables
from storage.sql.store import Store
from tests.bot.memory_platform import CHANNEL, UNHURRIED, House, Platform, Seen, Shown, private_chat
from tests.bot.simple_robots import FirstMoves, RealRobots, moves_of
from tests.storage.sqlite.prepared import opened, prepared
from tests.twins.chance import CHANCE, ONE_DEAL, Chance

INLINE = Chat("fake", f"{FIXED}message", private=False)
"""A message that somebody sent by way of the bot into a chat that the bot is not in."""
SAME_KEY = bytes(32).hex()
"""What is drawn for a match is the same in both worlds."""
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
DISK = IN_MEMORY if IN_MEMORY.is_dir() else None
"""One in memory, where there is one."""
FACTS = (
    "SELECT * FROM matches ORDER BY match",
    "SELECT key, kind, due, since FROM jobs WHERE since > 0 ORDER BY key, kind",
    "SELECT * FROM results ORDER BY number",
    "SELECT * FROM ratings ORDER BY player, game",
    "SELECT id, platform, chat FROM boards ORDER BY id",  # what they show is saved later
    "SELECT * FROM standing_messages",
)
Call = tuple[str, str, str, Screen]
"""What was called, the chat, the id of the message, and what it shows."""


def _with_the_key(path: Path) -> Path:
    """The same path, at which there is a new database now, with the key."""
    path.touch(mode=0o600)
    path.write_bytes(_new_database())
    return path


@cache
def _new_database() -> bytes:
    with TemporaryDirectory() as folder:
        path = prepared(Path(folder, "new.db"))
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT INTO digest_key (id, key) VALUES (1, ?1)", (SAME_KEY,))
        return path.read_bytes()


class Recorder(Platform):
    """Writes down every call."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[Call] = []

    def put(self, chat: Chat, message: Screen, nonce: str) -> str:
        if chat.fixed:
            self.made.append(("fixed", chat.id, chat.id, message))
            self.messages[chat.id] = Shown(chat.id, chat, message)
            return chat.id
        known = nonce in self.nonces
        number = super().put(chat, message, nonce)
        self.made.append(("again" if known else "post", chat.id, number, message))
        return number

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        self.made.append(("edit", chat.id, message_id, message))
        await super().edit(chat, message_id, message)

    async def delete(self, chat: Chat, message_id: str) -> None:
        self.made.append(("delete", chat.id, message_id, Screen("")))
        await super().delete(chat, message_id)

    async def open_thread(
        self, chat: Chat, message_id: str, name: str, people: Sequence[Account]
    ) -> Chat | None:
        if chat != CHANNEL:
            return None
        thread = replace(CHANNEL, id=f"{CHANNEL.id}/{message_id}")
        self.made.append(("thread", thread.id, message_id, Screen(name, awaits=tuple(people))))
        return thread


class World(House):
    """One of two; everything in it comes from a seed and its chance."""

    def __init__(self, seed: int, robots: Robots, chance: Chance = ONE_DEAL) -> None:
        self.recorder = Recorder()
        super().__init__(Path(), self.recorder, rates=UNHURRIED, robots=robots)
        self.rng, self.chance = random.Random(seed), chance
        self.code = MatchId("")
        self.apart = ""
        self.place = CHANNEL
        """Where the match began."""

    async def opened_store(self) -> Store:
        self.enter()  # What works in the background deals as this world does.
        self._disk = TemporaryDirectory(dir=DISK)
        file = _with_the_key(Path(self._disk.name, "world.db"))
        self._looking = sqlite3.connect(file)
        return await opened(file)

    async def close_store(self) -> None:
        await super().close_store()
        self._looking.close()
        self._disk.cleanup()

    def draw(self, size: int) -> bytes:
        return self.rng.randbytes(size)

    def enter(self) -> None:
        """What is done from now on is done in this world."""
        CHANCE.set(self.chance)

    async def match(self) -> Match:
        return await self.services.matches.load(self.code)

    async def ask(
        self, who: Account, request: Request, chat: Chat, *, message: str | None = None, press: str = ""
    ) -> Seen:
        """As an adapter does, with a note where choices are shown apart."""
        if message:
            request = callback_data.decode(callback_data.encode(request))
        number = press or str(next(self.presses))
        apart: Any = self.apart if message and not (chat.private or chat.fixed) else ""
        answer = await self.handle(
            Incoming(who, chat, request, number, message, manages=who.id in self.managers, apart=apart)
        )
        if answer.update and message and not answer.alone:
            self.recorder.made.append(("update", chat.id, message, answer.update))
        await self.deliver(who, answer, chat, message)
        await self.settled()
        return answer

    async def type(self, who: Account, line: str, chat: Chat = CHANNEL, *, press: str = "") -> Seen:
        """Where nobody can type for the bot they do so in their private chat."""
        typed_here = self.code and chat.fixed
        return await super().type(who, line, private_chat(who) if typed_here else chat, press=press)

    async def deliver(self, who: Account, answer: Seen, chat: Chat, message: str | None) -> None:
        """A page for all would stand in the place of the board where there is but one message."""
        if chat.fixed and answer.post and not answer.delivery:
            answer = replace(answer, post=None, note=answer.post)
        await super().deliver(who, answer, chat, message)

    async def ask_on_note(self, who: Account, request: Request) -> Seen:
        """As with a button of a message that nobody else sees."""
        number = str(next(self.presses))
        answer = await self.handle(Incoming(who, CHANNEL, request, number, "note", ephemeral=True))
        await self.deliver(who, answer, CHANNEL, None)
        return answer

    def heard(self, chats: Sequence[Chat], alone: Chat | None = None) -> list[tuple[object, ...]]:
        """All calls since the last time, chat by chat; of other chats only that there was a call.

        Chats are served side by side: which of them comes first is the machine's affair. What is edited in
        the chat `alone` does not count: a hint that somebody asks for marks their board.
        """
        audible = {chat.id for chat in chats}
        made, self.recorder.made = self.recorder.made, []
        if alone and alone.id not in audible:
            made = [call for call in made if call[:2] != ("edit", alone.id)]
        made.sort(key=lambda call: str(call[1]))
        return [(*call[:3], call[3] if call[1].partition("/")[0] in audible else None) for call in made]

    async def ask_as_admin(self, who: Account, request: Request) -> Seen:
        """In the channel; whoever asks is an admin of it just now."""
        self.managers = {who.id}
        try:
            return await self.ask(who, request, CHANNEL)
        finally:
            self.managers = set()

    async def lose_standing(self) -> None:
        """Somebody deletes the standing message of the channel."""
        for (message,) in self._rows("SELECT message FROM standing_messages"):
            self.platform.messages.pop(message, None)

    def public(self) -> list[Chat]:
        """The channel and the threads in it, or the message that shows the match."""
        chats = dict.fromkeys(shown.chat for shown in self.platform.messages.values())
        return [self.place, *(chat for chat in chats if chat.id.startswith(f"{CHANNEL.id}/"))]

    def plays_on(self) -> bool:
        """Another match has begun, as a rematch with a robot does at once: its deals are the world's own."""
        others = "SELECT 1 FROM matches WHERE phase = 'running' AND match <> ?1"
        return bool(self._rows(others, self.code))

    def facts(self) -> list[object]:
        """What the store knows of the match besides its log, who was notified, and all waits."""
        return [*map(self._rows, FACTS), self.recorder.pings, self.slept]

    def _rows(self, query: str, *parameters: str) -> list[tuple[Any, ...]]:
        """What is in the store now."""
        return self._looking.execute(query, parameters).fetchall()


class SeededMoves(FirstMoves):
    """Robots that think nothing, but do something else for each seed: what it depends on shows."""

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        moves = moves_of(view)
        return moves[seed % len(moves)]

    async def assess(self, view: View, seed: int, *, match: str) -> float:
        return seed % 97 / 97

    async def judge(
        self, before: View, played: str, after: View, seed: int, opposite: tuple[View, View]
    ) -> Judgement:
        return Judgement(seed % 97 / 97, await self.choose(before, 1, seed, match=""))


class RememberingRobots(RealRobots):
    """Robots of both worlds, which remember what they were given and what they made of it."""

    def __init__(self) -> None:
        self.asked: dict[bool, list[tuple[View, int, int, str]]] = {True: [], False: []}
        """In the first world, and in the second."""

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        chosen = await super().choose(view, level, seed, match=match)
        self.asked[CHANCE.get() is ONE_DEAL].append((view, level, seed, chosen))
        return chosen

    def differ(self) -> tuple[object, object] | None:
        """What two robots were given or made of the same view; None where all is alike."""
        for one, two in zip(self.asked[True], self.asked[False], strict=False):
            if one[0] != two[0]:
                return None
            if one != two:
                return one, two
        return None


def chats_of(people: Sequence[Account]) -> list[Chat]:
    """What these people can read."""
    return [CHANNEL, INLINE, *map(private_chat, people)]


def _sketch(game: str, view: View, names: tuple[str, str], **more: Any) -> bytes:
    return b"%x" % hash((game, view, names, *sorted(more.items())))


def _sketched_clip(game: str, views: Sequence[View], names: tuple[str, str], *, theme: str) -> clip.Clip:
    return clip.Clip(b"%x" % hash((game, tuple(views), names, theme)), len(views), len(views))


def _sketched_table(*said: object, **more: object) -> bytes:
    return repr((said, more)).encode()


@contextmanager
def sketches() -> Iterator[None]:
    """Each picture is a number made of all that its painter is given: painting takes most of the time."""
    with (
        patch.object(picture, "paint", _sketch),
        patch.object(picture, "regions", lambda *_, **__: ()),
        patch.object(clip, "clip", _sketched_clip),
        patch.object(tables, "leaderboard", _sketched_table),
        patch.object(tables, "profile", _sketched_table),
    ):
        yield


@contextmanager
def move_lists() -> Iterator[None]:
    """The platform lists the moves of a match, as the web chat does."""
    with patch.object(match_screens, "EVERYWHERE", replace(EVERYWHERE, lists_moves=True)):
        yield


@contextmanager
def known_screens() -> Iterator[None]:
    """A board for which the presentation is given the same in the second world is not made once more."""
    made, known = presentation.board, dict[object, tuple[object, Screen]]()

    def board(match: MatchView, phrasing: Phrasing, **given: Any) -> Screen:
        usual = (match.version, match.viewer, phrasing.texts.language, phrasing.text_only)
        where = (*usual, *(given[name] for name in ("reader", "words", "page")))
        all_given = (match, phrasing, given)
        if where not in known or known[where][0] != all_given:
            known[where] = (all_given, made(match, phrasing, **given))
        return known[where][1]

    with patch.object(presentation, "board", board):
        yield
