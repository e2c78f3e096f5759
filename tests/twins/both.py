"""Two worlds side by side, and those who must not be able to tell them apart."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.interface import Account, Chat
from games.game import Seat
from games.match import Decision
from tests.bot.memory_platform import CLEO
from tests.games.walks import Case
from tests.twins.chance import Chance
from tests.twins.secrets import Eyes, Pair, Prelude
from tests.twins.steps import Step
from tests.twins.world import RememberingRobots, World, chats_of


class Leak(AssertionError):
    """Somebody got something else in one world than in the other."""

    def __init__(self, what: str, one: object, two: object) -> None:
        super().__init__(f"{what}\n\n{one!r}\n\n{two!r}")


@dataclass
class Outcome:
    """What was compared in a pair."""

    differs: bool = False
    """The truth of the match is another in the two worlds."""
    apart: bool = False
    """Whoever knows the secret did other things in the two worlds."""
    steps: int = 0
    calls: int = 0
    told: list[str] = field(default_factory=list)
    """What was done, in words."""


@dataclass
class Twins:
    """Two worlds with one match."""

    case: Case
    eyes: Eyes
    seats: dict[Seat, Account]
    """The people who play it."""
    worlds: tuple[World, World]
    outcome: Outcome

    @property
    def watchers(self) -> tuple[Account, ...]:
        """Those who may not know the secret: of a viewer's worlds also everybody."""
        seat = self.eyes.viewer
        return (CLEO,) if seat is None or seat not in self.seats else (self.seats[seat], CLEO)

    @property
    def knowers(self) -> list[Account]:
        """The others who play."""
        return [who for who in self.seats.values() if who not in self.watchers]

    @property
    def chances(self) -> tuple[Chance, Chance]:
        return self.worlds[0].chance, self.worlds[1].chance

    async def pair(self) -> Pair:
        """The match as it stands."""
        found = []
        for world in self.worlds:
            world.enter()
            found.append(await world.match())
        return found[0], found[1]

    async def put_on(self, played: Prelude, after: Pair) -> bool:
        """Show how the match stands after the prelude; False as with `take`."""
        for world, log, stands in zip(self.worlds, played.logs, after, strict=True):
            world.enter()
            if log:
                decision = Decision(tuple(log), stands)
                matches = world.services.matches
                await matches.append(await matches.kept(world.code), decision, press="prelude")
                await world.services.boards.redraw_matches([world.code])
                await world.settled()
        return await self.compared()

    async def take(self, step: Step) -> bool:
        """Take a step in both worlds; False where the eyes may see a difference after it."""
        self.outcome.told.append(step.name)
        answers = []
        for world, doing in zip(self.worlds, (step.one, step.two), strict=True):
            world.enter()
            answers.append(await doing(world))
            await world.settled()
        if not await self.compared(step.alone):
            return False
        self.outcome.steps += 1
        self.outcome.apart |= step.one is not step.two
        if step.answered and answers[0] != answers[1]:
            raise Leak("answers differ", *answers)
        return True

    async def compared(self, alone: Chat | None = None) -> bool:
        """Whether the eyes may still see the same; then everything else was the same as well.

        `alone`: as in `Step`.
        """
        one, two = await self.pair()
        robots = self.worlds[0].robots
        if isinstance(robots, RememberingRobots) and (chosen := robots.differ()):
            raise Leak("robots differ", *chosen)
        if not self.eyes.same((one, two)) or self.worlds[0].plays_on():
            return False
        self.outcome.differs |= one.state != two.state
        for eye in {self.eyes.viewer, None}:
            if one.seen_by(eye) != two.seen_by(eye):
                raise Leak("views of the match differ", one.seen_by(eye), two.seen_by(eye))
        self._compare(alone)
        return True

    def _compare(self, alone: Chat | None) -> None:
        """All that was called since the last time, and what is public in the store."""
        chats = chats_of(self.watchers)
        one, two = self.worlds
        self.outcome.calls += len(one.recorder.made)
        for what, first, second in (
            ("calls", one.heard(chats, alone), two.heard(chats, alone)),
            ("facts", one.facts(), two.facts()),
        ):
            if first != second:
                raise Leak(f"{what} differ", first, second)


class _Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record))


@contextmanager
def errors_told() -> Iterator[None]:
    """Whatever the bot logs as a warning or worse is told at the end.

    Raises:
        AssertionError: something was.
    """
    handler, logger = _Errors(), logging.getLogger("bot")
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
    assert not handler.said, "\n".join(handler.said)
