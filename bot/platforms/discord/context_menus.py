"""What the menus at a person's name and at a message ask; Discord takes at most five of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import discord

from bot.interface import (
    ROBOT,
    Choose,
    InvalidCommand,
    OpenMatch,
    PickGame,
    PickRobot,
    ReplayFrom,
    Request,
    ShowMatchWith,
    ShowProfile,
    match_of,
)
from bot.platforms import callback_data
from bot.platforms.discord.chat_ids import Interaction, message_id


def _challenge(person: str) -> Request:
    return PickRobot(None) if person == ROBOT else PickGame(person)


AT_PEOPLE: Mapping[str, tuple[str, bool, Callable[[str], Request]]] = {
    "menu.challenge": ("play", True, _challenge),
    "menu.profile": ("profile", False, ShowProfile),
    "menu.show_match": ("board", True, ShowMatchWith),
}
"""By its name: the command that asks for the same, whether it can be asked of the robot, and the request."""


def replay_from(interaction: Interaction, message: discord.Message) -> Request:
    """A replay from where this board stands: its buttons tell the match and, most of them, its version."""
    asked = [callback_data.decode(custom_id) for custom_id in _custom_ids(message.components)]
    matches = [match for one in asked if not isinstance(one, OpenMatch) and (match := match_of(one))]
    if message.author.id != interaction.application_id or not matches:
        return InvalidCommand("not_a_board", "replay", "")
    version = next((one.version for one in asked if isinstance(one, Choose)), None)
    return ReplayFrom(matches[0], version, message_id(interaction.channel_id, message.id))


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:
    for component in components:
        if custom_id := getattr(component, "custom_id", None):
            yield custom_id
        yield from _custom_ids(getattr(component, "children", ()))
