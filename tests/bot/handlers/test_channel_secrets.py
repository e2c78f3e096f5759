"""What a channel votes for is seen by nobody whom it does not concern: twin worlds look the same to them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.domain.teams import MARKED_EVERY
from bot.domain.terms import HOUR
from bot.interface import Account, Screen
from bot.interface.requests import TypeMove
from bot.platforms import callback_data
from games.match import fold
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.simple_robots import FirstMoves

DORA = Account("fake", "dora", "Dora")
pytestmark = pytest.mark.usefixtures("painted")
Votes = Callable[[list[str]], list[tuple[Account, str]]]
"""Who votes for which of the legal moves."""


async def world(folder: Path, line: str, votes: Votes, *, closed: int = 2) -> list[Screen]:
    """All that a bystander and the channel ever see while others vote, and what the bystander asks for."""
    async with House(folder, robots=FirstMoves()) as house:
        await house.meet(ADA, BEN, CLEO, DORA)
        await house.type(ADA, line)
        seen: list[Screen] = []
        for _ in range(closed):
            match = fold(await house.store.matches.load(house.board().code))
            (seat,) = match.awaited
            assert match.state
            moves = [str(move) for move in match.state.legal_moves(seat)]
            for who, move in votes(moves):
                if "Join the team" in house.labels(house.board().message):
                    await house.press(who, "Join the team")
                await house.ask(who, TypeMove(tuple(move.split()), match.opened.match), CHANNEL)
                seen += [shown.message for shown in house.platform.in_chat(CHANNEL)]
            await house.wait(MARKED_EVERY)
            for asked in ("/board", "/matches", "/hand", "/replay"):
                answer = await house.type(CLEO, asked)
                seen += filter(None, (answer.update, answer.post, answer.note))
            seen += [shown.message for shown in house.platform.in_chat(CHANNEL)]
            seen += [shown.message for shown in house.platform.in_chat(private_chat(CLEO))]
            await house.wait(HOUR)
            seen += [shown.message for shown in house.platform.in_chat(CHANNEL)]
        return seen


def looks(seen: list[Screen]) -> list[object]:
    """All that an adapter can show of them."""
    return [
        (
            *(screen.title, screen.text, screen.fine_print, screen.awaits, screen.pings, screen.turn),
            [(button.label, callback_data.encode(button.request)) for row in screen.rows for button in row],
            screen.image and (screen.image.data, screen.image.alt),
        )
        for screen in seen
    ]


async def test_who_voted_for_what_is_nowhere(tmp_path: Path) -> None:
    line = "/play sahara channel robot begins=me"
    one = await world(tmp_path / "one", line, lambda moves: vote(moves, 0, 1, 1))
    other = await world(tmp_path / "other", line, lambda moves: vote(moves, 1, 0, 1))
    assert looks(one) == looks(other)


def vote(moves: list[str], *which: int) -> list[tuple[Account, str]]:
    return [(who, moves[number]) for who, number in zip((ADA, BEN, DORA), which, strict=False)]


async def test_hidden_votes_and_moves_are_seen_by_the_team_alone(tmp_path: Path) -> None:
    """In the set-up, which nobody but the team may know; the twin votes for another one."""
    line = "/play sator channel robot"
    one = await world(tmp_path / "one", line, lambda moves: vote(moves, 0, 0), closed=1)
    other = await world(tmp_path / "other", line, lambda moves: vote(moves, -1, -1), closed=1)
    assert looks(one) == looks(other)


async def test_the_opponent_sees_nothing_of_hidden_votes_either(tmp_path: Path) -> None:
    """On their own board, which offers them the same choices; the twin votes for others."""
    seen = list[list[object]]()
    for move in ("hide a b", "hide d e"):
        async with House(tmp_path / move) as house:
            await house.meet(ADA, BEN, DORA)
            await house.type(ADA, "/play sator channel")
            code = house.board().code
            await house.press(BEN, "Accept")
            for who in (ADA, DORA):
                await house.press(who, "Join the team")
                await house.ask(who, TypeMove(tuple(move.split()), code), CHANNEL)
            await house.wait(MARKED_EVERY)
            await house.type(BEN, f"/hand {code}", private_chat(BEN))
            told = [shown.message for shown in house.platform.in_chat(private_chat(BEN))]
            assert any("a" in house.labels(message) for message in told)
            seen.append(looks(told))
    assert seen[0] == seen[1]
