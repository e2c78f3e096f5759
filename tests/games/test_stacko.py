"""Stacko: each rule by its test vector, who sees what, and how the rest is imagined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Dice, IllegalMove, InvalidNotation, Result, Seat
from games.game import SEATS, VIEWERS, fact, other
from games.stacko import (
    MOST_TURNS,
    PARTS,
    PLACES,
    Build,
    Built,
    Draw,
    Drew,
    Hidden,
    Move,
    Pass,
    Passed,
    Round,
    RoundEnded,
    State,
    falling_run,
)
from games.stacko.towers import fill
from tests.examples import examples
from tests.games.by_hand import dealt, played
from tests.games.sampling import dice, line_of, seeds
from tests.games.stacko_rounds import (
    DICE,
    GAME,
    NEARLY_DONE,
    UNSEEN,
    Rigged,
    free,
    laid,
    on_table,
    parts_of,
    scored,
)
from tests.games.walks import Case, chance
from tests.policies import stacko_move

X = Hidden.PART
STACKO = Case("stacko", ())
ORDER, AFTER = DICE.shuffled(PARTS)


def in_order(current: Round) -> tuple[int, ...]:
    """The parts as they were dealt."""
    return (*current.towers[0], *current.towers[1], current.in_hand, *current.talon)


# Rules 1 and 5: the deal and the points


def test_d1_the_deal_makes_two_towers_of_ten_an_offer_and_a_talon_of_nineteen() -> None:
    state = dealt("stacko")
    assert [len(tower) for tower in state.round.towers] == [10, 10]
    assert (len(state.round.talon), state.round.discards, state.round.drawn) == (19, (), False)
    assert (state.to_act, in_order(state.round), state.dice) == ((0,), ORDER, AFTER)


@pytest.mark.parametrize(
    ("tower", "run"),
    [
        pytest.param(range(40, 30, -1), 10, id="D2"),
        pytest.param(range(10, 0, -1), 10, id="D3"),
        pytest.param([32, 23, 21, 30, 9, 8, 7, 6, 5, 4], 3, id="D4"),
        pytest.param([5, 9, 8, 7, 6, 4, 3, 2, 1, 40], 1, id="D5"),
        pytest.param([40, 35, 30, 25, 20, 15, 10, 8, 5, 6], 9, id="D6"),
    ],
)
def test_a_tower_counts_from_the_bottom_until_it_stops_falling(tower: Sequence[int], run: int) -> None:
    assert falling_run(tower) == run
    current = laid(tower, offer=free(*tower)[0])
    assert current.worth() == (50 if run == PLACES else 5 * run, 5)


def test_a_finished_deal_is_shuffled_and_dealt_again() -> None:
    done = (*range(11, 21), *range(10, 0, -1), *range(21, 41))
    good = (*range(1, 41),)
    for finished in (done, (*done[10:20], *done[:10], *done[20:])):
        state = GAME.deal(GAME.options(), Rigged(bytes(32), 0, (finished, finished, good)))
        assert state.round.towers == (good[:10], good[10:20])


# Rules 2 to 4: a turn


def test_d7_a_finished_tower_ends_the_round_and_seat_1_starts_the_second_with_a_fresh_deal() -> None:
    state = played(on_table(laid(NEARLY_DONE, [22, 5], offer=35)), "1")
    (past,) = state.ended
    assert (past.scores, past.towers[0][0]) == ((50, 15), 35)
    assert state.trail == (Built(0, 1, part=35, out=12, was_open=False), RoundEnded(0, (50, 15)))
    assert (state.round.turns, state.round.scores, state.round.discards) == (0, None, ())
    assert (state.to_act, in_order(state.round), state.dice) == ((1,), ORDER, AFTER)
    assert state.round.eyes == (UNSEEN, UNSEEN)


def test_d8_a_passed_part_is_the_next_offer_and_the_refused_one_is_discarded() -> None:
    state = played(on_table(laid(offer=17, draws=[33])), "draw", "pass")
    assert (state.to_act, state.round.in_hand, state.round.drawn) == ((1,), 33, False)
    assert state.round.discards == (17,)
    assert state.trail == (Drew(0, refused=17, part=33, reshuffled=False), Passed(0, 33))


def test_d9_a_part_taken_out_is_the_next_offer_and_the_built_one_is_seen_by_all() -> None:
    state = played(on_table(laid(second=[40, 8], offer=17, draws=[33])), "draw", "pass", "2")
    assert (state.to_act, state.round.in_hand, state.round.discards) == ((0,), 8, (17,))
    for viewer in (0, None):
        assert state.view(viewer).round.towers[1] == (X, 33, *[X] * 8)
    assert state.view(0).round.eyes == state.view(1).round.eyes == (UNSEEN, (False, True, *[False] * 8))


def test_d10_a_drawn_part_can_be_built_in() -> None:
    state = played(on_table(laid(second=[4, 39], offer=17, draws=[33, 5])), "draw", "pass", "draw", "2")
    assert (state.to_act, state.round.in_hand, state.round.discards) == ((0,), 39, (17, 33))
    assert state.view(0).round.towers[1][1] == 5
    assert state.trail == (Drew(1, 33, 5, reshuffled=False), Built(1, 2, part=5, out=39, was_open=False))
    assert [told.key for told in state.view(None).tell_last()] == ["built"]
    finished = played(on_table(laid(NEARLY_DONE, offer=8, draws=[35])), "draw", "1")
    assert finished.ended[0].scores == (50, 5)
    assert [type(event) for event in finished.trail] == [Drew, Built, RoundEnded]


def test_d11_a_refused_offer_cannot_be_had_any_more() -> None:
    state = played(on_table(laid(offer=17, draws=[33])), "draw")
    assert (state.to_act, state.round.in_hand) == ((0,), 33)
    assert [str(move) for move in state.legal_moves(0)] == [*map(str, range(1, 11)), "pass"]
    assert 17 not in played(state, "4").round.towers[0]


def test_an_exchange_of_no_use_is_legal_and_moves_no_other_part() -> None:
    start = on_table(laid([40, 38, 20], offer=21))
    state = played(start, "3")
    assert state.round.in_hand == 20
    assert state.round.towers == ((40, 38, 21, *start.round.towers[0][3:]), start.round.towers[1])


def test_d12_an_empty_talon_is_made_of_the_discards_without_the_offer_just_refused() -> None:
    start = laid(offer=17)
    state = played(on_table(replace(start, talon=(), discards=start.talon)), "draw")
    order, dice = DICE.shuffled(start.talon)
    assert (state.round.in_hand, *state.round.talon) == order
    assert (len(state.round.talon), state.round.discards, state.dice) == (18, (17,), dice)
    assert state.trail == (Drew(0, 17, order[0], reshuffled=True),)
    for plies in ([], ["pass", "draw"], ["4", "draw"]):  # everybody knows what the new talon is made of
        state = played(state, *plies)
        for viewer in VIEWERS:
            assert state.view(viewer).round.talon_parts == tuple(sorted(state.round.talon))


# Rules 5 and 6: the end


LATE = replace(laid([40, 22, 31], [30, 20, 10, 32], offer=35, draws=[39], turn=1), turns=MOST_TURNS - 1)


@pytest.mark.parametrize(
    ("last", "first_scores", "plies", "scores", "result"),
    [
        (
            laid(NEARLY_DONE, [33, 24, 22, 31], offer=35),
            (10, 50),
            "1",
            (50, 15),
            Result(1, (60, 65), "points"),
        ),
        (
            *(laid([40, 38, 37, 36, 33, 39], NEARLY_DONE, offer=35, turn=1), (50, 25), "1"),
            *((25, 50), Result(None, (75, 75), "points")),
        ),
        (LATE, (50, 5), "draw, pass", (10, 15), Result(0, (60, 20), "points")),
        (
            *(replace(laid(NEARLY_DONE, offer=35), turns=MOST_TURNS - 1), (0, 0), "1"),
            *((50, 5), Result(0, (50, 5), "points")),
        ),
    ],
    ids=["D13 points are added", "D14 equal sums", "after 400 turns the runs count", "finished in the last"],
)
def test_the_points_of_both_rounds_decide(
    last: Round, first_scores: tuple[int, int], plies: str, scores: tuple[int, int], result: Result
) -> None:
    *earlier, final = plies.split(", ")
    state = played(on_table(last, scored(first_scores)), *earlier)
    assert state.result is None
    seat, state = state.round.turn, played(state, final)
    finisher = seat if 50 in scores else None
    assert (state.trail[-1], state.result, state.to_act) == (RoundEnded(finisher, scores), result, ())


def test_the_cap_ends_a_match_of_nothing_but_passes() -> None:
    state = dealt("stacko")
    runs = tuple(5 * falling_run(tower) for tower in state.round.towers)
    for _ in range(MOST_TURNS):
        assert not state.ended
        assert state.round.talon or len(state.round.discards) == 19
        state = played(state, "draw", "pass")
    assert (state.ended[0].turns, state.ended[0].scores) == (400, runs)
    assert "round_capped" in [fact.key for fact in state.view(None).tell_turn()]


def test_sensible_players_finish_both_rounds() -> None:
    for seed in range(10):
        state = dealt("stacko", seed)
        while state.to_act:
            (seat,) = state.to_act
            state = state.play(seat, stacko_move(state.view(seat), state.legal_moves(seat)))
        assert [50 in (current.scores or ()) for current in (*state.ended, state.round)] == [True, True]


# Refusals, notation and hints


@pytest.mark.parametrize(
    ("state", "move", "expected"),
    [
        (on_table(laid(offer=17, draws=[33])), Pass(), "draw_first offer=17"),
        (played(on_table(laid(offer=17, draws=[33])), "draw"), Draw(), "already_drawn part=33"),
        (on_table(laid(offer=17)), Build(11), "no_such_place place=11"),
        (on_table(laid(offer=17)), Build(0), "no_such_place place=0"),
    ],
)
def test_a_refusal_says_why(state: State, move: Move, expected: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        state.play(0, move)
    assert str(refused.value) == expected


@pytest.mark.parametrize("text", ["", "0", "11", "07", "build", "draw 7", "7 7", "-1", "٣"])
def test_what_is_no_notation_is_refused_with_the_expected_form(text: str) -> None:
    with pytest.raises(InvalidNotation, match="a place from 1 to 10"):
        GAME.parse(text)


def test_what_speaks_for_a_ply_is_what_it_does_to_the_exchanges_that_are_left() -> None:
    last = (20, 19, 18, 17, 16, 15, 14, 13, 12, 40)
    saving, of_no_use = (on_table(laid(last, offer=part)).view(0) for part in (5, 39))
    assert saving.tell_purpose(Draw()) == (fact("hint_draw", count=10, hidden=29),)
    assert saving.tell_purpose(Build(PLACES)) == (fact("hint_finish"),)
    assert saving.tell_purpose(Build(9)) == (fact("hint_offer", part=12),)  # it is still one exchange
    assert saving.tell_purpose(Build(2)) == ()  # it would be two
    assert of_no_use.tell_purpose(Draw()) == (fact("hint_refuse", part=39, count=11),)


# Who sees what


def test_a_seat_sees_its_own_tower_and_of_the_other_what_was_built() -> None:
    view = dealt("stacko").view(None)
    assert view.round.towers == ((X,) * 10, (X,) * 10)
    assert (view.round.talon, view.round.talon_parts, view.round.in_hand) == (19, (), ORDER[20])
    assert [dealt("stacko").view(viewer).open_choice for viewer in VIEWERS] == [True, True, False]
    state = played(dealt("stacko"), "3", "draw", "8")
    for seat in SEATS:
        towers, place = state.view(seat).round.towers, 3 if seat == 1 else 8
        assert towers[seat] == state.round.towers[seat]
        seen = [part is not X for part in towers[other(seat)]]
        assert seen == [number == place for number in range(1, 11)]


def test_hidden_parts_stay_hidden_and_a_round_in_sight_until_the_first_ply_of_the_next_one() -> None:
    state = on_table(laid(NEARLY_DONE, offer=35))
    over, shown = played(state, "1"), (35, *[X] * 9)
    assert over.view(1).ended[0].towers[0] == over.view(None).ended[0].towers[0] == shown
    assert over.view(None).ended[0].towers[1] == (X,) * 10
    assert over.view(0).ended[0].towers == (over.ended[0].towers[0], (X,) * 10)
    for viewer in VIEWERS:
        view = over.view(viewer)
        last = view.before_deal
        assert last
        assert (last.round, last.ended, last.trail, last.to_act) == (view.ended[0], (), view.trail, ())
        assert last.before_deal is state.view(viewer).before_deal is None
        assert view.imagine(dice(1)).view(viewer).before_deal == last
        assert played(over, "draw").view(viewer).before_deal is None
    final = played(on_table(laid(NEARLY_DONE, offer=35), scored((5, 50))), "1")
    assert final.view(1).round.towers[0] == shown
    assert final.view(0).before_deal is None


def test_each_seats_first_turn_of_the_second_round_begins_with_the_points() -> None:
    state = played(on_table(laid(NEARLY_DONE, offer=35)), "1")
    said = fact("round_two", points=50, others=state.points[1])
    turns: tuple[Seat, Seat] = (1, 0)
    for seat in turns:
        assert state.view(seat).tell_task(())[0] == said
        state = played(state, "1")
    for seat in turns:
        assert [fact.key for fact in state.view(seat).tell_task(())] == ["task_offered"]
    assert [fact.key for fact in on_table(laid(NEARLY_DONE, offer=35)).view(0).tell_task(())] == [
        "task_offered"
    ]


# Filling what is hidden


def test_a_filling_gives_each_tower_the_run_that_is_known_of_it() -> None:
    finished, short = fill(
        [(X, 30, X, X, 20, X, X, X, X, 2), (39, X, X, X, *[X] * 6)], [10, 2], free(39, 30, 20, 2)
    )
    assert (falling_run(finished), falling_run(short)) == (10, 2)
    with pytest.raises(ValueError, match="no filling fits"):
        fill([(40, X, 38, *range(10, 3, -1))], [10], [1, 2, 3])
    with pytest.raises(ValueError, match="no filling fits"):
        fill([(30, X, X, *range(26, 19, -1))], [10], [28, 1])  # one part for two places


def test_a_filling_moves_a_part_to_where_alone_it_is_needed() -> None:
    """The second tower can only have 21, whichever part the first tower would like."""
    for parts in ([21, 15, 33], [15, 21, 33], [33, 21, 15]):
        first = (39, 36, 23, X, 14, 13, 12, 11, 10, 9)
        second = (38, 37, 22, X, 20, 19, 18, 17, 16, 8)
        assert fill([first, second], [10, 10], parts) == [
            (39, 36, 23, 15, 14, 13, 12, 11, 10, 9),
            (38, 37, 22, 21, 20, 19, 18, 17, 16, 8),
        ]


def test_a_running_tower_is_not_filled_to_its_end() -> None:
    one_left = (40, 38, 37, 36, X, 14, 13, 12, 11, 10)
    for parts in ([15, 16, 39], [39, 15, 16], [15, 39, 16]):
        assert fill([one_left], [None], parts) == [(40, 38, 37, 36, 39, 14, 13, 12, 11, 10)]
    (two_left,) = fill([(X, 38, 37, 36, X, 14, 13, 12, 11, 10)], [None], [40, 15])
    assert falling_run(two_left) < 10


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Any round, over or running, of which any parts have been built in."""
    order = draw(st.permutations(PARTS))
    ordered = st.integers(1, PLACES)
    eyes = st.tuples(*[st.booleans()] * PLACES)
    cut = draw(st.integers(21, 40))
    made = Round(
        eyes=(draw(eyes), draw(eyes)),
        in_hand=order[20],
        drawn=False,
        discards=tuple(order[21:cut]),
        reshuffled=draw(st.booleans()),
        turn=0,
        turns=7,
        scores=None,
        towers=(_falling(order[:10], draw(ordered)), _falling(order[10:20], draw(ordered))),
        talon=tuple(order[cut:]),
    )
    over = draw(st.booleans()) or 50 in made.worth()
    return replace(made, scores=made.worth()) if over else made


def _falling(parts: Sequence[int], count: int) -> tuple[int, ...]:
    """The parts with the first `count` of them in falling order."""
    return (*sorted(parts[:count], reverse=True), *parts[count:])


@examples(50)
@given(rounds(), st.binary(min_size=32, max_size=32))
def test_an_imagined_round_looks_like_the_seen_one_and_keeps_its_score(actual: Round, seed: bytes) -> None:
    for viewer in VIEWERS:
        seen = actual.seen_by(viewer)
        imagined, _ = seen.imagine(Dice.from_seed(seed))
        assert imagined.seen_by(viewer) == seen
        assert sorted(parts_of(imagined)) == list(PARTS)
        if actual.scores:
            assert imagined.worth() == actual.scores
        else:
            assert 50 not in imagined.worth()


@examples(3)
@seeds
def test_parts_that_a_viewer_was_not_shown_change_nothing_in_their_view(seed: int) -> None:
    rng = chance(seed)
    for state in line_of(State, STACKO, seed):
        for viewer in VIEWERS:
            turned = replace(
                state,
                round=turned_over(state.round, viewer, rng),
                ended=tuple(turned_over(past, viewer, rng) for past in state.ended),
                dice=dice(seed),
            )
            assert turned.view(viewer) == state.view(viewer)


def turned_over(current: Round, viewer: Seat | None, rng: Random) -> Round:
    """The round with other numbers wherever `viewer` was shown none, and another order of the talon."""
    first, second = (
        tower
        if seat == viewer
        else tuple(part if eye else part + 100 for part, eye in zip(tower, eyes, strict=True))
        for seat, tower, eyes in zip(SEATS, current.towers, current.eyes, strict=True)
    )
    unseen = 0 if current.reshuffled else 100
    talon = [part + unseen for part in rng.sample(current.talon, len(current.talon))]
    return replace(current, towers=(first, second), talon=tuple(talon))
