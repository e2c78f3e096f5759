"""What is half chosen on the board of the channel stays before its chooser's eyes, and theirs alone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.texts import texts_for
from tests.bot.platforms.web.running import web_bot
from tests.bot.platforms.web.visitor import Visitor, buttons, labels, visitors

PLAY = "/play sato variant=open table=small"
CHOSEN = texts_for("en")("sato.task_way", point="", first="|").split("|")[0]


@dataclass
class Channel:
    """A match in the channel, in which stone and cell are chosen."""

    dispatcher: Dispatcher
    chooser: Visitor
    rival: Visitor

    async def settled(self) -> None:
        await self.dispatcher.worker.settled()
        for page in (self.chooser, self.rival):
            await page.ping()

    def ways(self) -> list[str]:
        """What the chooser can choose next."""
        offered = buttons(self.chooser.board())
        return [button["label"] for button in offered if button["payload"].startswith("c:")]


@asynccontextmanager
async def half_chosen(data: Path) -> AsyncIterator[Channel]:
    async with (
        web_bot(data) as (adapter, dispatcher),
        visitors(adapter.name, "Ada", "Ben") as pages,
    ):
        ada, ben = pages
        await ada.type(PLAY)
        await ben.ping()
        await ben.press(ben.board(), "Accept")
        await dispatcher.worker.settled()
        await ada.ping()
        (awaited,) = ada.board()["awaits"]
        chooser, rival = (ada, ben) if awaited["id"] == ada.id else (ben, ada)
        channel = Channel(dispatcher, chooser, rival)
        for way in ("a …", "a1"):
            await chooser.press(chooser.board(), way)
            await channel.settled()
        assert CHOSEN in chooser.board()["text"]
        yield channel


def shown(page: Visitor, frames: Iterable[str]) -> bool:
    """Whether something of what is half chosen came to a page."""
    return any(CHOSEN in frame for frame in frames) or CHOSEN in page.board()["text"]


async def press_more(page: Visitor, label: str) -> None:
    await page.press(page.board(), "More")
    await page.press(page.notes[-1], label)


@pytest.mark.parametrize("way", ["Offer draw", "Give more time", "typed elsewhere"])
async def test_what_changes_for_all_leaves_it_before_its_chooser(tmp_path: Path, way: str) -> None:
    async with half_chosen(tmp_path) as channel:
        chooser, rival, ways = channel.chooser, channel.rival, channel.ways()
        if way == "typed elsewhere":
            await rival.type(f"/draw {rival.board()['match']}", f"@{rival.id}")
        else:
            await press_more(rival, way)
        await channel.settled()
        assert CHOSEN in chooser.board()["text"]
        assert channel.ways() == ways
        told = {line for line in chooser.board()["text"].splitlines() if "offers a draw" in line}
        assert bool(told) == (way != "Give more time"), "and what is new is shown with it"
        assert not shown(rival, rival.received)
        await chooser.press(chooser.board(), next(label for label in ways if label != "Back"))
        await channel.settled()
        assert channel.ways() != ways
        assert not chooser.notes


async def test_it_goes_with_the_question(tmp_path: Path) -> None:
    async with half_chosen(tmp_path) as channel:
        chooser, rival = channel.chooser, channel.rival
        await press_more(rival, "Offer draw")
        await channel.settled()
        await chooser.press(chooser.board(), "Accept draw")
        await channel.settled()
        assert "Rematch" in labels(chooser.board())
        assert chooser.board() == rival.board()


async def test_it_stays_in_a_view_of_ones_own(tmp_path: Path) -> None:
    async with half_chosen(tmp_path) as channel:
        chooser, rival = channel.chooser, channel.rival
        await press_more(chooser, "My view")
        for way in ("a …", "a1"):
            await chooser.press(chooser.notes[-1], way)
        await press_more(rival, "Offer draw")
        await channel.settled()
        view = chooser.notes[-1]
        assert "offers a draw" in view["text"]
        assert CHOSEN in view["text"]
        assert not shown(rival, rival.received)
