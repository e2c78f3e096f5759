"""A run: people act, processes die and come back, and at the end the laws must hold."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.games.walks import CASES, KNOWN, Case
from tests.processes.people import DiscordPlayer, Pair, TelegramPlayer, play
from tests.processes.world import GLANCE, RealWorld
from tests.simulation import laws
from tests.simulation.people import Player, act, rare
from tests.simulation.world import EVERYWHERE, World

LEASE = 30.0  # seconds for which a process that died keeps the boards that it was about to show
CAUGHT_UP_WITHIN = 2 * LEASE + 30.0
FINISHED_WITHIN = 240.0  # seconds after the last death in which all matches come to their ends
EVERY = 4.0  # seconds from a process that is back to the next death
RARE = 0.12  # how often that is /link, /forget_me or the like
PACE = 0.4  # seconds between two things that somebody idle does

BOARDS = """
    SELECT boards.platform, boards.message, match, matches.version FROM boards JOIN matches USING (match)
    WHERE boards.message IS NOT NULL AND matches.phase = 'running'
"""
SHOWN = "SELECT id, shown FROM boards WHERE id = ANY($1) AND message IS NOT NULL"
BEHIND = """
    SELECT boards.id, matches.version FROM boards JOIN matches USING (match)
    WHERE boards.shown < matches.version AND boards.message IS NOT NULL
"""


@dataclass
class Told:
    """What came of a run."""

    broken: list[str]
    deaths: int = 0
    presses: int = 0
    matches: int = 0
    broken_off: int = 0
    caught_up: float = 0.0
    """Seconds after a death until the boards that were behind then showed what they should, at most."""
    story: tuple[str, ...] = ()

    def __str__(self) -> str:
        return (
            f"{self.presses} presses and commands, {self.matches} whole matches, {self.deaths} deaths,"
            f" {self.broken_off} requests broken off, boards caught up within {self.caught_up:.0f} s"
        )


async def live(folder: Path, url: str, *, seed: int, seconds: float, workers: int = 3) -> Told:
    """Let so many processes live for so long, with deaths; then until all is settled, without."""
    world = RealWorld(folder, url, random.Random(seed), workers)
    told = Told(world.story.broken)
    async with world.running():
        await _lived(world, told, seconds)
        for worker in world.workers:
            if code := await worker.stop():
                told.broken.append(f"a process ended with {code}")
        await world.copy()
        for law in LAWS:
            await law(world, laws.Check(world, law.__name__))
    told.presses, told.broken_off = len(world.story.asks), world.balancer.broken_off
    told.broken += _complaints(world)
    told.story = tuple(world.story.told)
    return told


async def _lived(world: RealWorld, told: Told, seconds: float) -> None:
    """All act while processes die; the matches are played on until they end."""
    chance, pairs = world.chance, list(_pairs(world))
    idlers = [asyncio.create_task(_idle(one, _own(chance))) for one in _idlers(world)]
    matches = [asyncio.create_task(play(world, case, pair, _own(chance))) for case, pair in pairs]
    try:
        following = await _deaths(world, chance, seconds, told)
        for idler in idlers:
            idler.cancel()
        await asyncio.wait(matches, timeout=FINISHED_WITHIN)
        await asyncio.gather(*following)
        for match, (case, _) in zip(matches, pairs, strict=True):
            if not match.done() or match.exception():
                told.broken.append(f"{case} did not end: {match.exception() if match.done() else ''}")
            else:
                told.matches += match.result()
        await _catch_up(world, told)
        await _everybody_answered(world)
        gateway = world.discord.gateway
        if not await world.until(lambda: len(gateway.connected) == 1, 2 * LEASE):
            told.broken.append(f"{len(gateway.connected)} processes hear Discord's gateway")
    finally:
        for task in (*matches, *idlers):
            task.cancel()
        await asyncio.gather(*matches, *idlers, return_exceptions=True)


def _own(chance: random.Random) -> random.Random:
    return random.Random(chance.random())


async def answered(world: World, check: laws.Check) -> None:
    """Everybody is, but on Discord by a process that died amid: Telegram brings what was not taken again."""
    for ask in world.story.asks:
        check(ask.answered(), f"nobody answered {ask.who}: {ask.what}")


async def shown_as_stored(world: World, check: laws.Check) -> None:
    """What stands in the chats is what is stored, no older and no newer."""
    assert isinstance(world, RealWorld)
    for platform, message, match, version in world.glance(BOARDS):
        shown = world.shows.get((platform, message if platform == "telegram" else message.rpartition("/")[2]))
        if shown is not None:
            told = f"{platform} {message} shows {shown}, {match} is at {version}"
            check(shown == (match, version), told)


LAWS = (
    *(answered, laws.called_once, laws.boards_are_current, shown_as_stored, laws.one_board_lives),
    *(laws.settled, laws.settled_once),
    *(laws.logs_are_whole, laws.asked_once, laws.results_follow, laws.ratings_follow),
)


def _case(key: str) -> Case:
    return next(case for case in CASES if case.key == key)


def _pairs(world: RealWorld) -> Iterator[tuple[Case, Pair]]:
    """Each game by a pair with chats of its own; Stacko by people who are told the picture in words."""
    platforms = {"sahara": "TT", "sator": "DT", "stacko": "DD", "sato": "TD"}
    for key in KNOWN:
        guild: list[str] = []
        group: list[str] = []
        for number, platform in enumerate(platforms[key]):
            name = f"{key.title()}{number}"
            (guild if platform == "D" else group).append(name)
        found = {player.name: player for player in (*_on_discord(world, guild), *_on_telegram(world, group))}
        host, other = (found[f"{key.title()}{number}"] for number in (0, 1))
        yield _case(key), (host, other)


def _idlers(world: RealWorld) -> list[Player]:
    return [*_on_discord(world, ["Ada", "Ben"]), *_on_telegram(world, ["Cleo", "Dora"])]


def _on_discord(world: RealWorld, names: list[str]) -> list[Player]:
    people = [world.discord.person(name) for name in names]
    if not people:
        return []
    channel = world.discord.channel(world.discord.guild(f"Guild of {names[0]}", *people), "general")
    return [DiscordPlayer(world, person, channel) for person in people]


def _on_telegram(world: RealWorld, names: list[str]) -> list[Player]:
    people = [world.telegram.person(name, username=f"{name.lower()}_t") for name in names]
    if not people:
        return []
    group = world.telegram.supergroup(f"Group of {names[0]}", *people)
    for person in people:
        person.private.bot = "member"
    return [TelegramPlayer(world, person, group) for person in people]


async def _idle(player: Player, chance: random.Random) -> None:
    while True:
        await asyncio.sleep(chance.uniform(0, 2 * PACE))
        if chance.random() < RARE:
            await player.type(rare(player, chance), privately=True)
        else:
            await act(player, chance)


async def _deaths(
    world: RealWorld, chance: random.Random, seconds: float, told: Told
) -> set[asyncio.Task[None]]:
    """One process after another is killed and started again; gives who waits for what it has left."""
    ends, following = time.monotonic() + seconds, set[asyncio.Task[None]]()
    while time.monotonic() < ends:
        await asyncio.sleep(EVERY)
        worker = chance.choice(world.workers)
        world.tell(f"process {world.workers.index(worker)} is killed")
        world.trouble(EVERYWHERE, LEASE)
        await worker.kill()
        following.add(asyncio.create_task(_catch_up(world, told)))
        await asyncio.sleep(chance.uniform(0, 1))
        await worker.start()
        world.tell(f"process {world.workers.index(worker)} is back")
        told.deaths += 1
    return following


async def _catch_up(world: RealWorld, told: Told) -> None:
    """Wait until the boards that are behind now show what they should now."""
    began = time.monotonic()
    left = {row["id"]: row["version"] for row in await world.looking.fetch(BEHIND)}
    while left:
        if time.monotonic() - began > CAUGHT_UP_WITHIN:
            told.broken += [
                f"board {board} stayed behind version {version}" for board, version in left.items()
            ]
            return
        shown = {row["id"]: row["shown"] for row in await world.looking.fetch(SHOWN, list(left))}
        left = {board: version for board, version in left.items() if shown.get(board, version) < version}
        await asyncio.sleep(GLANCE)
    told.caught_up = max(told.caught_up, time.monotonic() - began)


async def _everybody_answered(world: RealWorld) -> None:
    """What was brought is taken, and each person has an answer, if there ever will be one."""
    await world.until(lambda: not world.telegram.updates.waiting, 30.0)
    await world.until(lambda: all(ask.answered() for ask in world.story.asks), laws.ANSWERED_WITHIN)


def _complaints(world: RealWorld) -> Iterator[str]:
    """Of the platforms, and of the processes themselves."""
    yield from (f"Discord: {told}" for told in world.discord.complaints)
    yield from (f"Telegram: {told}" for told in world.telegram.unknown)
    for worker in world.workers:
        for line in worker.log:
            if line["level"] in ("ERROR", "CRITICAL"):
                yield f"log: {line}"[:1500]
