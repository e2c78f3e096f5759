"""A group of forty and its days: five matches, one of the channel, a tournament and the puzzle of the day.

People press what they see, through real requests, while the clock of the house moves on. What the chat gets
and who is notified of what is kept in order.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

from bot.domain.puzzles import puzzles
from bot.interface import Account, AnswerPuzzle, ChangeChat, Chat, Screen
from storage.boards import ChatId
from tests.bot.memory_platform import CHANNEL, House, Platform, Shown, account, private_chat
from tests.bot.pressing_players import choices

MINUTE, HOUR, DAY = 60, 3_600, 86_400  # seconds
PEOPLE = [account(f"Person{number}") for number in range(40)]
ADMIN, PLAYERS, ENTRANTS, VOTERS = PEOPLE[0], PEOPLE[1:11], PEOPLE[11:17], PEOPLE[17:29]
SOLVERS = PEOPLE[5:30]
PAIRS = [(PLAYERS[place], PLAYERS[place + 1]) for place in range(0, 10, 2)]
GAMES = ("sahara", "sato variant=open", "sahara target=30", "stacko", "sahara")
PRESSES_A_TURN = 40


@dataclass(frozen=True)
class Posted:
    """A new message, when it came, and whom it notified."""

    at: int
    chat: Chat
    message: Screen
    rung: tuple[str, ...]
    """The ids of accounts."""

    @property
    def of_match(self) -> bool:
        """Whether it shows a turn or an end, so that it may notify who waits for that."""
        return self.message.turn != ""


@dataclass
class Counting(Platform):
    """Keeps all that was ever posted."""

    house: House | None = None
    posted: list[Posted] = field(default_factory=list)

    def put(self, chat: Chat, message: Screen, nonce: str) -> str:
        if nonce not in self.nonces and self.house:
            rung = tuple(who.id for who in message.awaits) if message.pings else ()
            self.posted.append(Posted(self.house.now, chat, message, rung))
        return super().put(chat, message, nonce)


class Group:
    """What its people do in a day."""

    def __init__(self, house: House, seed: int = 1) -> None:
        assert isinstance(house.platform, Counting)
        self.house, self.platform, self.chance = house, house.platform, random.Random(seed)
        house.platform.house = house
        house.managers.add(ADMIN.id)
        self.began, self.most_in_chat = house.now, 0

    async def begin(self) -> None:
        """The admin has chosen a puzzle of the day and the list of what goes on."""
        await self.house.meet(*PEOPLE)
        await self.house.ask(ADMIN, ChangeChat(CHANNEL.place, ("daily=on",)), CHANNEL)
        await self.house.type(ADMIN, "/standing")
        for who in SOLVERS[::3]:
            await self.house.type(who, "/settings named=on")

    async def live(self, days: int = 1) -> None:
        """From half past eight on; in each hour of the day whoever is awaited comes and does something."""
        await self._open()
        for _ in range(days):
            for hour in range(24):
                await self._pass_hour(hour)

    async def _open(self) -> None:
        """Matches begin, one of the channel, and a tournament."""
        for (first, second), game in zip(PAIRS, GAMES, strict=True):
            await self.house.type(first, f"/play {game} {second.name}")
            await self.house.press(second, "Accept", self.house.board())
            await self.house.wait(self.chance.randrange(MINUTE, 4 * MINUTE))
        await self.house.type(VOTERS[0], "/play sahara channel robot")
        await self.house.type(ENTRANTS[0], "/tournament sahara clock=1d")
        sign_up = self.house.board()
        for who in ENTRANTS[1:]:
            await self.house.press(who, "Join", self.house.platform.messages[sign_up.id])
            await self.house.wait(MINUTE)
        await self.house.press(ENTRANTS[0], "Begin", self.house.platform.messages[sign_up.id])

    async def _pass_hour(self, hour: int) -> None:
        """Whoever is awaited comes, people vote and solve, and some look around; at night nobody does."""
        if hour < 15:
            await self._take_turns()
            await self._vote()
            await self._solve(hour)
            await self._look_around()
        self.most_in_chat = max(self.most_in_chat, len(self.platform.in_chat(CHANNEL)))
        await self.house.wait(HOUR - (self.house.now - self.began) % HOUR)

    async def _take_turns(self) -> None:
        """Everybody who is awaited in a match of two presses until somebody else is."""
        for shown in list(self.platform.messages.values()):
            if who := self._awaited(shown):
                await self._take_turn(who, shown)
                await self.house.wait(self.chance.randrange(30, 3 * MINUTE))

    def _awaited(self, shown: Shown) -> Account | None:
        """Who alone can choose something there."""
        if not choices(shown.message):
            return None
        if shown.chat.private:
            return next(who for who in PEOPLE if shown.chat == private_chat(who))
        turn = re.search(r"It is (Person\d+)'s turn|Reminder for (Person\d+):", shown.message.text)
        return account(turn[1] or turn[2]) if turn else None

    async def _take_turn(self, who: Account, shown: Shown) -> None:
        for _ in range(PRESSES_A_TURN):
            now = self.platform.messages.get(shown.id)
            if now is None or self._awaited(now) != who:
                return
            request = self.chance.choice(choices(now.message)).request
            await self.house.ask(who, request, now.chat, message=now.id)
            await self.house.wait(5)

    async def _vote(self) -> None:
        """Some of the channel vote for its next move."""
        for shown in self.platform.in_chat(CHANNEL):
            if "#channel's turn" not in shown.message.text:
                continue
            for who in self.chance.sample(VOTERS, 8):
                now = self.platform.messages.get(shown.id)
                found = choices(now.message) if now else []
                if now and found:
                    await self.house.ask(who, self.chance.choice(found).request, CHANNEL, message=now.id)
                    await self.house.wait(20)

    async def _solve(self, hour: int) -> None:
        """Two or three try the puzzle of the day, and most find the answer."""
        posts = await self.house.store.puzzles.posts(CHANNEL.platform, ChatId(CHANNEL.id))
        for who in SOLVERS[2 * hour : 2 * hour + 2] if posts else ():
            puzzle = puzzles()[posts[0].puzzle]
            for right in (self.chance.random() < 0.5, True):
                notation = next(move for move in puzzle.values if (move in puzzle.answers) == right)
                request = AnswerPuzzle(puzzle.code, None, tuple(notation.split()), True, 0)
                await self.house.ask(who, request, CHANNEL, message=posts[0].message)
            await self.house.wait(30)

    async def _look_around(self) -> None:
        for line in ("/leaderboard sahara", "/matches", "/help", "/rules sahara", "/watch"):
            await self.house.type(self.chance.choice(PEOPLE), line)
