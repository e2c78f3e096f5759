"""The robot of Sato: it plays whole matches under every house rule, and sees no more than its seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import mean
from typing import cast

import pytest

from games.game import SEATS
from games.sato import Asked, Face, Laid, Lay, Layout, Move, State
from games.sato.layout import placements
from robots import LEVELS, assess, choose
from robots.robot import worlds
from robots.sato import best_single_ply
from robots.sato.belief import fitting, left_out, plausible_worlds
from robots.sato.thinking import SKILLS, board_of, thoughts
from tests.games.walks import CASES, Case

SATO = [case for case in CASES if case.key == "sato"]
HIDDEN = [case for case in SATO if dict(case.words)["variant"] == "hidden"]


def states(case: Case, seed: int) -> Iterator[State]:
    """A match by chance that takes a stone whenever it can."""
    chance, state = random.Random(f"{case} {seed}"), cast(State, case.deal(seed.to_bytes(32, "big")))
    while state.result is None:
        yield state
        state = state.play(state.turn, drawn(state, chance))


def drawn(state: State, chance: random.Random) -> Move:
    """One of the legal moves; the first placement of all without listing them."""
    if not state.layout.stones:
        return Lay(state.supplies[state.turn][0], chance.choice(sorted(state.layout.cells)), Face.WHITE, 0)
    moves = state.legal_moves(state.turn)
    return chance.choice(moves[:-1] if state.asked is Asked.TAKE else moves)


@pytest.mark.parametrize("case", SATO[:2], ids=str)
def test_an_opening_knows_how_many_satos_a_way_completes(case: Case) -> None:
    for state in states(case, 2):
        board, layout = board_of(state.layout), state.layout
        for lay in list(placements(layout, state.supplies[0]))[:40] if len(layout.stones) > 2 else ():
            laid = layout.placed(lay)
            assert laid
            known = board.openings[board.grid.spot(*laid.spot)]
            assert (known.odd if lay.turn % 2 else known.even) == made(layout, laid)


def made(layout: Layout, laid: Laid) -> int:
    return len(layout.lay(laid).satos_of(laid))


@pytest.mark.long
@pytest.mark.parametrize("case", SATO, ids=str)
def test_its_moves_are_legal_wherever_chance_leads(case: Case) -> None:
    chance = random.Random(str(case))
    for state in states(case, 3):
        if chance.random() < 0.05:
            view = state.view(state.turn)
            assert choose(view, chance.choice(LEVELS), 7) in state.legal_moves(state.turn)
            assert best_single_ply(view, 7) in state.legal_moves(state.turn)
            assert all(0 <= assess(state.view(seat), 7) <= 1 for seat in SEATS)


def test_who_leaves_a_free_sato_is_thought_to_have_nothing_that_covers_it() -> None:
    """Where stones are hidden, silence tells (Sato, rules 4 and 6)."""
    told = 0
    for state in states(HIDDEN[1], 5):
        view, board = state.view(state.turn), board_of(state.layout)
        missed = left_out(view, board)
        if missed:
            drawn = [cast(State, world) for world in worlds(view, 3, 12)]
            thought, any_world = (
                mean(fitting(world, missed) for world in some)
                for some in (plausible_worlds(view, board, 3, 3), drawn)
            )
            assert thought <= any_world
            told += thought < any_world
    assert told


@pytest.mark.parametrize("case", [SATO[0], HIDDEN[0]], ids=str)
def test_a_lead_at_the_end_is_as_good_as_won_and_one_at_the_start_is_little(case: Case) -> None:
    first, *_, last = states(case, 6)
    chances = [assess(last.view(seat), 1) for seat in SEATS]
    assert abs(sum(chances) - 1) < 0.2
    assert abs(assess(first.view(0), 1) - 0.5) < 0.15
    lead = last.scores[0] - last.scores[1]
    assert max(chances) > 0.9, lead


@pytest.mark.long
@pytest.mark.parametrize("case", SATO[::2], ids=str)
def test_whole_matches_of_all_levels_come_to_an_end(case: Case) -> None:
    chance, state = random.Random(str(case)), case.deal(bytes(32))
    while state.result is None:
        (seat,) = state.to_act
        state = state.play(seat, choose(state.view(seat), chance.choice(LEVELS), chance.getrandbits(32)))
    assert state.result.reason in ("declined", "stuck")


def test_what_is_planned_is_found_again_after_its_first_ply() -> None:
    """In the variant split all is known: a turn that goes on is worth what was promised, or more."""
    case = next(case for case in SATO if dict(case.words) == {"variant": "split", "table": "medium"})
    promised = 0
    for state in states(case, 7):
        plan = thoughts(state.view(state.turn), SKILLS[4], 1)
        after = state.play(state.turn, next(iter(plan)))
        if after.result is None and after.turn == state.turn:
            assert max(thoughts(after.view(after.turn), SKILLS[4], 2).values()) >= max(plan.values())
            promised += 1
    assert promised > 2
