"""Sator on boards of any size, and what the best answer to a strategy wins there.

A strategy is fixed and known to who answers it: with which kind (choice of red dots) it plays which ply how
often, in a public position. Only the kind is hidden. Three computations of what the answer wins:

* `answered` goes through all public *histories*. With each it keeps how likely each kind is to have played
  so, and takes, for each of its own kinds, the ply that wins most on average. This is **exact**. An
  information set of the answer is a history and its own kind. No two histories share one, so choices are
  independent, and the best of each can be taken from the end backwards. Histories that lead to one position
  with one belief are worth the same, and are gone through once. The tests compare it with a list of all pure
  strategies.
* `seeing` goes through public *positions* with the dots laid open. It is an upper bound: who sees them can do
  whatever can be done without.
* `believing` goes through public positions with a belief that depends on the position alone. It is **not
  exact**: a position that is reached in several ways comes with several beliefs. What its plies win is a
  lower bound.

On 2 x 3 cells with one red dot of two, no position where there is a choice is reached in two ways. The
smallest board where positions do not suffice is 2 x 4. `telltale` moves what has advanced least there, of
equals the red one. The order of two steps tells its dots; the position after them does not. The best answer
of seat 0 with a red dot on the left wins 1; the best of all answers by position wins 0.75.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from games.game import SEATS, Seat, other

WHITE, RED, UNSEEN = -1, -2, -3
"""Where a piece is that has left the board: captured and seen, or gone with a red dot that it captured."""

Kind = frozenset[int]
"""The pieces of a seat that have a red dot."""
Ply = tuple[int, int]
"""A piece and the cell that it goes to."""
Values = dict[Kind, float]


class Board(NamedTuple):
    """A size of the board; the pieces fill the first row of each seat."""

    width: int
    rows: int
    reds: int
    """Of each seat."""


class Position(NamedTuple):
    """What everybody sees."""

    places: tuple[int, ...]
    """By piece, seat 0's first: its cell by rows, or why it is off the board. On the far row it is red."""
    turn: Seat


Outcome = Position | float
"""What follows, or the score of seat 0."""
Strategy = Callable[[Position, Kind], Mapping[Ply, float]]
"""How often the seat to move plays what with a kind."""


def start(board: Board) -> Position:
    """Both rows set up."""
    last = board.width * (board.rows - 1)
    return Position((*range(board.width), *range(last, last + board.width)), 0)


def pieces(board: Board, seat: Seat) -> range:
    """The numbers of the pieces of a seat."""
    return range(seat * board.width, (seat + 1) * board.width)


def steps(board: Board, seat: Seat, cell: int) -> int:
    """The rows advanced by a piece on a cell."""
    row = cell // board.width
    return row if seat == 0 else board.rows - 1 - row


@cache
def plies(board: Board, position: Position, seat: Seat) -> tuple[Ply, ...]:
    """What a seat may play (Sator, rule 2)."""
    foes = {position.places[piece] for piece in pieces(board, other(seat))}
    taken = set(position.places)
    found = []
    for piece in pieces(board, seat):
        cell = position.places[piece]
        if cell < 0 or steps(board, seat, cell) == board.rows - 1:
            continue
        ahead = cell + (board.width if seat == 0 else -board.width)
        if ahead not in taken:
            found.append((piece, ahead))
        found += [
            (piece, ahead + aside)
            for aside in (-1, 1)
            if 0 <= cell % board.width + aside < board.width and ahead + aside in foes
        ]
    return tuple(found)


@cache
def kinds(board: Board, position: Position, seat: Seat) -> tuple[Kind, ...]:
    """What the public dots let a seat hide (Sator, rules 3, 5 and 6)."""
    own = pieces(board, seat)
    white = {piece for piece in own if position.places[piece] == WHITE}
    red = {piece for piece in own if is_red(board, position, seat, piece)}
    every = map(frozenset, combinations(own, board.reds))
    return tuple(kind for kind in every if red <= kind and not kind & white)


def is_red(board: Board, position: Position, seat: Seat, piece: int) -> bool:
    """Whether everybody knows that a piece is red."""
    place = position.places[piece]
    return place == RED or (place >= 0 and steps(board, seat, place) == board.rows - 1)


def came(board: Board, position: Position, ply: Ply, mover: Kind, foe: Kind) -> Outcome:
    """What a ply brings where the seat that moves and the other hide these kinds (Sator, rules 2 to 7)."""
    piece, target = ply
    seat = position.turn
    places = list(position.places)
    victim = places.index(target) if target in places else None
    if victim is not None:
        places[victim] = RED if victim in foe else WHITE
    if victim is not None and victim in foe:
        places[piece] = UNSEEN
    else:
        places[piece] = target
        if steps(board, seat, target) == board.rows - 1 and piece not in mover:
            return 1.0 - seat
    after = Position(tuple(places), other(seat))
    for turn in (other(seat), seat):
        if plies(board, after, turn):
            return Position(after.places, turn)
    return more_advanced(board, after)


def more_advanced(board: Board, position: Position) -> float:
    """The score of seat 0 where nobody can move (Sator, rule 7)."""
    far = [
        sorted(
            (
                steps(board, seat, cell)
                for piece in pieces(board, seat)
                if (cell := position.places[piece]) >= 0
            ),
            reverse=True,
        )
        for seat in SEATS
    ]
    return 0.5 + ((far[0] > far[1]) - (far[0] < far[1])) / 2


class Branch(NamedTuple):
    """One outcome of a ply, and with which kinds of each seat it comes about."""

    outcome: Outcome
    kinds: tuple[tuple[Kind, ...], tuple[Kind, ...]]


@cache
def branches(board: Board, position: Position, ply: Ply) -> tuple[Branch, ...]:
    """The outcomes of a ply that can be told apart; each comes about with any of its kinds of both seats."""
    piece, target = ply
    seat = position.turn
    victim = position.places.index(target) if target in position.places else -1
    found = []
    for foe in parted(kinds(board, position, other(seat)), victim):
        fallen = victim in foe[0]
        arrives = steps(board, seat, target) == board.rows - 1 and not fallen
        for mover in parted(kinds(board, position, seat), piece if arrives else -1):
            outcome = came(board, position, ply, mover[0], foe[0])
            found.append(Branch(outcome, (foe, mover) if seat else (mover, foe)))
    return tuple(found)


def parted(every: tuple[Kind, ...], piece: int) -> list[tuple[Kind, ...]]:
    """The kinds where a piece is white, and those where it is red; where there are any."""
    parts = (tuple(kind for kind in every if (piece in kind) is red) for red in (False, True))
    return [part for part in parts if part]


Choose = Callable[[Position, list[Values]], Values]
"""How the answer chooses: a value for each of its kinds, from those of its plies."""


def best_of(position: Position, values: list[Values]) -> Values:
    """The best for each kind."""
    return {kind: max(each[kind] for each in values) for kind in values[0]}


Known = dict[tuple[Position, tuple[tuple[Kind, float], ...]], Values]
"""What an answer wins, by the position and by how likely the other has each of its kinds."""
DIGITS = 12
"""Beliefs that differ less are one."""


def answered(
    board: Board,
    seat: Seat,
    strategy: Strategy,
    outcome: Outcome,
    reach: Values,
    choose: Choose = best_of,
    known: Known | None = None,
) -> Values:
    """What the answer of a seat wins from here, for each of its kinds that are possible: exact.

    `reach` is how likely the other has each of its kinds and has played so; what is won is weighed by it.
    Another `choose` evaluates another answer than the best.
    """
    assert isinstance(outcome, Position)  # noqa: S101 - for the types: a match does not begin at its end
    known = {} if known is None else known
    total = sum(reach.values())
    belief = {kind: chance / total for kind, chance in reach.items()}
    key = outcome, tuple((kind, round(chance, DIGITS)) for kind, chance in belief.items())
    if key not in known:
        values = [
            after_ply(board, seat, strategy, outcome, belief, ply, choose, known)
            for ply in plies(board, outcome, outcome.turn)
        ]
        known[key] = (
            choose(outcome, values)
            if outcome.turn == seat
            else {kind: sum(each[kind] for each in values) for kind in values[0]}
        )
    return {kind: total * value for kind, value in known[key].items()}


def after_ply(
    board: Board,
    seat: Seat,
    strategy: Strategy,
    position: Position,
    reach: Values,
    ply: Ply,
    choose: Choose,
    known: Known,
) -> Values:
    """What the answer wins where this ply is played, over all that may come to light."""
    after = reach
    if position.turn != seat:
        after = {kind: chance * strategy(position, kind).get(ply, 0.0) for kind, chance in reach.items()}
    values = dict.fromkeys(kinds(board, position, seat), 0.0)
    for branch in branches(board, position, ply):
        left = {kind: after[kind] for kind in branch.kinds[other(seat)] if after.get(kind)}
        if not left:
            continue
        if isinstance(branch.outcome, Position):
            won = answered(board, seat, strategy, branch.outcome, left, choose, known)
        else:
            won = dict.fromkeys(branch.kinds[seat], score_of(seat, branch.outcome) * sum(left.values()))
        for kind in branch.kinds[seat]:
            values[kind] += won[kind]
    return values


def score_of(seat: Seat, score: float) -> float:
    """The score of a seat, from that of seat 0."""
    return 1 - score if seat else score


World = tuple[Kind, Kind]
"""What both seats hide."""
Worlds = Mapping[World, float]
Mix = Callable[[Position, Sequence[Worlds]], Callable[[World, int], float]]
"""How a seat chooses in a position, from seat 0's scores after each ply: how often, in a world, which ply."""


class Positions:
    """The scores of seat 0 in all positions and worlds, where each seat chooses by the position."""

    def __init__(self, board: Board, mixes: tuple[Mix, Mix]) -> None:
        self._board = board
        self._mixes = mixes
        self.known: dict[Position, Worlds] = {}
        """What has been met."""
        self._chosen: dict[Position, Callable[[World, int], float]] = {}

    def worlds(self, position: Position) -> Worlds:
        """The scores of a position."""
        if position not in self.known:
            every = plies(self._board, position, position.turn)
            options = [self._after(position, ply) for ply in every]
            chosen = self._chosen[position] = self._mixes[position.turn](position, options)
            self.known[position] = {
                world: sum(chosen(world, number) * option[world] for number, option in enumerate(options))
                for world in options[0]
            }
        return self.known[position]

    def strategy(self, position: Position, kind: Kind) -> Mapping[Ply, float]:
        """What the seat to move plays, where it chooses by its own kind alone."""
        world = next(world for world in self.worlds(position) if world[position.turn] == kind)
        every = plies(self._board, position, position.turn)
        return {ply: self._chosen[position](world, number) for number, ply in enumerate(every)}

    def _after(self, position: Position, ply: Ply) -> Worlds:
        found: dict[World, float] = {}
        for branch in branches(self._board, position, ply):
            after = branch.outcome
            for world in product(*branch.kinds):
                found[world] = self.worlds(after)[world] if isinstance(after, Position) else after
        return found


def fixed(board: Board, strategy: Strategy) -> Mix:
    """The seat follows a strategy."""

    def mix(position: Position, _: Sequence[Worlds]) -> Callable[[World, int], float]:
        every = plies(board, position, position.turn)
        chances = {kind: strategy(position, kind) for kind in kinds(board, position, position.turn)}
        return lambda world, number: chances[world[position.turn]].get(every[number], 0.0)

    return mix


def seeing(position: Position, options: Sequence[Worlds]) -> Callable[[World, int], float]:
    """The seat takes what is best in the very world: it sees the dots."""
    best = min if position.turn else max
    chosen = {world: best(range(len(options)), key=lambda each: options[each][world]) for world in options[0]}
    return lambda world, number: float(chosen[world] == number)


def believing(position: Position, options: Sequence[Worlds]) -> Callable[[World, int], float]:
    """The seat takes what is best on average over what the public dots let the other hide; ties by half."""
    sums: dict[Kind, list[float]] = {}
    for number, option in enumerate(options):
        for world, score in option.items():
            sums.setdefault(world[position.turn], [0.0] * len(options))[number] += score
    shares = {kind: best_shares(each, -1 if position.turn else 1) for kind, each in sums.items()}
    return lambda world, number: shares[world[position.turn]][number]


def best_shares(scores: list[float], sign: int) -> list[float]:
    """The same share for each of the best."""
    best = max(sign * score for score in scores)
    good = [sign * score > best - 1e-9 for score in scores]
    return [each / sum(good) for each in good]


def evenly(board: Board) -> Strategy:
    """Every ply as often as any other."""

    def strategy(position: Position, _: Kind) -> Mapping[Ply, float]:
        every = plies(board, position, position.turn)
        return dict.fromkeys(every, 1 / len(every))

    return strategy


def telltale(board: Board) -> Strategy:
    """Moves the piece that has advanced least, of equals a red one: the order tells the kind."""

    def strategy(position: Position, kind: Kind) -> Mapping[Ply, float]:
        def order(ply: Ply) -> tuple[int, bool, Ply]:
            return steps(board, position.turn, position.places[ply[0]]), ply[0] not in kind, ply

        return {min(plies(board, position, position.turn), key=order): 1.0}

    return strategy


class Bounds(NamedTuple):
    """What answers to a strategy win, the mean of both seats, in shares of a match."""

    exact: float
    """Of the best answer, by histories."""
    by_position: float
    """Of an answer that believes what the public dots of a position leave, each as likely."""
    seeing: float
    """Of the best one that sees the dots."""


def bounds(board: Board, strategy: Strategy) -> Bounds:
    """All computations for a strategy that hides each kind as often."""
    either = [bounds_of(board, seat, strategy) for seat in SEATS]
    return Bounds(*(sum(values) / len(SEATS) for values in zip(*either, strict=True)))


def bounds_of(board: Board, seat: Seat, strategy: Strategy) -> Bounds:
    """The same for an answer of one seat."""
    root = start(board)
    foe = kinds(board, root, other(seat))
    reach = dict.fromkeys(foe, 1 / len(foe))
    by_position, seen = (against(board, seat, strategy, mix) for mix in (believing, seeing))
    return Bounds(
        max(answered(board, seat, strategy, root, reach).values()),
        best_kind(by_position.worlds(root), seat),
        best_kind(seen.worlds(root), seat),
    )


def against(board: Board, seat: Seat, strategy: Strategy, mix: Mix) -> Positions:
    """The positions where `seat` chooses so and the other follows the strategy."""
    mixes = (mix, fixed(board, strategy))
    return Positions(board, mixes if seat == 0 else (mixes[1], mixes[0]))


def best_kind(worlds: Worlds, seat: Seat) -> float:
    """The score of a seat with its best kind, the mean over those of the other."""
    scores: dict[Kind, list[float]] = {}
    for world, score in worlds.items():
        scores.setdefault(world[seat], []).append(score_of(seat, score))
    return max(sum(each) / len(each) for each in scores.values())
