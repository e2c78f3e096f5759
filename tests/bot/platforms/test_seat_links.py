"""A seat by a link: somebody without an account plays against people on Discord and Telegram, to the end."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.interface import GUEST
from bot.platforms.web.guests import Guests
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions
from games.events import MatchId
from games.match import Phase
from tests.bot.platforms.across_people import Guest, Seen, seen_on_page
from tests.bot.platforms.across_setup import MOST_PRESSES, Across, across
from tests.bot.platforms.test_across import case_of
from tests.bot.platforms.web.guest import PUBLIC
from tests.bot.platforms.web.guest import Guest as Socket
from tests.bot.platforms.web.guest import guest as opened

ZOE = "z" * 43
NOTHING = "none"
"""A payload that does nothing; the page shows the newest board before it answers."""

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]


class LinkGuest(Guest):
    """With a page of the match open, and no account."""

    platform = GUEST

    def __init__(self, socket: Socket) -> None:
        self.socket, self.name = socket, "Zoe"

    async def type(self, line: str, *, privately: bool = False) -> None:
        raise AssertionError("nothing is typed on the page")

    async def upload(self, data: bytes) -> None:
        raise AssertionError("nothing is uploaded on the page")

    def received(self) -> str:
        return "\n".join(self.socket.received)

    async def press(self, seen: Seen, label: str) -> None:
        await self.socket.press(label, seen.id)

    async def look(self) -> None:
        await self.socket.send(NOTHING)

    def messages(self, *, private: bool) -> list[Seen]:
        if not private:
            return []
        return [seen_on_page(self.socket.newest())]

    def whispers(self) -> list[Seen]:
        return []


@asynccontextmanager
async def pages(there: Across) -> AsyncIterator[MatchPages]:
    guests = there.more_adapters[GUEST]
    assert isinstance(guests, Guests)
    pages = MatchPages(there.dispatcher, PUBLIC, 0, Sessions(bytes(32), there.now), guests=guests)
    await pages.start()
    try:
        yield pages
    finally:
        await pages.stop()


def secret_told(host: Guest) -> str:
    """What the challenger alone was told."""
    public = "".join(seen.text for seen in host.messages(private=False))
    assert "#seat=" not in public
    found = re.findall(r"#seat=(\w+)", host.everything() + "".join(one.text for one in host.whispers()))
    assert found, host.everything()
    return str(found[-1])


@pytest.mark.parametrize("game", ["sahara", "sator"])
@pytest.mark.parametrize("name", ["Ada", "Ben"], ids=["Discord", "Telegram"])
async def test_a_match_with_a_guest_is_pressed_to_its_end(tmp_path: Path, name: str, game: str) -> None:
    """One restart in between; the other people there never receive what opens the seat."""
    cast = {"Ada": "discord", "Ben": "telegram", "Dora": "discord", "Emil": "telegram"}
    async with across(tmp_path, cast, more_adapters={GUEST: Guests()}) as there:
        host, chance = there.guest(name), random.Random(7)
        async with pages(there) as server, opened(server) as socket:
            await there.type(host, f"/play {game} link clock=none")
            secret = secret_told(host)
            code = MatchId(secret[:6])
            assert (await socket.open(seat=secret, name="Zoe", browser=ZOE))["match"] == code
            zoe = LinkGuest(socket)
            await socket.until("edit")
            await there.settled()
            await _pressed(there, game, [host, zoe], chance, most=6)
        await there.restart()
        async with pages(there) as server, opened(server) as socket:
            assert (await socket.open(code, browser=ZOE))["match"] == code
            zoe = LinkGuest(socket)
            await socket.until("edit")
            await _pressed(there, game, [host, zoe], chance)
            assert not zoe.asked()
        match = await there.dispatcher.services.matches.load(code)
        assert match.phase is Phase.OVER
        assert "Zoe" in host.everything()
        for other in there.guests.values():
            if other is not host:
                assert secret not in other.received()
        assert ZOE not in host.received()


async def _pressed(
    there: Across, game: str, players: list[Guest], chance: random.Random, most: int = MOST_PRESSES
) -> None:
    """Each presses what they see until nothing is left to choose."""
    for _ in range(most):
        for player in players:
            if isinstance(player, LinkGuest):
                await player.look()
        asked = [(player, seen) for player in players if (seen := player.asked())]
        if not asked:
            return
        await there.choose(case_of(game), *chance.choice(asked), chance)
