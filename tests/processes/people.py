"""People who play whole matches, and others who do whatever comes to their minds."""

from __future__ import annotations

import random
from typing import Any

from tests.bot.platforms.across_people import Seen, code_in
from tests.games.walks import Case
from tests.processes.world import RealWorld
from tests.simulation.people import OnDiscord, OnTelegram, Player
from tests.simulation.world import CHOICE, STALE

ANSWERED_WITHIN = 30.0  # seconds that somebody waits before they do it again
SHOWN_WITHIN = 60.0  # seconds in which a board is brought up to date by whoever lives
PATIENCE = 2.0  # seconds that somebody waits for a board to follow before they press it again


class DiscordPlayer(OnDiscord):
    """Discord brings nothing a second time: what was given to a process that died is lost."""

    world: RealWorld

    def _keep(self, asked: Any, what: str) -> None:
        self._notes.append(asked)
        number = asked.interaction.id
        self.ask(what, lambda: asked.interaction.answer is not None or self.world.balancer.lost(number))

    async def again(self) -> None:
        """It never happens."""

    def told(self) -> list[str]:
        """What they alone were told of what they did last."""
        return [shown.text for shown in self._notes[-1].replies if shown.ephemeral]


class TelegramPlayer(OnTelegram):
    """Telegram brings again what was not taken, until it is."""

    world: RealWorld
    latest: Any = None

    async def press(self, seen: Seen, label: str) -> None:
        payload = seen.payloads[seen.labels.index(label)]
        self.latest = press = self.person.tap(seen.raw, payload=payload)  # type: ignore[arg-type]
        self.ask(payload, lambda: bool(press.answers))

    def told(self) -> list[str]:
        """What they alone were told of their last press."""
        return [answer.text or "" for answer in self.latest.answers]


Pair = tuple[Player, Player]


async def play(world: RealWorld, case: Case, pair: Pair, chance: random.Random) -> bool:
    """A whole match from the challenge to its end, whatever dies meanwhile; whether it came to that."""
    code = await _begun(world, case, pair)
    while await world.phase(code) == "running":
        asked = [(player, seen) for player in pair if (seen := player.asked())]
        if asked:
            player, seen = chance.choice(asked)
            await _press(world, player, seen, player.pick(case, seen, seen.alt, chance))
        elif not await world.until(lambda: any(player.asked() for player in pair), SHOWN_WITHIN):
            shown = "; ".join(f"{player.name} sees {player.everything()[-500:]}" for player in pair)
            if await world.phase(code) == "running":
                world.story.broken.append(f"nobody is shown what to do in {code}, of {case}: {shown}")
                return False
    return True


async def _begun(world: RealWorld, case: Case, pair: Pair) -> str:
    """One challenges, the other takes the seat by the code; gives it."""
    host, other = pair
    words = " ".join([case.key, *("=".join(word) for word in case.words)])
    while not (code := _code(host)):
        await host.type(f"/play {words}")
        await world.until(lambda: _code(host), ANSWERED_WITHIN)
    while await world.phase(code) != "running":
        await other.type(f"/join {code}")
        await world.until(lambda: host.asked() or other.asked(), ANSWERED_WITHIN)
    return code


def _code(player: Player) -> str | None:
    found = [seen for seen in player.messages(private=False) if "Cancel" in seen.labels]
    return code_in(found[-1].text) if found else None


async def _press(world: RealWorld, player: Player, seen: Seen, label: str) -> None:
    """Press, wait for the answer, and see that a press to the newest version is not refused."""
    payload = seen.payloads[seen.labels.index(label)]
    chosen = CHOICE.match(payload)
    assert chosen
    match, version = chosen[1], int(chosen[2], 36)
    before, asks = await world.version(match), len(world.story.asks)
    await player.press(seen, label)
    if len(world.story.asks) == asks:
        return  # the message is gone
    if not await world.until(world.story.asks[asks].answered, ANSWERED_WITHIN):
        return  # it is told at the end, if nobody ever answers
    assert isinstance(player, DiscordPlayer | TelegramPlayer)
    if STALE in player.told():
        if before == version == await world.version(match):
            world.story.broken.append(f"a press to the newest version {version} of {match} was refused")
        await world.until(lambda: seen not in player.shown(), PATIENCE)
