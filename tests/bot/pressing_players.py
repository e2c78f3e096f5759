"""People who press buttons they were shown, and know nothing else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from bot.interface import Account, Button, Choose, Screen
from tests.bot.memory_platform import ADA, BEN, House, Shown, private_chat

Choice = Callable[[random.Random, Screen, list[Button]], Button]
"""Picks one of the buttons that choose something, from what the message shows."""

MOST_PRESSES = 3000


async def play_to_the_end(house: House, line: str, seed: int) -> int:
    """Start a match by this command and press until it is over; gives the number of presses."""
    chance = random.Random(seed)
    await house.meet(ADA, BEN)
    await house.type(ADA, line)
    await house.press(BEN, "Accept")
    channel = house.board()
    for pressed in range(MOST_PRESSES):
        public = house.platform.messages[channel.id]
        if not public.message.awaits:
            assert "Rematch" in house.labels(public.message)
            return pressed
        who = chance.choice(public.message.awaits)
        where = board_to_press(house, who, public)
        button = choice_for(line)(chance, where.message, choices(where.message))
        await house.ask(who, button.request, where.chat, message=where.id)
    raise AssertionError(f"not over after {MOST_PRESSES} presses")


def board_to_press(house: House, who: Account, public: Shown) -> Shown:
    """The private board where there is one, else the one in the channel."""
    private = [shown for shown in house.platform.in_chat(private_chat(who)) if choices(shown.message)]
    return private[-1] if private else house.platform.messages[public.id]


def choices(message: Screen) -> list[Button]:
    """The buttons of a board that choose something, without the way back."""
    buttons = (button for row in message.rows for button in row)
    choosing = (button for button in buttons if isinstance(button.request, Choose) and not button.disabled)
    return [button for button in choosing if button.label != "Back"]


def anything(chance: random.Random, message: Screen, buttons: list[Button]) -> Button:
    """Any button."""
    return chance.choice(buttons)


def choice_for(line: str) -> Choice:
    """How a game is pressed: Stacko needs some sense, or it never ends."""
    return sort_the_tower if "stacko" in line else anything


def sort_the_tower(chance: random.Random, message: Screen, buttons: list[Button]) -> Button:
    """A place for every four parts, widest at the bottom: read from the words of the picture alone."""
    assert message.image
    labels = {button.label: button for button in buttons}
    if "Next round" in labels:
        return labels["Next round"]
    told = message.image.alt
    (awaited,) = message.awaits
    found = re.search(rf"Part (\d+) is offered to {awaited.name}|{awaited.name} drew part (\d+)\.", told)
    tower = re.search(rf"{awaited.name}'s tower from the bottom up: ([\d* ]+)", told)
    assert found
    assert tower
    part = int(found[1] or found[2])
    parts = [int(word.rstrip("*")) for word in tower[1].split()]
    place = (40 - part) // 4
    if (40 - parts[place]) // 4 != place:
        return labels[str(place + 1)]
    return labels.get("Take a new part") or labels["Pass it on"]
