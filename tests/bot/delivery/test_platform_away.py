"""Two platforms, of which one does not run for a while: who plays there is told when it runs again."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from bot.delivery.background import Timing
from bot.handlers.access import Access
from bot.interface import Account, Chat, PlatformAdapter, Resign
from bot.runtime.chat_access import GuardedAdapter
from bot.runtime.composition import build_bot
from games.events import MatchId
from tests.bot.memory_platform import ADA, CHANNEL, NO_ROBOTS, House, Platform, Shown, private_chat

LONG_AGO = 301  # seconds, more than five minutes
BEN = Account("two", "ben", "Ben")
LOUNGE = Chat("two", "lounge", private=False)
BENS = Chat("two", "@ben", private=True)


@dataclass
class SecondPlatform(Platform):
    """Another one, where Ben is."""

    platform: str = "two"
    ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1001))

    def private_chat(self, account_id: str) -> Chat:
        return Chat("two", f"@{account_id}", private=True)


class TwoPlatforms:
    """One house on both; the second can be away after a restart."""

    def __init__(self, folder: Path) -> None:
        self.one, self.two = House(folder), House(folder, SecondPlatform())
        self.two.presses = itertools.count(5001)

    async def __aenter__(self) -> TwoPlatforms:
        await self.one.__aenter__()
        await self.restart("fake", "two")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.one.__aexit__()

    async def restart(self, *running: str, door: GuardedAdapter | None = None) -> None:
        """On these platforms; the second one behind a door, if there is one."""
        await self.one.dispatcher.worker.close()
        await self.one.services.boards.close()
        platforms = {"fake": self.one.platform, "two": door or self.two.platform}
        self.one.dispatcher = self.two.dispatcher = build_bot(
            self.one.store,
            {key: platforms[key] for key in running},
            clock=lambda: self.one.now,
            draw=lambda size: bytes((next(self.one.seeds) * 37 + step * 11) % 256 for step in range(size)),
            timing=Timing(sleep=self.one.sleep),
            access=Access(NO_ROBOTS, serves=lambda key: key != "two" or door is None or door.serves.is_set()),
        )
        self.one.dispatcher.worker.start()
        await self.one.services.boards.catch_up()
        await self.one.dispatcher.worker.settled()

    async def until_asked(self, who: Account, adas: Chat, bens: Chat) -> None:
        """They play on until this one is asked."""
        while (board := self.one.live(adas)[-1]).message.awaits[0].id != who.id:
            house, chat = (self.one, adas) if board.message.awaits[0].id == ADA.id else (self.two, bens)
            pressed = house.live(chat)[-1]
            await house.press(ADA if house is self.one else BEN, label_of(pressed), pressed)


def label_of(shown: Shown) -> str:
    return next(label for label in House.labels(shown.message) if label.isdigit())


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[TwoPlatforms]:
    async with TwoPlatforms(tmp_path) as both:
        yield both


PLACES = [(private_chat(ADA), BENS), (CHANNEL, LOUNGE), (private_chat(ADA), LOUNGE), (CHANNEL, BENS)]


@pytest.mark.parametrize("how", ["not run", "not reached yet"])
@pytest.mark.parametrize(("adas", "bens"), PLACES, ids=lambda chat: chat.id)
async def test_they_are_told_once_when_their_platform_is_back_and_their_opponent_knows_meanwhile(
    both: TwoPlatforms, adas: Chat, bens: Chat, how: str
) -> None:
    await both.one.type(ADA, "/play sahara", adas)
    code = both.one.board(adas).message.title.split()[-1]
    await both.two.type(BEN, f"/join {code}", bens)
    await both.until_asked(ADA, adas, bens)
    both.one.now += LONG_AGO
    both.two.platform.pings.clear()
    door = GuardedAdapter(cast(PlatformAdapter, both.two.platform))
    await (both.restart("fake") if how == "not run" else both.restart("fake", "two", door=door))
    await both.until_asked(BEN, adas, bens)
    assert "I cannot reach Ben's platform right now." in both.one.live(adas)[-1].message.text
    assert both.two.platform.pings == []
    door.serves.set()
    await both.one.services.boards.catch_up("two")
    await both.one.dispatcher.worker.settled()
    assert both.two.platform.pings == ([] if how == "not run" else [("ben", bens.id)])
    for _ in range(2):
        both.one.now += LONG_AGO
        await both.restart("fake", "two")
        assert both.two.platform.pings == [("ben", bens.id)]
    assert len(both.two.live(bens)) == 1
    board = both.two.live(bens)[-1]
    await both.two.press(BEN, label_of(board), board)
    assert "'s platform right now" not in both.one.live(adas)[-1].message.text


@pytest.mark.parametrize("bens", [BENS, LOUNGE], ids=lambda chat: chat.id)
async def test_a_rematch_waits_for_who_is_away_where_they_played(both: TwoPlatforms, bens: Chat) -> None:
    await both.one.type(ADA, "/play sahara", CHANNEL)
    code = MatchId(both.one.board().message.title.split()[-1])
    await both.two.type(BEN, f"/join {code}", bens)
    await both.one.ask(ADA, Resign(code, sure=True), CHANNEL)
    await both.restart("fake")
    both.two.platform.pings.clear()
    await both.one.type(ADA, f"/rematch {code}", CHANNEL)
    assert "'s platform right now" in both.one.board().message.text
    await both.restart("fake", "two")
    assert both.two.platform.pings == [("ben", bens.id)]
    await both.two.press(BEN, "Accept", both.two.live(bens)[-1])
    assert both.one.board().message.image


async def test_a_secret_match_waits_for_who_is_away_with_a_board_of_their_own(both: TwoPlatforms) -> None:
    await both.two.type(BEN, "/play sator", BENS)
    code = both.two.board(BENS).message.title.split()[-1]
    both.one.now += LONG_AGO
    both.two.platform.pings.clear()
    await both.restart("fake")
    await both.one.type(ADA, f"/join {code}", CHANNEL)
    assert "'s platform right now" in both.one.board(private_chat(ADA)).message.text
    await both.restart("fake", "two")
    assert both.two.platform.pings == [("ben", BENS.id)]
    assert len(both.two.live(BENS)) == 1
    assert both.two.live(BENS)[0].message.image


async def test_who_has_a_board_in_their_private_chat_is_told_there_though_they_act_elsewhere(
    both: TwoPlatforms,
) -> None:
    await both.one.type(ADA, "/play sahara")
    code = both.one.board().code
    await both.two.type(BEN, f"/join {code}", LOUNGE)
    await both.two.type(BEN, f"/board {code}", BENS)
    await both.until_asked(ADA, CHANNEL, LOUNGE)
    both.one.now += LONG_AGO
    both.two.platform.pings.clear()
    await both.restart("fake")
    await both.until_asked(BEN, CHANNEL, LOUNGE)
    await both.restart("fake", "two")
    assert both.two.platform.pings == [("ben", BENS.id)]
