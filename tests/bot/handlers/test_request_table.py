"""Every request has a handler; every one that a button can make has fields that fit into a payload."""

from __future__ import annotations

from pathlib import Path

from bot import interface
from bot.interface.registry import REQUESTS
from games.events import MatchId
from tests.bot.memory_platform import House


async def test_every_request_is_answered(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        assert set(house.dispatcher._answers) == set(REQUESTS)


def test_a_request_names_its_match_and_its_place() -> None:
    assert interface.match_of(interface.ShowHand(MatchId("AAAAAA"))) == "AAAAAA"
    assert interface.match_of(interface.Help()) is None
    assert interface.place_of(interface.ChangeChat("guild", ())) == "guild"
    assert interface.place_of(interface.ShowHand(MatchId("AAAAAA"))) is None
