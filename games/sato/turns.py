"""The course of a turn: draw, placement, take, extra placements, the end (Sato, rules 1 to 7)."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from typing import TypeVar

from games.game import IllegalMove, Result, Seat, other
from games.sato import placements
from games.sato.lattice import point_name
from games.sato.layout import Laid
from games.sato.moves import Lay, Move, Say, Take
from games.sato.position import Asked, Drew, Happening, Kept, Passed, Placed, Position, Stopped, Supply, Took
from games.sato.stones import Stone, stone_name

MUST_LAY = 6
"""With so many stones in the supply a player must lay one if any fits (Sato, rule 1)."""

P = TypeVar("P", bound=Position)


def objection(position: Position, move: Move) -> IllegalMove | None:
    """Why the rules forbid the move to the seat whose turn it is, or None.

    Reasons and their facts, besides those of `placements.objection`: `not_asked` (asked: `placement`,
    `take` or `extra`), `not_in_supply` (stone), `must_lay` (supply: its size), `no_passing` in the variant
    split, and for a stone that cannot be taken `nothing_there`, `covered`, `in_a_sato` (point) or
    `higher_level` (point, level, highest).
    """
    match move, position.asked:
        case Lay(), Asked.PLACEMENT | Asked.EXTRA:
            if move.stone not in position.supplies[position.turn]:
                return IllegalMove("not_in_supply", stone=stone_name(move.stone))
            return placements.objection(position.layout, move)
        case Take(), Asked.TAKE:
            return _against_taking(position, move)
        case Say.PASS, Asked.PLACEMENT:
            return _against_passing(position)
        case (Say.KEEP, Asked.TAKE) | (Say.DONE, Asked.EXTRA):
            return None
    return IllegalMove("not_asked", asked=position.asked.value)


def _against_passing(position: Position) -> IllegalMove | None:
    if position.options.variant == "split":
        return IllegalMove("no_passing")
    supply = position.supplies[position.turn]
    if len(supply) >= MUST_LAY and placements.any_fits(position.layout, supply):
        return IllegalMove("must_lay", supply=len(supply))
    return None


def _against_taking(position: Position, take: Take) -> IllegalMove | None:
    """Sato, rule 3."""
    layout, point = position.layout, point_name(take.point)
    laid = layout.top(take.point)
    if laid is None:
        return IllegalMove("nothing_there", point=point)
    satos = layout.satos_of(laid)
    if any(layout.is_covered(sato) for sato in satos):
        return IllegalMove("covered", point=point)
    if satos:
        return IllegalMove("in_a_sato", point=point)
    highest = latest_placement(position).laid.level
    if laid.level > highest:
        return IllegalMove("higher_level", point=point, level=laid.level, highest=highest)
    return None


def latest_placement(position: Position) -> Placed:
    """The stone that was laid last in this turn; while a take or an extra placement is asked there is one."""
    return next(happening for happening in reversed(position.trail) if isinstance(happening, Placed))


def begin(position: P, seat: Seat) -> P:
    """The turn of a seat begins: it draws (Sato, rule 1). What all can see to be impossible is not asked."""
    position = replace(position, turn=seat, asked=Asked.PLACEMENT)
    if position.stack:
        stone, *rest = position.stack
        position = replace(
            _happened(position, Drew(seat, stone)),
            stack=tuple(rest),
            supplies=_with(position.supplies, seat, stone),
        )
    return _declined(position, automatic=True) if _all_see_nothing_fits(position) else position


def play(position: P, move: Move) -> P:
    """The position after a legal move of the seat whose turn it is."""
    position = replace(position, trail=_this_turn(position))
    match move:
        case Lay():
            return _lay(position, move)
        case Take():
            return _take(position, move)
        case Say.KEEP:
            return _after_taking(_happened(position, Kept(position.turn)))
        case Say.PASS:
            return _declined(position, automatic=False)
        case Say.DONE:
            return _stopped(position, automatic=False)


def _lay(position: P, lay: Lay) -> P:
    """Sato, rules 2 and 3."""
    seat, opening = position.turn, position.layout.opening(lay.point)
    assert opening is not None  # noqa: S101 - the move is legal
    laid = Laid(opening.level, lay.point, lay.stone, lay.face, lay.turn)
    layout = position.layout.lay(laid)
    was_known = position.options.variant != "hidden" or lay.stone in position.returned[seat]
    placed = Placed(seat, laid, layout.satos_of(laid), layout.sato_below(laid), was_known)
    position = replace(
        _happened(position, placed),
        layout=layout,
        supplies=_without(position.supplies, seat, lay.stone),
        returned=_without(position.returned, seat, lay.stone),
    )
    if placed.completed and layout.takeable(laid.level):
        return replace(position, asked=Asked.TAKE)
    return _after_taking(position)


def _take(position: P, take: Take) -> P:
    """Sato, rule 3."""
    seat, laid = position.turn, position.layout.top(take.point)
    assert laid is not None  # noqa: S101 - the move is legal
    position = replace(
        _happened(position, Took(seat, laid)),
        layout=position.layout.lift(laid),
        supplies=_with(position.supplies, seat, laid.stone),
        returned=_with(position.returned, seat, laid.stone),
    )
    return _after_taking(position)


def _after_taking(position: P) -> P:
    """Sato, rule 4: whoever covered a sato may lay again."""
    if latest_placement(position).covered is None:
        return begin(position, other(position.turn))
    if _all_see_nothing_fits(position):
        return _stopped(position, automatic=True)
    return replace(position, asked=Asked.EXTRA)


def _stopped(position: P, *, automatic: bool) -> P:
    return begin(_happened(position, Stopped(position.turn, automatic)), other(position.turn))


def _declined(position: P, *, automatic: bool) -> P:
    """Sato, rule 5: without a stack the match ends when the placement of a turn is not made."""
    position = _happened(position, Passed(position.turn, automatic))
    if position.stack:
        return begin(position, other(position.turn))
    return _end(position, "stuck" if automatic else "declined")


def _end(position: P, reason: str) -> P:
    """Sato, rule 7."""
    black, white = scores = position.scores
    winner: Seat | None = None if black == white else 0 if black > white else 1
    return replace(position, result=Result(winner, scores, reason))


def _all_see_nothing_fits(position: Position) -> bool:
    """Sato, rule 6: where supplies are open, a seat is not asked what it can only answer in one way."""
    supply = position.supplies[position.turn]
    return position.options.variant != "hidden" and not placements.any_fits(position.layout, supply)


def _this_turn(position: Position) -> tuple[Happening, ...]:
    """The end of the trail that belongs to the seat that acts: turns alternate."""
    backwards = takewhile(lambda happening: happening.seat == position.turn, reversed(position.trail))
    return tuple(backwards)[::-1]


def _happened(position: P, happening: Happening) -> P:
    return replace(position, trail=(*position.trail, happening))


def _with(supplies: tuple[Supply, Supply], seat: Seat, stone: Stone) -> tuple[Supply, Supply]:
    grown = tuple(sorted((*supplies[seat], stone)))
    return (grown, supplies[1]) if seat == 0 else (supplies[0], grown)


def _without(supplies: tuple[Supply, Supply], seat: Seat, stone: Stone) -> tuple[Supply, Supply]:
    rest = tuple(owned for owned in supplies[seat] if owned != stone)
    return (rest, supplies[1]) if seat == 0 else (supplies[0], rest)
