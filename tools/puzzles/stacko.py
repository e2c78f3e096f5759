"""Tasks of Stacko: counted over all parts and places that the view leaves possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.game import Seat, other
from games.stacko import PLACES, SeenTower, State, Tower, View, falling_run
from games.stacko.towers import Hidden, built, exchanges, progress, shown
from robots.stacko import best_single_ply
from robots.stacko.belief import falls
from robots.stacko.chains import GROUND
from tools.puzzles.task import Task, is_clear

MOTIFS = ("finish", "wait", "room", "deny", "bury", "step", "run")
FEWEST_SEEN = 6
"""Parts of the other tower that are seen where its owner may be about to finish."""
FEWEST_WAITING = 3
MARGIN = 2


def tasks(state: State, seat: Seat) -> Iterator[Task]:
    """What can be asked of the seat to move."""
    view = state.view(seat)
    tower = tuple(shown(view.round.towers[seat]))
    part = view.round.in_hand
    builds = {str(place): built(tower, part, place) for place in range(1, PLACES + 1)}
    last = "pass" if view.round.drawn else "draw"
    need = exchanges(tower)
    needs = {move: exchanges(after) for move, after in builds.items()}
    if 0 in needs.values():
        if need == 1 and sum(each < need for each in needs.values()) == 1 and not _is_obvious(tower):
            yield Task("finish", "finish", 1, {**{m: int(not n) for m, n in needs.items()}, last: 0})
        return
    yield from _counting(view, tower, builds, needs, last)
    yield from _running(tower, builds, needs, last)
    yield from _denying(view, seat, builds, needs, need, last)


def _is_obvious(tower: Tower) -> bool:
    """Whether all but the place of the part is in order as it stands: one sees it at a glance."""
    return falling_run(tower) >= PLACES - 1


def _counting(
    view: View, tower: Tower, builds: Mapping[str, Tower], needs: Mapping[str, int], last: str
) -> Iterator[Task]:
    """To be waiting for as many parts as possible: those that finish, or else save an exchange."""
    least, need = min(needs.values()), exchanges(tower)
    hidden = unseen(view)
    nearest = [move for move, count in needs.items() if count == least]
    if least >= need or len(nearest) < 2 or least > 4:
        return
    counts = {move: len(progress(builds[move], hidden)) for move in nearest}
    values = {**{move: counts.get(move, 0) for move in builds}, last: 0}
    best = max(values.values())
    script = str(best_single_ply(view, 0))
    if is_clear(values, MARGIN) and best >= FEWEST_WAITING and values[script] < best:
        yield Task("wait" if least == 1 else "room", "wait" if least == 1 else "room", best, values)


def _running(
    tower: Tower, builds: Mapping[str, Tower], needs: Mapping[str, int], last: str
) -> Iterator[Task]:
    """To come nearer and have the longest run as well: what counts if the other one finishes."""
    nearer = [move for move, count in needs.items() if count < exchanges(tower)]
    runs = {move: falling_run(builds[move]) for move in nearer}
    values = {**{move: runs.get(move, 0) for move in builds}, last: 0}
    best = max(values.values())
    if len(nearer) >= 3 and is_clear(values, MARGIN) and best >= falling_run(tower) and best >= 3:
        yield Task("run", "run", best, values)


def _denying(
    view: View, seat: Seat, builds: Mapping[str, Tower], needs: Mapping[str, int], need: int, last: str
) -> Iterator[Task]:
    """To hand over nothing that could finish the other tower."""
    theirs = view.round.towers[other(seat)]
    if len(shown(theirs)) < FEWEST_SEEN:
        return
    handed = dict(zip(builds, shown(view.round.towers[seat]), strict=True))
    safe = {move: not could_finish(view, theirs, part) for move, part in handed.items()}
    safe[last] = view.round.drawn and not could_finish(view, theirs, view.round.in_hand)
    if all(safe.values()) or not any(safe.values()):
        return
    script = str(best_single_ply(view, 0))
    kept = {move: int(safe[move] and needs.get(move, need) <= need) for move in safe}
    nearer = {move: int(safe[move] and needs.get(move, need) < need) for move in safe}
    if view.round.drawn and not safe[last] and is_clear(kept) and script == last:
        yield Task("bury", "keep", 1, kept)
    if is_clear(nearer) and any(needs[move] < need and not safe[move] for move in builds):
        yield Task("step", "step", 1, nearer)
    only_safe = {move: int(each) for move, each in safe.items()}
    if is_clear(only_safe) and not only_safe[script] and view.round.drawn:
        yield Task("deny", "deny", 1, only_safe)


def unseen(view: View) -> tuple[int, ...]:
    """The parts of which the view does not say where they are, and those of a talon shuffled anew."""
    return (*view.round.unseen(), *view.round.talon_parts)


def could_finish(view: View, theirs: SeenTower, part: int) -> bool:
    """Whether this part finishes the other tower somewhere, if fitting parts stand where none is seen."""
    hidden = set(view.round.unseen())
    return any(_fillable(built(theirs, part, place), hidden) for place in range(1, PLACES + 1))


def _fillable(tower: SeenTower, hidden: set[int]) -> bool:
    """Whether hidden parts can stand in its hidden places so that all falls."""
    if not falls(tower):
        return False
    last = GROUND
    for place, part in enumerate(tower):
        if isinstance(part, Hidden):
            floor = max(shown(tower[place:]), default=0)
            last = max((each for each in hidden if floor < each < last), default=0)
        elif part < last:
            last = part
        else:
            return False
        if not last:
            return False
    return True
