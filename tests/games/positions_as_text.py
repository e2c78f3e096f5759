"""Positions as text: what the rule tables write, read into states and written back."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from games.game import Seat
from games.sahara import BEANS, Options, Side, State, View

NAMES = "BA"
"""The beginner, seat 0, is B; the other seat is A."""

# The test vectors of Sahara, as far as several tests need them.
START = "B[3,3,3,3,3,3] 0 / A[3,3,3,3,3,3] 0"
C1 = "B[3,3,3,0,4,4] 1 / A[3,3,3,3,3,3] 0"
C6 = "B[0,1,0,0,0,8] 5 / A[1,1,1,1,1,1] 16"
C9 = "B[0,0,0,0,2,0] 17 / A[0,0,0,0,0,0] 17"
EMPTY = "B[0,0,0,0,0,0] {} / A[0,0,0,0,0,0] {}"
NEARLY_DRAWN = "B[0,0,0,0,0,1] 14 / A[1,0,2,0,0,0] 18"

_SIDE = r"\[(\d+(?:,\d+){5})\] (\d+)"
_BOARD = re.compile(rf"B{_SIDE} / A{_SIDE}")


def sahara(
    text: str,
    *,
    to_move: Seat = 0,
    target: int | None = None,
    foreign_store: Literal["skip", "choice"] = "skip",
) -> State:
    """The position written in `text`, such as `B[3,3,3,0,4,4] 1 / A[3,3,3,3,3,3] 0`, with nothing behind it.

    Raises:
        ValueError: the text is not of that form, or its beans are not 36.
    """
    sides, stores = _read(text)
    return State(Options(target, foreign_store), sides, stores, to_move, (), (0, 0), (), None)


def relaid(state: State, text: str, *, to_move: Seat) -> State:
    """The same match with another position on the table: a series jumps to the end of its present game."""
    sides, stores = _read(text)
    return replace(state, sides=sides, stores=stores, turn=to_move, trail=())


def show(board: State | View) -> str:
    """What lies on the table, in the form that `sahara` reads."""
    return " / ".join(
        f"{name}[{','.join(map(str, side))}] {store}"
        for name, side, store in zip(NAMES, board.sides, board.stores, strict=True)
    )


def _read(text: str) -> tuple[tuple[Side, Side], tuple[int, int]]:
    found = _BOARD.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no position of Sahara")
    side_b, store_b, side_a, store_a = found.groups()
    sides, stores = (_side(side_b), _side(side_a)), (int(store_b), int(store_a))
    beans = sum(map(sum, sides)) + sum(stores)
    if beans != BEANS:
        raise ValueError(f"{text!r} has {beans} beans, not {BEANS}")
    return sides, stores


def _side(text: str) -> Side:
    return tuple(map(int, text.split(",")))
