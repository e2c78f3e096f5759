"""Twins: two whole conversations that differ only in a secret show everybody else the same bytes.

One world after the other, with the same people, clock and chance; only what lies where the viewer cannot see
it was dealt otherwise. What the viewer and the bystanders received in all chats, and what was ever public,
have to be equal: pictures, alt texts, buttons, completions, alerts and notifications included.
"""

from __future__ import annotations

import json
import logging
import random
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from bot.interface import Account, Chat, Incoming, Note, OpenPage, ShowRules, TypeMove
from bot.platforms import callback_data
from bot.platforms.discord.activity import Activity
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions
from games.events import Event, MatchId
from games.game import Seat
from games.match import Match, fold
from storage.people import ChatSettings
from tests.bot.platforms.across_people import DiscordGuest, Guest, TelegramGuest, WebGuest
from tests.bot.platforms.across_setup import EVERYWHERE, Across, across, all_on
from tests.bot.platforms.web import guest as page
from tests.bot.platforms.web.visitor import Visitor, visitors
from tests.games.walks import CASES, Case
from tests.loopback.discord.activities import SECRET
from tests.loopback.discord.world import THREAD
from tests.twins.chance import ONE_DEAL, Chance, TwinDice, dealing_by_world, dealt_by
from tests.twins.secrets import UNSEEN, Eyes, Ply, next_ply

SECRETIVE = [case for case in CASES if case.key in ("sator", "stacko") or ("variant", "hidden") in case.words]
MOST_PLIES = 12
FEWEST_PLIES = {"sator": 8, "stacko": 1, "sato": 8}
"""That a conversation has to go on for; what comes out of a tower of Stacko soon tells the worlds apart."""
WAYS = {
    "discord": "Ada",
    "discord, in a thread": "Ben",
    "telegram": "Ada",
    "telegram, never started": "Ben",
    "telegram, sent by way of the bot": "Ada",
    "telegram, sent by way of the bot, never started": "Ben",
    "web": "Ben",
    "everywhere": "Ben",
    "telegram, touching the board": "Ada",
}
"""Where it is played, and who may not know the secret; Ben's opponent is on another platform at last."""
QUICK = {
    ("stacko", "discord, in a thread"),
    ("sato variant=hidden table=small", "telegram, never started"),
    ("stacko", "telegram, sent by way of the bot, never started"),
    ("sator", "web"),
    ("sator", "telegram, touching the board"),
}
TWINNED = [
    pytest.param(
        case, way, id=f"{case} {way}", marks=() if (str(case), way) in QUICK else (pytest.mark.long,)
    )
    for number, case in enumerate(SECRETIVE)
    for turn, way in enumerate(WAYS)
    if (str(case), way) in QUICK or (number + turn) % 3 == 0
]
"""The ways take turns: `python -m tests.twins` goes through all games under all house rules."""
ENOUGH_PLIES, TRIES = 9, 60
AWAY = 400  # seconds, after which the next turn is announced by a fresh board
ASIDE = (
    *("/hand", "/move 99", "/board", "/matches", "/verify {code}", "/rules {game}", "/replay {code}"),
    *("/draw", "/export {code}"),
)
"""What the watchers type in between, refusals included."""
QUESTION = callback_data.encode(ShowRules("sahara"))
"""What the page of a match asks in between: it is answered when the page shows all that has happened."""


@dataclass
class World:
    """A match, and those who must not learn what is hidden in it."""

    there: Across
    way: str
    viewer: Guest
    opponent: Guest
    bystanders: list[Guest]
    code: MatchId = MatchId("")
    pages: list[page.Guest] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    reader: Visitor | None = None
    """Somebody in the channel of the web chat who reads another language, and does nothing else."""

    @property
    def watching(self) -> list[Guest]:
        return [self.viewer, *self.bystanders]

    async def match(self) -> Match:
        return (await self.there.dispatcher.services.matches.kept(self.code)).match

    async def seat(self) -> Seat:
        """Where the viewer sits."""
        match = await self.match()
        assert match.players
        (account,) = await self.there.dispatcher.services.accounts.accounts(match.players[0])
        return 0 if account.name == self.viewer.name else 1

    async def begin(self, case: Case) -> None:
        """Ada challenges and Ben joins, in the way that is looked at."""
        ada, ben = (self.there.guest(name) for name in ("Ada", "Ben"))
        line = " ".join([case.key, *("=".join(word) for word in case.words)])
        if "thread" in self.way:
            await self._want_threads()
        if "touching" in self.way:
            for guest in (ada, ben):
                await self.there.type(guest, "/settings touch=on", privately=True)
        if "by way" in self.way:
            self.code = await self._send(ada, ben, line)
        else:
            self.code = MatchId(await self.there.begin(ada, ben, line))
        if "thread" in self.way:
            guild = self.there.channel.guild
            assert guild
            (thread,) = (one for one in guild.channels.values() if one.kind == THREAD)
            for guest in (ada, ben, *self.bystanders):
                assert isinstance(guest, DiscordGuest)
                guest.channel = thread

    async def _want_threads(self) -> None:
        guild = self.there.channel.guild
        assert guild
        chosen = ChatSettings("discord", str(guild.id), threads=True)
        preferences = self.there.dispatcher.services.preferences
        await preferences.change_chat(chosen.platform, chosen.place, lambda _: chosen)

    async def _send(self, ada: Guest, ben: Guest, line: str) -> MatchId:
        """In a chat without the bot; the pictures pass the private chat of Cleo, the host, if it is open."""
        (cleo,) = self.bystanders
        assert isinstance(cleo, TelegramGuest)
        if cleo.person.private.bot == "member":
            self.there.picture_chat = cleo.person.id
            await self.there.restart()
        await self.there.send_board(ada, ben, line)
        return MatchId(ben.board().text.splitlines()[0].split()[-1])

    async def move(self, seat: Seat, notation: str) -> None:
        """The opponent as far from the others as can be; the viewer where they can be heard."""
        who = self.viewer if seat == await self.seat() else self.opponent
        heard = who is self.viewer and "never started" in self.way
        if heard and "by way" in self.way:  # where nobody can type anything to the bot
            await self.there.request(who, TypeMove(tuple(notation.split()), self.code))
            await self.there.settled()
        else:
            await self.there.type(who, f"/move {notation}", privately=not heard)

    async def aside(self, who: Guest, case: Case, step: int) -> None:
        """Something that a watcher does in between."""
        views = [seen for seen in who.messages(private=False) if "My view" in seen.labels]
        if "by way" in self.way and "never started" in self.way:
            await self.there.press(who, views[-1], "My view" if step % 2 else "More")
        elif step % 2 and views:
            await self.there.press(who, views[-1], "My view")
        else:
            line = ASIDE[step % len(ASIDE)].format(code=self.code, game=case.key)
            await self.there.type(who, line, privately="by way" in self.way)
        if isinstance(who, DiscordGuest):
            for command, option in (("move", "words"), ("hand", "match")):
                asked = await who.person.complete(command, who.channel, option, "")
                self.completed.append(str(asked.choices))
        for each in self.pages:
            await each.send(QUESTION)
        if self.reader:
            await self.reader.ping()

    async def received(self) -> list[str]:
        """All that is compared."""
        shown = [guest.received() for guest in self.watching]
        if self.reader:
            await self.reader.ping()
            assert self.reader.board()["language"] == "de"
            shown.append(WebGuest(self.reader).received())
        for each in self.pages:
            kinds = {frame: str(json.loads(frame)["type"]) for frame in each.received}
            shown += sorted((one for one in kinds if kinds[one] != "answered"), key=kinds.__getitem__)
        return [*shown, self.there.discord.public_record().decode(), *self.completed]


@asynccontextmanager
async def world(folder: Path, way: str, case: Case) -> AsyncIterator[World]:
    """A match that has just begun."""
    platform, viewer = way.partition(",")[0], WAYS[way]
    cast = EVERYWHERE if platform == "everywhere" else all_on(platform)
    started = "never started" not in way
    async with across(folder, cast, started=started) as there, AsyncExitStack() as stack:
        guests = {name: there.guest(name) for name in cast}
        me, rival = guests.pop(viewer), guests.pop("Ada" if viewer == "Ben" else "Ben")
        if isinstance(rival, TelegramGuest):
            rival.person.private.bot = "member"
        for number, one in enumerate((me, rival, *guests.values()), start=1):
            if isinstance(one, WebGuest):
                one.page.ids = (uuid.UUID(int=step) for step in count(number << 32))
        made = World(there, way, me, rival, [*guests.values()])
        if way == "web":
            elsewhere = visitors(there.web.name, "Gil", language="de")
            (made.reader,) = await stack.enter_async_context(elsewhere)
        await made.begin(case)
        if way in ("web", "discord"):
            made.pages = await opened(made, stack)
        yield made


async def opened(there: World, stack: AsyncExitStack) -> list[page.Guest]:
    """The page of the match, as the viewer and a bystander have it."""
    across, pages = there.there, list[page.Guest]()
    discord = across.discord
    activity = Activity(str(discord.world.bot.id), discord.token, SECRET, discord.api_url)
    server = MatchPages(
        across.dispatcher,
        page.PUBLIC,
        0,
        Sessions(bytes(32), across.now),
        token=page.TOKEN,
        embedding=activity,
    )
    await server.start()
    stack.push_async_callback(server.stop)
    for who in there.watching:
        pages.append(await stack.enter_async_context(page.guest(server)))
        await pages[-1].open(**await proof(there, who, server))
        await pages[-1].until("edit")
    return pages


async def proof(there: World, who: Guest, server: MatchPages) -> dict[str, str]:
    """How somebody opens the page: by a link, or as an Activity that others are in."""
    if isinstance(who, DiscordGuest):
        instance = who.person.join(who.channel)
        await server.launched(Account("discord", "of-others", "Others"), instance, there.code)
        return {"instance": instance, "code": who.person.authorize()}
    assert isinstance(who, WebGuest)
    account, channel = Account("web", who.page.id, who.name), Chat("web", "channel", private=False)
    incoming = Incoming(account, channel, OpenPage(there.code), who.name)
    answer = await there.there.dispatcher.handle(incoming)
    assert isinstance(answer, Note)
    assert answer.screen.page
    return {"link": answer.screen.page.url.partition("#")[2]}


def planned(match: Match, twin: Match, chance: Chance, eyes: Eyes, at: int, seed: int = 3) -> list[Ply]:
    """Plies that show the viewer the same in both worlds."""
    rng, pair, plies = random.Random(seed), (match, twin), list[Ply]()
    while len(plies) < MOST_PLIES and pair[0].awaited:
        ply = next_ply(pair, (ONE_DEAL, chance), eyes, rng, at)
        if ply is None:
            break
        plies.append(ply)
        pair = ply.after
    return plies


def one_knows(match: Match, twin: Match, plies: Sequence[Ply], eyes: Eyes) -> bool:
    """Whether the opponent of the viewer ever sees a difference; in Stacko nobody knows the heap.

    In Sato only the first seat has drawn when it begins: the second sees what is otherwise when it draws it.
    """
    rival: Seat = 1 if eyes.viewer == 0 else 0
    return any(not Eyes(rival).same(pair) for pair in [(match, twin), *(ply.after for ply in plies)])


def quietest(match: Match, log: Sequence[Event], eyes: Eyes, at: int) -> tuple[Chance, Match, list[Ply]]:
    """Of some deals that the viewer cannot tell from that of the match the one that is played on longest."""
    assert match.state
    if match.opened.game not in UNSEEN:  # the secret is what the opponent chooses first
        plans = (planned(match, match, ONE_DEAL, eyes, at, seed) for seed in range(TRIES))
        return ONE_DEAL, match, next(plan for plan in plans if any(ply.one != ply.two for ply in plan))
    found = list[tuple[Chance, Match, list[Ply]]]()
    items = UNSEEN[match.opened.game](match.state.view(eyes.viewer))
    dice = getattr(match.state, "dice", None)
    shuffles = dice.shuffles if isinstance(dice, TwinDice) else 1
    for seed in range(TRIES):
        one, other = random.Random(seed).sample(list(items), 2)
        chance = Chance({shuffles - 1: {one: other, other: one}}, shuffles)
        with dealt_by(chance):
            twin = fold(log)
        if twin.state == match.state or not eyes.same((match, twin)):
            continue
        plies = planned(match, twin, chance, eyes, at)
        if match.opened.game == "stacko" or one_knows(match, twin, plies, eyes):
            found.append((chance, twin, plies))
            if len(plies) >= ENOUGH_PLIES:
                break
    return max(found, key=lambda one: len(one[2]))


async def converse(each: World, case: Case, script: list[tuple[Seat, str]]) -> tuple[list[str], str]:
    """Play, with people asking in between and pausing; gives what they, and the opponent, got."""
    for number, ply in enumerate(script, start=1):
        if number % 3 == 0:
            await each.there.pass_time(AWAY)
        await each.move(*ply)
        for step, who in enumerate(each.watching[:2]):
            await each.aside(who, case, number + step)
    return await each.received(), each.opponent.received()


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the bot has logged in a world, in whatever order; nothing went wrong."""
    records = [record for record in caplog.records if record.name.startswith("bot.")]
    assert not [record for record in records if record.levelno >= logging.WARNING]
    caplog.clear()
    return sorted(record.getMessage() for record in records)


@pytest.mark.parametrize(("case", "way"), TWINNED)
async def test_what_a_viewer_may_not_know_changes_nothing_that_they_get(
    case: Case, way: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    logged = list[list[str]]()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with dealing_by_world():
        async with world(tmp_path / "one", way, case) as one:
            match, eyes = await one.match(), Eyes(await one.seat())
            log = await one.there.store.matches.load(one.code)
            chance, twin, plies = quietest(match, log, eyes, one.there.now())
            first, known = await converse(one, case, [(ply.seat, ply.one) for ply in plies])
        logged.append(lines(caplog))
        with dealt_by(chance):
            async with world(tmp_path / "two", way, case) as two:
                assert (await two.match()).state == twin.state
                second, known_there = await converse(two, case, [(ply.seat, ply.two) for ply in plies])
        logged.append(lines(caplog))
    assert len(plies) >= FEWEST_PLIES[case.key]
    for mine, theirs in zip(first, second, strict=True):
        assert mine == theirs
    assert max(map(len, first)) > 1000
    if case.key != "stacko":
        assert known != known_there, "whoever knows the secret sees it"
    assert logged[0] == logged[1]
