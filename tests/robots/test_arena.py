"""The arena: what it computes from scores."""

from __future__ import annotations

import math

import pytest

from games.catalog import GAMES
from games.dice import SEED_BYTES, Dice
from tools.arena import ANY, HALF, SCRIPT, Pairing, Standing, chosen, elo, play_pair


def test_elo_of_a_score() -> None:
    assert elo(0.5) == 0
    assert round(elo(0.64)) == 100
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf


def test_the_error_is_that_of_pairs() -> None:
    standing = Standing((1.0, 0.5, 0.5, 0.0))
    assert standing.score == 0.5
    assert round(standing.error, 4) == round(math.sqrt(1 / 6 / 4), 4)
    assert Standing((0.75,)).error == 0


def test_half_of_the_script_plays_it_about_every_second_time() -> None:
    game = GAMES["sahara"]
    view = game.deal(game.options(), Dice.from_seed(bytes(SEED_BYTES))).view(0)
    best = chosen("script", view, 1)
    halves = [chosen("half", view, seed) for seed in range(200)]
    assert halves == [chosen("half", view, seed) for seed in range(200)]
    assert 0.5 < halves.count(best) / len(halves) < 0.68
    assert len(set(halves)) == 6


@pytest.mark.parametrize(("newcomer", "least"), [(ANY, 0.35), (HALF, 0.55), (SCRIPT, 0.6)])
def test_a_newcomer_can_beat_level_1_of_sahara(newcomer: str, least: float) -> None:
    """Who presses at random wins a third of 200 matches, and who takes the obvious captures most of them."""
    pairing = Pairing("sahara", (), (newcomer, "1"), seed=3403)
    standing = Standing(tuple(play_pair(pairing, number) for number in range(100)))
    assert standing.score >= least, standing
