"""Sator in facts: what happened, and what stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.game import Fact, Seat, fact, other
from games.sator.pieces import (
    FILES,
    Advance,
    Advanced,
    Dot,
    Fallen,
    Hide,
    Piece,
    Ready,
    Square,
    actions,
    ahead,
)

Act = Ready | Advanced


def tell_act(act: Act) -> tuple[Fact, ...]:
    """One set-up, step or capture, and what followed from it; all of it is public."""
    if isinstance(act, Ready):
        return (fact("ready", seat=act.seat),)
    squares = {"seat": act.seat, "start": act.move.start, "target": act.move.target}
    match act.captured:
        case None:
            facts = [fact("stepped", **squares)]
        case Dot.RED:
            facts = [fact("captured_red", **squares)]
        case _:
            facts = [fact("captured_white", **squares)]
    if act.arrived is Dot.WHITE:
        facts.append(fact("arrived_white", seat=act.seat, target=act.move.target))
    elif act.arrived is Dot.RED:
        facts.append(fact("arrived_red", seat=act.seat, target=act.move.target))
    if act.skipped:
        facts.append(fact("skipped", seat=act.seat))
    return tuple(facts)


def tell_acts_in_short(acts: Sequence[Act]) -> tuple[Fact, ...]:
    """The last ply of a turn, and of those before it only the squares."""
    plies = [act for act in acts if isinstance(act, Advanced)]
    if len(plies) < 2:
        return tuple(fact for act in acts for fact in tell_act(act))
    *earlier, last = plies
    ways = ", ".join(str(ply.move) for ply in earlier)
    return (fact("earlier", seat=last.seat, ways=ways), *tell_act(last))


def tell_square(square: str, pieces: Iterable[Piece]) -> tuple[Fact, ...]:
    """Whose piece stands there, with its dot if the viewer knows it."""
    piece = next((piece for piece in pieces if piece.square == square), None)
    if piece is None:
        return (fact("where_empty", square=square),)
    return (fact(f"where_{piece.dot.value}", seat=piece.seat, square=square),)


def tell_side(seat: Seat, pieces: Iterable[Piece]) -> tuple[Fact, ...]:
    """The squares of a seat's pieces, and of those whose dots the viewer knows."""
    own = [piece for piece in pieces if piece.seat == seat]
    if not own:
        return (fact("side_empty", seat=seat),)
    squares = {dot: " ".join(piece.square for piece in own if piece.dot is dot) for dot in Dot}
    facts = [fact("side", seat=seat, pieces=" ".join(piece.square for piece in own))]
    facts += [
        fact(f"side_{dot.value}", seat=seat, pieces=squares[dot])
        for dot in (Dot.WHITE, Dot.RED)
        if squares[dot]
    ]
    return tuple(facts)


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
    if moved.arrived and moved.dot is Dot.WHITE:
        return (fact("hint_arrive", target=move.target),)
    if all(answer.target != move.target for answer in actions(other(mover.seat), board.values())):
        return (fact("hint_be_safe", target=move.target),)
    if moved.dot is Dot.RED:
        return (fact("hint_lure", target=move.target),)
    return tell_exposed(moved, board)


def tell_exposed(moved: Piece, board: Mapping[Square, Piece]) -> tuple[Fact, ...]:
    """What speaks for a white dot where it can be captured: who captures back, or what it captures next."""
    target = moved.square
    guards = [piece.square for piece in board.values() if piece.seat == moved.seat and _covers(piece, target)]
    if guards:
        return (fact("hint_guarded", target=target, start=guards[0]),)
    enemies = (piece for piece in board.values() if piece.seat != moved.seat)
    prey = [piece.square for piece in enemies if _covers(moved, piece.square)]
    return (fact("hint_attack", target=prey[0]),) if prey else ()


def _covers(piece: Piece, square: Square) -> bool:
    """Whether the piece could capture there."""
    return square[0] != piece.square[0] and square in ahead(piece.seat, piece.square)


def tell_hiding(move: Hide) -> Fact:
    """Which white dots one piece at most can capture at first, as they stand at the edge."""
    edges = [file for file in (FILES[0], FILES[-1]) if file not in move.files]
    return fact("hint_edge", files=", ".join(edges)) if edges else fact("hint_together")


_LETTERS = {Dot.WHITE: "w", Dot.RED: "r", Dot.UNKNOWN: ""}
_LEFT = {True: "u", False: ""}  # a captor leaves unseen
