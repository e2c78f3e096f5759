"""Positions with one best move, found in matches of the robots: `python -m tools.puzzles --count N`.

What is written holds the way to each position (deal and plies), and what each of its moves costs. The same
arguments write the same bytes on one installation.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from bot.domain.puzzles import PUNISHING
from games.catalog import GAMES
from games.dice import Dice
from games.game import Seat, State, View
from games.sahara import View as SaharaView
from robots.catalog import assess, choose, robot_of
from robots.robot import LEVELS, worlds
from robots.sahara import losses

PLAYERS = LEVELS[2]
"""The level that plays the matches."""
SET_UP = 2
"""Plies before which no position is a puzzle: how to hide is no question with one answer."""
FEWEST_MOVES, MOST_MOVES = 3, 30
"""To choose from."""
CLEAR = 0.1
"""How much better than any other move the best one is, in chances to win."""
CLEAR_IN_BEANS = 2
MOST_BEANS = 20
"""On the hollows: with so many every robot of Sahara plays to the end, with or without numba."""
STILL_OPEN = 0.3
"""The chance to win that the best move has at least: else there is nothing to find."""
WORLDS = 8
"""Over which a move's worth is averaged where something is hidden or drawn."""
DRAWN_PLIES = 4
"""At most: plies that open a match without choice, else all matches of a game without a deal are one."""
LINE = 4
"""Plies that follow the best move in the explanation, where costs are exact."""
SKIPPED = 6
"""At most: puzzles of one match that are passed over, so that they come from all its stages."""
HOUSE_RULES: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "sato": ({}, {"variant": "open", "table": "medium"}, {"variant": "hidden"}),
}
"""What the matches of a game take turns in; elsewhere the defaults."""


def puzzles(game: str, amount: int, seed: int) -> Iterator[Mapping[str, Any]]:
    """So many puzzles of a game, at most one of each match."""
    found = 0
    for number in count():
        if found == amount:
            return
        puzzle = _of_match(game, f"{game} {seed} {number}", number)
        if puzzle:
            found += 1
            yield puzzle


def _of_match(game: str, purpose: str, number: int) -> Mapping[str, Any] | None:
    """A puzzle of one match, or none."""
    chance, deal_seed = random.Random(purpose), hashlib.sha256(purpose.encode()).hexdigest()
    options = HOUSE_RULES.get(game, ({},))
    house_rules = options[number % len(options)]
    engine, plies, found = GAMES[game], list[str](), dict[str, Any]()
    state = there = engine.deal(engine.options(**house_rules), Dice.from_seed(bytes.fromhex(deal_seed)))
    drawn, left = chance.randint(0, DRAWN_PLIES), chance.randint(0, SKIPPED)
    while state.result is None and left >= 0:
        seat = state.to_act[0]
        view, at_once = state.view(seat), state.view(None).open_choice
        costs = one_best(view) if len(plies) > max(drawn, SET_UP - 1) else None
        if costs:
            told = {"game": game, "house_rules": dict(house_rules), "seed": deal_seed}
            found, left = {**told, "plies": ", ".join(plies), "costs": dict(costs)}, left - 1
            there = state
        move = _played(state, chance, drawn=at_once and len(plies) < drawn)
        plies.append(str(move))
        state = state.play(seat, move)
    return {**found, **reasons(there, found["costs"])} if found else None


def _played(state: State, chance: random.Random, *, drawn: bool) -> Any:
    seat = state.to_act[0]
    if drawn:
        return chance.choice(state.legal_moves(seat))
    return choose(state.view(seat), PLAYERS, chance.getrandbits(32))


def one_best(view: View) -> Mapping[str, float] | None:
    """What each move of a view costs, if one is clearly the best and not the one that takes most at once."""
    moves = worlds(view, 0, 1)[0].legal_moves(view.to_act[0])
    if not FEWEST_MOVES <= len(moves) <= MOST_MOVES:
        return None
    tempting = str(robot_of(view).best_single_ply(view, 0))
    costs = _in_beans(view) if isinstance(view, SaharaView) else _in_chances(view, tempting)
    return None if costs is None or costs[tempting] == 0 else costs


def _in_beans(view: SaharaView) -> Mapping[str, float] | None:
    """Exact ones; to keep the sides or to swap them is no move to look for."""
    if view.asked or sum(map(sum, view.sides)) > MOST_BEANS:
        return None
    found = losses(view)
    costs = {str(move): cost for move, cost in found.costs.items()}
    return costs if found.exact and sorted(costs.values())[1] >= CLEAR_IN_BEANS else None


def _in_chances(view: View, tempting: str) -> Mapping[str, float] | None:
    """As the robot assesses them; it plays the best one itself, whatever its choices are drawn from."""
    best, again = (str(choose(view, LEVELS[-1], seed)) for seed in (1, 2))
    if best != again or best == tempting:
        return None
    seat, imagined = view.to_act[0], worlds(view, 1, WORLDS)
    worth = {
        str(move): sum(assess(world.play(seat, move).view(seat), 1) for world in imagined) / WORLDS
        for move in imagined[0].legal_moves(seat)
    }
    highest = worth[best]
    costs = {move: round(highest - chance, 2) for move, chance in worth.items()}
    return costs if highest >= STILL_OPEN and sorted(costs.values())[:2] >= [0, CLEAR] else None


def reasons(state: State, costs: Mapping[str, float]) -> Mapping[str, Any]:
    """The move that is tempting and not the best, and what follows moves, where that shows their worth.

    After the best one that is told where it is exact; after others what the other seat takes at once, and
    does not take after the best one.
    """
    seat = state.to_act[0]
    view, best = state.view(seat), min(costs, key=costs.__getitem__)
    after = {str(move): state.play(seat, move) for move in state.legal_moves(seat)}
    allowed = _reply(after[best], seat)
    found = {move: reply for move in costs if (reply := _reply(after[move], seat)) not in ("", allowed)}
    line = {best: _line(after[best])} if isinstance(view, SaharaView) else {}
    replies = {move: reply for move, reply in {**found, **line}.items() if reply}
    return {"tempting": str(robot_of(view).best_single_ply(view, 0)), "replies": replies}


def _reply(state: State, mover: Seat) -> str:
    """What the other seat takes at once after a move; "" where it does not."""
    if state.result is not None or mover in state.to_act:
        return ""
    view = state.view(state.to_act[0])
    reply = choose(view, LEVELS[-1], 1)
    return str(reply) if PUNISHING & {fact.key for fact in view.tell_purpose(reply)} else ""


def _line(state: State) -> str:
    """How the strongest robots play on."""
    line = list[str]()
    while len(line) < LINE and state.result is None:
        seat = state.to_act[0]
        ply = choose(state.view(seat), LEVELS[-1], 1)
        line.append(str(ply))
        state = state.play(seat, ply)
    return ", ".join(line)


def main(arguments: Sequence[str] | None = None, say: Callable[[str], object] = sys.stdout.write) -> None:
    """Write puzzles of all games, or of one, a line each; the games take turns."""
    asked = parser().parse_args(arguments)
    games = [asked.game] if asked.game else list(GAMES)
    found = zip(*(puzzles(game, asked.count, asked.seed) for game in games), strict=True)
    lines = [json.dumps(puzzle) for turn in found for puzzle in turn]
    say("[\n" + ",\n".join(lines) + "\n]\n")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.puzzles", description=__doc__)
    parser.add_argument("--count", type=int, default=12, help="puzzles of each game")
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    main()
