"""What a menu of people asks once somebody is picked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.domain import commands
from bot.interface import ROBOT, Account, BuildChallenge, Front, InvalidCommand, Request
from bot.interface.requests import with_person
from bot.platforms.discord.chat_ids import PLATFORM, Interaction


async def with_picked(interaction: Interaction, request: Request, front: Front) -> Request:
    """The request of a menu with whoever is picked, whom the dispatcher knows from now on.

    Args:
        interaction: a press on a button, or a choice from a menu.
        request: what the button or menu carries; that of a button comes back as it is.
        front: the dispatcher.
    """
    user = _picked(interaction)
    if user is None or not isinstance(request, BuildChallenge):
        return request
    if user["id"] == str(interaction.application_id):
        return with_person(request, ROBOT)
    account = Account(PLATFORM, user["id"], user.get("global_name") or user["username"], language="")
    if user.get("bot"):
        return InvalidCommand("a_bot", "play", account.name[: commands.QUOTED])
    await front.meet(account)
    return with_person(request, account.id)


def _picked(interaction: Interaction) -> Mapping[str, Any] | None:
    """The user as Discord tells of them; None: it was no menu of people."""
    data: Mapping[str, Any] = interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    return next((users[value] for value in data.get("values", ()) if value in users), None)
