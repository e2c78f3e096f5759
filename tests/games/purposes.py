"""Whether what `tell_purpose` says of a move comes true in the world behind the view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

from games.game import Fact, Seat, other
from games.sahara.moves import STORE
from games.sahara.state import State as Sahara
from games.sato.layout import Layout
from games.sato.moves import Lay, Take
from games.sato.position import STONE_POINTS, Passed, Placed, Took, dots_of
from games.sato.state import State as Sato
from games.sator.pieces import Advance, Dot
from games.sator.state import State as Sator
from games.stacko.match import State as Stacko
from games.stacko.moves import RoundEnded
from games.stacko.towers import PARTS, PLACES, exchanges

Values = Mapping[str, Any]


def came_true(told: Fact, before: Any, after: Any, seat: Seat) -> bool:
    return TRUTHS[type(before)](told.key.removeprefix("hint_"), dict(told.values), before, after, seat)


def _sahara(key: str, values: Values, before: Sahara, after: Sahara, seat: Seat) -> bool:
    sowing, opponent = after.trail[-1], other(seat)
    beans: int = values.get("beans", 0)
    count: int = values.get("count", 0)
    left: int = values.get("others", 0)
    match key:
        case "capture":
            return sowing.captured == beans
        case "go_on" | "skip":
            return after.to_act == (seat,)
        case "end":
            return sowing.ended and sowing.collected == count
        case "threaten":
            return _captured(after, seat) == beans > _captured(before, seat)
        case "sacrifice":
            return (
                _captured(after, seat) == beans > _captured(before, seat)
                and _captured(after, opponent) == left > 0
            )
        case "prevent" | "limit":
            return _captured(before, opponent) == beans > _captured(after, opponent) == left
        case "spare" | "spare_all":
            ways = [before.play(seat, move) for move in before.legal_moves(seat)]
            answered = [way for way in ways if way.to_act == (opponent,) and not way.trail[-1].ended]
            risk = max(_captured(way, opponent) for way in answered)
            return risk == beans > _captured(after, opponent) == left
        case "bank_safe" | "leave_none" if _captured(after, opponent):
            return False
    return sowing.drops.count((seat, STORE)) == count


def _captured(state: Sahara, seat: Seat) -> int:
    """The beans of the best capture that a seat could make, if it were to act."""
    ready = replace(state, turn=seat)
    return max((ready.play(seat, move).trail[-1].captured for move in ready.legal_moves(seat)), default=0)


def _sator(key: str, values: Values, before: Sator, after: Sator, seat: Seat) -> bool:
    opponent, target = other(seat), values.get("target", "")
    answers = [move for move in after.legal_moves(opponent) if str(move).endswith(target)]
    whites = {p.square[0] for p in after.pieces if p.seat == seat and p.dot is Dot.WHITE}
    match key:
        case "capture":
            return after.revealed
        case "arrive":
            return after.result is not None and after.result.winner == seat
        case "be_safe":
            return not answers
        case "lure":
            return all(after.play(opponent, answer).fallen[-1].captor for answer in answers)
        case "guarded":
            back = Advance(values["start"], target)
            return all(back in after.play(opponent, answer).legal_moves(seat) for answer in answers)
        case "attack":
            moves = replace(after, turn=seat, _found=None).legal_moves(seat)
            return any(str(move).endswith(target) and str(move)[0] != target[0] for move in moves)
        case "edge":
            return whites & {*"ae"} == {*values["files"].split(", ")}
    return key == "together" and whites == {*"bcd"}


def _stacko(key: str, values: Values, before: Stacko, after: Stacko, seat: Seat) -> bool:
    if key == "finish":
        return any(isinstance(event, RoundEnded) and event.finisher == seat for event in after.trail)
    old, new = before.round.towers[seat], after.round.towers[seat]
    theirs = zip(before.round.towers[other(seat)], before.round.eyes[other(seat)], strict=True)
    hidden = {*before.round.talon, *(part for part, eye in theirs if not eye)}
    count: int = values.get("count", 0)
    assert needed(old) == exchanges(old)
    match key:
        case "nearer":
            return needed(new) == count == needed(old) - 1
        case "close":
            return _disorder(old) - _disorder(new) == count > 0
        case "run":
            return _disorder(new[:count]) == 0 < _disorder(old[:count])
        case "room":
            now: int = values["others"]
            return _saving(new, PARTS) == count > _saving(old, PARTS) == now
        case "offer":
            return (needed(new), after.round.in_hand) == (needed(old), values["part"])
        case "refuse":
            return not _saving(old, [values["part"]]) and _saving(old, hidden) == count
    return (_saving(old, hidden), len(hidden)) == (count, values["hidden"])


def needed(tower: Sequence[int]) -> int:
    """The fewest exchanges that finish a tower: every choice of parts to stay is tried, the largest first."""
    choices = (choice for size in range(PLACES, 0, -1) for choice in combinations(range(PLACES), size))
    return PLACES - next((len(choice) for choice in choices if _may_stay(tower, choice)), 0)


def _may_stay(tower: Sequence[int], places: Sequence[int]) -> bool:
    stay = [(-1, PARTS[-1] + 1), *((place, tower[place]) for place in places), (PLACES, 0)]
    return all(wide - narrow >= above - below for (below, wide), (above, narrow) in pairwise(stay))


def _saving(tower: Sequence[int], parts: Iterable[int]) -> int:
    """How many parts, none of them in the tower, save an exchange somewhere."""
    left = exchanges(tower)
    ways = (
        (*tower[:at], part, *tower[at + 1 :]) for part in {*parts}.difference(tower) for at in range(PLACES)
    )
    return len({({*way} - {*tower}).pop() for way in ways if exchanges(way) < left})


def _disorder(tower: Sequence[int]) -> int:
    return sum(upper > lower for lower, upper in pairwise(tower))


def _sato(key: str, values: Values, before: Sato, after: Sato, seat: Seat) -> bool:
    placed = [each for each in after.trail if isinstance(each, Placed) and each.seat == seat]
    count: int = values.get("count", 0)
    match key:
        case "finish":
            return len(after.layout.satos) - len(before.layout.satos) == count
        case "cover":
            return placed[-1].covered is not None
        case "give":
            lost = before.layout.dots(dots_of(seat)) - before.layout.lay(placed[-1].laid).dots(dots_of(seat))
            return placed[-1].covered is not None and lost == count > 0
        case "take":
            return any(isinstance(each, Took) for each in after.trail)
        case "leave_none":
            had_its_turn = any(isinstance(each, Passed) and each.seat == seat for each in after.trail)
            return after.turn == seat or had_its_turn or not _tries(after)
        case "dots":
            return after.layout.dots(dots_of(seat)) - before.layout.dots(dots_of(seat)) == count
        case "keep":
            takes = [move for move in before.legal_moves(seat) if isinstance(move, Take)]
            lifted = [before.layout.lift(laid) for take in takes if (laid := before.layout.top(take.point))]
            lead = _lead(before.layout, seat)
            return min(lead - _lead(layout, seat) for layout in lifted) + STONE_POINTS == count > 0
    return key == "decline" and not _tries(before)


def _lead(layout: Layout, seat: Seat) -> int:
    return layout.dots(dots_of(seat)) - layout.dots(dots_of(other(seat)))


def _tries(state: Sato) -> list[Lay]:
    """The placements of the seat to act that make or cover a sato."""
    lays = [move for move in state.legal_moves(state.turn) if isinstance(move, Lay)]
    laid = [(lay, state.layout.placed(lay)) for lay in lays]
    return [
        lay
        for lay, stone in laid
        if stone and (state.layout.sato_below(stone) or state.layout.lay(stone).satos_of(stone))
    ]


TRUTHS: Mapping[type, Callable[..., bool]] = {Sahara: _sahara, Sator: _sator, Stacko: _stacko, Sato: _sato}
