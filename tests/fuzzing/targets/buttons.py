"""Payloads of buttons, on boards and on notes, of players and of strangers."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_type_hints

from bot.interface import Account, Incoming
from bot.interface.registry import VERBS
from bot.platforms import callback_data
from bot.texts import whole
from games.events import MatchId, PlayerId
from games.words import Words
from tests.bot.memory_platform import CHANNEL, House, private_chat
from tests.fuzzing.ground import PEOPLE, Ground, ground, on_ground
from tests.fuzzing.laws import Broken
from tests.fuzzing.mutations import halved
from tests.fuzzing.target import Target

EXAMPLES = {
    int: "1",
    bool: "0",
    str: "sahara",
    str | None: "sahara",
    PlayerId: "0123456789abcdef0123",
    Words: "4",
}


async def answered(house: House, who: Account, incoming: Incoming) -> None:
    """Have a request answered, and show the answer as an adapter does.

    Raises:
        Broken
    """
    answer = await house.handle(incoming)
    if answer.note is None and answer.update is None and answer.post is None:
        raise Broken(f"no answer to {incoming.request}")
    for shown in (answer.note, answer.update, answer.post):
        if shown and whole(shown.text) != shown.text:
            raise Broken(f"no platform can show {shown.text!r}")
    known = incoming.message if incoming.message in house.platform.messages else None
    await house.deliver(who, answer, incoming.chat, known)
    await house.settled()


async def _take(there: Ground, data: bytes) -> None:
    """The first byte says who presses what where, the others are the payload."""
    head, payload = data[0] if data else 0, halved(data[1:])
    who, house = PEOPLE[head & 3], there.house
    chat = private_chat(who) if head & 4 else CHANNEL
    message = house.board().id if head & 8 and chat == CHANNEL else "note"
    request, press = callback_data.decode(payload), str(next(house.presses))
    await answered(house, who, Incoming(who, chat, request, press, message, ephemeral=message == "note"))
    there.check(who)


async def _seeds(folder: Path) -> Sequence[bytes]:
    """A payload of each kind, and those of the boards."""
    async with ground(folder) as there:
        shown = [one.message for one in there.house.platform.messages.values()]
        found = {callback_data.encode(button.request) for one in shown for row in one.rows for button in row}
        found |= {_example(verb, there.code) for verb in VERBS}
    return [bytes([head]) + payload.encode() for payload in sorted(found) for head in (0, 10)]


def _example(verb: str, code: MatchId) -> str:
    kind: Any = VERBS[verb]
    hints = get_type_hints(kind)
    fields = [field.name for field in dataclasses.fields(kind) if not field.kw_only]
    return ":".join([verb, *(EXAMPLES.get(hints[name], code) for name in fields)])


TARGET = Target("buttons", on_ground(_take), _seeds, tokens=(*VERBS, "K7QF2M", "robot5"), share=4)
