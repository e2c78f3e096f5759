"""The numbered board of Sator follows the rules as the clear engine states them."""

from __future__ import annotations

import pytest

from games.game import Seat, other
from games.sator import Advance, State
from games.sator.pieces import Advanced
from robots.robot import worlds
from robots.sator.board import Layout, Outcome, Ply, advance, ply, possible, read, undone, ways
from tests.games.walks import CASES, chance

(SATOR,) = (case for case in CASES if case.key == "sator")


def start(seed: int) -> State:
    """A position in which both have hidden their red dots."""
    rolls, state = chance(seed), SATOR.deal(bytes(32))
    for seat in (0, 1):
        state = state.play(seat, rolls.choice(state.legal_moves(seat)))
    assert isinstance(state, State)
    return state


def public(layout: Layout) -> tuple[object, ...]:
    """What a layout tells, without the numbers of the pieces, which each view gives anew."""
    shown = [(number // 5, layout.white >> number & 1, layout.red >> number & 1) for number in layout.cells]
    return shown, layout.turn, layout.white.bit_count(), layout.red.bit_count()


def own_kind(state: object, seat: Seat) -> int:
    """What a seat hides."""
    assert isinstance(state, State)
    return read(state.view(seat)).own


def follow(layout: Layout, each: Ply, own: tuple[int, int]) -> Outcome:
    """What comes of a ply where both seats hide these kinds."""
    if each.victim >= 0 and own[1 - layout.turn] >> each.victim & 1:
        return each.both_off
    if each.arriving >= 0 and not own[layout.turn] >> each.arriving & 1:
        return 1 if layout.turn == 0 else -1
    return each.stays


@pytest.mark.parametrize("seed", range(8))
def test_what_comes_of_a_ply_is_what_the_clear_engine_says(seed: int) -> None:
    state = start(seed)
    rolls = chance(seed)
    while state.result is None:
        (seat,) = state.to_act
        tables = read(state.view(0)), read(state.view(1))
        layout, own = tables[0].layout, (tables[0].own, tables[1].own)
        assert tables[0].layout == tables[1].layout
        assert tables[0].kinds == tables[1].kinds
        assert all(table.own in table.kinds[side] for side, table in enumerate(tables))
        found = {advance(way): ply(layout, way) for way in ways(layout.cells, seat)}
        assert set(found) == set(state.legal_moves(seat))
        move = rolls.choice(state.legal_moves(seat))
        assert isinstance(move, Advance)
        after = follow(layout, found[move], own)
        state = state.play(seat, move)
        if state.result is None:
            assert isinstance(after, Layout)
            assert public(after) == public(read(state.view(0)).layout)
        else:
            assert after == {0: 1, 1: -1, None: 0}[state.result.winner]


@pytest.mark.parametrize("seed", range(4))
def test_the_kinds_of_a_seat_are_all_that_the_other_can_imagine(seed: int) -> None:
    state, rolls = start(seed), chance(seed)
    while state.result is None:
        (seat,) = state.to_act
        view = state.view(seat)
        table = read(view)
        assert table.own in table.kinds[seat]
        imagined = {own_kind(world, other(seat)) for world in worlds(view, seed, 80)}
        assert imagined == set(table.kinds[other(seat)])
        state = state.play(seat, rolls.choice(state.legal_moves(seat)))


@pytest.mark.parametrize("seed", range(8))
def test_an_act_is_undone_from_what_stands_there_after_it(seed: int) -> None:
    state, rolls, latest = start(seed), chance(seed), 0
    while state.result is None:
        before = read(state.view(0)).layout
        (seat,) = state.to_act
        state = state.play(seat, rolls.choice(state.legal_moves(seat)))
        act = state.trail[-1]
        assert isinstance(act, Advanced)
        if state.result is None:
            for viewer in (0, 1):
                table = read(state.view(viewer))
                undo, way = undone(table.layout, act)
                assert public(undo) == public(before)
                assert advance(way) == act.move
                outcomes = ply(undo, way)
                assert table.layout in (outcomes.stays, outcomes.both_off)
                assert all(set(table.kinds[side]) <= set(possible(undo, side)) for side in (0, 1))
                latest += 1
    assert latest > 10
