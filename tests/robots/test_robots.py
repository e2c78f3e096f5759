"""What every robot keeps to, whatever its game."""

from __future__ import annotations

import pytest

from games import GAMES, Dice
from games.game import Viewer
from robots import LEVELS, assess, choose
from robots.robot import dice, worlds

ZERO = Dice.from_seed(bytes(32))


@pytest.mark.parametrize("viewer", [None, 1])
def test_who_may_not_move_gets_no_move(viewer: Viewer) -> None:
    state = GAMES["sahara"].deal(GAMES["sahara"].options(), ZERO)
    with pytest.raises(ValueError, match="not of a seat to act"):
        choose(state.view(viewer), 3, 1)


def test_there_is_no_level_9() -> None:
    state = GAMES["sahara"].deal(GAMES["sahara"].options(), ZERO)
    with pytest.raises(ValueError, match="there is no level 9; there are: 1, 2, 3, 4, 5"):
        choose(state.view(0), 9, 1)  # type: ignore[arg-type]
    assert LEVELS == (1, 2, 3, 4, 5)


def test_a_spectator_has_no_chance() -> None:
    state = GAMES["sahara"].deal(GAMES["sahara"].options(), ZERO)
    with pytest.raises(ValueError, match="spectator"):
        assess(state.view(None), 1)


def test_dice_and_worlds_come_from_seed_and_purpose() -> None:
    assert dice(1, "a").shuffled(range(40)) == dice(1, "a").shuffled(range(40))
    assert dice(1, "a").shuffled(range(40)) != dice(1, "b").shuffled(range(40))
    game = GAMES["stacko"]
    view = game.deal(game.options(), ZERO).view(0)
    assert worlds(view, 1, 3) == worlds(view, 1, 3)
    assert len(set(worlds(view, 1, 3))) == 3
