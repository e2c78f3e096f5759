"""Events of Discord's gateway: commands, presses and completions with whatever people can put into them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.events import MatchId
from tests.bot.platforms.discord.setup import Table, table
from tests.fuzzing.ground import unpainted
from tests.fuzzing.laws import Broken, Ledger, Watch, watched
from tests.fuzzing.target import Take, Target
from tests.fuzzing.targets import buttons, lines
from tests.loopback.discord import acts
from tests.loopback.discord.people import COMPONENT, Person
from tests.loopback.discord.sight import Shown

PEOPLE = ("Cleo", "Cleo", "Ada", "Ben")
STRING = STRING_SELECT = 3


@dataclass(frozen=True, slots=True)
class Gate:
    """The bot at the gateway, and what watches over it."""

    table: Table
    board: Shown
    code: MatchId
    watch: Watch
    ledger: Ledger


@asynccontextmanager
async def _open(folder: Path) -> AsyncIterator[Take]:
    with unpainted():
        async with table(folder) as there:
            await there.begin("sahara")
            board = there.board()
            code = next(
                named.split(":")[1] for key in board.buttons if (named := key.custom_id or "")[:2] == "c:"
            )
            with watched() as watch:
                ledger = Ledger(folder / "table.db")
                gate = Gate(there, board, MatchId(code), watch, ledger)
                try:
                    yield lambda data: _take(gate, data)
                finally:
                    ledger.close()


async def _take(gate: Gate, data: bytes) -> None:
    """`data` is JSON: `who`, and `press`, or `name` and `data` of a command, perhaps `typing` it."""
    try:
        asked = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(asked, dict):
        return
    who = PEOPLE[asked["who"] & 3] if type(asked.get("who")) is int else "Cleo"
    sent = _sent(gate, gate.table.people[who], asked)
    if sent is not None:
        await sent
    await gate.table.answered()
    gate.watch.check()
    if gate.table.discord.complaints:
        raise Broken(f"Discord complains: {gate.table.discord.complaints}")
    if who == "Cleo":
        gate.ledger.check(str(gate.table.people["Cleo"].user.id), [gate.code.lower()])
    else:
        gate.ledger.look()


def _sent(gate: Gate, who: Person, asked: dict[str, Any]) -> Any:
    """What comes of it at Discord; None where its client could not send that."""
    channel = gate.table.channel
    if isinstance(press := asked.get("press"), str):
        custom_id, values = press[:100], asked.get("chosen")
        if not isinstance(values, list):
            return who.press(gate.board, custom_id=custom_id)
        chosen = [value[:100] for value in values[:25] if isinstance(value, str)]
        message = gate.table.discord.world.messages[gate.board.id]
        data = {"custom_id": custom_id, "component_type": STRING_SELECT, "id": 0, "values": chosen}
        return who.ask(COMPONENT, channel, data, message=message)
    name, options = asked.get("name"), asked.get("options")
    known = {
        command["name"]: command for command in acts.offered(gate.table.discord.world, who.user, channel)
    }
    if not isinstance(name, str) or name not in known or not isinstance(options, dict):
        return None
    given = [
        {"name": option["name"], "type": STRING, "value": value}
        for option in known[name].get("options") or []
        if option["type"] == STRING and isinstance(value := options.get(option["name"]), str)
    ]
    if typing := bool(asked.get("typing")) and bool(given):
        given[-1]["focused"] = True
    elif any(
        option.get("required") and option["name"] not in {one["name"] for one in given}
        for option in known[name].get("options") or []
    ):
        return None
    return who.forge(name, channel, completing=typing, options=given)


async def _seeds(folder: Path) -> Sequence[bytes]:
    (folder / "buttons").mkdir()
    with unpainted():
        async with table(folder) as there:
            offered = acts.offered(there.discord.world, there.people["Cleo"].user, there.channel)
    payloads = (await buttons.TARGET.seeds(folder / "buttons"))[::2]
    asked: list[dict[str, Any]] = [
        {"who": who, "press": payload[1:].decode()} for payload in payloads for who in (0, 2)
    ]
    asked += [{"who": 0, "press": one["press"], "chosen": ["sahara", "theme=dark"]} for one in asked]
    for command in offered:
        options = {option["name"]: "sahara" for option in command.get("options") or []}
        if command["type"] == 1:
            asked += [{"who": who, "name": command["name"], "options": options} for who in (0, 2)]
            asked += [{"who": 0, "name": command["name"], "options": options, "typing": True}]
    return [json.dumps(one).encode() for one in asked]


TARGET = Target("gateway", _open, _seeds, tokens=(*lines.WORDS, "K7QF2M"))
