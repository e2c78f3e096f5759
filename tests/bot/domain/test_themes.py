"""The theme of a review: what it says of better moves comes true in the world behind the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from bot.domain.themes import THEMES, Theme, theme_of, turned_on
from bot.texts import LANGUAGES, texts_for
from games.game import Seat, other
from games.sahara.moves import STORE
from games.sato.position import Placed, Took, dots_of
from games.sator.pieces import Advance
from games.stacko.moves import Built, Drew, Passed, RoundEnded
from games.stacko.towers import PARTS, exchanges, falling_run, gaps, progress
from tests.games.purposes import _captured, _tries
from tests.games.walks import Case, chance

CASES = (
    Case("sahara", ()),
    Case("sator", ()),
    Case("stacko", ()),
    Case("sato", (("variant", "open"),)),
)
MATCHES = 3
PLIES = 40
FEWEST, MOST = 4, 7
"""Themes of a game."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_a_theme_says_is_true_of_every_move_that_has_it(case: Case) -> None:
    rng, seen = chance(5), Counter[str]()
    for _ in range(MATCHES):
        state = case.deal(rng.randbytes(32))
        for _ in range(PLIES):
            if not state.to_act:
                break
            seat = rng.choice(state.to_act)
            moves = state.legal_moves(seat)
            better, played = rng.choice(moves), rng.choice(moves)
            view = state.view(seat)
            theme = theme_of(case.game.key, view, str(played), str(better))
            if theme is not None:
                seen[theme] += 1
                assert TRUTHS[case.game.key, theme](state, better, state.play(seat, better), seat), (
                    theme,
                    better,
                )
            state = state.play(seat, played)
    assert len(seen) >= FEWEST, seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_game_has_some_themes_and_each_is_said(language: str) -> None:
    prefix = "review.theme."
    said = {key.removeprefix(prefix) for key in texts_for(language).messages if key.startswith(prefix)}
    assert said == {f"{game}.{theme}" for game, theme in TRUTHS}
    assert all(FEWEST <= count <= MOST for count in Counter(game for game, _ in TRUTHS).values())
    assert {theme for _, theme in TRUTHS} == {*THEMES.values()}


def test_it_is_the_one_that_cost_most() -> None:
    missed = [("capture", 2.0), ("capture", 1.0), ("store", 4.0), (None, 9.0)]
    assert turned_on(missed) == Theme("store", 1, 4)
    assert turned_on([*missed, ("capture", 2.0)]) == Theme("capture", 3, 5)
    assert turned_on([]) is None
    assert turned_on([(None, 1.0)]) is None


def test_a_move_has_no_theme_that_the_played_one_had_as_well() -> None:
    view = Case("sahara", ()).deal(bytes(32)).view(0)
    assert theme_of("sahara", view, "1", "4") == "again"
    assert theme_of("sahara", view, "4", "4") is None
    assert theme_of("sahara", view, "1", None) is None
    assert theme_of("sahara", view, "1", "draw") is None, "of other rules"


def _threatens(before: Any, move: Any, after: Any, seat: Seat) -> bool:
    return bool(_captured(after, seat) > _captured(before, seat))


def _leaves(before: Any, move: Any, after: Any, seat: Seat) -> int:
    return _captured(after, other(seat))


def _answers(after: Any, move: Advance, seat: Seat) -> list[Any]:
    return [each for each in after.legal_moves(other(seat)) if each.target == move.target]


def _tower(state: Any, seat: Seat) -> Any:
    return state.round.towers[seat]


def _useful(tower: Any) -> int:
    return len(progress(tower, {*PARTS}.difference(tower)))


def _placed(after: Any, seat: Seat) -> Placed:
    return next(each for each in reversed(after.trail) if isinstance(each, Placed) and each.seat == seat)


Truth = Callable[[Any, Any, Any, Seat], bool]
TRUTHS: Mapping[tuple[str, str], Truth] = {
    ("sahara", "capture"): lambda before, move, after, seat: after.trail[-1].captured > 0,
    ("sahara", "again"): lambda before, move, after, seat: after.to_act == (seat,),
    ("sahara", "defence"): lambda before, move, after, seat: (
        _leaves(before, move, after, seat) < _captured(before, other(seat))
    ),
    ("sahara", "deny"): lambda before, move, after, seat: _leaves(before, move, after, seat) == 0,
    ("sahara", "threat"): _threatens,
    ("sahara", "store"): lambda before, move, after, seat: (seat, STORE) in after.trail[-1].drops,
    ("sahara", "finish"): lambda before, move, after, seat: after.trail[-1].ended,
    ("sator", "capture"): lambda before, move, after, seat: move.start[0] != move.target[0],
    ("sator", "finish"): lambda before, move, after, seat: after.result.winner == seat,
    ("sator", "safety"): lambda before, move, after, seat: not _answers(after, move, seat),
    ("sator", "cover"): lambda before, move, after, seat: all(
        any(back.target == move.target for back in after.play(other(seat), each).legal_moves(seat))
        for each in _answers(after, move, seat)
    ),
    ("sator", "lure"): lambda before, move, after, seat: all(
        after.play(other(seat), each).trail[-1].both_off for each in _answers(after, move, seat)
    ),
    ("sator", "threat"): lambda before, move, after, seat: any(
        piece.seat != seat
        and piece.square[1] != move.target[1]
        and abs(ord(piece.square[0]) - ord(move.target[0])) == 1
        for piece in after.pieces
    ),
    ("stacko", "finish"): lambda before, move, after, seat: any(
        isinstance(each, RoundEnded) and each.finisher == seat for each in after.trail
    ),
    ("stacko", "nearer"): lambda before, move, after, seat: (
        exchanges(_tower(after, seat)) < exchanges(_tower(before, seat))
    ),
    ("stacko", "order"): lambda before, move, after, seat: (
        gaps(_tower(after, seat)) < gaps(_tower(before, seat))
        or falling_run(_tower(after, seat)) > falling_run(_tower(before, seat))
    ),
    ("stacko", "room"): lambda before, move, after, seat: (
        _useful(_tower(after, seat)) > _useful(_tower(before, seat))
    ),
    ("stacko", "refuse"): lambda before, move, after, seat: (
        isinstance(after.trail[-1], Drew | Passed) and not isinstance(after.trail[-1], Built)
    ),
    ("sato", "finish"): lambda before, move, after, seat: bool(_placed(after, seat).completed),
    ("sato", "cover"): lambda before, move, after, seat: _placed(after, seat).covered is not None,
    ("sato", "take"): lambda before, move, after, seat: any(isinstance(each, Took) for each in after.trail),
    ("sato", "deny"): lambda before, move, after, seat: after.turn == seat or not _tries(after),
    ("sato", "dots"): lambda before, move, after, seat: (
        after.layout.dots(dots_of(seat)) > before.layout.dots(dots_of(seat))
    ),
}
"""By game and theme: what its sentence says of a move that has it."""
