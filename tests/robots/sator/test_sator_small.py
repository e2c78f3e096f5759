"""What the best answer wins on small boards: the engine's rules; all pure strategies listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

import pytest

from games.game import SEATS, Seat, other
from games.sator import Advance, State
from games.sator.pieces import FILES, Dot, Hide
from robots.sator.board import CELLS
from tests.games.walks import CASES, chance
from tools.sator_small import (
    Board,
    Kind,
    Outcome,
    Position,
    Positions,
    Strategy,
    Values,
    answered,
    believing,
    bounds,
    bounds_of,
    branches,
    came,
    evenly,
    kinds,
    plies,
    score_of,
    start,
    telltale,
)

(SATOR,) = (case for case in CASES if case.key == "sator")
FULL = Board(5, 5, 2)
NARROW = Board(2, 4, 1)


@pytest.mark.parametrize("seed", range(40))
def test_the_rules_of_any_size_are_those_of_the_game_on_its_board(seed: int) -> None:
    rolls, state = chance(seed), SATOR.deal(bytes(32))
    assert isinstance(state, State)
    hidden: list[Kind] = []
    for seat in SEATS:
        hide = rolls.choice(state.legal_moves(seat))
        assert isinstance(hide, Hide)
        hidden.append(frozenset(seat * 5 + FILES.index(file) for file in hide.files))
        state = state.play(seat, hide)
    position: Outcome = start(FULL)
    while state.result is None:
        assert isinstance(position, Position)
        (seat,) = state.to_act
        assert position.turn == seat
        assert squares(position) == {(piece.square, piece.seat) for piece in state.pieces}
        own = plies(FULL, position, seat)
        moves = {Advance(CELLS[position.places[piece]], CELLS[cell]): (piece, cell) for piece, cell in own}
        assert set(moves) == set(state.legal_moves(seat))
        for side in SEATS:
            possible = kinds(FULL, position, side)
            assert hidden[side] in possible
            assert len(possible) == len(imagined(state, side))
        move = rolls.choice(state.legal_moves(seat))
        assert isinstance(move, Advance)
        position = came(FULL, position, moves[move], hidden[seat], hidden[other(seat)])
        state = state.play(seat, move)
    assert position == {0: 1.0, 1: 0.0, None: 0.5}[state.result.winner]


def squares(position: Position) -> set[tuple[str, int]]:
    """Where whose pieces stand."""
    return {(CELLS[cell], piece // 5) for piece, cell in enumerate(position.places) if cell >= 0}


def imagined(state: State, seat: Seat) -> set[tuple[int, ...]]:
    """What the public dots let a seat hide, from the spectator's view: its unseen dots in every order."""
    view = state.view(None)
    dots = [piece.dot for piece in view.pieces if piece.seat == seat]
    dots += [piece.dot for piece in view.fallen if piece.seat == seat]
    every = product((0, 1), repeat=dots.count(Dot.UNKNOWN))
    return {each for each in every if sum(each) == 2 - dots.count(Dot.RED)}


def every_answer(
    board: Board, seat: Seat, own: Kind, strategy: Strategy, at: Outcome, reach: Values
) -> list[float]:
    """What each of the pure strategies wins that tells all histories apart: no maximum is taken here."""
    if not isinstance(at, Position):
        return [score_of(seat, at) * sum(reach.values())]
    totals: list[list[float]] = []
    for ply in plies(board, at, at.turn):
        after = reach
        if at.turn != seat:
            after = {kind: chance * strategy(at, kind).get(ply, 0.0) for kind, chance in reach.items()}
        parts = [
            every_answer(board, seat, own, strategy, branch.outcome, {kind: after[kind] for kind in left})
            for branch in branches(board, at, ply)
            if own in branch.kinds[seat]
            and (left := [kind for kind in branch.kinds[other(seat)] if after.get(kind)])
        ]
        totals.append([sum(each) for each in product(*parts)])
    if at.turn == seat:
        return [each for options in totals for each in options]
    return [sum(each) for each in product(*totals)]


def every_answer_by_position(
    board: Board, seat: Seat, own: Kind, strategy: Strategy, reach: Values
) -> Iterator[float]:
    """What each of the pure strategies wins that cannot tell histories apart that lead to one position."""
    met = Positions(board, (believing, believing))
    met.worlds(start(board))
    places = [each for each in met.known if each.turn == seat and own in kinds(board, each, seat)]
    options = [plies(board, each, seat) for each in places]
    assert prod(map(len, options)) < 300_000
    for chosen in product(*(range(len(each)) for each in options)):
        number = dict(zip(places, chosen, strict=True))

        def choose(position: Position, values: list[Values], number: dict[Position, int] = number) -> Values:
            return {kind: values[number.get(position, 0)][kind] for kind in values[0]}

        yield answered(board, seat, strategy, start(board), reach, choose)[own]


TINY = Board(2, 3, 1)


def strategies(board: Board) -> dict[str, Strategy]:
    """Some that hide more or less."""
    thought = Positions(board, (believing, believing))
    return {"evenly": evenly(board), "thought": thought.strategy, "telltale": telltale(board)}


def hidden_evenly(board: Board, seat: Seat) -> Values:
    """How likely each kind of a seat is at the start."""
    every = kinds(board, start(board), seat)
    return dict.fromkeys(every, 1 / len(every))


@pytest.mark.parametrize("board", [TINY, NARROW])
@pytest.mark.parametrize("name", ["evenly", "thought", "telltale"])
@pytest.mark.parametrize("seat", SEATS)
def test_the_exact_answer_is_the_best_of_all_pure_strategies(board: Board, name: str, seat: Seat) -> None:
    strategy = strategies(board)[name]
    reach = hidden_evenly(board, other(seat))
    found = answered(board, seat, strategy, start(board), reach)
    for own, value in found.items():
        every = every_answer(board, seat, own, strategy, start(board), reach)
        assert len(every) > 1
        assert value == pytest.approx(max(every))


def test_positions_do_not_suffice_on_2_by_4() -> None:
    strategy, reach = telltale(NARROW), hidden_evenly(NARROW, 1)
    own = frozenset({0})
    assert answered(NARROW, 0, strategy, start(NARROW), reach)[own] == pytest.approx(1)
    assert max(every_answer_by_position(NARROW, 0, own, strategy, reach)) == pytest.approx(0.75)


def test_on_2_by_3_no_choice_is_met_by_two_ways() -> None:
    met: list[Position] = []

    def walk(at: Outcome) -> None:
        if isinstance(at, Position):
            own = plies(TINY, at, at.turn)
            met.extend([at] * (len(own) > 1))
            for ply in own:
                for branch in branches(TINY, at, ply):
                    walk(branch.outcome)

    walk(start(TINY))
    assert len(met) == len(set(met)) > 3


@pytest.mark.parametrize("board", [TINY, NARROW, Board(3, 3, 1)])
@pytest.mark.parametrize("name", ["evenly", "thought", "telltale"])
@pytest.mark.parametrize("seat", SEATS)
def test_the_exact_value_is_between_the_bounds(board: Board, name: str, seat: Seat) -> None:
    found = bounds_of(board, seat, strategies(board)[name])
    assert found.by_position <= found.exact + 1e-9
    assert found.exact <= found.seeing + 1e-9


def test_answers_by_position_and_those_that_see_can_both_be_far_off() -> None:
    found = bounds(Board(3, 3, 1), strategies(Board(3, 3, 1))["thought"])
    assert found.by_position < found.exact - 0.1
    assert found.exact < found.seeing - 0.01
