"""The table of the dispatcher: every request has one handler."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from bot import interface
from games.events import MatchId
from tests.bot.memory_platform import House


async def test_every_request_stands_in_one_of_the_two_tables(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        about_matches, others = house.dispatcher._match_handlers, house.dispatcher._handlers
    assert set(about_matches) == set(get_args(interface.MatchRequest))
    assert set(others) == set(get_args(interface.Request)) - set(about_matches)


def test_a_request_names_its_match_and_its_place() -> None:
    assert interface.match_of(interface.ShowHand(MatchId("AAAAAA"))) == "AAAAAA"
    assert interface.match_of(interface.Help()) is None
    assert interface.place_of(interface.ChangeChat("guild", ())) == "guild"
    assert interface.place_of(interface.ShowHand(MatchId("AAAAAA"))) is None
