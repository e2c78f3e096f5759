"""Twins on Discord: two whole conversations that differ only in a secret show everybody else the same bytes.

What a viewer received in all chats, what a bystander received, and what was ever public have to be equal,
pictures, alt texts, buttons and pings included. One world after the other: the library knows but one Discord.
"""

from __future__ import annotations

import logging
import random
import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from games.events import MatchId
from games.game import Seat, State
from games.match import Match
from storage.people import ChatSettings
from tests.bot.platforms.discord.setup import Table, table
from tests.bot.platforms.twins import FEWEST_PLIES, MOST_PLIES, TWINNED, ply_that_shows_no_secret, twin_of
from tests.games.walks import Case
from tests.loopback.discord.people import Asked
from tests.loopback.discord.world import THREAD

TWINS = 20  # what comes out of a tower of Stacko soon tells most of them apart
AWAY = 400  # seconds, after which the next turn is announced by a fresh board


@dataclass
class World:
    """A table, and what is hidden on it."""

    table: Table
    code: MatchId = MatchId("")

    @property
    def match(self) -> Match:
        return self.table.dispatcher.services.matches._kept[self.code].match

    @property
    def state(self) -> State:
        assert self.match.state
        return self.match.state

    def exchange(self, state: State) -> None:
        """The match was another one all along."""
        matches = self.table.dispatcher.services.matches
        match = replace(self.match, state=state)
        matches._kept[self.code] = replace(matches._kept[self.code], match=match)

    def name_of(self, seat: Seat) -> str:
        """Who sits there, by the order in which the titles name them."""
        found = re.search(r"· (\w+) – (\w+) ·", self.table.board().text)
        assert found
        return found[seat + 1]

    async def move(self, seat: Seat, notation: str) -> None:
        """Type a move in the own private chat, as far from the others as can be."""
        person = self.table.people[self.name_of(seat)]
        await self.done(person.use("move", self.table.discord.dm(person), words=notation))

    async def aside(self, name: str, step: int) -> None:
        """Something that a watcher does in between, refusals included."""
        person, channel = self.table.people[name], self.table.channel
        match step % 6:
            case 0:
                await self.done(person.press(self.table.board(), "My view"))
            case 1:
                await self.done(person.use("move", channel, words="99"))
                await self.done(person.complete("move", channel, "words", ""))
            case 2:
                await self.done(person.use("board", channel))
            case 3:
                await self.done(person.use("matches", channel))
            case 4:
                await self.done(person.use("verify", channel, match=self.code))
            case 5:
                await self.done(person.complete("hand", channel, "match", ""))
                await self.done(person.use("replay", channel, match=self.code))

    async def done(self, asked: Asked) -> None:
        await asked
        await self.table.settled()


@dataclass(frozen=True)
class Received:
    """All that the viewer and a bystander got, and all that was ever public."""

    viewer: bytes
    bystander: bytes
    public: bytes


Script = list[tuple[Seat, str]]


def secret_plies(case: Case, viewer: Seat) -> tuple[Script, Script]:
    """In Sator the secret is what the opponent chooses."""
    hider: Seat = 1 if viewer == 0 else 0
    return ([(hider, "hide a b")], [(hider, "hide c e")]) if case.key == "sator" else ([], [])


def after(state: State, plies: Script) -> State:
    """The state some plies later, by the engine alone."""
    for seat, notation in plies:
        moves = {str(move): move for move in state.legal_moves(seat)}
        state = state.play(seat, moves[notation])
    return state


def common_script(one: State, two: State, viewer: Seat) -> Script:
    """Plies that are legal in both worlds and show the viewer the same in both."""
    rng, script = random.Random(3), Script()
    while len(script) < MOST_PLIES and (ply := ply_that_shows_no_secret(one, two, viewer, rng)):
        one, two = after(one, [ply]), after(two, [ply])
        script.append(ply)
    return script


def quietest_twin(dealt: State, viewer: Seat) -> tuple[State, Script]:
    """Of some twins the one that can be played on for longest, and how."""
    twins = [twin_of(dealt, viewer, chance=chance) for chance in range(TWINS)]
    found = [(twin, common_script(dealt, twin, viewer)) for twin in twins if twin != dealt]
    return max(found, key=lambda pair: len(pair[1]))


async def converse(each: World, viewer: Seat, secret: Script, script: Script) -> Received:
    """Play the secret, then the script, with people asking in between and pausing now and then."""
    there, watching = each.table, (each.name_of(viewer), "Cleo")
    for ply in secret:
        await each.move(*ply)
    for number, ply in enumerate(script, start=1):
        there.now += AWAY * (number % 3 == 0)
        await each.move(*ply)
        await each.aside(watching[number % 2], number)
    viewed, stood_by = (there.people[name].record.text() for name in watching)
    return Received(viewed, stood_by, there.discord.public_record())


async def in_threads(there: Table) -> None:
    """Matches get threads of their own from now on."""
    chosen = ChatSettings("discord", str(there.guild.id), threads=True)
    await there.dispatcher.services.preferences.change_chat(chosen.platform, chosen.place, lambda _: chosen)


async def begin(each: World, case: Case, viewer: Seat) -> None:
    """In the channel before the eyes of one seat, in a thread before those of the other."""
    if viewer == 1:
        await in_threads(each.table)
    await each.table.begin(case.key, " ".join("=".join(word) for word in case.words))
    await each.table.answered()
    if viewer == 1:
        (each.table.channel,) = (one for one in each.table.guild.channels.values() if one.kind == THREAD)
    found = re.search(r"· (\w{6})\b", each.table.board().text.splitlines()[0].rpartition(" – ")[2])
    assert found
    each.code = MatchId(found[1])


@pytest.mark.parametrize(("case", "viewer"), TWINNED)
async def test_what_a_viewer_may_not_know_changes_nothing_that_they_get(
    case: Case, viewer: Seat, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    secrets = secret_plies(case, viewer)
    async with table(tmp_path, draw=random.Random(5).randbytes) as there:
        one = World(there)
        await begin(one, case, viewer)
        dealt = one.state
        twin, script = dealt, common_script(after(dealt, secrets[0]), after(dealt, secrets[1]), viewer)
        if not secrets[0]:
            twin, script = quietest_twin(dealt, viewer)
        first = await converse(one, viewer, secrets[0], script)
    (tmp_path / "table.db").unlink()
    async with table(tmp_path, draw=random.Random(5).randbytes) as there:
        two = World(there)
        await begin(two, case, viewer)
        assert two.state == dealt
        two.exchange(twin)
        second = await converse(two, viewer, secrets[1], script)
    assert twin != dealt or secrets[0]
    assert len(script) >= FEWEST_PLIES[case.key]
    assert first == second
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
