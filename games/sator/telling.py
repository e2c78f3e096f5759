"""Sator in facts: what happened, and what stands where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.game import Fact, Seat, fact, other
from games.sator.pieces import Advance, Advanced, Dot, Fallen, Piece, Ready, actions

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


def tell_acts_in_short(acts: Sequence[Act]) -> tuple[Fact, ...]:
    """The last ply of a turn, and of those before it only the squares."""
    plies = [act for act in acts if isinstance(act, Advanced)]
    if len(plies) < 2:
        return tuple(told for act in acts for told in tell_act(act))
    *earlier, last = plies
    ways = ", ".join(str(ply.move) for ply in earlier)
    return (fact("earlier", seat=last.seat, ways=ways), *tell_act(last))


def tell_side(seat: Seat, pieces: Iterable[Piece]) -> tuple[Fact, ...]:
    """The squares of a seat's pieces, and of those whose dots the viewer knows."""
    own = [piece for piece in pieces if piece.seat == seat]
    if not own:
        return (fact("side_empty", seat=seat),)
    squares = {dot: " ".join(piece.square for piece in own if piece.dot is dot) for dot in Dot}
    told = [fact("side", seat=seat, pieces=" ".join(piece.square for piece in own))]
    told += [
        fact(f"side_{dot.value}", seat=seat, pieces=squares[dot])
        for dot in (Dot.WHITE, Dot.RED)
        if squares[dot]
    ]
    return tuple(told)


def tell_fallen(seat: Seat, fallen: Iterable[Fallen]) -> tuple[Fact, ...]:
    """The pieces of a seat that have left the board, in the order in which they left it."""
    own = ", ".join(_LEFT[piece.captor] + _LETTERS[piece.dot] for piece in fallen if piece.seat == seat)
    return (fact("fallen", seat=seat, dots=own),) if own else ()


def tell_purpose(move: Advance, pieces: Iterable[Piece]) -> tuple[Fact, ...]:
    """What speaks for a move, by the squares of all pieces and the dots that its seat knows."""
    board = {piece.square: piece for piece in pieces}
    mover, captured = board.pop(move.start), board.pop(move.target, None)
    if captured:
        return (fact("hint_capture", target=move.target),)
    moved = board[move.target] = replace(mover, square=move.target)
    if moved.arrived:
        return (fact("hint_arrive", target=move.target),) if moved.dot is Dot.WHITE else ()
    if all(answer.target != move.target for answer in actions(other(mover.seat), board.values())):
        return (fact("hint_be_safe", target=move.target),)
    return (fact("hint_lure", target=move.target),) if moved.dot is Dot.RED else ()


_LETTERS = {Dot.WHITE: "w", Dot.RED: "r", Dot.UNKNOWN: ""}
_LEFT = {True: "u", False: ""}  # a captor leaves unseen
