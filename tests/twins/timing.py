"""How long answers take in twin worlds, on the processor's clock: `python -m tests.twins.timing`.

As dudect does: answers of both worlds in random order, after a warm-up; what lies above a fixed percentile is
left out; Welch's t of the two classes stays below 4.5 where they take the same time. One world is used for
both, with the one truth or the other in it, so that they share all caches and places in memory.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import pickle
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from statistics import fmean, variance

from bot import interface
from bot.interface import Account, Incoming
from games.dice import SEED_BYTES, Dice
from games.game import VIEWERS, Viewer
from games.match import Match
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO
from tests.twins.chance import ONE_DEAL, dealing_by_world
from tests.twins.pairs import Beginning, seats_of
from tests.twins.secrets import Eyes, next_ply, played
from tests.twins.world import SeededMoves, World, sketches

SAMPLES, WARM_UP = 10_000, 300
KEPT = 0.5
"""The share of the samples that is compared, from the fastest: on a busy machine the others vary widely."""
FEWEST = 10
"""Samples of a class that are left."""
MOST = 4.5
"""Of |t|: dudect's threshold."""
WITH_SECRETS = ("sator", "stacko", "sato variant=hidden", "sato variant=open")
MOST_PLIES = 8
SEED = 7

Answer = Callable[[], Awaitable[object]]


@dataclass(frozen=True)
class Told:
    """An answer, and how its times in both worlds differ."""

    case: str
    answer: str
    t: float

    def __str__(self) -> str:
        return f"{self.case:32} {self.answer:14} t = {self.t:7.2f}{'' if abs(self.t) < MOST else '  !'}"


@dataclass(frozen=True)
class Twin:
    """A world with a match whose truth can be exchanged, before the eyes of somebody."""

    world: World
    who: Account
    match: Match
    truths: tuple[bytes, bytes]
    """Pickled: each answer is made of new objects, as no cache knows them."""
    move: str
    """Of whoever looks, where they are to play."""

    async def exchange(self, second: bool) -> None:
        """The match was this one all along."""
        state = pickle.loads(self.truths[second])  # noqa: S301
        kept = await self.world.services.matches.kept(self.world.code)
        object.__setattr__(kept, "match", replace(self.match, state=state))

    def answers(self) -> Iterator[tuple[str, Answer]]:
        """What can be asked again and again without changing anything."""
        code, dispatcher = self.world.code, self.world.dispatcher
        for request in (
            interface.ShowHand(code),
            interface.ListMatches(),
            interface.TypeMove(("99",), code),
            interface.Choose(code, self.match.version, (), final=False, page=0),
            interface.AskHint(code),
            interface.VerifyDeal(code),
        ):
            asked = Incoming(self.who, CHANNEL, request, "press")
            yield type(request).__name__, lambda asked=asked: dispatcher.handle(asked)  # type: ignore[misc]
        yield "completions", lambda: dispatcher.complete(self.who, CHANNEL, "/move ", code)
        yield "page", lambda: dispatcher.see_match("fake", self.who.id, code)
        if self.move:
            yield "move", self.moved

    async def moved(self) -> object:
        """A move decided, and what is seen after it."""
        match = await self.world.match()
        after = played(match, match.awaited[0], self.move, self.world.now, ONE_DEAL)
        return [after.after.seen_by(viewer) for viewer in VIEWERS]


async def measured(twin: Twin, answer: Answer, samples: int, planted: float, rng: random.Random) -> float:
    """Welch's t of the two classes.

    Args:
        twin: where to ask.
        answer: asks.
        samples: how many.
        planted: seconds that an answer takes longer in the second world.
        rng: which world is asked when.
    """
    taken: tuple[list[float], list[float]] = [], []
    for number in range(WARM_UP + samples):
        second = rng.random() < 0.5
        await twin.exchange(second)
        began = time.thread_time()
        await answer()
        if second and planted:
            spin(planted)
        took = time.thread_time() - began
        if number >= WARM_UP:
            taken[second].append(took)
    return welch(*cropped(*taken))


def spin(seconds: float) -> None:
    """Take so long."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def cropped(one: Sequence[float], two: Sequence[float]) -> tuple[list[float], list[float]]:
    """Without what took longest in both together: interruptions, collections of garbage."""
    most = sorted([*one, *two])[int(KEPT * (len(one) + len(two)))]
    return [took for took in one if took < most], [took for took in two if took < most]


def welch(one: Sequence[float], two: Sequence[float]) -> float:
    """Welch's t; without end where one class was slower nearly always."""
    if min(len(one), len(two)) < FEWEST:
        return inf if len(one) < len(two) else -inf
    error = sqrt(variance(one) / len(one) + variance(two) / len(two))
    return (fmean(one) - fmean(two)) / error


async def compared(line: str, viewer: Viewer, samples: int, planted: float) -> list[Told]:
    """Every answer, for a seat or for somebody who only looks on."""
    rng = random.Random(f"{line} {viewer}")
    beginning = Beginning(f"/play {line}", False, ({"language": "en"},) * 3, (ADA, BEN), {}, "", "", SEED)
    with dealing_by_world(), sketches():
        async with World(SEED, SeededMoves()) as world:
            await beginning.carry_out(world)
            twin = await some_twin(world, Eyes(viewer), rng)
            who = "somebody" if viewer is None else f"seat {viewer}"
            return [
                Told(f"{line}, {who}", name, await measured(twin, answer, samples, planted, rng))
                for name, answer in twin.answers()
            ]


async def some_twin(world: World, eyes: Eyes, rng: random.Random) -> Twin:
    """Two truths behind one view some plies later, and a move that shows neither."""
    match = await world.match()
    while True:
        after = match
        for _ in range(rng.randint(2, MOST_PLIES)):
            if ply := next_ply((after, after), (ONE_DEAL, ONE_DEAL), eyes, rng, world.now):
                after = ply.after[0]
        assert after.state
        if eyes.viewer is not None and after.awaited != (eyes.viewer,):
            continue
        view = after.state.view(eyes.viewer)
        one, two = (
            replace(after, state=view.imagine(Dice.from_seed(rng.randbytes(SEED_BYTES)))) for _ in "12"
        )
        ply = next_ply((one, two), (ONE_DEAL, ONE_DEAL), eyes, rng, world.now)
        if ply is None or one.state == two.state:
            continue
        seats = await seats_of(world, after)
        who = CLEO if eyes.viewer is None else seats[eyes.viewer]
        return Twin(world, who, after, (pickle.dumps(one.state), pickle.dumps(two.state)), ply.one)


def main() -> int:
    """Print what is found; 1 where the time of an answer tells one world from the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.twins.timing", description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES, help="of each answer")
    parser.add_argument("--plant", type=float, default=0, help="microseconds more in the second world")
    said = parser.parse_args()
    gc.disable()
    told = list[Told]()
    for line in WITH_SECRETS:
        for viewer in VIEWERS:
            for each in asyncio.run(compared(line, viewer, said.samples, said.plant / 1e6)):
                sys.stdout.write(f"{each}\n")
                sys.stdout.flush()
                told.append(each)
            gc.collect()
    apart = [each for each in told if abs(each.t) >= MOST]
    sys.stdout.write(f"{len(told)} answers, {len(apart)} with |t| of {MOST} or more\n")
    return 1 if apart else 0


if __name__ == "__main__":
    sys.exit(main())
