"""Twins, gone through again: two matches that differ in what a seat hid are one match to all others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot import interface
from bot.interface import Account, Message
from games.events import MatchId
from games.game import Seat, State
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.platforms.twins import ply_that_shows_no_secret

HIDER: Seat = 1
PLIES = 6


class Twin:
    """A house with a match of Sator."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.code = ""

    async def begin(self) -> None:
        await self.house.start("/play sator")
        self.code = self.house.board().message.title.split()[-1]

    async def state(self) -> State:
        state = (await self.house.dispatcher._matches.load(MatchId(self.code))).state
        assert state
        return state

    async def of(self, seat: Seat) -> Account:
        match = await self.house.dispatcher._matches.load(MatchId(self.code))
        met = {await self.house.dispatcher._accounts.known("fake", who.id): who for who in (ADA, BEN)}
        assert match.players
        return met[match.players[seat]]

    async def play(self, seat: Seat, notation: str) -> None:
        who = await self.of(seat)
        self.house.now += 60
        await self.house.type(who, f"/move {notation} {self.code}", private_chat(who))

    async def made_for(self, who: Account) -> list[Message | None]:
        """Every page, the clip and the answer about the record, as this person gets them in a channel."""
        made = []
        for at in range(PLIES + 5):
            answer = await self.house.ask(who, interface.Replay(MatchId(self.code), at), CHANNEL)
            made.append(answer.note)
        page = made[1]
        assert page
        answer = await self.house.press_note(who, "As a clip", page) if self.over else answer
        made += [answer.note, answer.post]
        answer = await self.house.type(CLEO, f"/export {self.code}")
        return [*made, answer.note]

    over = False

    async def end(self) -> None:
        await self.house.ask(await self.of(0), interface.Resign(MatchId(self.code), sure=True), CHANNEL)
        self.over = True


@pytest.mark.parametrize("over", [False, True])
async def test_what_the_opponent_hid_changes_no_page_no_clip_and_no_file_name(
    tmp_path: Path, over: bool
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    async with House(tmp_path / "one") as here, House(tmp_path / "two") as there:
        one, two = Twin(here), Twin(there)
        for twin, hidden in ((one, "hide a b"), (two, "hide c e")):
            await twin.begin()
            await twin.play(HIDER, hidden)
            await twin.play(0, "hide a b")
        rng = random.Random(3)
        for _ in range(PLIES):
            ply = ply_that_shows_no_secret(await one.state(), await two.state(), 0, rng)
            assert ply
            for twin in (one, two):
                await twin.play(*ply)
        if over:
            await one.end()
            await two.end()
        assert await one.state() != await two.state()
        assert await one.made_for(await one.of(0)) == await two.made_for(await two.of(0))
        assert await one.made_for(CLEO) == await two.made_for(CLEO)
        hider = await one.of(HIDER)
        assert await one.made_for(hider) != await two.made_for(hider)
