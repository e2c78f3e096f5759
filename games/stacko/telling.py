"""Stacko in facts: what happened, and what a viewer sees of the towers."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import SEATS, Fact, Seat, fact
from games.stacko.moves import Built, Drew, Event, Passed, RoundEnded
from games.stacko.rounds import SeenRound
from games.stacko.towers import PLACES, Hidden, built, gaps


def tell_event(event: Event) -> tuple[Fact, ...]:
    """One ply in facts; all of it is public."""
    match event:
        case Drew(seat=seat, refused=refused, part=part, reshuffled=reshuffled):
            drew = fact("drew", seat=seat, refused=refused, part=part)
            return (drew, fact("reshuffled")) if reshuffled else (drew,)
        case Built(seat=seat, place=place, part=part, out=out):
            return (fact("built", seat=seat, place=place, part=part, out=out),)
        case Passed(seat=seat, part=part):
            return (fact("passed", seat=seat, part=part),)
        case RoundEnded(finisher=None, scores=scores):
            return (fact("round_capped", points=scores[0], others=scores[1]),)
        case RoundEnded(finisher=finisher, scores=scores):
            seat = finisher or 0
            return (fact("round_finished", seat=seat, points=scores[0], others=scores[1]),)


def tell_round(seen: SeenRound, number: int) -> tuple[Fact, ...]:
    """The towers, the part in hand, talon and discards of one round as one viewer sees them."""
    told = [fact("round", number=number), *(_tell_tower(seen, seat) for seat in SEATS)]
    if seen.scores is None:
        key = "in_hand_drawn" if seen.drawn else "in_hand_offered"
        told.append(fact(key, seat=seen.turn, part=seen.in_hand))
    told.append(fact("talon", count=seen.talon))
    if seen.discards:
        told.append(fact("discards", parts=" ".join(map(str, seen.discards))))
    return tuple(told)


def tell_purpose(tower: Sequence[int], part: int, place: int | None) -> tuple[Fact, ...]:
    """What speaks for building a part into a place of the own tower, or, where that is None, nowhere."""
    least = min(gaps(built(tower, part, each)) for each in range(1, PLACES + 1))
    if place is None:
        return (fact("hint_close_none", part=part),) if least >= gaps(tower) else ()
    left = gaps(built(tower, part, place))
    if not left:
        return (fact("hint_finish"),)
    return (fact("hint_close", part=part, count=gaps(tower) - left),) if left < gaps(tower) else ()


def _tell_tower(seen: SeenRound, seat: Seat) -> Fact:
    """From the bottom up; a hidden part is an x, which is read aloud, a built one has an asterisk."""
    parts = zip(seen.towers[seat], seen.eyes[seat], strict=True)
    shown = (f"{'x' if part is Hidden.PART else part}{'*' if eye else ''}" for part, eye in parts)
    return fact("tower", seat=seat, parts=" ".join(shown))
