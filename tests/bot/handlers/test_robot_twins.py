"""Twins with a robot: two matches that differ in what one seat hid are one match to all others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.handlers.jobs.robots import FLOOR, FLOOR_WITHIN_A_TURN
from bot.interface import Robots
from games import GAMES
from games.dice import SEED_BYTES, Dice
from games.events import MovePlayed
from games.game import View
from tests.bot.memory_platform import ADA, CHANNEL, House, private_chat
from tests.bot.pressing_players import choices
from tests.bot.simple_robots import SEED, FirstMoves

ROUNDS = 3


@dataclass
class Hides(FirstMoves):
    """Hides what the test says, then plays like the others."""

    hidden: str = "a b"

    async def choose(self, view: View, level: int, seed: int, *, match: str) -> str:
        assert view.viewer is not None
        moves = [str(move) for move in view.imagine(Dice.from_seed(SEED)).legal_moves(view.viewer)]
        if moves[0].startswith("hide"):
            return f"hide {self.hidden}"
        return await super().choose(view, level, seed, match=match)


@dataclass
class Seen:
    """What one world has shown, and what the robot in it did."""

    channel: list[object]
    own: list[object]
    robot: list[str]
    waits: list[float]


async def world(folder: Path, robots: Robots, hidden: str) -> Seen:
    """A match of Sator in a channel, in which Ada hides this and plays on with the first thing on offer."""
    async with House(folder, robots=robots) as house:
        await house.type(ADA, "/play sator robot level=2")
        code = house.board().code
        chat = private_chat(ADA)
        channel, own = [house.board().message], []
        await house.type(ADA, f"/move hide {hidden} {code}", chat)
        for _ in range(ROUNDS):
            channel.append(house.board().message)
            own.append(house.board(chat).message)
            if choices(house.board(chat).message):
                move = choices(house.board(chat).message)
                await house.ask(ADA, move[0].request, chat, message=house.board(chat).id)
        events = [event for event in await house.store.matches.load(code) if isinstance(event, MovePlayed)]
        match = await house.services.matches.load(code)
        assert match.players
        robot = 1 - match.players.index(next(one for one in match.players if not one.startswith("robot")))
        waits = [slept for slept in house.slept if slept in (FLOOR, FLOOR_WITHIN_A_TURN)]
        return Seen([*channel], [*own], [event.notation for event in events if event.seat == robot], waits)


async def test_what_a_robot_hides_is_seen_by_nobody(tmp_path: Path) -> None:
    one = await world(tmp_path / "one", Hides(hidden="a b"), "b d")
    two = await world(tmp_path / "two", Hides(hidden="d e"), "b d")
    assert one.robot != two.robot
    assert one.channel == two.channel
    assert one.own == two.own
    assert one.waits == two.waits


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


@pytest.mark.parametrize(("thought", "moment"), [(0.1, 0.8), (0.7, 0.8), (0.9, 1.6), (1.5, 1.6), (2.0, 3.2)])
async def test_how_long_it_thought_is_seen_by_nobody(tmp_path: Path, thought: float, moment: float) -> None:
    """It answers at the next of a few moments."""
    robots = FirstMoves()
    async with House(tmp_path, robots=robots) as house:
        house.elapsed = lambda: thought * len(robots.asked)
        await house.type(ADA, "/play sahara robot begins=you")
        assert pytest.approx(moment - thought) in house.slept, house.slept


@pytest.mark.parametrize("game", GAMES)
async def test_a_robot_is_given_the_view_of_its_seat_and_no_other(tmp_path: Path, game: str) -> None:
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
