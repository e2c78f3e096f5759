"""Puzzles with proved answers, found in matches of the measuring script: `python -m tools.puzzles --count N`.

What is written holds the way to each position (deal and plies), the task, and how far each move gets. The
same arguments write the same bytes on one installation.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

from games.catalog import GAMES
from tools.puzzles.finding import search, written


def main(arguments: Sequence[str] | None = None, say: Callable[[str], object] = sys.stdout.write) -> None:
    """Write puzzles of all games, or of one, a line each; the games take turns."""
    asked = parser().parse_args(arguments)
    games = [asked.game] if asked.game else list(GAMES)
    found = zip(*(search(game, asked.count, asked.seed) for game in games), strict=True)
    lines = [json.dumps(written(one), separators=(",", ":")) for turn in found for one in turn]
    say("[\n" + ",\n".join(lines) + "\n]\n")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("--count", type=int, default=104, help="puzzles of each game")
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    main()
