"""How late the event loop is while robots think: `python -m benchmarks.heartbeat`, with seconds and a level.

The loop does nothing but look at the clock: first while nobody thinks, then while a process of the pool does
without a pause; the rest of the machine should be idle.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Sequence

from bot.runtime.robot_pool import RobotPool
from games import GAMES
from games.dice import Dice

TICK = 0.005  # seconds between two looks
WARMING = 3  # thoughts that nobody measures: the process starts, and loads what searches


async def lateness(seconds: float) -> list[float]:
    """By how many ms each look came late, sorted."""
    loop = asyncio.get_running_loop()
    late, end = list[float](), loop.time() + seconds
    while (began := loop.time()) < end:
        await asyncio.sleep(TICK)
        late.append((loop.time() - began - TICK) * 1000)
    return sorted(late)


async def think(pool: RobotPool, level: int, thoughts: int) -> None:
    """About the first position of each game, again and again."""
    for number in range(thoughts):
        rules = list(GAMES.values())[number % len(GAMES)]
        state = rules.deal(rules.options(), Dice.from_seed(number.to_bytes(32)))
        await pool.choose(state.view(state.to_act[0]), level, number, match=str(number))


def percentile(values: Sequence[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    return values[int(len(values) * part)]


async def compare(seconds: float, level: int, say: Callable[[str], object]) -> None:
    """Idle, then thinking."""
    pool = RobotPool(1)
    await think(pool, level, WARMING * len(GAMES))
    idle = await lateness(seconds)
    thinking = asyncio.create_task(think(pool, level, 1_000_000))
    busy = await lateness(seconds)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    for name, late in (("idle", idle), ("thinking", busy)):
        say(f"{name}: median {percentile(late, 0.5):.2f} ms, p99 {percentile(late, 0.99):.2f} ms late")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--level", type=int, default=5)
    asked = parser.parse_args()
    asyncio.run(compare(asked.seconds, asked.level, print))
