"""The processes in which robots think: what they do, what ends them, and who comes first."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest
from anyio import BrokenWorkerProcess

import robots
from bot.domain.robot_players import LEVELS
from bot.runtime.robot_pool import RobotPool, games_of_robots
from bot.runtime.robot_worker import NICENESS
from games import GAMES
from games.dice import Dice
from games.game import View
from robots.catalog import ROBOTS
from tests import ROOT
from tests.bot.runtime import thoughts

SEED = bytes(range(32))


@pytest.fixture
def pool() -> RobotPool:
    return RobotPool(1)


async def until(true: Callable[[], bool]) -> None:
    """Wait for another process, however slow the machine is."""
    while not true():  # noqa: ASYNC110 - another process sets no event
        await asyncio.sleep(0.005)


def view_of(game: str) -> View:
    rules = GAMES[game]
    state = rules.deal(rules.options(), Dice.from_seed(SEED))
    return state.view(state.to_act[0])


def is_alive(pid: int) -> bool:
    """Not gone, and no zombie that nobody has waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_games_of_the_robots_are_known_without_loading_them() -> None:
    assert games_of_robots() == {game for game in GAMES if type(view_of(game)) in ROBOTS}
    assert LEVELS == robots.LEVELS
    said = "import sys, bot.runtime.robot_pool; print('robots' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", said], cwd=ROOT, text=True).strip() == "False"


async def test_a_robot_chooses_in_another_process_what_it_would_choose_here(pool: RobotPool) -> None:
    view = view_of("sator")
    assert await pool.choose(view, 1, 7, match="A") == str(robots.choose(view, 1, 7))
    assert await pool.assess(view, 7, match="A") == robots.assess(view, 7)
    assert await pool.run("A", thoughts.own_pid) != os.getpid()


async def test_moves_are_judged_while_all_robots_think(pool: RobotPool, tmp_path: Path) -> None:
    busy = asyncio.create_task(pool.run("A", thoughts.note, tmp_path / "journal", "a", tmp_path / "go"))
    await until((tmp_path / "journal").exists)
    state = view_of("stacko").imagine(Dice.from_seed(SEED))
    before, after = state.view(0), state.play(0, GAMES["stacko"].parse("4")).view(0)
    opposite = state.view(1), state.play(0, GAMES["stacko"].parse("4")).view(1)
    expected = robots.judge(before, "4", after, 7, opposite)
    judged = await pool.judge(before, "4", after, 7, opposite)
    assert asdict(judged) == asdict(expected), "one shape in both rooms, which do not know each other"
    assert not busy.done()
    (tmp_path / "go").touch()
    await busy


async def test_a_process_of_robots_is_modest(pool: RobotPool) -> None:
    niceness, ignores = await pool.run("A", thoughts.manners)
    assert niceness == min(os.nice(0) + NICENESS, 19)
    assert ignores, "Ctrl-C is for the bot"


async def test_without_processes_there_are_no_robots() -> None:
    assert RobotPool(0).games == ()


async def test_a_process_that_dies_is_started_again(pool: RobotPool, tmp_path: Path) -> None:
    assert await pool.run("A", thoughts.die, tmp_path / "dead") == "alive"


async def test_a_thought_that_kills_again_and_again_is_given_up(
    pool: RobotPool, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(BrokenWorkerProcess):
        await pool.run("A", os._exit, 1)
    assert await pool.run("A", thoughts.own_pid)
    assert "started again" in caplog.text


async def test_only_an_emergency_brake_goes_by_time(
    pool: RobotPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    process = await pool.run("A", thoughts.own_pid)
    monkeypatch.setattr("bot.runtime.robot_pool.EMERGENCY", 0.1)
    with pytest.raises(TimeoutError):
        await pool.run("A", thoughts.think_for_ever, tmp_path / "pid")
    await until(lambda: not is_alive(process))

    levels = list[object]()

    async def run(match: str, thought: object, view: View, level: int, seed: int) -> str:
        levels.append(level)
        if level > 1:
            raise TimeoutError
        return "3"

    monkeypatch.setattr(pool, "run", run)
    with caplog.at_level(logging.ERROR):
        assert await pool.choose(view_of("sahara"), 5, 7, match="K7QF2M") == "3"
    assert levels == [5, 1]
    assert "match K7QF2M took too long; level 1's move is played" in caplog.text


async def test_matches_take_turns(pool: RobotPool, tmp_path: Path) -> None:
    journal, go = tmp_path / "journal", tmp_path / "go"
    asked = [("A", "A1"), ("A", "A2"), ("A", "A3"), ("B", "B1"), ("C", "C1")]
    tasks = []
    for match, name in asked:
        tasks.append(asyncio.create_task(pool.run(match, thoughts.note, journal, name, go)))
        await asyncio.sleep(0)
    await until(journal.exists)
    go.touch()
    await asyncio.gather(*tasks)
    assert journal.read_text().split() == ["A1", "B1", "C1", "A2", "A3"]


async def test_what_is_thought_ends_when_nobody_waits_for_it(pool: RobotPool, tmp_path: Path) -> None:
    marker = tmp_path / "pid"
    task = asyncio.create_task(pool.run("A", thoughts.think_for_ever, marker))
    await until(lambda: marker.exists() and marker.read_text() != "")
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await until(lambda: not is_alive(int(marker.read_text())))


async def test_a_bot_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    marker = tmp_path / "pid"
    said = (
        "import asyncio, sys; from pathlib import Path; from bot.runtime.robot_pool import RobotPool;"
        "from tests.bot.runtime import thoughts;"
        "asyncio.run(RobotPool(1).run('A', thoughts.think_for_ever, Path(sys.argv[1])))"
    )
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", said, str(marker), cwd=ROOT)
    await until(lambda: marker.exists() and marker.read_text() != "")
    bot.kill()
    await bot.wait()
    await until(lambda: not is_alive(int(marker.read_text())))
