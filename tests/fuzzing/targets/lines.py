"""Typed lines: commands with their options, bare moves, and how a line could go on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.domain import commands
from bot.interface import Incoming
from bot.interface.registry import COMMANDS
from games import GAMES
from tests.bot.memory_platform import CHANNEL, private_chat
from tests.fuzzing.ground import PEOPLE, Ground, ground, on_ground
from tests.fuzzing.mutations import halved
from tests.fuzzing.target import Target
from tests.fuzzing.targets.buttons import answered

WORDS = (
    *(f"/{name}" for name in COMMANDS),
    *GAMES,
    *("ada", "ben", "@ada", "robot", "robot5", "target=30", "clock=1d", "theme=dark", "zone=Europe/Berlin"),
    *("quiet=22-7", "language=de", "sure", "3", "c3", "a1", "roy", "take", "first", "no", "all"),
)


async def _take(there: Ground, data: bytes) -> None:
    """The first byte says who types where, the others are the line."""
    head, line = data[0] if data else 0, halved(data[1:])
    who, house = PEOPLE[head & 3], there.house
    chat = private_chat(who) if head & 4 else CHANNEL
    await house.dispatcher.complete(who, chat, line)
    request = commands.read_bare(line) if head & 8 else commands.read(line)
    await answered(house, who, Incoming(who, chat, request, str(next(house.presses))))
    there.check(who)


async def _seeds(folder: Path) -> Sequence[bytes]:
    async with ground(folder) as there:
        code = there.code
    lines = [
        *WORDS,
        *(f"/{name} {word}" for name in COMMANDS for word in ("sahara", code, "3")),
        *(
            "/play sahara target=30 clock=1d",
            f"/move c3 {code}",
            f"/say hello {code}",
        ),
        *(
            "/settings quiet=22-7",
            f"/cup sahara swiss {code}",
            "/import [Tischrand",
            "/away 3d",
            "/profile ben",
        ),
    ]
    return [bytes([head]) + line.encode() for line in lines for head in (0, 6)]


TARGET = Target("lines", on_ground(_take), _seeds, tokens=(*WORDS, "K7QF2M"), share=4)
