"""Twins: two whole conversations that differ only in a secret send everybody else the same bytes.

Both worlds run the real bot and the real web chat, with the same clock and the same chance. In one of them
the match is exchanged, right after the deal, for another one that the viewer's view does not rule out. Then
the same commands are given in both, as long as what happens openly is the same; the frames that the viewer
and a bystander received have to be equal byte for byte.
"""

from __future__ import annotations

import itertools
import logging
import random
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.handlers.dispatcher import Dispatcher
from games.events import MatchId
from games.game import Seat, State
from games.match import Match
from tests.bot.platforms.twins import (
    FEWEST_PLIES,
    MOST_PLIES,
    TWINNED,
    exchange,
    lasting_twin_of,
    match_in,
    ply_that_shows_no_secret,
)
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Visitor, visitors
from tests.games.walks import Case

NAMES = ("Ada", "Ben", "Cleo")
ASIDE = (
    ("/hand",),
    ("/move nonsense", "/move 99"),
    ("/board",),
    ("/matches", "/rules"),
    ("/draw", "/replay", "/export"),
)
"""What the watchers ask in between, refusals included."""


@dataclass
class World:
    """One bot with three people in it: two play, Cleo watches."""

    dispatcher: Dispatcher
    pages: dict[str, Visitor]
    code: MatchId = MatchId("")

    @property
    def match(self) -> Match:
        return match_in(self.dispatcher, self.code)

    @property
    def state(self) -> State:
        assert self.match.state
        return self.match.state

    def name_of(self, seat: Seat) -> str:
        """Who sits there, by the order in which the titles name them."""
        title = self.pages["Cleo"].board()["title"]
        return str(title.split(" · ")[1].split(" – ")[seat])

    async def type(self, name: str, line: str, number: int, chat: str = "") -> None:
        """A command with an id that is the same in both worlds."""
        page = self.pages[name]
        press = str(uuid.UUID(int=number))
        await page.send(type="command", chat=chat or f"@{page.id}", text=line, id=press)
        await page.until(lambda: press in page.answered)
        await self.dispatcher.worker.settled()
        for each in self.pages.values():
            await each.ping()


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[World]:
    async with (
        web_bot(folder, clock=lambda: 1_000_000, draw=random.Random(8).randbytes) as (adapter, dispatcher),
        visitors(adapter.name, *NAMES) as pages,
    ):
        yield World(dispatcher, dict(zip(NAMES, pages, strict=True)))


async def begin(world: World, case: Case, numbers: itertools.count[int]) -> None:
    words = " ".join("=".join(word) for word in case.words)
    await world.type("Ada", f"/play {case.key} {words}", next(numbers), "channel")
    world.code = world.pages["Cleo"].board()["title"].split()[-1]
    await world.type("Ben", f"/join {world.code}", next(numbers), "channel")


@pytest.mark.parametrize(("case", "viewer"), TWINNED)
async def test_what_a_viewer_may_not_know_changes_nothing_that_they_get(
    case: Case,
    viewer: Seat,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    numbers, others, rng = itertools.count(1), itertools.count(1), random.Random(3)
    async with world(tmp_path / "one") as one, world(tmp_path / "two") as two:
        await begin(one, case, numbers)
        await begin(two, case, others)
        if case.key == "sator":
            await hide_differently(one, two, viewer, next(numbers))
        else:
            exchange(two.dispatcher, two.code, lasting_twin_of(two.state, viewer))
        assert one.state.view(viewer) == two.state.view(viewer)
        assert one.state != two.state
        watching = (one.name_of(viewer), "Cleo")
        plies = 0
        while plies < MOST_PLIES and (ply := ply_that_shows_no_secret(one.state, two.state, viewer, rng)):
            plies += 1
            for each in (one, two):
                await each.type(each.name_of(ply[0]), f"/move {ply[1]}", 1000 + 10 * plies)
                for step, line in enumerate(ASIDE[plies % len(ASIDE)], start=1):
                    await each.type(watching[plies % 2], line, 1000 + 10 * plies + step, "channel")
        assert plies >= FEWEST_PLIES[case.key]
        for name in watching:
            assert received(one, name) == received(two, name)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def hide_differently(one: World, two: World, viewer: Seat, number: int) -> None:
    """Sator's secret is what the opponent chooses."""
    hider: Seat = 1 if viewer == 0 else 0
    await one.type(one.name_of(hider), "/move hide a b", number)
    await two.type(two.name_of(hider), "/move hide c e", number)


def received(world: World, name: str) -> list[str]:
    """Every frame that this person's page got, byte for byte."""
    return world.pages[name].received
