"""The robot of Sahara: it plays whole matches under every house rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import GAMES, Dice
from games.game import other
from games.sahara import BEANS, Choice, Move, State
from robots import LEVELS, assess, choose, sahara
from robots.sahara import losses
from robots.sahara.series import STARTERS_LEAD, after_game, chance_in_game, chance_in_series
from tests.games.walks import CASES, Case, chance

ZERO = Dice.from_seed(bytes(32))


@pytest.mark.long
@pytest.mark.parametrize("case", [case for case in CASES if case.key == "sahara"], ids=str)
def test_its_moves_are_legal_wherever_chance_leads(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    for budget in ("NODES", "PLAYERS_NODES", "GLANCE"):
        monkeypatch.setattr(sahara, budget, 500)
    rng, state = chance(1), case.deal(bytes(32))
    for ply in range(30):
        if state.result:
            break
        (seat,) = state.to_act
        if rng.random() < 0.3:
            view = state.view(seat)
            level = LEVELS[ply % len(LEVELS)]
            chosen = choose(view, level, ply)
            assert chosen in state.legal_moves(seat)
            assert chosen == choose(view, level, ply)
            assert 0 <= assess(view, 7) <= 1
            assert assess(view, 7) + assess(state.view(other(seat)), 7) == pytest.approx(1)
        state = state.play(seat, rng.choice(state.legal_moves(seat)))


def endings(feeds: str, beans: int, count: int) -> Iterator[State]:
    """Positions of random play with at most so many beans on the hollows."""
    game, rng = GAMES["sahara"], chance(2)
    while count:
        state = game.deal(game.options(foreign_store=feeds), ZERO)
        assert isinstance(state, State)
        while state.result is None and BEANS - sum(state.stores) > beans:
            state = state.play(state.turn, rng.choice(state.legal_moves(state.turn)))
        if state.result is None:
            count -= 1
            yield state


@pytest.mark.parametrize("feeds", ["skip", "choice"])
def test_level_5_loses_no_bean_in_the_ending(feeds: str) -> None:
    for state in endings(feeds, beans=14, count=12):
        view = state.view(state.turn)
        costs = losses(view, 0)
        assert costs.exact
        assert set(costs.costs) == set(state.legal_moves(state.turn))
        assert costs.costs[choose(view, 5, 1)] == 0


def test_level_5_draws_among_moves_that_win_as_much() -> None:
    """And a seed says which; so it does not always play one and the same game."""
    drawn = 0
    for state in endings("skip", beans=14, count=12):
        view = state.view(state.turn)
        best = {ply for ply, cost in losses(view, 0).costs.items() if cost == 0}
        assert {choose(view, 5, seed) for seed in range(24)} == best
        drawn += len(best) > 1
    assert drawn


@pytest.mark.long
def test_level_5_does_not_always_play_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sahara, "NODES", 8_000)
    games = {tuple(plies_of_level_5(seed)) for seed in range(4)}
    assert len(games) > 2
    assert tuple(plies_of_level_5(0)) in games


def plies_of_level_5(seed: int) -> Iterator[str]:
    """A game against itself."""
    rng, state = chance(seed), GAMES["sahara"].deal(GAMES["sahara"].options(), ZERO)
    while state.result is None:
        (seat,) = state.to_act
        ply = choose(state.view(seat), 5, rng.getrandbits(32))
        yield str(ply)
        state = state.play(seat, ply)


def test_the_levels_below_never_take_what_looks_much_worse() -> None:
    view = GAMES["sahara"].deal(GAMES["sahara"].options(), ZERO).view(0)
    for level in (2, 3, 4):
        chosen = {choose(view, level, seed) for seed in range(6)}
        assert Move(6) not in chosen


def test_who_moves_has_the_better_chances_of_a_position_that_is_won() -> None:
    game = GAMES["sahara"]
    for words in ({}, {"target": "30"}):
        state = game.deal(game.options(**words), ZERO)
        for text in ("4", "1"):
            state = state.play(0, game.parse(text))
        assert assess(state.view(0), 1) > 0.6


@pytest.mark.parametrize("lead", [0.0, STARTERS_LEAD])
@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (29, 0), (0, 29), (28, 29), (12, 20)])
def test_whoever_plays_for_beans_plays_for_the_series(mine: int, theirs: int, lead: float) -> None:
    """So the best move of a game is the best one of the series, whatever the totals are."""
    for starts in (True, False):
        chances = [
            after_game(mine + max(won, 0), theirs + max(-won, 0), 30, starts, lead)
            for won in range(-BEANS, BEANS + 1, 2)
        ]
        assert chances == sorted(chances)


def test_a_series_depends_on_the_totals() -> None:
    assert after_game(30, 0, 30, starts=True) == 1
    assert after_game(0, 0, 30, starts=True) + after_game(0, 0, 30, starts=False) == pytest.approx(1)
    assert after_game(20, 0, 30, starts=True) > after_game(10, 0, 30, starts=True)
    assert chance_in_series((8, 3), 24, 0, 30, starts_next=False) > chance_in_game((8, 3)) - 0.1


def opened(*plies: str, head_start: str = "none") -> State:
    """A match under `start=swap` after these plies."""
    game = GAMES["sahara"]
    state = game.deal(game.options(start="swap", head_start=head_start), ZERO)
    for text in plies:
        state = state.play(state.to_act[0], game.parse(text))
    assert isinstance(state, State)
    return state


def test_level_5_takes_either_of_two_equal_sides() -> None:
    view = opened("6").view(1)
    assert {choose(view, 5, seed) for seed in range(12)} == {Choice.KEEP, Choice.SWAP}


def test_level_5_begins_with_the_move_that_is_worth_as_much_to_both() -> None:
    view = opened().view(0)
    assert choose(view, 5, 1) == Move(6)
    costs = losses(view, 0)
    assert costs.exact
    assert [costs.costs[Move(hollow)] for hollow in (6, 4, 5)] == [0, 14, 6]


@pytest.mark.parametrize("first", "12345")
def test_level_5_takes_the_better_side(first: str) -> None:
    """Hollows 4 and 5 win 14 and 6 beans for who sowed them, 1 to 3 lose many."""
    state = opened(first)
    better, worse = (Choice.SWAP, Choice.KEEP) if first in "45" else (Choice.KEEP, Choice.SWAP)
    assert choose(state.view(1), 5, 1) == better
    costs = losses(state.view(1), 0)
    assert costs.costs[better] == 0
    assert costs.costs[worse] > 4
    assert costs.exact


def test_sides_that_are_worth_the_same_cost_nothing_to_choose() -> None:
    costs = losses(opened("6").view(1), 0)
    assert costs.exact
    assert set(costs.costs.values()) == {0}


def test_levels_from_2_up_never_leave_the_better_of_very_different_sides() -> None:
    view = opened("4").view(1)
    for level in LEVELS[1:4]:
        assert {choose(view, level, seed) for seed in range(3)} == {Choice.SWAP}


def test_a_head_start_stays_with_its_owner_and_does_not_count_in_the_choice_of_sides() -> None:
    view = opened("3", head_start="3").view(1)
    assert {choose(view, 3, seed) for seed in range(5)} == {Choice.KEEP}


@pytest.mark.long
def test_whoever_is_asked_for_the_sides_has_the_better_chances() -> None:
    assert assess(opened().view(0), 1) == pytest.approx(0.5)
    for first in ("4", "1"):
        assert assess(opened(first).view(1), 1) > 0.6
