"""What a lead and a run are worth in Stacko: `python -m tools.stacko_leads --matches N`.

A level plays matches against itself. It prints the numbers of `robots/stacko/stakes.py` as they come out:
how often the other tower has a run of each length when one is finished, and how often who leads after
round 1 wins the match.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean
from typing import cast

from games.game import SEATS
from games.stacko import PLACES, State
from games.stacko.rounds import POINTS_A_PART, POINTS_FINISHED, Round
from robots import LEVELS
from tools.arena import Pairing, answered, opened


def played(pairing: Pairing, number: int) -> State:
    """A match that is over."""
    players = dict(zip(SEATS, pairing.players, strict=True))
    state, ply = opened(pairing, number, players), 0
    while state.result is None:
        state, ply = answered(pairing, number, players, state, f"ply {ply}"), ply + 1
    return cast(State, state)


def losers_runs(matches: Iterable[State]) -> Counter[int]:
    """How often the other tower had each run when one was finished."""
    rounds = [scores_of(each) for match in matches for each in (*match.ended, match.round)]
    return Counter(min(scores) // POINTS_A_PART for scores in rounds if max(scores) == POINTS_FINISHED)


def scores_of(over: Round) -> tuple[int, int]:
    """The points of a round that is over."""
    assert over.scores is not None  # noqa: S101
    return over.scores


def leaders_results(matches: Iterable[State]) -> dict[int, list[float]]:
    """By the lead after round 1, the results of who had it; without a lead, those of seat 0."""
    results = defaultdict(list)
    for match in matches:
        first, second = scores_of(match.ended[0])
        leader = 0 if first >= second else 1
        winner = match.result and match.result.winner
        results[abs(first - second)].append(0.5 if winner is None else float(winner == leader))
    return results


def report(matches: Sequence[State]) -> list[str]:
    """A line for each run and each lead that occurred."""
    runs, results = losers_runs(matches), leaders_results(matches)
    lines = [
        f"run {run}: {runs[run] / runs.total():.2f} of {runs.total()} finished rounds"
        for run in range(PLACES + 1)
    ]
    return lines + [
        f"lead {lead}: won {mean(results[lead]):.2f} of {len(results[lead])}" for lead in sorted(results)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the matches that the command line asks for, and print what they say."""
    parser = argparse.ArgumentParser(prog="python -m tools.stacko_leads", description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--level", choices=[str(level) for level in LEVELS], default=str(LEVELS[-1]))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    asked = parser.parse_args(arguments)
    pairing = Pairing("stacko", (), (asked.level, asked.level), asked.seed)
    with ProcessPoolExecutor(asked.processes) as pool:
        matches = list(pool.map(partial(played, pairing), range(asked.matches)))
    print(*report(matches), sep="\n")


if __name__ == "__main__":
    main()
