"""A house on three platforms that looks at everything it shows, and people who press all that they see."""

from __future__ import annotations

import itertools
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from bot.delivery.background import Timing
from bot.handlers.access import Access, Rate, RateLimits
from bot.interface import (
    Account,
    AnswerLesson,
    AnswerPuzzle,
    BuildChallenge,
    Button,
    ChangeChat,
    ChangeSettings,
    Chat,
    Choose,
    ForgetMe,
    Incoming,
    Request,
    Resign,
    Screen,
    ShowLegend,
    ShowLesson,
    ShowSettings,
    TypeMove,
)
from bot.interface.requests import OVERVIEW, TERMS
from bot.platforms.discord.commands import CHOICE_MAX
from bot.runtime.composition import build_bot
from games.events import MatchId, PlayerId
from games.game import State
from games.match import Match
from tests.bot.memory_platform import House, Platform, Seen, Shown
from tests.bot.presentation.screens.holding import buttons_of, hold, words_of
from tests.bot.presentation.screens.spoken import Spoken
from tests.bot.simple_robots import FirstMoves
from tests.storage.sqlite.prepared import opened

PLATFORMS = ("discord", "telegram", "web")
CHANNEL = Chat("discord", "7/8", private=False)
GROUP = Chat("telegram", "-1001234567890", private=False)
WIDE = "Ｗ" * 32
EMOJI = "👩‍🚀🦄" * 8
TURNED = "‮שלום_*~`[Ω](x)|<b>&amp;@here"
LAST = (ForgetMe, Resign)
"""What ends everything is pressed last."""


@dataclass(frozen=True)
class Received:
    """A message as somebody has received it."""

    message: Screen
    chat: Chat
    id: str | None
    """None: a note, which only its reader sees."""
    reader: Account | None
    """None: all who are in the chat."""


@dataclass
class Watched(Platform):
    """A platform whose every message is looked at."""

    received: list[Received] | None = None

    def put(self, chat: Chat, message: Screen, nonce: str) -> str:
        new = nonce not in self.nonces
        shown = super().put(chat, message, nonce)
        if new:
            self._look(chat, message, shown)
        return shown

    async def edit(self, chat: Chat, message_id: str, message: Screen) -> None:
        await super().edit(chat, message_id, message)
        self._look(chat, message, message_id)

    def private_chat(self, account_id: str) -> Chat:
        return Chat(self.platform, f"@{account_id}", private=True)

    def _look(self, chat: Chat, message: Screen, shown: str) -> None:
        assert self.received is not None
        reader = Account(chat.platform, chat.id[1:], "") if chat.private else None
        self.received.append(Received(message, chat, shown, reader))


class Tour(House):
    """The bot, and people with the worst names who speak one language."""

    def __init__(self, folder: Path, language: str, spoken: Spoken, held: set[tuple[str, Screen]]) -> None:
        """People arrive in an empty house.

        Args:
            folder: for its database.
            language: which all of them speak.
            spoken: hears what they receive.
            held: messages that this or another tour has looked at already, by platform; more are added.
        """
        self.simple_robots = FirstMoves(laid_open=0.125)
        super().__init__(folder, robots=self.simple_robots)
        self.language, self.spoken = language, spoken
        self.received: list[Received] = []
        self.platforms = {
            name: Watched(name, ids=itertools.count(1000 * at + 1), received=self.received)
            for at, name in enumerate(PLATFORMS)
        }
        self.platform = self.platforms["discord"]
        self.away: set[str] = set()  # platforms that do not serve
        self.wrong: list[str] = []
        """What was found."""
        self._looked = 0
        self._held = held
        self.ada, self.ben, self.cleo = (
            self.somebody("discord", str(number), name)
            for number, name in enumerate((WIDE, EMOJI, TURNED), start=11)
        )

    async def __aenter__(self) -> Tour:
        self.store = await opened(self.folder / "tour.db")
        self.dispatcher = build_bot(
            self.store,
            self.platforms,
            clock=lambda: self.now,
            draw=lambda size: Random(next(self.seeds)).randbytes(size),
            timing=Timing(sleep=self.sleep, longest_response=self.longest_answer),
            access=Access(
                contact="@ada_hosts",
                odd_sentences=True,
                rates=replace(self.rates, clock=lambda: self.now),
                serves=lambda platform: platform not in self.away,
                robots=self.robots,
            ),
        )
        await self.dispatcher.start()
        await self.dispatcher.services.boards.catch_up()
        await self.dispatcher.worker.settled()
        return self

    def somebody(self, platform: str, number: str, name: str) -> Account:
        """Who speaks the language of this tour."""
        return Account(platform, number, name, self.language)

    def crowd(self, count: int) -> Iterator[Account]:
        """So many more people with long names, two of each."""
        for number in range(count):
            yield self.somebody("discord", str(1000 + number), f"{number // 2:03}{'Ｗ' * 29}")

    async def arrive(self) -> None:
        """All are there, and where they talk is spoken as they do."""
        await self.meet(self.ada, self.ben, self.cleo)
        self.managers = {self.ada.id}
        for chat in (CHANNEL, GROUP):
            who = replace(self.ada, platform=chat.platform)
            await self.ask(who, ChangeChat(chat.place, (f"language={self.language}",)), chat)

    async def deliver(self, who: Account, answer: Seen, chat: Chat, message: str | None) -> None:
        there, shown = self.platforms[chat.platform], None
        reader = who if chat.private or message == "note" else None
        if answer.update and message:
            if message in there.messages:
                shown = message
                there.messages[message] = replace(there.messages[message], message=answer.update)
            self.received.append(Received(answer.update, chat, shown, reader))
        if answer.post:
            shown = there.put(chat, answer.post, answer.delivery.board if answer.delivery else self._press())
        if answer.note:
            self.notes.setdefault(who.id, []).append(answer.note)
            self.received.append(Received(answer.note, chat, None, who))
            if not (answer.update or answer.post):
                shown = "note"  # which is gone when somebody wants to change it
        if answer.delivery:
            await self.dispatcher.delivered(answer.delivery, shown)

    async def greet(self, chat: Chat = CHANNEL, *lacking: str) -> None:
        """The bot comes to a chat."""
        greeting = await self.dispatcher.greeting(chat, lacking, threads=not lacking)
        assert greeting
        self.platforms[chat.platform].put(chat, greeting, self._press())

    def board(self, chat: Chat = CHANNEL) -> Shown:
        return self.platforms[chat.platform].in_chat(chat)[-1]

    def code(self, chat: Chat = CHANNEL) -> MatchId:
        """Of the match whose board or challenge stands last."""
        return MatchId(_found(r"\b[2-9A-Z]{6}\b", self.board(chat).message.title))

    async def offered(self, line: str, *, who: Account | None = None, chat: Chat = CHANNEL) -> MatchId:
        """Challenge; gives the code of the match."""
        await self.type(who or self.ada, line, chat)
        return self.code(chat)

    async def begun(self, line: str, chat: Chat = CHANNEL) -> MatchId:
        """A match of the first two; gives its code."""
        code = await self.offered(line, chat=chat)
        await self.type(self.ben, f"/join {code}", chat)
        return code

    async def place(self, code: MatchId, state: State) -> None:
        """Let a match come to a position that its players have not reached by themselves."""
        loaded = await self.dispatcher.services.matches.kept(code)
        object.__setattr__(loaded, "match", replace(loaded.match, state=state))

    async def say(self, who: Account, *lines: str, chat: Chat = CHANNEL) -> None:
        """Type one line after the other."""
        for line in lines:
            await self.type(who, line, chat)

    @staticmethod
    def private(who: Account) -> Chat:
        """Where somebody is alone with the bot."""
        return Chat(who.platform, f"@{who.id}", private=True)

    async def player(self, who: Account) -> PlayerId:
        person = await self.store.people.person(who.platform, who.id)
        assert person
        return person.player

    async def match(self, code: MatchId) -> Match:
        return await self.dispatcher.services.matches.load(code)

    async def seats(self, code: MatchId) -> tuple[Account, Account]:
        """Who begins in a match of the first two or the third, and who does not."""
        match = await self.match(code)
        assert match.players
        by_player = {await self.player(who): who for who in (self.ada, self.ben, self.cleo)}
        first, second = match.players
        return by_player[first], by_player[second]

    async def play_on(self, code: MatchId, who: Account) -> None:
        """Play the first legal move, if it is their turn."""
        match = await self.match(code)
        seat = match.seat_of(await self.player(who))
        assert match.state
        if seat in match.state.to_act:
            move = str(match.state.legal_moves(seat)[0])
            await self.ask(who, TypeMove(tuple(move.split()), code), CHANNEL)

    def code_for_links(self, who: Account) -> str:
        """The code that somebody was given last to join their accounts."""
        return _found(r"\b[2-9A-Z]{10}\b", self.note(who))

    async def complete(self, who: Account, *lines: str, chat: Chat = CHANNEL) -> None:
        """Type one line after the other, and read how each could go on."""
        for line in lines:
            for found in await self.dispatcher.complete(who, chat, line):
                self.spoken.heard(found.description)
                if len(f"{found.line} · {found.description}") > CHOICE_MAX:
                    self.wrong.append(f"Discord would get less of a completion\n{found}")

    def hurry(self) -> None:
        """From the next start on, people are asked to wait who ask for more than one thing a minute."""
        self.rates = RateLimits(Rate(1, 1), Rate(1, 1), Rate(1, 1))

    # What is looked at

    def look(self) -> None:
        """Hold everything that was received since the last look against the platforms and sense."""
        for received in self.received[self._looked :]:
            self.spoken.heard(*words_of(received.message))
            if (seen := (received.chat.platform, received.message)) not in self._held:
                self._held.add(seen)
                if not self.spoken.marks:
                    self._hold(received.message, received.chat.platform)
        self._looked = len(self.received)

    def _hold(self, message: Screen, platform: str) -> None:
        """All that is wrong is told at once, not the first of it."""
        try:
            hold(message, self.language, platform)
        except Exception as wrong:
            self.wrong.append(f"{wrong}\n{message}")

    async def press_everything(self, most: int, pressed: set[object]) -> None:
        """Press each kind of button that was received once for each reader.

        Args:
            most: presses.
            pressed: kinds of buttons that have been pressed already; more are added.
        """
        waiting = deque[tuple[Received, Button]]()
        taken = count = 0
        while True:
            for received in self.received[taken:]:
                for button in buttons_of(received.message):
                    if _chooses_language(button.request):
                        continue
                    if (kind := (received.reader, received.chat, _kind(button.request))) not in pressed:
                        pressed.add(kind)
                        waiting.append((received, button))
            taken = len(self.received)
            self.look()
            if not waiting or count >= most:
                return
            waiting = deque(sorted(waiting, key=lambda one: isinstance(one[1].request, LAST)))
            received, button = waiting.popleft()
            for who in [received.reader] if received.reader else [self.cleo, self.ben, self.ada]:
                await self.press_received(who, received, button)
                count += 1

    async def press_received(self, who: Account, received: Received, button: Button) -> None:
        """Press a button where it stands."""
        who = next((one for one in (self.ada, self.ben, self.cleo) if one.id == who.id), who)
        incoming = Incoming(
            who,
            received.chat,
            button.request,
            self._press(),
            received.id or "note",
            ephemeral=received.id is None,
            manages=who.id in self.managers,
        )
        answer = await self.handle(incoming)
        assert answer.update or answer.post or answer.note or answer.delivery, f"no answer to {button}"
        await self.deliver(who, answer, received.chat, received.id or "note")
        await self.dispatcher.worker.settled()

    def _press(self) -> str:
        return str(next(self.presses))


def _found(form: str, text: str) -> str:
    """What has this form in a text, the last one if there are several."""
    *_, last = re.finditer(form, text)
    return last[0]


def _kind(request: Request) -> object:
    """What makes two buttons alike: pressing both would show nothing new."""
    match request:
        case Choose(words=words, final=final, page=page):
            return Choose, len(words), final, page > 0
        case (
            AnswerPuzzle(words=words, final=final, page=page)
            | AnswerLesson(words=words, final=final, page=page)
        ):
            return type(request), len(words), final, page > 0
        case ShowLesson() | ShowLegend():
            return type(request)  # a scene of its own goes through all of them
        case BuildChallenge(game=game, page=page):
            own = page == OVERVIEW or page >= TERMS  # other pages are alike for all games
            return BuildChallenge, game if own else "", page
        case ShowSettings(page=page, number=number):
            return ShowSettings, page, min(number, 1)
    return type(request), tuple(_values(request))


def _chooses_language(request: Request) -> bool:
    """What follows would be in another language than the one that is looked at."""
    return isinstance(request, ChangeChat | ChangeSettings) and request.words[0].startswith("language")


def _values(request: Request) -> Iterator[object]:
    for name in ("game", "page", "words", "on", "sure", "place"):
        if hasattr(request, name):
            value = getattr(request, name)
            yield tuple(word.partition("=")[0] for word in value) if name == "words" else value
