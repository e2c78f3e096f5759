"""What a robot goes by, and what it does not tell: its chance, its time, the view of its seat alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import GAMES
from games.dice import SEED_BYTES
from tests.bot.memory_platform import ADA, CHANNEL, House, private_chat
from tests.bot.pressing_players import choices
from tests.bot.simple_robots import FirstMoves


class Sealed(House):
    """Draws the same as all others, but for the seeds of matches."""

    seed = 0

    def draw(self, size: int) -> bytes:
        drawn = super().draw(size)
        return bytes([self.seed]) * size if size == SEED_BYTES else drawn


async def test_its_chance_follows_from_what_nobody_sees(tmp_path: Path) -> None:
    """Of two matches that look the same and differ in their sealed seeds; Sahara deals nothing."""
    rolled, shown = list[set[int]](), list[list[str]]()
    for seed in (1, 2):
        robots = FirstMoves()
        async with Sealed(tmp_path / str(seed), robots=robots) as house:
            house.seed = seed
            await house.type(ADA, "/play sahara robot begins=you")
            for _ in range(3):
                board = house.board()
                await house.ask(ADA, choices(board.message)[0].request, CHANNEL, message=board.id)
            rolled.append({seed for _, _, seed in robots.asked})
            shown.append([house.board().message.title, house.board().message.text])
    assert shown[0] == shown[1]
    assert len(rolled[0]) > 2
    assert rolled[0].isdisjoint(rolled[1])


async def test_the_chance_of_a_hint_follows_from_what_everybody_sees(tmp_path: Path) -> None:
    """Of the same two matches: else hints would tell of the seed."""
    rolled = list[int]()
    for seed in (1, 2):
        robots = FirstMoves()
        async with Sealed(tmp_path / str(seed), robots=robots) as house:
            house.seed = seed
            await house.type(ADA, "/play sahara robot begins=me")
            await house.type(ADA, "/hint")
            rolled.append(robots.asked[-1][2])
    assert rolled[0] == rolled[1]


@pytest.mark.parametrize(("thought", "moment"), [(0.1, 0.8), (0.7, 0.8), (0.9, 1.6), (1.5, 1.6), (2.0, 3.2)])
async def test_how_long_it_thought_is_seen_by_nobody(tmp_path: Path, thought: float, moment: float) -> None:
    """It answers at the next of a few moments."""
    robots = FirstMoves()
    async with House(tmp_path, robots=robots) as house:
        house.elapsed = lambda: thought * len(robots.asked)
        await house.type(ADA, "/play sahara robot begins=you")
        assert pytest.approx(moment - thought) in house.slept, house.slept


@pytest.mark.parametrize("game", GAMES)
async def test_a_robot_is_given_the_view_of_its_seat_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr("bot.handlers.jobs.robots.EARLY", 0)  # the robot thinks about a draw at once
    robots = FirstMoves()
    async with House(tmp_path, robots=robots) as house:
        await house.type(ADA, f"/play {game} robot", private_chat(ADA))
        board = house.board(private_chat(ADA))
        await house.ask(ADA, choices(board.message)[0].request, board.chat, message=board.id)
        match = await house.services.matches.load(board.code)
        assert match.players
        seat = next(seat for seat in (0, 1) if match.players[seat].startswith("robot"))
        assert {view.viewer for view, _, _ in robots.asked} <= {seat}
        assert len(house.platform.in_chat(CHANNEL)) == 0
        await house.type(ADA, "/draw", private_chat(ADA))
    assert {view.viewer for view in robots.assessed} == {seat}
