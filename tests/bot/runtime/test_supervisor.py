"""Platforms are reached with patience, watched, and left in time."""

from __future__ import annotations

import asyncio
from errno import EADDRINUSE

import pytest

from bot.interface import PlatformAdapter
from bot.platforms.spec import CannotStart
from bot.runtime.supervisor import FIRST_WAIT, LONGEST_WAIT, PlatformSupervisor
from tests.bot.scripted_platform import Foreign, until


async def nothing(_: PlatformAdapter) -> None:
    pass


def away() -> CannotStart:
    return CannotStart("nobody answers")


def refusal() -> CannotStart:
    return CannotStart("no such token", for_good=True)


class Naps:
    """A sleep that takes no time."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        await asyncio.sleep(0)


async def test_a_platform_out_of_reach_is_tried_until_it_answers(caplog: pytest.LogCaptureFixture) -> None:
    adapter, naps = Foreign("discord", *(away() for _ in range(9))), Naps()
    await PlatformSupervisor([adapter], sleep=naps).start(nothing)
    assert adapter.connected
    assert adapter.told == ["start"] * 10
    assert naps.taken[0] == FIRST_WAIT
    assert naps.taken == sorted(naps.taken)
    assert naps.taken[-2:] == [LONGEST_WAIT] * 2
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 9
    assert "nobody answers; next try in 1 s" in caplog.text


def test_the_tries_of_a_day_are_fewer_than_the_logins_that_discord_allows() -> None:
    assert 24 * 60 * 60 / LONGEST_WAIT < 1000


async def test_a_refusal_ends_the_start_of_all() -> None:
    refused, waiting = Foreign("discord", refusal()), Foreign("telegram")
    waiting.may_start.clear()
    with pytest.raises(CannotStart, match="no such token"):
        await PlatformSupervisor([refused, waiting], sleep=Naps()).start(nothing)
    assert refused.told == ["start"]
    assert not waiting.connected


async def test_after_a_refusal_nobody_is_tried_again() -> None:
    refused, retried = Foreign("discord", refusal()), Foreign("telegram", away())
    waits: list[float] = []

    async def wait(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.Event().wait()

    connections = PlatformSupervisor([refused, retried], sleep=wait)
    with pytest.raises(CannotStart, match="no such token"):
        await connections.start(nothing)
    await connections.stop()
    assert waits == [FIRST_WAIT]
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_refusal_that_comes_second_ends_all_the_same() -> None:
    served, refused = Foreign("discord"), Foreign("telegram", refusal())
    refused.may_start.clear()
    connections = PlatformSupervisor([served, refused], sleep=Naps())
    await connections.start(nothing)
    refused.may_start.set()
    with pytest.raises(CannotStart, match="no such token"):
        await connections.all_ended()
    await connections.stop()
    assert asyncio.all_tasks() == {asyncio.current_task()}


@pytest.mark.parametrize("fault", [refusal(), OSError(EADDRINUSE, "port taken")])
async def test_a_refusal_after_an_outage_leaves_the_others_alone(
    caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    """Nobody is looking any more, and people play elsewhere."""
    served, refused = Foreign("discord"), Foreign("telegram", away(), fault)
    connections = PlatformSupervisor([served, refused], sleep=Naps())
    await connections.start(nothing)
    await until(lambda: connections.ended)
    assert connections.ended == {"telegram"}
    assert f"{fault}" in caplog.text
    assert served.connected
    await connections.stop()


async def test_one_platform_serves_while_another_cannot_be_reached() -> None:
    up, down = Foreign("telegram"), Foreign("discord")
    down.may_start.clear()
    arrived: list[str] = []

    async def on_arrival(adapter: PlatformAdapter) -> None:
        arrived.append(adapter.platform)

    connections = PlatformSupervisor([up, down], sleep=Naps())
    await connections.start(on_arrival)
    assert [adapter.platform for adapter in connections.reached] == arrived == ["telegram"]
    down.may_start.set()
    await until(lambda: arrived == ["telegram", "discord"])
    assert down.connected
    await connections.stop()


@pytest.mark.parametrize("when", ["at the start", "later"])
async def test_what_breaks_down_is_told_with_its_traceback_and_the_others_go_on(
    caplog: pytest.LogCaptureFixture, when: str
) -> None:
    fault, other = ZeroDivisionError("nobody foresaw it"), Foreign("telegram")
    broken = Foreign("discord", fault) if when == "at the start" else Foreign("discord")
    broken.breaks = fault
    broken.lost.set()
    connections = PlatformSupervisor([broken, other])
    await connections.start(nothing)
    await until(lambda: connections.ended)
    assert "discord has ended for good: ZeroDivisionError" in caplog.text
    assert "nobody foresaw it" in caplog.text
    assert other.connected
    await connections.stop()


async def test_a_lost_platform_is_told_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    lost, other = Foreign("discord"), Foreign("telegram")
    connections = PlatformSupervisor([lost, other])
    await connections.start(nothing)
    over = asyncio.create_task(connections.all_ended())
    lost.lost.set()
    await until(lambda: connections.ended)
    assert connections.ended == {"discord"}
    assert not over.done()
    assert "the connection to discord has ended for good: somebody closed it" in caplog.text
    other.lost.set()
    await over
    await connections.stop()


async def test_all_are_left_and_that_is_no_loss(caplog: pytest.LogCaptureFixture) -> None:
    adapters = [Foreign("discord"), Foreign("telegram")]
    connections = PlatformSupervisor(adapters)
    await connections.start(nothing)
    await connections.stop()
    assert [adapter.told for adapter in adapters] == [["start", "stop", "gone"]] * 2
    assert connections.ended == set()
    assert caplog.text == ""


async def test_who_takes_too_long_is_cut_off_and_the_others_leave(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.runtime.supervisor.STOP_WITHIN", 0.01)
    slow, quick = Foreign("discord"), Foreign("telegram")
    slow.may_leave.clear()
    connections = PlatformSupervisor([slow, quick])
    await connections.start(nothing)
    await connections.stop()
    assert (slow.told[-1], quick.told[-1]) == ("cut off", "gone")
    assert "discord took too long to leave" in caplog.text
