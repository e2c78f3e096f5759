"""Legal moves as a tree of words: what may be chosen next, after these words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

Words = tuple[str, ...]


class Tree:
    """One place in the tree: the words so far lead here.

    A place can be a whole move and still lead on: in Sahara `6` is a move, and so is `6 feed`.
    """

    __slots__ = ("_branches", "_grow", "move", "words")

    def __init__(
        self, words: Words, move: Any | None = None, grow: Callable[[], dict[str, Tree]] = dict
    ) -> None:
        """`move` is written exactly as `words`; `grow` makes the branches when somebody looks at them."""
        self.words = words
        self.move = move
        self._grow = grow
        self._branches: dict[str, Tree] | None = None

    @property
    def branches(self) -> dict[str, Tree]:
        """The next words, in the order of the legal moves."""
        if self._branches is None:
            self._branches = self._grow()
        return self._branches

    def after(self, words: Iterable[str]) -> Tree | None:
        """The place that these further words lead to; None if no legal move begins like that."""
        place: Tree | None = self
        for word in words:
            if place is None:
                return None
            place = place.branches.get(word)
        return place

    def settled(self) -> Tree:
        """The first place from here on with something to decide: a level with one branch is skipped."""
        place = self
        while place.move is None and len(place.branches) == 1:
            (place,) = place.branches.values()
        return place

    def ends(self) -> Iterator[Tree]:
        """The places of all whole moves from here on."""
        if self.move is not None:
            yield self
        for branch in self.branches.values():
            yield from branch.ends()

    @property
    def decided(self) -> bool:
        """Nothing is left to choose: the words are a whole move and none goes on."""
        return self.move is not None and not self.branches


def tree(moves: Iterable[Any]) -> Tree:
    """The tree of these moves, each under its notation, or under each of its `spellings` if it has any."""
    root = Tree(())
    for move in moves:
        for written in getattr(move, "spellings", (str(move),)):
            place = root
            for word in written.split():
                place = place.branches.setdefault(word, Tree((*place.words, word)))
            place.move = move
    return root


def tree_of(state: Any, seat: Any) -> Tree:
    """The tree of the legal moves of a seat.

    A state with so many moves that listing them for the first word alone would take too long has a `tree`
    of its own, whose branches are made when somebody looks at them.
    """
    return state.tree(seat) if hasattr(state, "tree") else tree(state.legal_moves(seat))


def choices(place: Tree) -> Mapping[Words, Tree]:
    """What can be chosen at a place: the move that ends here, if any, and each branch.

    The keys are the words to add; () stands for the move that ends here.
    """
    here: dict[Words, Tree] = {(): place} if place.move is not None else {}
    return here | {(word,): branch for word, branch in place.branches.items()}
