"""No call for nothing: what a message shows already is not sent to it once more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.platforms.telegram.setup import Table, choices, table
from tests.loopback.telegram.limits import Flood

PRESSES = 30
AT_ONCE = 4
"""Calls for nothing that are borne with: of two that show a board in the same moment, one comes too late."""


def for_nothing(there: Table) -> int:
    """How often Telegram was sent what it showed."""
    return sum("message is not modified" in call.description for call in there.telegram.calls.refused())


ALL = [("sahara", False), ("sator", True), ("stacko", False), ("sato", True)]


@pytest.mark.parametrize(
    ("game", "private"),
    [ALL[0], *(pytest.param(*each, marks=pytest.mark.long) for each in ALL[1:])],
)
async def test_impatient_presses_send_no_board_anew(tmp_path: Path, game: str, private: bool) -> None:
    async with table(tmp_path, flood=Flood()) as there:
        there.start_all()
        await (there.begin_in_private(game) if private else there.begin(game))
        for number in range(PRESSES):
            asked = there.to_press()
            if not asked:
                break
            person, shown = asked[0]
            keys = [key for key in choices(shown) if key.label != "Back"]
            for _ in range(3):
                await person.press(shown, payload=keys[number % len(keys)].value)
            await there.settled()
            there.telegram.clock.advance(2.0)  # the next one thinks
        assert number > 2
        assert for_nothing(there) <= AT_ONCE
