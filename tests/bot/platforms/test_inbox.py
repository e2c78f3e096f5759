"""On each platform's loopback server: somebody with 200 matches goes through them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.events import MatchId
from tests.bot.many_matches import multiply
from tests.bot.platforms.across_setup import across

pytestmark = pytest.mark.long

MANY = 200
CODE = re.compile(r"^(\w{6}) · ", re.MULTILINE)
OPPONENTS = {"Ada": "Ben", "Ben": "Cleo", "Cleo": "Ada"}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", OPPONENTS)
async def test_two_hundred_matches_are_paged_and_played_in_turn(tmp_path: Path, name: str) -> None:
    async with across(tmp_path) as there:
        guest, other = there.guest(name), there.guest(OPPONENTS[name])
        first = await there.begin(guest, other, "sahara clock=7d", privately=True)
        if asked := other.asked():
            await there.press(other, asked, asked.chooses[0])
        codes = [first, *await multiply(there.store, MatchId(first), MANY - 1)]
        await there.type(guest, "/matches", privately=True)
        page = guest.messages(private=True)[-1]
        assert "Your turn (200)" in page.text
        listed = CODE.findall(page.text)
        while "Next" in page.labels:
            await there.press(guest, page, "Next")
            page = guest.messages(private=True)[-1]
            listed += CODE.findall(page.text)
        assert listed == codes
        assert "(20 of 20)" in page.text
        await there.press(guest, page, page.labels[0])
        board, code = guest.messages(private=True)[-1], codes[-10]
        assert code in board.text
        for following in codes[:3]:
            await there.press(guest, board, board.chooses[0])
            played = (seen for seen in guest.messages(private=True) if code in seen.text)
            (way,) = [(seen, label) for seen in played for label in seen.labels if label.startswith("Next: ")]
            await there.press(guest, *way)
            board, code = guest.messages(private=True)[-1], following
            assert code in board.text
