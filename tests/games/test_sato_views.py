"""Sato: who may know what."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.game import SEATS, VIEWERS, Viewer, fact
from games.sato import STONES, Drew, Placed, Say, State, Stone, Take, Took, View, stone_name
from tests.games.sato_tables import N, P, Q, T, U, X, build, deal, imagine, play, state, walk

seeds = st.integers(0, 10**6)
hidden_matches = st.builds(walk, st.just("hidden"), st.just("small"), seeds, st.integers(0, 80))


def test_the_next_stone_is_open_and_the_order_of_the_others_is_not() -> None:
    dealt = deal("open", "small", 5)
    for viewer in VIEWERS:
        stack = dealt.view(viewer).stack
        assert stack[0] == dealt.stack[0]
        assert stack[1:] == (Stone.UNKNOWN,) * 38


@pytest.mark.parametrize("viewer", VIEWERS)
def test_supplies_lie_open_unless_they_are_hidden(viewer: Viewer) -> None:
    for variant in ("open", "split"):
        dealt = deal(variant, "small", 5)
        assert dealt.view(viewer).supplies == dealt.supplies


@pytest.mark.parametrize(("variant", "openly"), [("open", True), ("split", True), ("hidden", False)])
def test_stones_are_chosen_before_spectators_unless_they_are_hidden(variant: str, openly: bool) -> None:
    dealt = deal(variant, "small", 5)
    assert [dealt.view(viewer).open_choice for viewer in VIEWERS] == [True, True, openly]


def test_a_bag_shows_its_size_only() -> None:
    for viewer in VIEWERS:
        assert deal("hidden", "small", 5).view(viewer).stack == (Stone.UNKNOWN,) * 39


def test_hidden_supplies_are_seen_by_their_owner_and_their_sizes_by_all() -> None:
    position = play(deal("hidden", "small", 5), Say.PASS, Say.PASS, Say.PASS)
    first, second = position.supplies
    unknown = Stone.UNKNOWN, Stone.UNKNOWN
    assert (len(first), len(second)) == (2, 2)
    assert position.view(0).supplies == (first, unknown)
    assert position.view(1).supplies == (unknown, second)
    assert position.view(None).supplies == (unknown, unknown)


def test_a_hidden_draw_is_seen_by_who_draws() -> None:
    position = play(deal("hidden", "small", 5), Say.PASS)
    (drawn,) = position.supplies[1]
    assert position.view(1).trail[-1] == Drew(1, drawn)
    assert position.view(0).trail[-1] == position.view(None).trail[-1] == Drew(1, Stone.UNKNOWN)


def test_a_stone_taken_back_is_known_in_its_supply_until_it_is_laid_again() -> None:
    supplies = ([T.stone, Stone.RYO], [X.stone])
    stack = [Stone.GBV, Stone.GVB, Stone.OGY, Stone.RVO]
    position = state(build(P, Q, U), supplies, stack=stack, variant="hidden")
    position = play(position, T, Take(U.point))
    assert position.view(1).supplies[0] == (U.stone, Stone.UNKNOWN)
    assert U.stone in position.view(None).supplies[0]
    assert all(imagine(position.view(1), seed).supplies[0].count(U.stone) == 1 for seed in range(20))
    position = play(position, Say.PASS, U)
    assert position.view(1).supplies[0] == (Stone.UNKNOWN,) * 2
    placed = next(each for each in position.trail if isinstance(each, Placed))
    assert placed.was_known


def test_who_passes_tells_of_a_hidden_supply_and_nothing_of_an_open_one() -> None:
    """With six stones in hand one may pass only if nothing fits: a last pass tells that too."""
    hands = ([T.stone], [U.stone, N.stone])
    assert play(state(build(P, Q), hands, variant="hidden"), Say.PASS).revealed
    assert not play(state(build(P, Q), hands, variant="open"), Say.PASS).revealed


def test_a_hidden_supply_stays_hidden_when_the_match_is_over_but_the_points_are_told() -> None:
    position = play(state(build(P, Q), ([T.stone], [U.stone, N.stone]), variant="hidden"), Say.PASS)
    assert position.result is not None
    for viewer in VIEWERS:
        view = position.view(viewer)
        assert view.result == position.result
        assert view.scores == position.result.scores == (9, 6)
    assert position.view(0).supplies[1] == (Stone.UNKNOWN,) * 2


def knowable(position: State, viewer: Viewer) -> set[Stone]:
    """The stones that a viewer of a hidden match can name: those laid, taken back, and their own."""
    known = {each.stone for each in position.layout.stones}.union(*position.returned)
    known |= {each.laid.stone for each in position.trail if isinstance(each, Placed | Took)}
    return known if viewer is None else known | set(position.supplies[viewer])


@settings(max_examples=15, deadline=None)
@given(hidden_matches)
def test_a_hidden_view_holds_no_other_stone_anywhere(match: list[State]) -> None:
    for position in match[::4]:
        whole = repr(position)
        for viewer in VIEWERS:
            shown = repr(position.view(viewer))
            told = repr(position.view(viewer).tell_table())
            secret = set(STONES) - knowable(position, viewer)
            assert not [stone for stone in secret if f"Stone.{stone.name}:" in shown]
            assert not [stone for stone in secret if stone_name(stone) in told]
            assert all(f"Stone.{stone.name}:" in whole for stone in secret)


@settings(max_examples=15, deadline=None)
@given(hidden_matches, seeds)
def test_what_is_imagined_could_have_happened(match: list[State], seed: int) -> None:
    position = match[-1]
    for viewer in VIEWERS:
        imagined = imagine(position.view(viewer), seed)
        everywhere = [*imagined.stack, *imagined.supplies[0], *imagined.supplies[1]]
        everywhere += [each.stone for each in imagined.layout.stones]
        assert sorted(everywhere) == list(STONES)
        for seat in SEATS:
            assert list(imagined.supplies[seat]) == sorted(imagined.supplies[seat])
            assert set(imagined.returned[seat]) <= set(imagined.supplies[seat])
        for drew in (each for each in imagined.trail if isinstance(each, Drew)):
            laid = {
                each.laid.stone for each in imagined.trail if isinstance(each, Placed) and not each.was_known
            }
            hidden = set(imagined.supplies[drew.seat]) - set(imagined.returned[drew.seat])
            assert drew.stone in hidden | laid


def test_every_stone_that_is_not_seen_can_be_imagined_in_every_hidden_place() -> None:
    position = play(deal("hidden", "small", 5), Say.PASS)
    view: View = position.view(0)
    found = {imagine(view, seed).supplies[1][0] for seed in range(1000)}
    assert found == set(STONES) - set(position.supplies[0])
    assert {imagine(view, seed).stack[-1] for seed in range(1000)} == found


def test_in_open_only_the_order_of_the_stack_is_imagined() -> None:
    dealt = deal("open", "small", 5)
    imagined = [imagine(dealt.view(1), seed) for seed in range(5)]
    assert all(each.supplies == dealt.supplies for each in imagined)
    assert all(each.stack[0] == dealt.stack[0] for each in imagined)
    assert len({each.stack for each in imagined}) == 5


def test_unknown_is_no_stone_to_play_with() -> None:
    assert stone_name(Stone.UNKNOWN) == "unknown"
    assert Stone.UNKNOWN not in STONES


def test_who_takes_is_not_asked_where_a_stone_is_to_lie() -> None:
    taking = play(state(build(P, Q, U), ([T.stone], [])), T).view(0)
    assert (taking.tell_task(()), taking.tell_task(("take",))) == ((fact("task_take"),), ())


def test_in_short_it_is_told_who_passed_and_of_nobody_else() -> None:
    passed = play(deal("hidden", "small", 5), Say.PASS).view(None).tell_in_short()
    assert [fact.values for fact in passed if fact.key == "passed"] == [(("seat", 0),)]
