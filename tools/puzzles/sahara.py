"""Tasks of Sahara: every value comes from a search to the end of the game, or of the turn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache

from games.game import Seat, other
from games.sahara import BEANS, Move, State, View
from robots.sahara.board import SOWS, Position, legal, move, position, sow
from robots.sahara.thinking import Thinking, after, exact_worths
from tools.puzzles.task import Task, is_clear

MOTIFS = ("series", "capture", "refuse", "safe", "sacrifice", "win")
NODES = 200_000
MOST_BEANS = 15
"""On the hollows: so few are played to the end in these nodes by an interpreter alone."""
FEWEST_BEANS = 5
MARGIN = 2
"""How many beans the answer wins more than any other move."""
LONG = 3
"""The sows of a series, at least."""
OPEN = 2
"""The beans that can be captured after a careless move, at least."""
SACRIFICED = 2
"""The beans that a sacrifice offers, at least."""
WON = BEANS // 2 + 1
LINE = 6


AGAIN = 0.5
"""What it is worth to the script to move again, in beans."""
UNDECIDED = 0.01
"""By so many beans it mistakes one move for another."""


def best_single_ply(view: View, seed: int) -> Move:
    """The sow that wins most at once; of equal ones one that goes on, else any."""
    here, chance = position(view), random.Random(seed)
    looks: dict[int, float] = {}
    for number in legal(here):
        *_, gain, again = sow(here.own, here.opposite, here.beans, number, SOWS)
        looks[number] = gain + again * AGAIN + chance.gauss(0, UNDECIDED)
    return move(max(looks, key=looks.__getitem__))


def tasks(state: State, seat: Seat) -> Iterator[Task]:
    """What can be asked of the seat to move."""
    view = state.view(seat)
    if view.asked or view.offers_sides or not FEWEST_BEANS <= sum(map(sum, view.sides)) <= MOST_BEANS:
        return
    values = ends(view)
    if not values or not is_clear(values, MARGIN):
        return
    best = max(values.values())
    answers = [each for each, value in values.items() if value == best]
    line = tuple(_line(state, answers[0]))
    replies = _replies(state, seat, values)
    in_turn = turn_gains(view)
    if is_clear(in_turn, MARGIN) and [m for m in in_turn if in_turn[m] == max(in_turn.values())] == answers:
        own = _own_sows(state, (answers[0], *_series(view, answers[0])), seat)
        if len(own) >= LONG:
            yield Task("series", "turn", max(in_turn.values()), in_turn, tuple(own[1:]))
    others = sorted(values.values())[-len(answers) - 1]
    asks = "win" if best >= WON > others + 1 else "draw" if best == WON - 1 else "beans"
    for motif in _motifs(state, seat, answers, values):
        yield Task(motif, asks, best, values, line, replies)
    if asks == "win":
        yield Task("win", asks, best, values, line, replies)


def ends(view: View) -> Mapping[str, int] | None:
    """By move: the beans that the mover ends the game with, both playing perfectly; None if unproved."""
    here = position(view)
    worths = exact_worths(here, Thinking(here.feeds, NODES))
    store = view.stores[view.turn]
    if worths is None:
        return None
    return {str(move(each)): store + (here.beans + int(worth)) // 2 for each, worth in worths.items()}


def turn_gains(view: View) -> dict[str, int]:
    """The most beans that the mover can win in this turn, by its first move."""
    here = position(view)

    return {str(move(each)): _gain(here, each) for each in legal(here)}


def _gain(here: Position, number: int) -> int:
    """The beans won by a sow and the best that may follow it in the same turn; who is skipped ends it."""
    *_, gain, again = sow(here.own, here.opposite, here.beans, number, SOWS)
    if not again:
        return gain
    there, _ = after(here, number)
    return gain + max(_gain(there, each) for each in legal(there))


def _series(view: View, first: str) -> Iterator[str]:
    """How the turn goes on that wins most."""
    here = position(view)
    number = next(each for each in legal(here) if str(move(each)) == first)
    while sow(here.own, here.opposite, here.beans, number, SOWS)[-1]:
        here, _ = after(here, number)
        number = max(legal(here), key=lambda each: _gain(here, each))
        yield str(move(number))


def _own_sows(state: State, moves: tuple[str, ...], seat: Seat) -> list[str]:
    own = []
    for each in moves:
        if state.to_act != (seat,):
            break
        state = state.play(seat, _parse(each))
        own.append(each)
    return own


def _motifs(state: State, seat: Seat, answers: list[str], values: Mapping[str, int]) -> Iterator[str]:
    """What all answers have in common and the wrong moves, or the one that takes most at once, have not."""
    taken = {each: _captured(state, seat, each) for each in values}
    left = {each: _left(state, seat, each) for each in values}
    script = str(best_single_ply(state.view(seat), 0))
    wrong = [each for each in values if each not in answers]
    if script in wrong and all(taken[each] for each in answers):
        yield "capture"
    if script in wrong and taken[script] and not any(taken[each] for each in answers):
        yield "refuse"
    open_ = [left[each] for each in wrong]
    quiet = not any(left[each] != 0 or taken[each] for each in answers)
    if quiet and any(open_) and all(each is None or each >= OPEN for each in open_):
        yield "safe"
    if all((left[each] or 0) >= SACRIFICED for each in answers) and 0 in open_:
        yield "sacrifice"


def _captured(state: State, seat: Seat, notation: str) -> int:
    return state.play(seat, _parse(notation)).trail[-1].captured


def _left(state: State, seat: Seat, notation: str) -> int | None:
    """The beans that one sow of the other seat can capture after a move; None where it is not to move."""
    then, opponent = state.play(seat, _parse(notation)), other(seat)
    if then.to_act != (opponent,):
        return None
    return max(then.play(opponent, each).trail[-1].captured for each in then.legal_moves(opponent))


def _line(state: State, first: str) -> Iterator[str]:
    """Perfect play after a move, a few plies or to the end."""
    state = state.play(state.to_act[0], _parse(first))
    for _ in range(LINE):
        if state.result is not None:
            return
        yield (ply := _best(state))
        state = state.play(state.to_act[0], _parse(ply))


def _best(state: State) -> str:
    values = ends(state.view(state.to_act[0]))
    assert values  # noqa: S101 - fewer beans than where all was proved
    return max(values, key=values.__getitem__)


def _replies(state: State, seat: Seat, values: Mapping[str, int]) -> dict[str, str]:
    """The best reply to each wrong move that hands over the turn."""
    after_each = {
        each: state.play(seat, _parse(each)) for each in values if values[each] < max(values.values())
    }
    return {each: _best(then) for each, then in after_each.items() if then.to_act == (other(seat),)}


@cache
def _parse(notation: str) -> Move:
    word, *feed = notation.split()
    return Move(int(word), feed=bool(feed))
