"""Matches with robots on Telegram, pressed to their end by one person who knows what they are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.platforms.pressing import SAHARA
from tests.bot.platforms.telegram.setup import table
from tests.bot.platforms.telegram.test_matches import refused, words
from tests.bot.simple_robots import RealRobots
from tests.games.sampling import cases
from tests.games.walks import Case
from tests.loopback.telegram.limits import Flood


@pytest.mark.parametrize("case", cases((SAHARA,), turn=2, of=4))
async def test_a_match_with_a_robot_is_pressed_to_its_end_in_a_group(case: Case, tmp_path: Path) -> None:
    async with table(tmp_path, flood=Flood(), robots=RealRobots()) as there:
        there.start_all()
        there.ada.say(
            there.group,
            f"/play {case.key} @{there.telegram.service.world.bot.username} level=1 {words(case)}",
        )
        await there.ada.sees(lambda one: "Robot (level 1)" in one.text, there.group)
        await there.settled()
        assert await there.press_to_the_end(case) > 2
        # On a busy machine a call may be repeated that was carried out: that is no error at Telegram either.
        assert [why for why in refused(there) if "message is not modified" not in why] == []
        assert not there.ben.messages(there.ben.private)
        assert any("Rematch" in shown.labels for shown in there.cleo.messages(there.group))


@pytest.mark.timeout(900)
@pytest.mark.parametrize("case", cases((), turn=3, of=4))
async def test_matches_with_robots_are_pressed_to_their_end_in_private(case: Case, tmp_path: Path) -> None:
    async with table(tmp_path, robots=RealRobots()) as there:
        there.start_all()
        there.ada.say(there.ada.private, f"/play {case.key} robot level=2 {words(case)}")
        await there.ada.sees(lambda one: "Robot (level 2)" in one.text, there.ada.private)
        await there.settled()
        assert await there.press_to_the_end(case) > 2
        assert refused(there) == []
        assert not there.ben.messages()


async def test_buttons_lead_from_the_rules_in_private_to_a_match_with_a_robot(tmp_path: Path) -> None:
    async with table(tmp_path, robots=RealRobots()) as there:
        there.start_all()
        ada = there.ada
        ada.say(ada.private, "/rules sator")
        rules = await ada.sees(lambda one: "Play the robot" in one.labels, ada.private)
        await ada.press(rules, "Play the robot")
        challenge = await ada.sees(lambda one: "Start" in one.labels, ada.private)
        await ada.press(challenge, "Start")
        await ada.sees(lambda one: "Resign" in one.labels and "Robot (level 3)" in one.text, ada.private)
        assert refused(there) == []


async def test_in_a_group_the_question_who_is_to_play_is_asked_openly(tmp_path: Path) -> None:
    async with table(tmp_path, robots=RealRobots()) as there:
        there.start_all()
        there.ada.say(there.group, "/play robot")
        games = await there.ada.sees(lambda one: "Sator" in one.labels, there.group)
        await there.ada.press(games, "Sator")
        challenge = await there.ada.sees(lambda one: "Against: Robot (level 3)" in one.labels)
        await there.ada.press(challenge, "Against: Robot (level 3)")
        levels = await there.ada.sees(lambda one: "Level 1" in one.labels)
        await there.ada.press(levels, "Level 1")
        challenge = await there.ada.sees(lambda one: "Against: Robot (level 1)" in one.labels)
        await there.ada.press(challenge, "Start")
        await there.ada.sees(lambda one: "Robot (level 1)" in one.text and "Start" not in one.labels)
        assert refused(there) == []
