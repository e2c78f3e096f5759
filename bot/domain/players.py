"""The kinds of players, told apart by their ids: people, robots, and channels that play as one."""

from __future__ import annotations

from games.events import PlayerId

ROBOT_ID = "robot:"
TEAM_ID = "team."  # without a `:`, which parts the payloads of buttons


def is_robot(player: PlayerId | None) -> bool:
    return player is not None and player.startswith(ROBOT_ID)


def is_team(player: PlayerId | None) -> bool:
    """Whether a channel plays under this id."""
    return player is not None and player.startswith(TEAM_ID)
