"""Hints in words: the reason is certain from the view alone, and is said in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import presentation
from bot.texts import LANGUAGES, texts_for
from games import GAMES
from games.dice import SEED_BYTES, Dice
from games.game import State
from games.match import MatchView
from tests.bot.presentation.running_matches import PHRASING, match_of
from tests.games.purposes import came_true
from tests.games.sampling import every_case
from tests.games.walks import CASES, KNOWN, Case, random_line


def reason(view: MatchView, notation: str, language: str = "en") -> str:
    """What speaks for a move, in a sentence."""
    phrasing = replace(PHRASING, texts=texts_for(language))
    return presentation.hint_text(view, notation, phrasing).partition(". ")[2]


def first_case(key: str) -> Case:
    return next(case for case in CASES if case.key == key)


@every_case
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 50), ply=st.floats(0, 1), chance=st.binary(min_size=32, max_size=32))
def test_twins_get_the_same_hints(case: Case, seed: int, ply: float, chance: bytes) -> None:
    states = random_line(case, seed).states
    state = states[int(ply * (len(states) - 1))]
    for seat in state.to_act:
        twin = state.view(seat).imagine(Dice.from_seed(chance))
        for move in state.legal_moves(seat)[:40]:
            one, two = (match_of(case, world).seen_by(seat) for world in (state, twin))
            assert reason(one, str(move)) == reason(two, str(move))


@every_case
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 50), ply=st.floats(0, 1))
def test_what_a_hint_says_of_a_move_comes_true(case: Case, seed: int, ply: float) -> None:
    if case.key not in KNOWN:
        pytest.skip("what its facts mean is not known here")
    states = random_line(case, seed).states
    state = states[int(ply * (len(states) - 1))]
    for seat in state.to_act:
        for move in state.legal_moves(seat)[:40]:
            for fact in state.view(seat).tell_purpose(move):
                assert came_true(fact, state, state.play(seat, move), seat), (fact, str(move))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_is_said_in_every_language(language: str) -> None:
    keys = {key for key in texts_for("en").messages if key.partition(".")[2].startswith("hint_")}
    keys -= {"no.hint_between_people"}
    said: dict[str, object] = dict.fromkeys(("beans", "count", "others", "part", "hidden"), 2)
    said |= dict.fromkeys(("target", "start", "point", "files"), "c3")
    assert {key.partition(".")[0] for key in keys} == {*GAMES}
    for key in keys:
        assert texts_for(language)(key, **said)


@pytest.mark.parametrize(
    ("game", "plies", "hint", "said"),
    [
        ("sahara", (), "4", "It ends in your store: you move again."),
        ("sahara", ("4",), "1", "It captures 4 beans."),
        ("sator", ("hide b d", "hide b d"), "a1 a2", "Nothing can capture the piece on a2."),
        ("sator", (*["hide b d"] * 2, "a1 a2", "b5 b4", "a2 a3"), "b4 a3", "It captures the piece on a3."),
        ("stacko", (), "draw", ""),
    ],
)
def test_the_reason_is_one_fact(game: str, plies: tuple[str, ...], hint: str, said: str) -> None:
    case = first_case(game)
    state: State = case.game.deal(case.game.options(), Dice.from_seed(bytes(SEED_BYTES)))
    for ply in plies:
        state = state.play(state.to_act[0], case.game.parse(ply))
    match = match_of(replace(case, words=()), state)
    assert reason(match.seen_by(state.to_act[0]), hint).startswith(said)


def test_a_hint_names_the_button_that_is_called_otherwise_than_the_move_is_typed() -> None:
    """Who presses buttons would take `draw` in Stacko for the offer of a draw."""
    case = first_case("stacko")
    state = random_line(case, 1).states[0]
    view = match_of(case, state).seen_by(state.to_act[0])
    told = presentation.hint_text(view, "draw", PHRASING)
    assert told.startswith("The robot would play: Take a new part. ")
    assert presentation.hint_text(view, "3", PHRASING).startswith("The robot would play: place 3. ")


@pytest.mark.parametrize(
    ("language", "hint", "said"),
    [
        ("en", "rbo c3 w2", "the red-blue-orange stone on c3, White ↖\ufe0e"),
        ("en", "rbo c3 b5", "the red-blue-orange stone on c3, Black ↘\ufe0e"),
        ("de", "rbo c3 b5", "Stein Rot-Blau-Orange auf c3, Schwarz ↘\ufe0e"),
        ("ca", "rbo c3 w2", "la fitxa vermell-blau-taronja a c3, Blanca ↖\ufe0e"),
    ],
)
def test_a_stone_of_sato_is_named_by_what_is_seen_of_it(language: str, hint: str, said: str) -> None:
    case = first_case("sato")
    state = case.game.deal(case.game.options(), Dice.from_seed(bytes(SEED_BYTES)))
    view = match_of(replace(case, words=()), state).seen_by(state.to_act[0])
    told = presentation.hint_text(view, hint, replace(PHRASING, texts=texts_for(language)))
    assert f": {said}. " in told
