"""What a position is worth, and which move is best, in so many nodes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from robots.sahara import endgame
from robots.sahara.board import NONE, Position, legal, sow
from robots.sahara.endgame import NUMBERS
from robots.sahara.search import BEAN, LIMIT, NODES, TO_THE_END, deeper, recalled, worth

shipped_table = cache(endgame.table)


@dataclass(frozen=True, slots=True)
class Found:
    """What a position is worth to its mover."""

    beans: float
    """What they will win more than the other from here on; where that is not exact, by an estimate."""
    exact: bool
    move: int | None
    """One that is worth so much, if one is known; None if all are, or the position stands in the table."""


class OutOfNodes(Exception):
    """The search may go no further."""


class Thinking:
    """One search with its memory: it ends with `OutOfNodes` when its nodes are spent."""

    def __init__(
        self, feeds: bool, nodes: int, *, tabled: int = endgame.MOST_BEANS, memory_bits: int = 0
    ) -> None:
        """Args: `tabled`, the most beans that are looked up; `memory_bits` of slots, 0: as the nodes need."""
        self.table = shipped_table(feeds)
        memory_bits = memory_bits or max(nodes.bit_length() - 3, 1)
        self.memory = array("q", bytes(16 << memory_bits))
        self.work = array("q", [0, nodes, (1 << memory_bits) - 1, feeds, tabled])

    def allow(self, nodes: int) -> None:
        """Let it go on for so many nodes."""
        self.work[LIMIT] = self.work[NODES] + nodes

    @property
    def spent(self) -> int:
        """The nodes that it has visited."""
        return self.work[NODES]

    def value(self, here: Position, alpha: int, beta: int, depth: int) -> int:
        """In sixteenths of a bean: the value between alpha and beta, or a bound of it."""
        value = worth(
            here.own,
            here.opposite,
            here.beans,
            alpha,
            beta,
            depth,
            NUMBERS,
            self.table,
            self.memory,
            self.work,
        )
        if self.work[NODES] >= self.work[LIMIT]:
            raise OutOfNodes
        return value

    def to_depth(self, here: Position, depth: int) -> Found:
        """The value and the best move, with a horizon of so many turns."""
        most = here.beans * BEAN
        value = self.value(here, -most, most, depth)
        return Found(value / BEAN, exact=False, move=self._favourite(here))

    def exactly(self, here: Position, guess: float = 0) -> Found:
        """The value with the game played to its end."""
        *_, found = self.proofs(here, guess)
        return found

    def proofs(self, here: Position, guess: float) -> Iterator[Found]:
        """What is proved to be won, and by which move, as it rises; the last one is exact.

        By tests whether it is as much as a number of beans.
        """
        low, high, move = -here.beans, here.beans, None
        test = round(guess) + (round(guess) + here.beans) % 2  # the value is even if the beans are
        while low < high:
            test = min(max(test, low + 2), high)
            reached = self.value(here, test * BEAN - 1, test * BEAN, TO_THE_END) // BEAN
            if reached >= test:
                low, move = reached, self._favourite(here)
                test = reached + 2
                yield Found(low, exact=False, move=move)
            else:
                high = test = reached
        yield Found(low, exact=True, move=move)

    def wins(self, here: Position, move: int, bar: int, depth: int) -> bool:
        """Whether a move wins so many sixteenths of a bean more than the other, or more."""
        there, sign = after(here, move)
        bar -= (sign * there.lead - here.lead) * BEAN
        if not there.own:
            return bar <= 0
        if sign > 0:
            return self.value(there, bar - 1, bar, depth) >= bar
        return self.value(there, -bar, 1 - bar, deeper(depth)) <= -bar

    def _favourite(self, here: Position) -> int | None:
        """The best move of the position that was searched last; None if the table knew its value."""
        move = recalled(here.own, here.opposite, here.beans, 0, self.memory, self.work)[2]
        return None if move == NONE else move


def after(here: Position, move: int) -> tuple[Position, int]:
    """The position after a move, and 1 if the same seat is to move in it, else -1."""
    own, opposite, _, gain, again = sow(here.own, here.opposite, here.beans, move, NUMBERS)
    if again or not opposite:
        return Position(own, opposite, here.lead + gain, here.feeds), 1
    return Position(opposite, own, -here.lead - gain, here.feeds), -1


def think(here: Position, nodes: int, most_beans: int) -> Found:
    """The best move that so many nodes find: the game is played to its end with few enough beans."""
    return _think(Thinking(here.feeds, nodes), here, nodes, most_beans)[0]


def _think(thinking: Thinking, here: Position, nodes: int, most_beans: int) -> tuple[Found, int]:
    """What is found, and the horizon by which it was."""
    if here.beans <= endgame.MOST_BEANS:
        known = worths_to_depth(thinking, here, 1)
        best = max(known, key=known.__getitem__)
        return Found(known[best], exact=True, move=best), TO_THE_END
    found, reached = Found(0, exact=False, move=legal(here)[0]), 0
    solvable = here.beans <= most_beans
    depths = DEPTHS if not solvable else range(DEPTHS.start, here.beans // 2 + 1, DEPTHS.step)
    try:
        thinking.allow(nodes // 4 if solvable else nodes)
        for depth in depths:
            found, reached = thinking.to_depth(here, depth), depth
    except OutOfNodes:
        pass
    try:
        if solvable:
            thinking.allow(nodes - thinking.spent)
            for proved in thinking.proofs(here, found.beans):
                if proved.exact or proved.beans >= found.beans:
                    found, reached = proved, TO_THE_END
    except OutOfNodes:
        pass
    return found, reached


def equals(here: Position, nodes: int, most_beans: int) -> list[int]:
    """The moves that so many nodes find to be the best, in the order of the rules.

    They win as much as each other where the game was played to its end, else about as much. Some more nodes
    are for the others beside the first.
    """
    thinking = Thinking(here.feeds, nodes)
    found, depth = _think(thinking, here, nodes, most_beans)
    moves = legal(here)
    if found.move is None or not depth:
        return moves if found.move is None else [found.move]
    bar = round(found.beans * BEAN) - (0 if depth == TO_THE_END else HAIR)
    best = [found.move]
    try:
        thinking.allow(nodes // 16 if here.beans <= most_beans else nodes // 4)
        for move in moves:
            if move != found.move and thinking.wins(here, move, bar, depth):
                best.append(move)
    except OutOfNodes:
        pass
    return sorted(best)


def worths(here: Position, thinking: Thinking, depths: Iterable[int]) -> dict[int, float]:
    """What each move wins more than the other from here on, as far ahead as the nodes allow."""
    found = dict.fromkeys(legal(here), 0.0)
    try:
        for depth in depths:
            found = worths_to_depth(thinking, here, depth)
    except OutOfNodes:
        pass
    return found


def exact_worths(here: Position, thinking: Thinking) -> dict[int, float] | None:
    """What each move wins, the game played to its end; None if the nodes do not suffice."""
    guesses = worths(here, thinking, range(2, DEEP_ENOUGH + 1, 2))
    try:
        return {move: exact_worth(thinking, here, move, guess) for move, guess in guesses.items()}
    except OutOfNodes:
        return None


def worths_to_depth(thinking: Thinking, here: Position, depth: int) -> dict[int, float]:
    """What each move wins, with a horizon of so many turns."""
    found = {}
    for move in legal(here):
        there, sign = after(here, move)
        worth = thinking.to_depth(there, depth - (sign < 0)).beans if there.own else 0
        found[move] = sign * (there.lead + worth) - here.lead
    return found


def exact_worth(thinking: Thinking, here: Position, move: int, guess: float) -> float:
    """What a move wins, the game played to its end."""
    there, sign = after(here, move)
    worth = thinking.exactly(there, sign * (here.lead + guess) - there.lead).beans if there.own else 0
    return sign * (there.lead + worth) - here.lead


DEPTHS = range(2, 40, 2)
DEEP_ENOUGH = 8
"""A horizon from which the search to the end takes fewer nodes for what the memory holds of it."""
HAIR = 4
"""Moves are as good as each other if an estimate tells them by no more than so many sixteenths of a bean."""
