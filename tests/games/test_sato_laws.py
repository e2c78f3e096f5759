"""Sato: the laws that every game keeps, over random play of every variant on every table."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES
from games.game import SEATS, VIEWERS, IllegalMove, NotYourTurn, other
from games.sato import STONES, Face, Lay, Move, Sato, Say, State, Take, corners
from tests.games.sato_tables import TABLES, VARIANTS, deal, imagine, play, walk

seeds = st.integers(0, 10**6)
lengths = st.integers(0, 90)
every_option = pytest.mark.parametrize(
    ("variant", "table"), [(variant, table) for variant in VARIANTS for table in TABLES]
)
few = settings(max_examples=6, deadline=None)


def moves_of(position: State) -> tuple[Move, ...]:
    return tuple(move for seat in position.to_act for move in position.legal_moves(seat))


def sampled(states: list[State], seed: int) -> list[State]:
    """The first state, the last, and a few between."""
    between = random.Random(seed).sample(states, min(3, len(states)))  # noqa: S311
    return [states[0], *between, states[-1]]


def test_sato_is_in_the_catalogue() -> None:
    assert GAMES["sato"] == Sato()
    assert [(rule.word, rule.default) for rule in GAMES["sato"].house_rules] == [
        ("variant", "open"),
        ("table", "medium"),
    ]


@every_option
@few
@given(seeds, lengths)
def test_law_1_notation_and_moves_are_one_to_one(variant: str, table: str, seed: int, plies: int) -> None:
    position = walk(variant, table, seed, plies)[-1]
    moves = moves_of(position)
    written = [str(move) for move in moves]
    assert len(set(written)) == len(written)
    assert all(Sato().parse(text) == move for text, move in list(zip(written, moves, strict=True))[:500])


@every_option
@few
@given(seeds, lengths, seeds)
def test_laws_2_and_3_imagined_states_look_and_play_the_same(
    variant: str, table: str, seed: int, plies: int, other_seed: int
) -> None:
    for position in sampled(walk(variant, table, seed, plies), seed):
        for viewer in VIEWERS:
            view = position.view(viewer)
            imagined = imagine(view, other_seed)
            assert imagined.view(viewer) == view
            assert imagined.to_act == position.to_act
        for seat in position.to_act:
            assert imagine(position.view(seat), other_seed).legal_moves(seat) == position.legal_moves(seat)


@every_option
@few
@given(seeds, lengths)
def test_law_4_the_same_plies_lead_to_equal_states(variant: str, table: str, seed: int, plies: int) -> None:
    states = walk(variant, table, seed, plies)
    again = walk(variant, table, seed, plies)
    assert states == again
    assert [hash(each) for each in states] == [hash(each) for each in again]
    assert repr(states[-1]) == repr(again[-1])


def anything(position: State, seed: int) -> Iterable[Move]:
    """Moves of every kind, legal and not, on the table and near it."""
    choice = random.Random(seed)  # noqa: S311
    cells = sorted(position.layout.cells)
    centres = [each.point for each in position.layout.stones] or cells
    supply = position.supplies[position.turn]
    yield from Say
    for _ in range(60):
        point = choice.choice(corners(choice.choice(corners(choice.choice(centres)))))
        stone = choice.choice(choice.choice((supply, STONES)) or STONES)
        yield Lay(stone, point, choice.choice(list(Face)), choice.randrange(6))
        yield Take(point)


@every_option
@few
@given(seeds, lengths)
def test_law_5_whoever_acts_has_a_move_and_all_that_is_not_legal_is_refused(
    variant: str, table: str, seed: int, plies: int
) -> None:
    for position in sampled(walk(variant, table, seed, plies), seed):
        assert (position.to_act == ()) == (position.result is not None)
        assert len(position.to_act) < 2
        legal = set(moves_of(position))
        assert bool(legal) == bool(position.to_act)
        for move in anything(position, seed):
            with pytest.raises(NotYourTurn):
                position.play(other(position.turn), move)
            if move in legal:
                assert isinstance(play(position, move), State)
            else:
                with pytest.raises((IllegalMove, NotYourTurn)):
                    position.play(position.turn, move)


@every_option
@few
@given(seeds)
def test_law_6_every_match_ends_and_keeps_its_forty_stones(variant: str, table: str, seed: int) -> None:
    states = walk(variant, table, seed, 400)
    assert states[-1].result is not None
    for position in states:
        everywhere = [*position.stack, *position.supplies[0], *position.supplies[1]]
        everywhere += [laid.stone for laid in position.layout.stones]
        assert sorted(everywhere) == list(STONES)
        for seat in SEATS:
            assert list(position.supplies[seat]) == sorted(position.supplies[seat])
            assert set(position.returned[seat]) <= set(position.supplies[seat])


@every_option
@few
@given(seeds, lengths, seeds)
def test_law_7_what_a_viewer_may_not_know_changes_nothing_that_he_gets(
    variant: str, table: str, seed: int, plies: int, other_seed: int
) -> None:
    position = walk(variant, table, seed, plies)[-1]
    for viewer in VIEWERS:
        differing = imagine(position.view(viewer), other_seed)
        assert repr(differing.view(viewer)) == repr(position.view(viewer))
        assert hash(differing.view(viewer)) == hash(position.view(viewer))


def test_law_7_is_tested_with_states_that_do_differ() -> None:
    position = deal("hidden", "small", 1)
    assert imagine(position.view(1), 2) != position
    assert imagine(position.view(0), 2).supplies[0] == position.supplies[0]
