"""What a bot keeps in memory with 1,000 guilds and 10,000 running matches, beside the library's defaults.

The matches are written through the store, as a bot would have left them that is started again now.
"""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.aims import at_most
from benchmarks.contest import Press
from benchmarks.process import SETTLING, WHOLE, bare, started
from bot.interface import Choose
from bot.platforms import callback_data
from bot.repositories.matches import row_of
from bot.runtime.databases import STORE_FILE
from games.events import ChallengeAccepted, ChallengeOffered, Event, MatchId, MovePlayed, PlayerId
from games.match import Match, fold
from storage.boards import Board, BoardId, ChatId
from storage.changes import Change
from storage.people import Person
from storage.sqlite.database import open_store
from tests.loopback.discord import people, world
from tests.loopback.discord.server import DiscordServer

GUILDS, CHANNELS, ROLES = 1_000, 30, 20
MATCHES_A_GUILD = 10
ADA, BEN = PlayerId("ada"), PlayerId("ben")
PLIES = 12  # of each match so far
PRESSES = 500
MEMORY = at_most(1.2)
UPDATED = 7  # the kind of an answer that replaces the pressed message
AT_ONCE = 8
"""Presses under way at the same time."""


@dataclass(frozen=True, slots=True)
class Told:
    """A match as it is stored ten thousand times, each time for other players."""

    events: tuple[Event, ...]
    match: Match
    button: str
    """What a button carries that plays the next ply, but for the id of the match."""


def example() -> Told:
    """A running match, played at random so far."""
    chance = random.Random(5)
    opened = ChallengeOffered(
        at=1, match=MatchId("000000"), game="sahara", game_version=1, house_rules={"target": "50"},
        challenger=ADA, invited=None, first=ADA, seed=chance.randbytes(32).hex(), entropy="ada",
    )  # fmt: skip
    events: list[Event] = [opened, ChallengeAccepted(at=1, player=BEN, entropy="ben")]
    while len(events) < PLIES + 2:
        events.append(_ply(fold(events), chance))
    match = fold(events)
    words = tuple(_ply(match, chance).notation.split())
    return Told(
        tuple(events), match, callback_data.encode(Choose(MatchId("MATCH"), match.version, words, True, 0))
    )


def _ply(match: Match, chance: random.Random) -> MovePlayed:
    assert match.state
    (seat,) = match.state.to_act
    return MovePlayed(at=1, seat=seat, notation=str(chance.choice(match.state.legal_moves(seat))))


@dataclass(frozen=True, slots=True)
class Place:
    """A running match in a channel of a guild."""

    match: MatchId
    players: tuple[PlayerId, PlayerId]
    persons: tuple[people.Person, people.Person]
    channel: world.Channel
    message: int


def settled(discord: DiscordServer) -> list[Place]:
    """Guilds with their channels, two people in each, and where their matches are."""
    places: list[Place] = []
    for number in range(GUILDS):
        persons = (discord.person(f"Ada {number}"), discord.person(f"Ben {number}"))
        guild = discord.guild(f"Guild {number}", *persons)
        guild.roles = ROLES
        channels = [discord.channel(guild, f"channel-{count}") for count in range(CHANNELS)]
        players = (PlayerId(f"{2 * number:018x}"), PlayerId(f"{2 * number + 1:018x}"))
        for channel in channels[:MATCHES_A_GUILD]:
            match = MatchId(f"{len(places):06d}")
            places.append(Place(match, players, persons, channel, discord.world.snowflake()))
    return places


def press_of(discord: DiscordServer, place: Place, told: Told) -> Press:
    """Whoever is to move presses a button under a message that stands there since before the restart."""
    (seat,) = told.match.awaited
    custom_id = told.button.replace("MATCH", place.match)
    button = {"type": 2, "style": 2, "label": "Go on", "custom_id": custom_id}
    message = world.Message(
        place.message, place.channel, discord.world.bot, discord.world.clock.now(),
        flags=world.COMPONENTS_V2, components=[{"type": 1, "id": 1, "components": [button | {"id": 2}]}],
    )  # fmt: skip
    discord.world.messages[message.id] = message
    discord.world.tell("create", message)

    async def press() -> float:
        began = time.perf_counter()
        asked = await place.persons[seat].press(message.id, custom_id=custom_id)
        assert asked.kind == UPDATED
        return time.perf_counter() - began

    return press


async def fill(path: Path, places: list[Place], told: Told) -> None:
    """Store all people and matches."""
    store = await open_store(path)
    accounts = {
        person.user.id: Person("discord", str(person.user.id), player, person.user.name, "en-US")
        for place in places
        for player, person in zip(place.players, place.persons, strict=True)
    }
    await asyncio.gather(*map(store.people.put_person, accounts.values()))
    await asyncio.gather(*(store.append(_change(place, told)) for place in places))
    await store.close()


def _change(place: Place, told: Told) -> Change:
    """A whole match, as if it had happened at once."""
    (ada, ben), (opened, accepted, *plies) = place.players, told.events
    assert isinstance(opened, ChallengeOffered)
    assert isinstance(accepted, ChallengeAccepted)
    row, (seat,) = row_of(told.match), told.match.awaited
    channel, guild = place.channel, place.channel.guild
    assert guild
    return Change(
        replace(row, match=place.match, players=place.players, awaited=(place.players[seat],)),
        (
            replace(opened, match=place.match, challenger=ada, first=ada),
            replace(accepted, player=ben),
            *plies,
        ),
        boards=(
            Board(
                BoardId(f"board {place.match}"), place.match,
                "discord", ChatId(f"{guild.id}/{channel.id}"), False,
                f"{channel.id}/{place.message}", None, told.match.version,
            ),
        ),
    )  # fmt: skip


async def compare(folder: Path, sample: Path) -> None:
    """Print what both bots keep, connected and after some hundred presses.

    Args:
        folder: for the database.
        sample: what the bare bot shows, as `Sample.write` has kept it.
    """
    told = example()
    matches = GUILDS * MATCHES_A_GUILD
    print(f"\n{GUILDS:,} guilds of {CHANNELS} channels and {ROLES} roles; {matches:,} matches")
    print(f"{'MB of memory':<40}{'connected':>12}{f'{PRESSES} presses later':>22}")
    kept = list[float]()
    kinds = {"the whole bot": WHOLE, "bare, with the library's defaults": bare("defaults", sample)}
    for name, command in kinds.items():
        async with DiscordServer(recording=False) as server:
            places = settled(server)
            data = folder / f"memory of {name}"
            data.mkdir()
            if command is WHOLE:
                await fill(data / STORE_FILE, places, told)
            spread = places[:: len(places) // PRESSES][:PRESSES]
            presses = [press_of(server, place, told) for place in spread]
            async with started(server, command, data, folder / f"{name}.log") as bot:
                before = bot.megabytes
                await at_once(presses)
                await asyncio.sleep(SETTLING)
                kept.append(bot.megabytes)
                print(f"{name:<40}{before:>12.0f}{kept[-1]:>22.0f}", flush=True)
    print(MEMORY.row("Discord: memory after presses, library's defaults = 1", kept[0] / kept[1]))


async def at_once(presses: list[Press]) -> None:
    """Press each once, some at the same time."""
    left = iter(presses)

    async def one() -> None:
        for press in left:
            await press()

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))
