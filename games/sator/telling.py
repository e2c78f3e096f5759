"""Sator in facts: what happened, and what stands where."""

from __future__ import annotations

from collections.abc import Iterable

from games.game import Fact, Seat, fact
from games.sator.pieces import Advanced, Dot, Fallen, Piece, Ready

Act = Ready | Advanced


def tell_act(act: Act) -> tuple[Fact, ...]:
    """One set-up, step or capture, and what followed from it; all of it is public."""
    if isinstance(act, Ready):
        return (fact("ready", seat=act.seat),)
    squares = {"seat": act.seat, "start": act.move.start, "target": act.move.target}
    match act.captured:
        case None:
            told = [fact("stepped", **squares)]
        case Dot.RED:
            told = [fact("captured_red", **squares)]
        case _:
            told = [fact("captured_white", **squares)]
    if act.arrived is Dot.WHITE:
        told.append(fact("arrived_white", seat=act.seat, target=act.move.target))
    elif act.arrived is Dot.RED:
        told.append(fact("arrived_red", seat=act.seat, target=act.move.target))
    if act.skipped:
        told.append(fact("skipped", seat=act.seat))
    return tuple(told)


def tell_side(seat: Seat, pieces: Iterable[Piece]) -> Fact:
    """The squares of a seat's pieces; a dot that the viewer knows stands behind its square."""
    own = " ".join(f"{piece.square}{_SIGNS[piece.dot]}" for piece in pieces if piece.seat == seat)
    return fact("side", seat=seat, pieces=own) if own else fact("side_empty", seat=seat)


def tell_fallen(fallen: Iterable[Fallen]) -> tuple[Fact, ...]:
    """The pieces that have left the board, in the order in which they left it."""
    return tuple(
        fact(f"fallen_{'captor' if piece.captor else 'captured'}_{piece.dot.value}", seat=piece.seat)
        for piece in fallen
    )


_SIGNS = {Dot.WHITE: "+", Dot.RED: "-", Dot.UNKNOWN: ""}
