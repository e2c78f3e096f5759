"""One pair of worlds by seed: begun, played to somewhere, then gone through step by step in both at once."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, get_args

from bot.domain.robot_players import LEVELS
from bot.domain.terms import choices
from bot.interface import THEMES, Account, BeginTournament, JoinTournament
from bot.texts import LANGUAGES
from games.catalog import GAMES
from games.game import SEATS, VIEWERS, Seat
from games.match import Match
from storage.people import InWords
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, account, private_chat
from tests.games.walks import Case
from tests.twins.both import Outcome, Twins, errors_told
from tests.twins.chance import dealing_by_world
from tests.twins.course import next_step
from tests.twins.secrets import Eyes, other_chance, prelude
from tests.twins.world import (
    INLINE,
    RememberingRobots,
    SeededMoves,
    World,
    known_screens,
    move_lists,
    sketches,
)

DORA = account("Dora")
STEPS = 10
PAINTED_EACH, TWICE_EACH, ROBOT_EACH, THINKING_EACH = 500, 10, 10, 100
"""One pair in so many is painted, has every board made in both worlds, is played with a robot, or with one
that thinks."""
PLACES = {2: "tournament", 3: "inline"}
"""Of ten pairs one is about a match of a tournament, and one about a match on a message of somebody else."""
CLOSED = (private_chat(ADA).id, private_chat(BEN).id)
NOT_IN_TOURNAMENTS = ("clock=none", "head_start=3", "head_start=stone")
TEXT, WROTE, THREADS = 0.25, 0.7, 0.2
"""How often somebody reads words alone, has written in private, and a match gets a thread of its own."""

Settings = Mapping[str, Any]
"""Fields of `Preferences` or of `ChatSettings`."""


@dataclass(frozen=True)
class Beginning:
    """What is the same in both worlds from the first moment."""

    line: str
    robot: bool
    settings: tuple[Settings, ...]
    """What Ada, Ben and Cleo have chosen."""
    wrote: tuple[Account, ...]
    """Who has written in private just now."""
    chat: Settings
    """What is chosen for the channel."""
    apart: str
    closed: str
    """A chat where the bot cannot write; "" for none."""
    seed: int
    place: str = ""
    """As in `PLACES`; "" in the channel, by a challenge."""

    async def carry_out(self, world: World) -> None:
        """Begin the match."""
        world.enter()
        world.apart, world.platform.closed = self.apart, {self.closed}
        for who, chosen in zip((ADA, BEN, CLEO), self.settings, strict=True):
            await self._meet(world, who, chosen)
        await world.services.preferences.change_chat(
            "fake", CHANNEL.id, lambda chosen: replace(chosen, **self.chat, results=CHANNEL.id)
        )
        if self.place == "tournament":
            await self._begin_tournament(world)
        else:
            await self._begin_match(world)
        (row,) = await world.store.database.rows("SELECT match FROM matches")
        world.code = row["match"]

    async def _begin_match(self, world: World) -> None:
        """Ada challenges, and Ben accepts or a robot is there."""
        world.place = INLINE if self.place == "inline" else CHANNEL
        await world.type(ADA, self.line, world.place)
        board = world.board(world.place)
        if not self.robot:
            await world.ask(BEN, board.message.rows[0][0].request, world.place, message=board.id)

    async def _begin_tournament(self, world: World) -> None:
        """Three take part, of whom two play."""
        await self._meet(world, DORA, {})
        await world.type(ADA, self.line)
        page = world.board()
        for who, kind in ((BEN, JoinTournament), (DORA, JoinTournament), (ADA, BeginTournament)):
            shown = world.platform.messages[page.id].message
            (request,) = {one.request for row in shown.rows for one in row if isinstance(one.request, kind)}
            await world.ask(who, request, CHANNEL, message=page.id)

    async def _meet(self, world: World, who: Account, chosen: Settings) -> None:
        """Somebody has chosen this, and may have written in their private chat just now."""
        player = await world.services.accounts.register(who)
        await world.services.preferences.change(player, lambda before: replace(before, **chosen))
        if who in self.wrote:
            world.services.presence.record_activity(player, private_chat(who))


async def twin_pair(game: str, seed: int, outcome: Outcome) -> None:
    """Go through one pair.

    Raises:
        AssertionError: somebody got something else in one world than in the other, or something failed.
    """
    rng = random.Random(f"{game} {seed}")
    with ExitStack() as around:
        around.enter_context(dealing_by_world())
        around.enter_context(errors_told())
        around.enter_context(move_lists())
        if seed % PAINTED_EACH:
            around.enter_context(sketches())
        if seed % TWICE_EACH:
            around.enter_context(known_screens())
        level = level_of_robot(game, seed) if seed % ROBOT_EACH == 1 else 0
        beginning = some_beginning(game, rng, PLACES.get(seed % 10, ""), level)
        robots = RememberingRobots() if seed % THINKING_EACH == 1 else SeededMoves()
        async with World(beginning.seed, robots) as one:
            await beginning.carry_out(one)
            match = await one.match()
            seats = await seats_of(one, match)
            eyes = Eyes(rng.choice(VIEWERS))
            played = prelude(match, await one.store.matches.load(one.code), eyes, rng, one.now)
            log = [*played.begun, *played.logs[0]]
            outcome.told.append(f"{beginning}; {eyes}; {[getattr(e, 'notation', e) for e in log]}")
            after = played.plies[-1].after[0] if played.plies else match
            chance, other = other_chance(after, played, eyes, rng)
            async with World(beginning.seed, one.robots, chance) as two:
                await beginning.carry_out(two)
                case = Case(game, tuple(match.opened.house_rules.items()))
                twins = Twins(case, eyes, seats, (one, two), outcome)
                if await twins.compared() and await twins.put_on(played, (after, other)):
                    await go_through(twins, rng)


async def go_through(twins: Twins, rng: random.Random) -> None:
    """Step by step, until the eyes may see a difference."""
    for _ in range(STEPS):
        step = await next_step(twins, rng)
        if step and not await twins.take(step):
            return


def level_of_robot(game: str, seed: int) -> int:
    """All levels in turn, from game to game and from pair to pair."""
    return LEVELS[([*GAMES].index(game) + 1 + seed // ROBOT_EACH + seed // THINKING_EACH) % len(LEVELS)]


def some_beginning(game: str, rng: random.Random, place: str, level: int) -> Beginning:
    """Any terms and settings."""
    terms = [f"{rule.word}={rng.choice(rule.values)}" for rule in choices(game) if rule.word != "begins"]
    line = " ".join(["/play", game, *([f"robot level={level}"] if level else []), *terms])
    if place == "tournament":
        line = " ".join(["/tournament", game, "1", *(one for one in terms if one not in NOT_IN_TOURNAMENTS)])
    settings = tuple(
        {"language": rng.choice([*LANGUAGES]), "theme": rng.choice(THEMES), "text": some_text(rng)}
        for _ in (ADA, BEN, CLEO)
    )
    wrote = tuple(who for who in (ADA, BEN, CLEO) if rng.random() < WROTE)
    chat = {"language": rng.choice(["", *LANGUAGES]), "threads": rng.random() < THREADS}
    chat["text"] = some_text(rng)
    apart, closed = rng.choice(("", "here", "beside")), rng.choice((*CLOSED, *[""] * 10))
    return Beginning(line, level > 0, settings, wrote, chat, apart, closed, rng.randrange(2**32), place)


def some_text(rng: random.Random) -> InWords:
    """Whether boards are in words, and which."""
    return rng.choice(get_args(InWords)) if rng.random() < TEXT else "off"


async def seats_of(world: World, match: Match) -> dict[Seat, Account]:
    """The people who play."""
    assert match.players
    known = {await world.services.accounts.player_of("fake", who.id): who for who in (ADA, BEN)}
    return {seat: known[match.players[seat]] for seat in SEATS if match.players[seat] in known}
