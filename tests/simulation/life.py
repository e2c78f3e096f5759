"""One seed from beginning to end: what is planned, what comes of it, and which laws it breaks."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import random
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from aiohttp import web_app

from renderers import picture
from tests.simulation import laws
from tests.simulation.eye import DAY, Tally
from tests.simulation.files import put_files
from tests.simulation.loop import BEGINNING, NothingLeft, VirtualLoop
from tests.simulation.people import OnDiscord, OnLink, OnTelegram, OnWeb, Player, act
from tests.simulation.pictures import StandIns
from tests.simulation.puzzles import set_puzzles
from tests.simulation.seams import simulated
from tests.simulation.troubles import AFTERWARDS, TROUBLES, possible
from tests.simulation.world import EVERYWHERE, NAMES, Bot, Listening, World

THIRD = "Gwen"  # in lives with tournaments or proposals: three in one chat
GUESTS = ("Yara", "Zoe")  # in lives with seats by link
PLATFORM_OF = {
    **dict.fromkeys((*NAMES[:2], THIRD, *GUESTS), "discord"),
    **dict.fromkeys(NAMES[2:4], "telegram"),
    **dict.fromkeys(NAMES[4:], "web"),
}
PAINTED = 20  # of so many lives one has pictures that are really painted
THREADED = 4  # of so many lives one has threads on Discord
PACES = (0.0, 0.01, 0.05, 0.3, 1.0, 1.0, 3.0, 3.0, 10.0)  # seconds between what people do
MEMORY = "/dev/shm"  # noqa: S108 - the folder of one life, with a name of its own
MANAGE_CHANNELS = 1 << 4  # a permission on Discord
LIST = "/standing"  # typed where all read it
WANTS_WIDGETS = 0.6  # how likely somebody on Telegram does
PLAYS_BY_EAR = 0.2  # how likely somebody does
BOUND = 180.0  # seconds after the last trouble within which every board is up to date
LAST_NOTICE = 420.0  # seconds more in which everybody is told of what they did not see
LAST_CLOCK = 480.0  # seconds in which the shortest clock runs out, and what has been credited


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens at a moment: somebody acts, or a trouble begins."""

    after: float
    """Seconds since the step before."""
    what: str
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a life."""

    seed: int
    steps: tuple[Step, ...]
    broken: tuple[str, ...]
    told: tuple[str, ...]
    digest: str
    """Of all that was told: the same life is told the same."""
    callbacks: int
    tally: Tally
    """What people noticed of it."""


def aim_of(seed: int) -> str:
    """What people of a life are about, of whom most do whatever comes to their minds."""
    return {3: "rated", 6: "puzzle", 7: "tournament", 9: "friends"}.get(seed % 10, "")


def _who(seed: int, chance: random.Random) -> list[str]:
    if aim_of(seed) == "tournament":
        return [*NAMES[:2], THIRD]
    if aim_of(seed) == "friends":
        return [*NAMES[:2], THIRD, *GUESTS]
    several = chance.choice((2, 2, 3, 4))
    return chance.sample(NAMES, 2 if aim_of(seed) else several)


def platforms_of(seed: int) -> tuple[str, ...]:
    """Where those are who act in a life; its bot is on no other platform."""
    return tuple(sorted({PLATFORM_OF[name] for name in _who(seed, random.Random(seed))}))


def plan(seed: int, days: int = 0) -> tuple[Step, ...]:
    """What a seed says: who acts when, and what goes wrong; with `days`, nothing does."""
    chance = random.Random(seed)
    people, most = _who(seed, chance), 90 if aim_of(seed) else 45
    if days:
        return tuple(_visits(people, days, chance))
    steps = [
        Step(_pause(chance), chance.choice(people), chance.getrandbits(32))
        for _ in range(chance.randrange(most - 25, most))
    ]
    troubles = possible(platforms_of(seed))
    for _ in range(chance.choice((0, 1, 2, 2, 3, 4))):
        trouble = Step(chance.choice(PACES), chance.choice(troubles), chance.getrandbits(32))
        steps.insert(chance.randrange(4, len(steps)), trouble)
    chance = random.Random(seed + 2)
    for _ in range(chance.choice((0, 1, 1, 2))):  # some admin wants it
        asks = Step(chance.choice(PACES), f"{chance.choice(people)}: {LIST}", 0)
        steps.insert(chance.randrange(len(steps)), asks)
    return (*_wishes(chance, people), *steps)


def _wishes(chance: random.Random, people: Sequence[str]) -> Iterator[Step]:
    """Some of those on Telegram want boards to touch, and some people play by ear."""
    for name in people:
        if PLATFORM_OF[name] == "telegram" and chance.random() < WANTS_WIDGETS:
            yield Step(1.0, f"{name}: /settings touch=on", 0)
    for name in people:
        if chance.random() < PLAYS_BY_EAR:
            yield Step(1.0, f"{name}: /settings text=changes", 0)


def _visits(people: Sequence[str], days: int, chance: random.Random) -> Iterator[Step]:
    """Several times a day somebody comes, does a few things, and sometimes somebody answers at once.

    One of them wants to sleep at night.
    """
    yield Step(1.0, f"{chance.choice(people)}: /settings quiet=22-7", 0)
    left = days * DAY
    while (pause := chance.uniform(0.2, 3.0) * 3600.0) < left:
        left -= pause
        here = chance.sample(people, chance.choice((1, 1, 2)))
        for _ in range(chance.randrange(2, 8)):
            yield Step(pause, chance.choice(here), chance.getrandbits(32))
            pause = chance.choice((2.0, 5.0, 20.0, 60.0))


def _pause(chance: random.Random) -> float:
    dice = chance.random()
    return 400.0 if dice < 0.02 else 70.0 if dice < 0.06 else chance.choice(PACES)


def live(seed: int, steps: Sequence[Step] | None = None, bots: int = 1) -> Outcome:
    """Live a life: the one that the seed says, or only some steps of it, with so many processes."""
    steps = tuple(plan(seed) if steps is None else steps)
    loop = VirtualLoop(random.Random(seed))
    with TemporaryDirectory(dir=MEMORY if Path(MEMORY).is_dir() else None) as folder, _quiet():
        put_files(Path(folder))
        asyncio.set_event_loop(loop)
        world = World(loop, random.Random(seed + 1), Path(folder), platforms_of(seed), bots)
        world.aim = aim_of(seed)
        world.threads = seed % THREADED == 0 and "discord" in world.platforms
        listening = Listening(world.story)
        logging.getLogger().addHandler(listening)
        try:
            with simulated(loop, world.disk, world.watching, shared=bots > 1), _painters(seed):
                loop.run_until_complete(_life(world, steps))
        except NothingLeft as error:
            world.story.broken.append(f"everybody waits for ever: {error}")
        finally:
            logging.getLogger().removeHandler(listening)
            _bury(loop)
    told = world.story.told
    digest = hashlib.sha256("\n".join(told).encode()).hexdigest()[:12]
    world.eye.close(len(world.people), loop.time() - BEGINNING)
    world.eye.tally.happened.update(f"log: {record.msg}" for record in world.story.errors)
    broken = tuple(dict.fromkeys(world.story.broken))
    return Outcome(seed, steps, broken, tuple(told), digest, loop.steps, world.eye.tally)


async def _life(world: World, steps: Sequence[Step]) -> None:
    await world.open()
    keepers = [asyncio.create_task(_keep(world, bot)) for bot in world.bots]
    people = world.people = _people(world)
    busy: set[asyncio.Task[None]] = set()
    try:
        await _until_served(world)
        await _set_up(world)
        for number, step in enumerate(steps):
            await asyncio.sleep(step.after)
            chance = random.Random(step.seed)
            if step.what in TROUBLES:
                world.tell(f"step {number}: {step.what}")
                world.eye.tally.happened[step.what] += 1
                busy.add(asyncio.create_task(TROUBLES[step.what](world, chance)))
            elif ": " in step.what:
                who, line = step.what.split(": ")
                world.story.acts.append((who, world.loop.time()))
                await people[who].type(line, privately=line != LIST)
            else:
                await act(people[step.what], chance)
        await asyncio.gather(*busy)
        for bot in world.bots:
            if bot.process is not None:
                bot.process.owner.dies_at = None
        await _until_served(world)
        world.tell("all troubles are over")
        await asyncio.sleep(BOUND)
        await laws.try_laws(world, laws.OF_THE_LIVING)
        await asyncio.sleep(LAST_CLOCK if laws.runs_out(world, LAST_CLOCK) else 0.0)
        await asyncio.sleep(LAST_NOTICE)
        await laws.try_laws(world, laws.OF_TIME)
        world.restarts = False
        for bot in reversed(world.bots):
            if bot.process is not None and not await bot.process.stop(within=60.0):
                world.story.broken.append("the bot did not end within 60 s")
        await laws.try_laws(world, laws.OF_THE_STORE)
    finally:
        for keeper in keepers:
            keeper.cancel()
        for person in people.values():
            if isinstance(person, OnWeb | OnLink):
                person.task.cancel()
        await asyncio.sleep(0.1)
        await world.close()


async def _set_up(world: World) -> None:
    """What admins have chosen before it begins."""
    if world.aim == "puzzle":
        await set_puzzles(world)
    if world.threads:
        await _open_threads(world)


async def _open_threads(world: World) -> None:
    """Matches in the channel are played in threads of their own from now on."""
    channel = next(person.channel for person in world.people.values() if person.platform == "discord")
    process = world.process
    assert process
    assert process.service
    preferences = process.service.dispatcher.services.preferences
    with suppress(ConnectionError):  # the process is gone
        await process.run(
            preferences.change_chat(
                "discord", str(channel.guild.id), lambda chosen: replace(chosen, threads=True)
            )
        )


async def _keep(world: World, bot: Bot) -> None:
    """Start a process, and start it again whenever it has ended."""
    while world.restarts:
        process = world.start(bot)
        gone = asyncio.Event()
        process.owner.on_death.append(gone.set)
        process.task.add_done_callback(lambda _, gone=gone: gone.set())  # type: ignore[misc]
        await gone.wait()
        world.tell(f"the bot is gone{world.which(bot)}")
        process.owner.die()  # whatever it had open is closed by the operating system
        if fault := process.fault():
            world.story.broken.append(f"the bot ended by itself: {fault!r}")
        began = world.loop.time()
        await asyncio.sleep(bot.back_after)
        world.trouble(EVERYWHERE, AFTERWARDS, since=began)
        world.story.absences.append((began, world.loop.time()))


async def _until_served(world: World) -> None:
    for _ in range(4000):
        if all(bot.process is not None and bot.process.serves for bot in world.bots):
            return
        await asyncio.sleep(0.5)
    raise NothingLeft("the bot does not come back")


def _people(world: World) -> dict[str, Player]:
    """Two on each platform of this life, who can be written to in private."""
    makers = {"discord": _on_discord, "telegram": _on_telegram, "web": _on_web}
    return {player.name: player for platform in world.platforms for player in makers[platform](world)}


def _on_discord(world: World) -> list[Player]:
    third = (THIRD,) if world.aim in ("tournament", "friends") else ()
    people = [world.discord.person(name) for name in (*NAMES[:2], *third)]
    guild = world.discord.guild("Guild", *people)
    guild.people_permissions |= MANAGE_CHANNELS  # all may ask for a standing message
    channel = world.discord.channel(guild, "general")
    guests = [OnLink(world, name) for name in GUESTS if world.aim == "friends"]
    for guest in guests:
        world.story.closed[guest.name] = 0.0  # they see the page, or nothing
    return [*(OnDiscord(world, person, channel) for person in people), *guests]


def _on_telegram(world: World) -> list[Player]:
    people = [world.telegram.person(name, username=f"{name.lower()}_t") for name in NAMES[2:4]]
    group = world.chance.choice((world.telegram.supergroup, world.telegram.group))("Table", *people)
    group.creator = people[0].user.id
    for person in people:
        person.private.bot = "member"
    return [OnTelegram(world, person, group) for person in people]


def _on_web(world: World) -> list[Player]:
    return [OnWeb(world, name) for name in NAMES[4:]]


@contextmanager
def _painters(seed: int) -> Iterator[None]:
    """The true ones in some lives."""
    with patch.object(picture, "paint", picture.paint if seed % PAINTED == 0 else StandIns().paint):
        yield


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing is printed, and nobody complains of what dead processes leave behind.

    Nor is garbage collected before the end: what a dead process was about must not go on by its finalizers.
    """
    gc.disable()
    _freeze()
    hooks = sys.unraisablehook, logging.root.manager.disable
    handlers = logging.root.handlers[:]  # a process that is killed does not take its own away
    sys.unraisablehook = lambda _: None
    logging.disable(logging.WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            yield
        finally:
            logging.root.handlers[:] = handlers
            web_app._cached_build_middleware.cache_clear()  # it would keep every server in memory
            gc.collect()
            gc.enable()
            sys.unraisablehook = hooks[0]
            logging.disable(hooks[1])


@cache
def _freeze() -> None:
    """Once: what is there before the first life need not be looked at after each."""
    gc.collect()
    gc.freeze()


def _bury(loop: VirtualLoop) -> None:
    """End what is left of all tasks, without a word of theirs: their processes are dead."""
    loop.set_exception_handler(lambda *_: None)
    logging.disable(logging.CRITICAL)  # until all is as it was before this life, see `_quiet`
    for task in asyncio.all_tasks(loop):
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        with suppress(BaseException):
            task.get_coro().close()
    asyncio.set_event_loop(None)
    loop.close()
