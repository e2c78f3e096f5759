"""What a robot draws from, as docs/trust/fairness.md says."""

from __future__ import annotations

from bot.domain.robot_players import Asked, dice_seed, robot_player
from games.match import fold
from tests.storage.facts import ACCEPTED, OPENED


def test_whoever_knows_the_seed_can_compute_what_a_robot_drew_from() -> None:
    """A number that no new version may change: HMAC-SHA-256 of `robot K7QF2M 2`, its first eight bytes."""
    asked = Asked(1, robot_player(3), "move", 2)
    assert dice_seed(fold([OPENED, ACCEPTED]), asked) == 18246316840331000098
