"""Pictures: milliseconds and kilobytes, beside those of a chess board by python-chess and CairoSVG.

`python -m benchmarks.pictures` needs the extra `bench`. Both sides paint as many pixels, turn by turn in
one run, so that the ratios hold on any machine.
"""

from __future__ import annotations

import math
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import cairosvg  # type: ignore[import-untyped]
import chess
import chess.svg

from games import GAMES, Dice
from games.game import State, View
from renderers import picture

NAMES = ("Ada Lovelace", "Юрий")
PLIES = {"start": 0, "after 3 plies": 3, "after 12 plies": 12, "after 30 plies": 30}
ROUNDS = 5  # of each chess board; ours is painted OURS times as often
OURS = 20
CHESS_SIDE = math.isqrt(picture.SIZE[0] * picture.SIZE[1])  # pixels: the same area, as a square

COLD = {
    "ours": """
from games import GAMES, Dice
from renderers import picture
game = GAMES["sahara"]
state = game.deal(game.options(), Dice.from_seed(bytes(32)))
picture.paint("sahara", state.view(0), ("Ada", "Ben"))
""",
    "chess": f"""
import cairosvg, chess, chess.svg
cairosvg.svg2png(chess.svg.board(chess.Board(), size={CHESS_SIDE}).encode())
""",
}


def sahara_at(plies: int) -> View:
    """A view from a random match."""
    game, chance = GAMES["sahara"], random.Random(3)
    state: State = game.deal(game.options(target="50"), Dice.from_seed(bytes(32)))
    for _ in range(plies):
        seat = state.to_act[0]
        state = state.play(seat, chance.choice(state.legal_moves(seat)))
    return state.view(0)


def chess_at(plies: int) -> chess.Board:
    """A board from a random game."""
    board, chance = chess.Board(), random.Random(3)
    for _ in range(plies):
        board.push(chance.choice(list(board.legal_moves)))
    return board


def paint_chess(board: chess.Board) -> bytes:
    lastmove = board.peek() if board.move_stack else None
    svg = chess.svg.board(board, lastmove=lastmove, size=CHESS_SIDE)
    data: bytes = cairosvg.svg2png(svg.encode())
    return data


def milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def side_by_side(plies: int) -> tuple[float, float, float, float]:
    """Median ms and KB of our picture, warm, and of theirs."""
    view, board = sahara_at(plies), chess_at(plies)
    our_size = len(picture.paint("sahara", view, NAMES)) / 1024
    their_size = len(paint_chess(board)) / 1024
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours += [milliseconds(lambda: picture.paint("sahara", view, NAMES)) for _ in range(OURS)]
        theirs.append(milliseconds(lambda: paint_chess(board)))
    return statistics.median(ours), our_size, statistics.median(theirs), their_size


def cold(side: str) -> float:
    """Milliseconds from the first import to the first picture, in a fresh process: the median of three."""
    program = f"import time; began = time.perf_counter()\n{COLD[side]}\nprint(time.perf_counter() - began)"
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        for _ in range(3)
    ]
    return statistics.median(float(run.stdout) for run in runs) * 1000


def fresh_matches(count: int) -> Iterator[float]:
    """Milliseconds of each picture of whole matches: most show something that none before them showed."""
    game, chance = GAMES["sahara"], random.Random(9)
    for _ in range(count):
        state: State = game.deal(game.options(), Dice.from_seed(bytes(32)))
        while state.to_act:
            state = state.play(state.to_act[0], chance.choice(state.legal_moves(state.to_act[0])))
            view = state.view(0)
            yield milliseconds(lambda view=view: picture.paint("sahara", view, NAMES))  # type: ignore[misc]


def main() -> None:
    width, height = picture.SIZE
    print(f"Sahara {width} x {height}, chess {CHESS_SIDE} x {CHESS_SIDE}; medians")
    print(f"{'':16}{'ours':>16}{'chess.svg + CairoSVG':>26}{'faster':>12}")
    for name, plies in PLIES.items():
        ms, size, their_ms, their_size = side_by_side(plies)
        ours, theirs = f"{ms:.2f} ms {size:.0f} KB", f"{their_ms:.0f} ms {their_size:.0f} KB"
        print(f"{name:16}{ours:>16}{theirs:>26}{their_ms / ms:>10.0f} x")
    ms, their_ms = cold("ours"), cold("chess")
    print(f"{'first, cold':16}{f'{ms:.0f} ms':>16}{f'{their_ms:.0f} ms':>26}{their_ms / ms:>10.1f} x")
    times = list(fresh_matches(12))
    early, late = statistics.mean(times[:100]), statistics.mean(times[-100:])
    print(
        f"{len(times)} different pictures: {early:.1f} ms each of the first 100, {late:.1f} of the last 100"
    )


if __name__ == "__main__":
    main()
