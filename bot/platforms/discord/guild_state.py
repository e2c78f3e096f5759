"""What the library makes of events: less than it could, where nobody asks for more.

With all their channels and roles guilds would be most of the memory of a bot in many; and the message that
comes with each press would be made whole of objects, only for its id.
"""

from __future__ import annotations

from typing import Any

from discord import InteractionType
from discord.state import AutoShardedConnectionState

KEPT = ("id", "name", "unavailable", "preferred_locale", "threads")
"""What is kept of a guild. Threads are, because Discord does not name those that go with their channel."""


class GuildState(AutoShardedConnectionState[Any]):
    """Keeps whole only the guilds that the bot comes to while it runs: there it looks for a place to greet.

    The methods are named after the events that they deal with; events about what is not kept come to nothing.
    """

    def parse_guild_create(self, data: Any) -> None:
        """A guild is there after a start or an outage, or without `unavailable` it is a new one."""
        super().parse_guild_create(data if "unavailable" not in data else _short(data))

    def parse_guild_update(self, data: Any) -> None:
        """A guild has changed, as its language."""
        super().parse_guild_update(_short(data))

    def parse_channel_create(self, data: Any) -> None:
        """A new channel is not kept."""

    def parse_channel_delete(self, data: Any) -> None:
        """The library tells only of the end of channels that it has."""
        super().parse_channel_create(data)
        super().parse_channel_delete(data)

    def parse_guild_role_create(self, data: Any) -> None:
        """A new role is not kept."""

    def parse_interaction_create(self, data: Any) -> None:
        """Of the message that was pressed its id and flags are asked for, never what stands in it."""
        if data["type"] == InteractionType.component.value and "message" in data:
            data = {**data, "message": {**data["message"], "attachments": [], "components": [], "embeds": []}}
        super().parse_interaction_create(data)


def _short(guild: Any) -> Any:
    return {key: guild[key] for key in KEPT if key in guild}
