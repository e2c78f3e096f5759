"""Plans on each platform: made by pressing, played at once when they come true, dropped when they do not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from games.events import MatchId, MovePlayed
from tests.bot.platforms.across_people import Guest, Seen
from tests.bot.platforms.across_setup import PLATFORMS, Across, across, all_on


@pytest_asyncio.fixture(params=PLATFORMS)
async def there(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Across]:
    async with across(tmp_path, all_on(request.param)) as there:
        await there.begin(there.guest("Ada"), there.guest("Ben"), "sahara")
        yield there
        assert there.refused() == []


def both(there: Across) -> tuple[Guest, Guest]:
    """Who is to move, and who waits and plans."""
    ada, ben = there.guest("Ada"), there.guest("Ben")
    return (ada, ben) if ada.asked() else (ben, ada)


async def press(there: Across, who: Guest, label: str) -> Seen:
    """Press a button of the panel of plans; the panel then."""
    await there.press(who, await who.ephemeral(label), label)
    return panel(who)


def panel(who: Guest) -> Seen:
    told = [*who.messages(private=True), *who.whispers()]
    return [seen for seen in told if "If … ·" in seen.text][-1]


async def planned(there: Across, owner: Guest, *plies: str) -> None:
    """Open the panel behind *More* and press the plies of a line."""
    await there.press(owner, await owner.more("If …"), "If …")
    for ply in plies:
        await press(there, owner, ply)
    assert f"plays {plies[0]}, you play {plies[1]}." in panel(owner).text


async def play(there: Across, who: Guest, label: str) -> list[str]:
    """Press a move on the board; all that was played since the match began."""
    seen = who.asked()
    assert seen
    await there.press(who, seen, label)
    log = await there.store.matches.load(MatchId(seen.match))
    return [event.notation for event in log if isinstance(event, MovePlayed)]


async def test_a_plan_made_by_pressing_is_played_at_once_when_it_comes_true(there: Across) -> None:
    """With one notice to its owner; a restart keeps it, and nobody else learns of it."""
    mover, owner = both(there)
    await planned(there, owner, "5", "2")
    await there.restart()
    mover = there.guest(mover.name)
    assert await play(there, mover, "5") == ["5", "2"]
    assert mover.asked()
    owner = there.guest(owner.name)
    (told,) = [seen for seen in owner.messages(private=True) if "so I played 2 for you" in seen.text]
    assert f"{mover.name} played 5" in told.text
    for other in there.guests.values():
        if other is not owner:
            assert "for you" not in other.received()
            assert "you play" not in other.received()


async def test_a_plan_that_does_not_come_true_is_gone(there: Across) -> None:
    mover, owner = both(there)
    await planned(there, owner, "5", "2")
    assert await play(there, mover, "6") == ["6"]
    assert await play(there, owner, "1") == ["6", "1"]
    await there.press(owner, await owner.more("If …"), "If …")
    assert "you play" not in panel(owner).text
    assert "for you" not in owner.everything()


async def test_a_plan_that_is_dropped_is_not_played(there: Across) -> None:
    mover, owner = both(there)
    await planned(there, owner, "5", "2")
    for label in ("One move back", "One move back", "Drop all"):
        dropped = await press(there, owner, label)
    assert "you play" not in dropped.text
    assert await play(there, mover, "5") == ["5"]
    assert owner.asked()
