"""The kinds of players, told apart by their ids: people, robots, and channels that play as one."""

from __future__ import annotations

from games.events import PlayerId
from games.game import SEATS, Seat
from games.match import Match

ROBOT_ID = "robot:"
TEAM_ID = "team."  # without a `:`, which parts the payloads of buttons


def is_robot(player: PlayerId | None) -> bool:
    return player is not None and player.startswith(ROBOT_ID)


def is_team(player: PlayerId | None) -> bool:
    """Whether a channel plays under this id."""
    return player is not None and player.startswith(TEAM_ID)


def robot_seat(match: Match) -> Seat | None:
    for seat in SEATS:
        if match.players and is_robot(match.players[seat]):
            return seat
    return None
