"""What happens next in a pair of worlds: drawn by seed, from what the first of them shows."""

from __future__ import annotations

import random

from bot.interface import Account, Chat
from games.actions import RefusedByMatch
from games.match import Match, Phase
from games.replay import positions
from games.words import tree_of
from tests.bot.memory_platform import CLEO, private_chat
from tests.twins import steps
from tests.twins.both import Twins
from tests.twins.secrets import next_ply
from tests.twins.steps import Step

PAUSES = (1, 40, 400, 4_000, 50_000, 90_000, 300_000)
"""Seconds that pass now and then."""

KINDS = {
    "move": 30,
    "ask": 22,
    "press": 18,
    "wrong": 8,
    "private": 6,
    "half": 6,
    "complete": 5,
    "known": 5,
    "wait": 5,
    "table": 7,
    "resign": 6,
}
"""How often each kind of step is drawn."""


async def next_step(twins: Twins, rng: random.Random) -> Step | None:
    """Some step; None where this kind of step is not possible just now."""
    one, _ = await twins.pair()
    step = await _some_step(twins, one, rng)
    if step is not None and isinstance(step.request, steps.LAYS_OPEN) and _may_tell(one, step.who):
        return None
    return step


def _may_tell(match: Match, who: Account | None) -> bool:
    """A match is over, and may be laid open to this person: to those who played it, or to everybody."""
    if match.phase is Phase.RUNNING or who != CLEO:
        return match.phase is not Phase.RUNNING
    try:
        match.proof(None)
    except RefusedByMatch:
        return False
    return True


async def _some_step(twins: Twins, one: Match, rng: random.Random) -> Step | None:
    (kind,) = rng.choices([*KINDS], [*KINDS.values()])
    world, who = twins.worlds[0], rng.choice(twins.watchers)
    chat = rng.choice((rng.choice(world.public()), private_chat(who)))
    match kind:
        case "move":
            return await moving(twins, rng)
        case "ask":
            over = one.phase is not Phase.RUNNING and rng.random() < 0.7
            return asking(twins, who, chat, rng.choice(steps.AFTERWARDS if over else steps.ASKS))
        case "press":
            return steps.pressing(world, who, chat, rng)
        case "wrong" if one.phase is Phase.RUNNING:
            return await steps.wrong_move(world, twins.case, who, rng)
        case "private" if twins.knowers:
            return steps.in_private(rng.choice(twins.knowers), *rng.sample(steps.IN_PRIVATE, 2))
        case "half":
            return await half_choosing(twins, rng)
        case "complete":
            return steps.completing(who, chat, rng.choice(steps.BEGUN))
        case "known" if twins.knowers:
            return steps.unanswered(
                asking(twins, rng.choice(twins.knowers), world.place, rng.choice(steps.OPEN))
            )
        case "wait":
            return steps.waiting(rng.choice(PAUSES))
        case "table":
            return rng.choice((steps.at_the_table(who), steps.standing(who, rng)))
        case "resign":
            return await ending_or_playing_on(twins, one, rng)
    return None


async def ending_or_playing_on(twins: Twins, one: Match, rng: random.Random) -> Step:
    """A player gives up or, when the match is over, offers to play on from somewhere in it."""
    who, world = rng.choice([*twins.seats.values()]), twins.worlds[0]
    if one.phase is not Phase.OVER or rng.random() < 0.3:
        return steps.resigning(who)
    return steps.playing_on(who, rng.randrange(len(positions(await world.store.matches.load(world.code)))))


async def moving(twins: Twins, rng: random.Random) -> Step | None:
    """A move of a person who is to play, that looks the same."""
    pair = await twins.pair()
    if not set(pair[0].awaited) & set(twins.seats) or not pair[0].state:
        return None
    ply = next_ply(pair, twins.chances, twins.eyes, rng, twins.worlds[0].now)
    if ply is None or ply.seat not in twins.seats:
        return None
    who = twins.seats[ply.seat]
    step = steps.moving(who, ply.one, ply.two, twins.worlds[0].code)
    return step if who in twins.watchers else steps.unanswered(step)


async def half_choosing(twins: Twins, rng: random.Random) -> Step | None:
    """Somebody who is to play chooses the first word of a move in private, another one in each world."""
    pair = await twins.pair()
    seats = [seat for seat in pair[0].awaited if twins.seats.get(seat) in twins.knowers]
    if not seats:
        return None
    seat = rng.choice(seats)
    words = []
    for match, world in zip(pair, twins.worlds, strict=True):
        world.enter()
        firsts = [place.words for place in tree_of(match.state, seat).branches.values() if place.branches]
        words.append(rng.choice(firsts) if firsts else ())
    return steps.half_choosing(twins.seats[seat], pair[0].version, words[0], words[1])


def asking(twins: Twins, who: Account, chat: Chat, line: str) -> Step:
    """A command about the match, or about anything."""
    return steps.asking(who, chat, line.format(code=twins.worlds[0].code, game=twins.case.key))
