"""Whole turns by beam search: placement, take and extra placements together (Sato, rules 1 to 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from games.sato import STONES, Face
from games.sato.board import NOWHERE, Board
from games.sato.position import STONE_POINTS
from games.sato.stones import DOTS, TURNS
from games.sato.ways import OF_STONE, WAYS_A_STONE, Ways, face_of, number

SAME_STONE: tuple[Ways, ...] = tuple(ways for ways in OF_STONE for _ in range(WAYS_A_STONE))
"""By way: all the ways of its stone."""

OF_FACE: tuple[Ways, ...] = tuple(
    sum(1 << number(stone, face, turn) for stone in STONES for turn in range(TURNS)) for face in Face
)
"""By face: all the ways that show it."""

LAID_OWN = DOTS + STONE_POINTS
"""What a stone laid with the own face adds to the difference of the scores; the other face adds nothing."""


def lowest(ways: Ways) -> int:
    """The first way of a set that is not empty."""
    return (ways & -ways).bit_length() - 1


class Ply(NamedTuple):
    """What a seat does: it lays a stone in a way on a spot, takes the stone of a spot, or declines."""

    spot: int = NOWHERE
    way: int = NOWHERE


DECLINE = Ply()


class Side(NamedTuple):
    """A seat in a search: the face that counts for it, the ways of its stones, and how many they are."""

    face: Face
    hand: Ways
    size: int

    def gaining(self, ways: Ways) -> Side:
        """With one more stone, given by its ways."""
        return Side(self.face, self.hand | ways, self.size + 1)

    def losing(self, ways: Ways) -> Side:
        """Without a stone, given by its ways."""
        return Side(self.face, self.hand & ~ways, self.size - 1)

    @property
    def sign(self) -> int:
        """What Black's lead counts for it."""
        return 1 if self.face is Face.BLACK else -1


class Turn(NamedTuple):
    """A turn so far: what came of it, and the first ply of it, if any."""

    board: Board
    side: Side
    first: Ply | None
    more: bool
    """Another placement is allowed."""


class Placement(NamedTuple):
    """A stone that can be laid."""

    gain: int
    """What that adds at once to the difference of the scores."""
    spot: int
    way: int
    satos: int
    """The satos that it completes."""


class Width(NamedTuple):
    """How much of all turns is looked at."""

    lays: int
    """Placements that are tried, of all turns so far that go on."""
    beam: int
    """Turns so far that go on."""
    takes: int
    """Stones that are tried to take after one placement, besides keeping."""


def turns(start: Turn, width: Width) -> list[Turn]:
    """Turns of a seat that is asked for a placement, each with at least one."""
    found: dict[int, Turn] = {}
    going = [start]
    while going:
        fresh = []
        for turn in _laid(going, width):
            if turn.board.key not in found:
                found[turn.board.key] = turn
                if turn.more:
                    fresh.append(turn)
        going = nlargest(width.beam, fresh, key=_promise) if len(fresh) > width.beam else fresh
    return list(found.values())


def _laid(going: Iterable[Turn], width: Width) -> Iterator[Turn]:
    """The turns with one more placement, and what may be taken after it."""
    lays = [(_merit(turn, placement), turn, placement) for turn in going for placement in placements(turn)]
    if len(lays) > width.lays:
        lays = nlargest(width.lays, lays, key=itemgetter(0))
    for _, turn, (_, spot, way, satos) in lays:
        board = turn.board.lay(spot, way)
        after = Turn(board, turn.side.losing(SAME_STONE[way]), turn.first or Ply(spot, way), board.free(spot))
        yield after
        if satos:
            yield from taken(after, board.grid.level(spot), width.takes)


def _merit(turn: Turn, placement: Placement) -> int:
    """What comes of a turn at once with one more placement; covering a sato is worth another."""
    more = LAID_OWN if turn.board.free(placement.spot) else 0
    return turn.side.sign * turn.board.lead + placement.gain + more


def placements(turn: Turn) -> Iterator[Placement]:
    """What can be laid next; the first stone of all only amid the table."""
    board, hand, sign = turn.board, turn.side.hand, turn.side.sign
    own = hand & OF_FACE[turn.side.face]
    for spot in board.openings if board.stones else (board.grid.centre,):
        fits, hides, even, odd = board.openings[spot]
        if fits & hand:
            for ways, gain in ((fits & own, sign * hides + LAID_OWN), (fits & hand & ~own, sign * hides)):
                while ways:
                    way = lowest(ways)
                    ways &= ways - 1
                    yield Placement(gain, spot, way, odd if way & 1 else even)


def taken(turn: Turn, level: int, most: int) -> Iterator[Turn]:
    """The turns with a stone taken after a placement on a level (Sato, rule 3).

    The other's stones come first, for taking an own one costs its dots; then those that cover a sato at once.
    """
    board, side = turn.board, turn.side
    covering = _covering(board) if turn.more else 0

    def merit(each: int) -> tuple[bool, bool, int]:
        way = board.stones[each]
        return face_of(way) is side.face, not SAME_STONE[way] & covering, each

    for each in sorted(board.takeable(level), key=merit)[:most]:
        stone = SAME_STONE[board.stones[each]]
        yield Turn(board.lift(each), side.gaining(stone), turn.first or Ply(each), turn.more)


def _covering(board: Board) -> Ways:
    """All that fits on some free sato."""
    ways = 0
    for spot, opening in board.openings.items():
        if board.free(spot):
            ways |= opening.fits
    return ways


def _promise(turn: Turn) -> int:
    """What a turn that goes on may still become."""
    return turn.side.sign * turn.board.lead - STONE_POINTS * turn.side.size + harvest(turn.board, turn.side)


def harvest(board: Board, side: Side) -> int:
    """About what a turn adds to the difference of the scores: satos that it can cover, and a stone more."""
    hand, sign, width = side.hand, side.sign, board.grid.width
    own = hand & OF_FACE[side.face]
    total, covers, beside = 0, [], False
    for spot, (fits, hides, _, _) in board.openings.items():
        if spot < width:
            beside = beside or fits & own != 0
        elif fits & own:
            covers.append((LAID_OWN + sign * hides, fits & own))
        elif fits & hand and sign * hides > 0:
            covers.append((sign * hides, fits))
    for worth, fits in sorted(covers, reverse=True):
        if fits & hand:
            hand &= ~SAME_STONE[lowest(fits & hand)]
            total += worth
    return total + LAID_OWN if beside and hand & own else total
