"""The robot of Sator plays whole matches, sees no more than its seat, and takes a win that is there."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from games.game import SEATS, Seat, other
from games.game import State as AnyState
from games.sator import Advance, Dot, Fallen, Move, Piece, State, View
from games.sator.pieces import Ready
from robots import LEVELS, Level, assess, choose
from robots.robot import won_by, worlds
from robots.sator import STRENGTHS, hiding, wins
from robots.sator.belief import believed
from robots.sator.board import CELLS, read, taken_back
from robots.sator.traces import traced
from tests.games.walks import CASES, chance
from tools.sator_setups import SETUPS, mirrored, solved

(SATOR,) = (case for case in CASES if case.key == "sator")


def positions(seed: int) -> list[State]:
    """The positions of a random match, its end left out."""
    rolls, state, found = chance(seed), SATOR.deal(bytes(32)), []
    while state.result is None:
        assert isinstance(state, State)
        found.append(state)
        seat = rolls.choice(state.to_act)
        state = state.play(seat, rolls.choice(state.legal_moves(seat)))
    return found


def board(turn: Seat, pieces: str) -> State:
    """A position from words such as `Ba1+`: whose piece, where, white (+) or red (-)."""
    dots = {"+": Dot.WHITE, "-": Dot.RED}
    placed = [Piece(0 if word[0] == "B" else 1, word[1:3], dots[word[3]]) for word in pieces.split()]
    placed.sort(key=lambda piece: piece.square)
    fallen = tuple(Fallen(seat, dot, captor=False) for seat in SEATS for dot in lacking(seat, placed))
    return State(tuple(placed), fallen, (True, True), turn, (Ready(0), Ready(1)), None)


def lacking(seat: Seat, placed: list[Piece]) -> Iterator[Dot]:
    """The dots that are not on the board."""
    for dot, number in ((Dot.WHITE, 3), (Dot.RED, 2)):
        yield from [dot] * (number - sum(piece.seat == seat and piece.dot is dot for piece in placed))


def test_every_level_plays_from_the_set_up_to_the_end() -> None:
    for level in LEVELS:
        state: State = positions(level)[-6]
        while state.result is None:
            (seat,) = state.to_act
            assert 0 <= assess(state.view(seat), 1) <= 1
            state = state.play(seat, choose(state.view(seat), level, 1))


@pytest.mark.parametrize("level", LEVELS)
def test_it_wins_where_one_ply_wins(level: Level) -> None:
    state = board(0, "Ba4+ Bb1+ Bc1- Ic5+ Id5- Ie5+")
    assert choose(state.view(0), level, 1) == Advance("a4", "a5")


def ends_in_reach() -> list[tuple[View, set[Move], set[Move]]]:
    """Views with a ply that wins in the very world: those that win in every world, and those in some only."""
    found = []
    for state in (state for seed in range(30) for state in positions(seed)[-3:] if len(state.to_act) == 1):
        (seat,) = state.to_act
        winning = {move for move in state.legal_moves(seat) if won_by(state, seat, move)}
        every = set(worlds(state.view(seat), 1, 200)) if winning else ()
        sure = {move for move in winning if all(won_by(world, seat, move) for world in every)}
        if winning:
            found.append((state.view(seat), sure, winning - sure))
    return found


def test_plies_that_win_at_once_are_told_from_those_that_win_with_luck() -> None:
    views = ends_in_reach()
    for view, sure, _ in views:
        assert set(wins(view, 1)) == sure
    assert sum(bool(sure) for _, sure, _ in views) > 8
    assert any(lucky for _, _, lucky in views)


@pytest.mark.parametrize("level", LEVELS)
def test_a_ply_that_wins_at_once_is_never_passed_by(level: Level) -> None:
    for number, (view, sure, _) in enumerate(ends_in_reach()):
        if sure:
            assert choose(view, level, number) in sure


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(2))
def test_it_stops_a_piece_that_would_win_next(level: Level, seed: int) -> None:
    state = board(0, "Bc1+ Ba2+ Be1- Id2+ Ia5+ Ib5+")
    move = choose(state.view(0), level, seed)
    assert isinstance(move, Advance)
    assert move.target == "d2"


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("seed", range(3))
def test_from_level_2_up_it_goes_on_with_a_race_that_it_wins(level: Level, seed: int) -> None:
    """All red dots are gone; a step to b3 would lose a piece and the race."""
    state = board(0, "Bb2+ Be2+ Ia4+ Ic4+")
    assert choose(state.view(0), level, seed) == Advance("e2", "e3")


def test_it_does_not_always_hide_nor_begin_alike() -> None:
    state = positions(0)[0]
    assert len({choose(state.view(0), 5, seed) for seed in range(40)}) > 4
    state = board(0, "Ba1+ Bb1- Bc1+ Bd1- Be1+ Ia5+ Ib5- Ic5+ Id5- Ie5+")
    assert len({choose(state.view(0), 3, seed) for seed in range(12)}) > 1


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_set_up_is_hidden_as_often_as_its_mirror_image(level: Level, seat: Seat) -> None:
    shares = hiding(level)[seat]
    assert sum(shares) == pytest.approx(1, abs=0.01)
    for setup, share in zip(SETUPS, shares, strict=True):
        assert share == shares[SETUPS.index(mirrored(setup))]
        assert 0 < share < 0.5


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("level", LEVELS)
def test_set_ups_stay_mixed(level: Level, seat: Seat) -> None:
    """In bits: as uncertain as five set-ups that are equally likely, or more, of ten."""
    bits = -sum(share * math.log2(share) for share in hiding(level)[seat])
    assert bits > math.log2(5)


def test_fictitious_play_solves_a_matrix_game() -> None:
    black, ivory = solved([[1, 0], [0, 1]])
    assert black == pytest.approx([0.5, 0.5], abs=0.01)
    assert ivory == pytest.approx([0.5, 0.5], abs=0.01)
    black, ivory = solved([[0.9, 0.8], [0.2, 0.1]])
    assert black[0] > 0.99
    assert ivory[1] > 0.75


def test_who_has_gone_forward_unattacked_is_believed_to_be_white() -> None:
    table = read(board(0, "Ba3- Bb1+ Bc1+ Bd1+ Be1- Ia5+ Ib5- Ic5+ Id5- Ie5+").view(0))
    black, _ = believed(table.layout, table.kinds)
    gone = table.layout.cells[10]
    assert red_share(table.kinds[0], black, gone) < 0.2


def test_the_latest_plies_tell_which_dots_the_other_has() -> None:
    """Ivory has passed by a win that it would have had with a white dot."""
    state = board(1, "Bb3+ Bb1- Be1+ Ic5- Id5+ Ia2- Ie4+")
    after = state.play(1, Advance("d5", "d4"))
    table = read(after.view(0))
    plain = believed(table.layout, table.kinds)
    strength = STRENGTHS[5]
    black, ivory = traced(plain, table, taken_back(table.layout, after.trail), strength.horizon)
    passed_by = table.layout.cells[CELLS.index("a2")]
    assert black == plain[0]
    assert sum(ivory) == pytest.approx(1)
    assert red_share(table.kinds[1], plain[1], passed_by) < 0.6
    assert red_share(table.kinds[1], ivory, passed_by) > 0.99
    assert traced(plain, table, taken_back(table.layout, (Ready(1),)), strength.horizon) == plain


def red_share(kinds: tuple[int, ...], shares: tuple[float, ...], number: int) -> float:
    """How likely a piece is red."""
    return sum(share for kind, share in zip(kinds, shares, strict=True) if kind >> number & 1)


@pytest.mark.parametrize(
    "seed", [4, *(pytest.param(seed, marks=pytest.mark.long) for seed in (24, 33, 41, 46))]
)
def test_no_ply_surely_loses_at_once_where_another_does_not(seed: int) -> None:
    for state in positions(seed)[6:]:
        (seat,) = state.to_act
        view = state.view(seat)
        every = set(worlds(view, seed, 80))
        safe = {move for move in state.legal_moves(seat) if not all(loses(world, move) for world in every)}
        if safe and safe != set(state.legal_moves(seat)):
            assert {choose(view, level, number) for level in LEVELS[:4] for number in range(3)} <= safe


def loses(state: AnyState, move: Move) -> bool:
    """Whether the other can win at once after a move."""
    (seat,) = state.to_act
    after = state.play(seat, move)
    replies = [after.play(each, reply) for each in after.to_act for reply in after.legal_moves(each)]
    return any(end.result is not None and end.result.winner == other(seat) for end in (after, *replies))
