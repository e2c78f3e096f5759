"""What is left in a channel after three days in which five matches were played there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.interface import Choose
from tests.bot.memory_platform import CHANNEL, House, Shown, account

PAIRS = [(account(f"White {number}"), account(f"Black {number}")) for number in range(5)]
VISITS, DAYS = 4, 3  # how often a day somebody moves in each match
BETWEEN = 86_400 // VISITS // len(PAIRS)  # seconds from a move in one match to that in the next


@dataclass(frozen=True, slots=True)
class Figures:
    """What a reader of the channel scrolls past."""

    messages: int
    boards: int
    """Those that can be pressed."""
    posted: int
    """All messages that ever came."""
    pings: int


async def three_days(house: House) -> Figures:
    """Nobody moves within five minutes of the other, so that each turn passes with a notice."""
    for white, black in PAIRS:
        await house.meet(white, black)
        await house.type(white, f"/play sahara {black.name.lower()}")
        await house.press(black, "Accept")
    await house.look_away()
    pings = len(house.platform.pings)
    codes = [_code(shown) for shown in house.live()]
    for _ in range(VISITS * DAYS):
        for code in codes:
            await house.wait(BETWEEN)
            await _visit(house, code)
    left = house.platform.in_chat(CHANNEL)
    live = [shown for shown in left if _choices(shown)]
    return Figures(len(left), len(live), len(house.platform.nonces), len(house.platform.pings) - pings)


async def _visit(house: House, code: str) -> None:
    """Whoever is to move in a match does so, until it is the other's turn."""
    mover = _board(house, code).message.awaits
    while _board(house, code).message.awaits == mover:
        board = _board(house, code)
        await house.press(mover[0], _choices(board)[-1], board)


def _board(house: House, code: str) -> Shown:
    return next(shown for shown in reversed(house.live()) if _code(shown) == code)


def _code(shown: Shown) -> str:
    return shown.message.title.split()[-1]


def _choices(shown: Shown) -> list[str]:
    buttons = [button for row in shown.message.rows for button in row if not button.disabled]
    return [button.label for button in buttons if isinstance(button.request, Choose)]


async def test_a_channel_keeps_one_board_a_match_and_gets_one_message_a_ping(tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        found = await three_days(house)
    pings, boards = VISITS * DAYS * len(PAIRS), len(PAIRS)
    assert found == Figures(messages=boards, boards=boards, posted=boards + pings, pings=pings)
