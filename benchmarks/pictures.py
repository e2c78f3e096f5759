"""Pictures: milliseconds and kilobytes, beside those of a chess board by python-chess and CairoSVG.

`python -m benchmarks.pictures` needs the extra `bench`. Both sides paint as many pixels, turn by turn in
one run, so that the ratios hold on any machine.
"""

from __future__ import annotations

import math
import os
import random
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, count, islice

import cairosvg  # type: ignore[import-untyped]
import chess
import chess.svg

from benchmarks.aims import at_least, at_most
from games import GAMES, Dice
from games.game import State, View
from renderers import picture

NAMES = ("Ada Lovelace", "Юрий")
PLIES = {"start": 0, "after 3 plies": 3, "after 12 plies": 12, "after 30 plies": 30}
ROUNDS = 5  # of each chess board; ours is painted OURS times as often
OURS = 20
OTHERS = 16  # matches that are played by turns with one
TURNS = 20  # of each, counted after as many that are not
FRESH = 300  # pictures of random matches, one after another
CHESS_SIDE = math.isqrt(picture.SIZE[0] * picture.SIZE[1])  # pixels: the same area, as a square

COLD_OURS = """
from games import GAMES, Dice
from renderers import picture
game = GAMES["{key}"]
state = game.deal(game.options(), Dice.from_seed(bytes(32)))
picture.paint("{key}", state.view(0), ("Ada", "Ben"))
"""
COLD_CHESS = f"""
import cairosvg, chess, chess.svg
cairosvg.svg2png(chess.svg.board(chess.Board(), size={CHESS_SIDE}).encode())
"""

AIMS = {key: at_least(100) for key in GAMES} | {"sato": at_least(60)}
"""How often as fast a picture is, on average of `PLIES`."""
FIRST = at_least(5)
RUNNING = at_most(1.5)

LONGEST: Mapping[str, Mapping[str, str]] = {"sahara": {"target": "50"}}
"""House rules under which a match is long enough to measure; other games need none."""


def match(key: str, chance: random.Random) -> Iterator[View]:
    """The views of seat 0 in a random match, the deal first."""
    game = GAMES[key]
    state: State = game.deal(game.options(**LONGEST.get(key, {})), Dice.from_seed(chance.randbytes(32)))
    yield state.view(0)
    while state.to_act:
        seat = chance.choice(state.to_act)
        state = state.play(seat, chance.choice(state.legal_moves(seat)))
        yield state.view(0)


def view_at(key: str, plies: int) -> View:
    """A view from a random match, the last one if it is over by then."""
    return deque(islice(match(key, random.Random(3)), plies + 1), maxlen=1)[0]


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
    """Of CPU."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def side_by_side(key: str, plies: int) -> tuple[float, float, float, float]:
    """Median ms and KB of our picture, warm, and of theirs."""
    view, board = view_at(key, plies), chess_at(plies)
    our_size = len(picture.paint(key, view, NAMES)) / 1024
    their_size = len(paint_chess(board)) / 1024
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours += [milliseconds(lambda: picture.paint(key, view, NAMES)) for _ in range(OURS)]
        theirs.append(milliseconds(lambda: paint_chess(board)))
    return statistics.median(ours), our_size, statistics.median(theirs), their_size


def cold(first_picture: str) -> float:
    """Milliseconds of CPU to the first picture, imports included, in a fresh process: the median of five.

    Another run before compiles what is imported, as it is in an installed bot.
    """
    program = f"import time; began = time.process_time()\n{first_picture}\nprint(time.process_time() - began)"
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        for _ in range(6)
    ]
    return statistics.median(float(run.stdout) for run in runs[1:]) * 1000


def fresh_pictures(key: str) -> list[float]:
    """Milliseconds of each picture of whole matches: most show something that none before them showed."""
    chance = random.Random(9)
    views = islice(chain.from_iterable(match(key, chance) for _ in count()), FRESH)
    return [milliseconds(partial(picture.paint, key, view, NAMES)) for view in views]


def running(key: str) -> float:
    """How many times as long the next picture of a running match takes as the same one at once again."""
    views = [match(key, random.Random(number)) for number in range(OTHERS + 1)]
    began, new, again = [islice(each, TURNS) for each in views], 0.0, 0.0
    for view in chain.from_iterable(zip(*began, strict=False)):
        picture.paint(key, view, NAMES)
    for view in chain.from_iterable(islice(zip(*views, strict=False), TURNS)):
        new += milliseconds(partial(picture.paint, key, view, NAMES))
        again += milliseconds(partial(picture.paint, key, view, NAMES))
    return new / again


def compare(key: str, cold_chess: float) -> None:
    """Print the lines of one game."""
    faster = []
    print(f"\n{key:16}{'ours':>16}{'chess.svg + CairoSVG':>26}{'faster':>12}")
    for name, plies in PLIES.items():
        ms, size, their_ms, their_size = side_by_side(key, plies)
        ours, theirs = f"{ms:.2f} ms {size:.0f} KB", f"{their_ms:.0f} ms {their_size:.0f} KB"
        faster.append(their_ms / ms)
        print(f"{name:16}{ours:>16}{theirs:>26}{faster[-1]:>10.0f} x")
    ms = cold(COLD_OURS.format(key=key))
    print(f"{'first, cold':16}{f'{ms:.0f} ms':>16}{f'{cold_chess:.0f} ms':>26}{cold_chess / ms:>10.1f} x")
    times = fresh_pictures(key)
    early, late = statistics.mean(times[:100]), statistics.mean(times[-100:])
    print(f"{FRESH} different pictures: {early:.1f} ms each of the first 100, {late:.1f} of the last 100")
    print(AIMS[key].row(f"{key}: pictures, chess.svg + CairoSVG = 1", statistics.mean(faster)))
    if key == "sato":  # the one game whose tiles are not all kept
        print(
            RUNNING.row(f"{key}: a running match among {OTHERS} others, all tiles painted = 1", running(key))
        )
    print(FIRST.row(f"{key}: first picture after a start, chess.svg = 1", cold_chess / ms))


def main() -> None:
    width, height = picture.SIZE
    print(f"ours {width} x {height}, chess {CHESS_SIDE} x {CHESS_SIDE}; medians")
    cold_chess = cold(COLD_CHESS)
    for key in picture.PAINTED:
        compare(key, cold_chess)


if __name__ == "__main__":
    main()
