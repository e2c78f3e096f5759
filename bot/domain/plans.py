"""Plans: what a player will answer to what the opponent may play, in games that hide nothing.

A plan is a tree of plies, kept as the lines from its root to its leaves. It is followed in the change that
makes it come true, so that a crash neither loses nor repeats a ply of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from bot.domain.refusals import Refused
from games.actions import PlayMove
from games.catalog import GAMES
from games.events import Event, MovePlayed, TakebackAccepted
from games.game import Refused as GameRefused
from games.game import Seat, View, other
from games.match import Decision, Match
from storage.jobs import Job
from storage.matches import Plan

Line = tuple[str, ...]
"""Plies that follow each other, in notation."""

MOST_PLIES = 20  # of a plan, in all its lines together
KEY_BYTES = 5  # of the digest that names a place in a plan on buttons


# What happens to a plan in a match


def answered(plan: Plan, decision: Decision, at: int) -> Decision:
    """The decision with the plies that the plan answers, each as if its player had pressed it at once."""
    events, after = decision
    lines = following(plan.lines, events)
    while lines and after.players and after.awaited == (plan.seat,):
        try:
            more = after.decide(PlayMove(after.players[plan.seat], lines[0][0], None), at)
        except GameRefused:  # by something that could not be foreseen
            break
        lines, after = following(lines, more.events), more.after
        events = (*events, *more.events)
    return Decision(events, after)


def left_of(plan: Plan, decision: Decision) -> Plan:
    """What is left of a plan after a decision; without lines unless the opponent is to move."""
    events, after = decision
    goes_on = other(plan.seat) in after.awaited
    return replace(plan, lines=following(plan.lines, events) if goes_on else ())


def planned_jobs(plan: Plan, before: Match, decision: Decision) -> tuple[Job, ...]:
    """The job that tells a player that their plan has come true, if a decision holds plies of it."""
    after = decision.after
    if not any(isinstance(one, MovePlayed) and one.seat == plan.seat for one in decision.events):
        return ()
    assert after.players  # noqa: S101 - a match with plies has begun
    player, plies = after.players[plan.seat], f"{after.opened.match}/{before.version + 1}-{after.version}"
    return (Job("planned", f"{plies} {player}", after.since, player=player),)


def plies_of(job: Job, log: Sequence[Event]) -> list[MovePlayed]:
    """The plies that a player is told of by such a job."""
    first, last = map(int, job.about.partition("/")[2].split("-"))
    return [event for event in log[first - 1 : last] if isinstance(event, MovePlayed)]


def following(lines: Sequence[Line], events: Sequence[Event]) -> tuple[Line, ...]:
    """The lines that go on after these events, from there on."""
    left = tuple(lines)
    for event in events:
        if isinstance(event, TakebackAccepted):
            return ()
        if isinstance(event, MovePlayed):
            left = after_ply(left, event.notation)
    return left


def after_ply(lines: Sequence[Line], ply: str) -> tuple[Line, ...]:
    return tuple(line[1:] for line in lines if line[0] == ply and len(line) > 1)


# How a plan is made


def with_line(lines: Sequence[Line], line: Line, by: Sequence[Seat], owner: Seat) -> tuple[Line, ...]:
    """The lines with one more; it replaces those with other answers.

    Args:
        lines: of a plan.
        line: to add.
        by: the seat that plays each ply of it.
        owner: the seat whose plan it is.

    Raises:
        Refused: there would be more than `MOST_PLIES` plies.
    """
    kept = [old for old in lines if not _contradicts(old, line, by, owner) and old != line[: len(old)]]
    if not any(old[: len(line)] == line for old in kept):
        kept.append(line)
    if count(kept) > MOST_PLIES:
        raise Refused("no.plan_full", most=MOST_PLIES)
    return tuple(kept)


def _contradicts(old: Line, line: Line, by: Sequence[Seat], owner: Seat) -> bool:
    """Whether two lines part at a ply of the owner, who can play only one."""
    parting = [seat for this, that, seat in zip(old, line, by, strict=False) if this != that]
    return parting[:1] == [owner]


def without(lines: Sequence[Line], place: Line) -> tuple[Line, ...]:
    """The lines without this place and all that follows it; what comes before it stays."""
    kept, before = tuple(line for line in lines if line[: len(place)] != place), place[:-1]
    shortened = before and len(kept) < len(lines) and not any(line[: len(before)] == before for line in kept)
    return (*kept, before) if shortened else kept


def _plies(lines: Sequence[Line]) -> set[Line]:
    """The places of a plan besides its root."""
    return {line[:length] for line in lines for length in range(1, len(line) + 1)}


def count(lines: Sequence[Line]) -> int:
    return len(_plies(lines))


def key_of(place: Line) -> str | None:
    """The name of a place in a plan, for buttons; None for its root."""
    return hashlib.blake2s(",".join(place).encode(), digest_size=KEY_BYTES).hexdigest() if place else None


def place_called(lines: Sequence[Line], key: str | None) -> Line | None:
    """The place with this name; None if the plan has none."""
    return next((place for place in ((), *_plies(lines)) if key_of(place) == key), None)


# What is known of the positions to come


def walk(game: str, view: View, line: Iterable[str]) -> Iterator[tuple[Line, View | None]]:
    """Yield each place on a line, as the game writes it, and what will be seen there.

    That is None, at the end of the line, if it is not known yet.

    Raises:
        Refused: more plies follow a position that is not known, or the end of the match.
        IllegalMove, InvalidNotation: a ply is not possible.
    """
    place: Line = ()
    seen: View | None = view
    yield place, seen
    for ply in line:
        move = GAMES[game].parse(ply)
        if seen is None or not seen.to_act:
            raise Refused("no.plan_unknown" if seen is None else "no.plan_over", move=place[-1])
        place, seen = (*place, str(move)), seen.foreseen(move)
        yield place, seen


def foreseen(game: str, view: View, line: Iterable[str]) -> View | None:
    """What will be seen at the end of a line, as by `walk`."""
    *_, (_, seen) = walk(game, view, line)
    return seen


def movers(game: str, view: View, line: Line) -> list[Seat]:
    """The seat that plays each ply of a line."""
    views = [seen for _, seen in walk(game, view, line)]
    return [seen.to_act[0] for seen in views[:-1] if seen is not None]


def turns(game: str, view: View, line: Line) -> list[tuple[Seat, Line]]:
    """The plies of a line by turns: the seat, and what it plays."""
    plies = zip(movers(game, view, line), line, strict=True)
    return [(seat, tuple(ply for _, ply in turn)) for seat, turn in groupby(plies, key=itemgetter(0))]
