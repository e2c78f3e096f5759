"""Twins: two matches that differ only in a secret send the pages of everybody else the same bytes."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.interface import Account, ShowRules
from bot.platforms import callback_data
from games.events import MatchId
from games.game import Seat, State
from games.match import Match
from tests.bot.memory_platform import ADA, BEN, CLEO, House, private_chat
from tests.bot.platforms.twins import (
    FEWEST_PLIES,
    MOST_PLIES,
    QUICK,
    TWINNED,
    exchange,
    lasting_twin_of,
    match_in,
    ply_that_shows_no_secret,
)
from tests.bot.platforms.web.guest import PIXEL, Guest, guest, link, match_pages
from tests.games.walks import Case

ASIDE = callback_data.encode(ShowRules("sahara"))
"""What a page asks in between: it is answered when the page shows all that has happened."""


@dataclass
class World:
    """One match, and the pages of a player and of somebody who looks on."""

    house: House
    code: MatchId
    viewer: Guest
    looker: Guest

    @property
    def match(self) -> Match:
        return match_in(self.house.dispatcher, self.code)

    @property
    def state(self) -> State:
        assert self.match.state
        return self.match.state

    async def play(self, seat: Seat, notation: str) -> None:
        """In the private chat of whoever moves; then what both pages were sent has arrived."""
        assert self.match.players
        who = await self.account(seat)
        await self.house.type(who, f"/move {notation} {self.code}", private_chat(who))
        for page in (self.viewer, self.looker):
            await page.send(ASIDE)

    async def account(self, seat: Seat) -> Account:
        assert self.match.players
        (person,) = await self.house.store.people.people([self.match.players[seat]])
        return next(one for one in (ADA, BEN) if one.id == person.account)


@asynccontextmanager
async def world(folder: Path, case: Case) -> AsyncIterator[World]:
    async with House(folder) as house, match_pages(house) as server:
        await house.start(f"/play {case.key} {' '.join('='.join(word) for word in case.words)}")
        await house.meet(CLEO)
        code = house.board().code
        async with guest(server) as own, guest(server) as others:
            yield World(house, code, own, others)


async def opened(there: World, viewer: Seat) -> None:
    """Both pages, now that the match is what it was all along."""
    who = await there.account(viewer)
    await there.viewer.open(link=await link(there.house, who, there.code))
    await there.looker.open(link=await link(there.house, CLEO, there.code))
    for page in (there.viewer, there.looker):
        await page.until("edit")


@pytest.mark.parametrize(("case", "viewer"), TWINNED)
async def test_what_a_viewer_may_not_know_never_reaches_their_page(
    case: Case, viewer: Seat, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (str(case), viewer) in QUICK:  # the long ones are painted
        monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: PIXEL)
    rng = random.Random(3)
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "two")]
    async with world(folders[0], case) as one, world(folders[1], case) as two:
        if case.key == "sator":
            hider: Seat = 1 if viewer == 0 else 0
            await opened(one, viewer)
            await opened(two, viewer)
            await one.play(hider, "hide a b")
            await two.play(hider, "hide c e")
        else:
            exchange(two.house.dispatcher, two.code, lasting_twin_of(two.state, viewer))
            await opened(one, viewer)
            await opened(two, viewer)
        assert one.state.view(viewer) == two.state.view(viewer)
        assert one.state != two.state
        plies = 0
        while plies < MOST_PLIES and (ply := ply_that_shows_no_secret(one.state, two.state, viewer, rng)):
            plies += 1
            for each in (one, two):
                await each.play(*ply)
        assert plies >= FEWEST_PLIES[case.key]
        for left, right in ((one.viewer, two.viewer), (one.looker, two.looker)):
            for kind in ("welcome", "edit", "note", "problem"):
                assert sent(left, kind) == sent(right, kind)
            assert len(sent(left, "edit")) > plies


def sent(page: Guest, kind: str) -> list[str]:
    """Every frame of a kind, byte for byte; a note may come before or after the board."""
    return [text for text in page.received if text.startswith(f'{{"type": "{kind}"')]
