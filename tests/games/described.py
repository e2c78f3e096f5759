"""Views of Sator, Stacko and Sato in lines of text that leave nothing out, for the recorded games.

A view is told in parts, so that what all viewers see alike is written once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games import Result, Seat
from games.sato import Drew as DrewStone
from games.sato import Happening, Kept, Laid, Placed, SatoSpot, Stone, Stopped, Took, point_name, stone_name
from games.sato import Passed as PassedTurn
from games.sato import View as SatoView
from games.sator import Advanced, Dot, Piece, Ready
from games.sator import View as SatorView
from games.stacko import Built, Drew, Event, Hidden, Passed, RoundEnded, SeenRound
from games.stacko import View as StackoView

Parts = tuple[str, ...]

NONE = "none"

SIGNS = {Dot.WHITE: "+", Dot.RED: "-", Dot.UNKNOWN: "?"}


def standing(turn: Seat, result: Result | None) -> str:
    """Whose turn it is or was, and how it ended."""
    if result is None:
        return f"turn of {turn}"
    winner = "draw" if result.winner is None else f"{result.winner} wins"
    return f"{winner} {result.scores[0]}:{result.scores[1]} by {result.reason}, last turn of {turn}"


def words(*given: tuple[str, object]) -> str:
    """The words whose flag holds."""
    return "".join(f", {word}" for word, holds in given if holds)


# Sator


def sator(view: SatorView) -> Parts:
    """Standing and latest turn, each seat's pieces with their dots, and what has left the board."""
    public = f"{standing(view.turn, view.result)}, ready {''.join('-+'[ready] for ready in view.ready)}"
    fallen = " ".join(f"{each.seat}{SIGNS[each.dot]}{words(('captor', each.captor))}" for each in view.fallen)
    return (
        " | ".join([public, *map(_sator_act, view.trail)]),
        f"pieces of 0: {_sator_pieces(view.pieces, 0) or NONE}",
        f"pieces of 1: {_sator_pieces(view.pieces, 1) or NONE}",
        f"fallen: {fallen or NONE}",
    )


def _sator_pieces(pieces: Iterable[Piece], seat: Seat) -> str:
    return " ".join(piece.square + SIGNS[piece.dot] for piece in pieces if piece.seat == seat)


def _sator_act(act: Ready | Advanced) -> str:
    if isinstance(act, Ready):
        return f"{act.seat} is ready"
    captured = act.captured and f"captured {act.captured.value}"
    arrived = act.arrived and f"arrived {act.arrived.value}"
    marks = words((str(captured), captured), (str(arrived), arrived), ("skipped", act.skipped))
    return f"{act.seat} went {act.move}{marks}"


# Stacko


def stacko(view: StackoView) -> Parts:
    """Standing and latest turn, and each round with its towers."""
    public = standing(view.round.turn, view.result)
    rounds = [*view.ended, view.round]
    return (
        " | ".join([public, *map(_stacko_event, view.trail)]),
        *(part for number, seen in enumerate(rounds, start=1) for part in _stacko_round(seen, number)),
    )


def _stacko_round(seen: SeenRound, number: int) -> Iterable[str]:
    drawn = "drawn" if seen.drawn else "offered"
    yield (
        f"round {number}: {seen.in_hand} {drawn} to {seen.turn}, turns {seen.turns}"
        + (f", scores {seen.scores[0]}:{seen.scores[1]}" if seen.scores else "")
        + f", talon {seen.talon}"
        + words((f"of {_numbers(seen.talon_parts)}", seen.talon_parts), ("reshuffled", seen.reshuffled))
    )
    yield f"round {number}, discards: {_numbers(seen.discards)}"
    for seat, (tower, eyes) in enumerate(zip(seen.towers, seen.eyes, strict=True)):
        parts = ["?" if isinstance(part, Hidden) else str(part) for part in tower]
        shown = " ".join(part + "*" * eye for part, eye in zip(parts, eyes, strict=True))
        yield f"round {number}, tower of {seat}: {shown}"


def _stacko_event(event: Event) -> str:
    match event:
        case Drew():
            refused = words(("reshuffled", event.reshuffled))
            return f"{event.seat} drew {event.part} for {event.refused}{refused}"
        case Built():
            return f"{event.seat} built {event.part} into {event.place} for {event.out}"
        case Passed():
            return f"{event.seat} passed {event.part}"
        case RoundEnded():
            finisher = "nobody" if event.finisher is None else event.finisher
            return f"finished by {finisher}, {event.scores[0]}:{event.scores[1]}"


def _numbers(parts: Sequence[int]) -> str:
    return " ".join(map(str, parts)) or NONE


# Sato


def sato(view: SatoView) -> Parts:
    """Standing and latest turn, each level of the layout, and each supply."""
    layout = view.layout
    public = f"{standing(view.turn, view.result)}, asked for {view.asked.value}"
    stack = f"stack {len(view.stack)}, next {_names(view.stack[:1])}"
    levels = sorted({laid.level for laid in layout.stones})
    return (
        f"{public} | {stack} | levels {len(levels)}",
        f"trail: {' | '.join(map(_sato_act, view.trail)) or NONE}",
        *(
            f"level {level}: {', '.join(_laid(laid) for laid in layout.stones if laid.level == level)}"
            for level in levels
        ),
        *(
            f"supply of {seat}: {_names(view.supplies[seat])}; returned: {_names(view.returned[seat])}"
            for seat in (0, 1)
        ),
    )


def _sato_act(happening: Happening) -> str:
    seat = happening.seat
    match happening:
        case DrewStone(stone=stone):
            return f"{seat} drew {stone_name(stone)}"
        case Placed():
            return f"{seat} laid {_laid(happening.laid)}{_placed(happening)}"
        case Took(laid=laid):
            return f"{seat} took {_laid(laid)} of level {laid.level}"
        case Kept():
            return f"{seat} kept"
        case PassedTurn(automatic=automatic):
            return f"{seat} passed{words(('not asked', automatic))}"
        case Stopped(automatic=automatic):
            return f"{seat} stopped{words(('not asked', automatic))}"


def _placed(placed: Placed) -> str:
    completed = ", ".join(map(_spot, placed.completed))
    covered = placed.covered and _spot(placed.covered)
    return f" on level {placed.laid.level}" + words(
        (f"completed {completed}", completed),
        (f"covered {covered}", covered),
        ("known before", placed.was_known),
    )


def _laid(laid: Laid) -> str:
    return f"{stone_name(laid.stone)} {point_name(laid.point)} {'wb'[laid.face]}{laid.turn}"


def _spot(sato: SatoSpot) -> str:
    return f"{sato.colour.name.lower()} {point_name(sato.point)} of level {sato.level}"


def _names(stones: Iterable[Stone]) -> str:
    return " ".join("?" if stone is Stone.UNKNOWN else stone_name(stone) for stone in stones) or NONE
