"""Matches of every game under all house rules, pressed to their end on each platform, with robots too."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from robots.catalog import ROBOTS
from tests.bot.platforms.across_setup import PLATFORMS, across, all_on
from tests.bot.platforms.pressing import SAHARA, SATOR
from tests.bot.simple_robots import RealRobots
from tests.games.sampling import cases
from tests.games.walks import Case

QUICK = {
    ("discord", True, "Ben"): SAHARA,
    ("telegram", False, "Ben"): SATOR,
    ("web", False, "robot"): SAHARA,
}
"""Where it is played, whether in private, against whom: one game in the quick run."""
PLAYED = {view.__module__.split(".")[1] for view in ROBOTS}
"""The games that robots play; of another one people play in those places, too."""
PLACES = list(product(PLATFORMS, (False, True), ("Ben", "robot")))
EVERY = [
    pytest.param(case.values[0], *place, id=f"{case.id} {place}", marks=case.marks)
    for turn, place in enumerate(PLACES)
    for case in cases((QUICK.get(place, ""),), turn=turn, of=len(PLACES))
]
"""All house rules, the places taking turns."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("case", "platform", "private", "other"), EVERY)
async def test_a_match_is_pressed_to_its_end(
    case: Case, platform: str, private: bool, other: str, tmp_path: Path
) -> None:
    line = " ".join([case.key, *("=".join(word) for word in case.words)])
    other = other if case.key in PLAYED else "Ben"
    async with across(tmp_path, all_on(platform), robots=RealRobots()) as there:
        ada, ben, cleo = (there.guest(name) for name in ("Ada", "Ben", "Cleo"))
        if other == "robot":
            await there.type(ada, f"/play {line} robot level=1", privately=private)
        elif private:
            await there.begin(ada, ben, line, privately=True)
        else:
            await there.accepted(ada, ben, line)
        assert await there.press_to_the_end(case, ada, ben) > (2 if other == "robot" else 10)
        (over,) = [seen for seen in ada.messages(private=private) if "Rematch" in seen.labels]
        assert ("Robot (level 1)" in over.text) == (other == "robot")
        assert not any(seen.labels for seen in cleo.messages(private=True))
        assert len([seen for seen in cleo.messages(private=False) if seen.labels]) == (not private)
        assert there.refused() == []
