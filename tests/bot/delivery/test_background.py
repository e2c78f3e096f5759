"""Work beside the answering of requests: what goes wrong in it is no matter of whoever waits for its end."""

from __future__ import annotations

from bot.delivery.worker import WokenTask


async def test_whoever_waits_for_its_end_is_not_hit_by_what_went_wrong_and_it_can_be_called_again() -> None:
    done = list[str]()

    async def work() -> None:
        done.append("tried")
        raise ZeroDivisionError

    task = WokenTask(work)
    for _ in range(2):
        task.wake()
        await task.settled()
    assert done == ["tried", "tried"]
