"""Sahara held against its rule sheet: every ruling by example, and its house rules."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES, Dice, IllegalMove, InvalidNotation, NotYourTurn, Result, Seat
from games.game import SEATS, VIEWERS, other
from games.sahara import STORE, Choice, Move, Ply, State
from tests.examples import examples
from tests.games import plain_sahara
from tests.games.by_hand import dealt, played
from tests.games.positions_as_text import C1, C6, C9, EMPTY, NEARLY_DRAWN, START, relaid, sahara, show
from tests.games.sampling import line_of, seeds
from tests.games.walks import CASES, chance

GAME = GAMES["sahara"]

C2 = "B[0,4,4,0,4,4] 5 / A[3,3,0,3,3,3] 0"
C3 = "B[0,4,0,1,5,5] 6 / A[3,3,0,3,3,3] 0"
C7 = "B[0,1,0,0,0,0] 9 / A[2,2,2,2,2,0] 16"
LONG_SOW = "B[1,0,0,0,0,22] 3 / A[2,2,2,2,2,0] 0"
SKIPPED = "B[1,0,0,0,2,0] 16 / A[0,0,0,0,0,0] 17"


SINGLE_GAMES = [case for case in CASES if {("target", "none"), ("start", "plain")} < {*case.words}]


def legal(state: State, seat: Seat = 0) -> list[str]:
    return [str(move) for move in state.legal_moves(seat)]


def told(state: State) -> list[str]:
    """The keys of what is told of the latest turn, but for the score."""
    return [fact.key for fact in state.view(None).tell_turn()][:-1]


def mirrored(text: str) -> str:
    """The position with the seats exchanged."""
    side_b, side_a = text.split(" / ")
    return f"B{side_a[1:]} / A{side_b[1:]}"


VECTORS: dict[str, tuple[str, str, str, tuple[Seat, ...], str]] = {
    "C1 last bean in own store: again": (START, "4", C1, (0,), "stored"),
    "C2 capture: again": (C1, "1", C2, (0,), "captured"),
    "C3 the store again": (C2, "3", C3, (0,), "stored"),
    "C4 last bean in an own hollow with beans: over": (
        *(C3, "4", "B[0,4,0,0,6,5] 6 / A[3,3,0,3,3,3] 0"),
        *((1,), "ended_own"),
    ),
    "C5 last bean on the other side: over": (
        *(C3, "6", "B[0,4,0,1,5,0] 7 / A[4,4,1,4,3,3] 0"),
        *((1,), "ended_other"),
    ),
    "C6 the foreign store is skipped": (C6, "6", C7, (0,), "captured"),
    "C7 a capture that empties the own side ends the game": (
        *(C7, "2", EMPTY.format(20, 16)),
        *((), "captured emptied game_ended"),
    ),
    "C8 an empty own side ends the game in spite of the bonus move": (
        *("B[0,0,0,0,0,1] 10 / A[2,0,3,0,0,1] 19", "6", EMPTY.format(17, 19)),
        *((), "stored emptied game_ended"),
    ),
    "C9 a capture that empties the other side does not end the game": (
        *("B[1,0,0,0,2,0] 12 / A[0,0,0,0,4,0] 17", "1", C9),
        *((0,), "captured"),
    ),
    "C10 after a full lap the start hollow counts as empty": (
        *("B[0,0,13,0,0,0] 3 / A[0,0,0,0,0,1] 19", "3", "B[1,1,0,1,1,1] 6 / A[1,1,1,0,1,2] 19"),
        *((0,), "captured came_round"),
    ),
    "C11 no capture where the facing hollow is empty": (
        *("B[1,0,3,0,0,0] 8 / A[3,3,3,3,0,3] 9", "1", "B[0,1,3,0,0,0] 8 / A[3,3,3,3,0,3] 9"),
        *((1,), "ended_own"),
    ),
    "C12 the own side emptied by a sow onto the other side": (
        *("B[0,0,0,0,0,3] 14 / A[0,2,1,0,0,0] 16", "6", EMPTY.format(20, 16)),
        *((), "ended_other emptied game_ended"),
    ),
    "6 a seat whose side is empty is skipped": (
        *(SKIPPED, "1", "B[0,1,0,0,2,0] 16 / A[0,0,0,0,0,0] 17"),
        *((0,), "ended_own skipped"),
    ),
}
"""By rule: the position before, B's ply, the position after it, who is to act, and what is told."""


@pytest.mark.parametrize("rule", VECTORS)
@pytest.mark.parametrize("foreign_store", ["skip", "choice"])
def test_a_ply_does_what_the_rules_say(rule: str, foreign_store: Literal["skip", "choice"]) -> None:
    before, move, expected, to_act, facts = VECTORS[rule]
    after = played(sahara(before, foreign_store=foreign_store), move)
    assert (show(after), after.to_act, " ".join(told(after))) == (expected, to_act, facts)
    assert [fact.key for fact in after.view(None).tell_in_short()] == facts.split()  # of one ply all is told
    turned = played(sahara(mirrored(before), to_move=1, foreign_store=foreign_store), move)
    assert (show(turned), turned.to_act) == (mirrored(expected), tuple(map(other, to_act)))


@examples(2)
@seeds
def test_the_trail_tells_where_each_bean_went(seed: int) -> None:
    for case in SINGLE_GAMES:
        states = line_of(State, case, seed)
        for before, after in pairwise(states):
            sowing = after.trail[-1]
            pits = Counter({(seat, place): beans for seat, place, beans in pits_of(before)})
            assert pits[sowing.seat, sowing.move.hollow] == len(sowing.drops)
            pits[sowing.seat, sowing.move.hollow] = 0
            pits.update(sowing.drops)
            if sowing.captured:
                seat, place = sowing.drops[-1]
                pits[seat, place] = pits[other(seat), STORE - place] = 0
            if sowing.collected:
                pits -= Counter({pit: pits[pit] for pit in pits if pit[0] != sowing.seat and pit[1] < STORE})
            pits[sowing.seat, STORE] += sowing.captured + sowing.collected
            assert pits == Counter({(seat, place): beans for seat, place, beans in pits_of(after)})


def pits_of(state: State) -> list[tuple[int, int, int]]:
    rows = [(*side, store) for side, store in zip(state.sides, state.stores, strict=True)]
    return [(seat, place, beans) for seat in SEATS for place, beans in enumerate(rows[seat], start=1)]


# Rules 1 to 3


def test_a_match_begins_with_three_beans_in_every_hollow_whatever_the_seed() -> None:
    deals = {GAME.deal(GAME.options(), Dice.from_seed(bytes([seed]) * 32)) for seed in range(9)}
    assert deals == {sahara(START, to_move=0)}


def test_c3_leaves_four_hollows_and_none_of_them_moves_again() -> None:
    state = sahara(C3)
    assert legal(state) == ["2", "4", "5", "6"]
    assert {played(state, move).to_act for move in legal(state)} == {(1,)}


def test_the_opening_of_the_rule_sheet_is_one_turn_of_four_plies_and_the_next_turn_begins_afresh() -> None:
    state = played(sahara(START), "4", "1", "3", "6")
    assert [str(sowing.move) for sowing in state.trail] == ["4", "1", "3", "6"]
    assert [fact.key for fact in state.view(None).tell_in_short()] == ["earlier", "ended_other"]
    assert [str(sowing.move) for sowing in played(state, "1").trail] == ["1"]


@pytest.mark.parametrize("hollow", range(2, 7))
def test_a_capture_takes_the_hollow_that_faces(hollow: int) -> None:
    """Hollow i faces 7 - i, which alone holds as many beans as its number."""
    own = ",".join("1" if place == hollow - 1 else "0" for place in range(1, 7))
    state = played(sahara(f"B[{own}] 7 / A[1,2,3,4,5,6] 7"), str(hollow - 1))
    assert state.trail[-1].captured == 1 + (7 - hollow)


# Rule 4: the foreign store


@pytest.mark.parametrize(
    ("before", "move", "after", "turn"),
    [
        (C6, "6 feed", "B[0,1,0,0,0,0] 6 / A[2,2,2,2,2,2] 17", 1),
        (LONG_SOW, "6 feed", "B[2,1,1,1,1,1] 5 / A[4,4,4,4,4,2] 2", 1),
        (LONG_SOW, "6", "B[3,2,1,1,1,1] 5 / A[4,4,4,4,4,2] 0", 1),
        (
            "B[0,0,14,0,0,0] 3 / A[0,0,0,0,0,0] 19",
            "3 feed",
            "B[1,1,0,1,1,1] 6 / A[1,1,1,0,1,1] 20",
            0,
        ),
    ],
    ids=["C6 with feed", "a bean at every passing", "none without feed", "a full lap is longer by one"],
)
def test_a_sow_feeds_the_foreign_store_where_it_is_agreed(
    before: str, move: str, after: str, turn: Seat
) -> None:
    state = played(sahara(before, foreign_store="choice"), move)
    assert (show(state), state.to_act) == (after, (turn,))


@pytest.mark.parametrize("hollow", range(1, 7))
def test_feed_is_on_offer_from_the_bean_on_that_comes_to_the_foreign_store(hollow: int) -> None:
    """From hollow 6 eight beans, one more for each hollow farther away."""
    for beans, moves in ((13 - hollow, [f"{hollow}"]), (14 - hollow, [f"{hollow}", f"{hollow} feed"])):
        side = ",".join(str(beans if place == hollow else 0) for place in range(1, 7))
        state = sahara(f"B[{side}] {35 - beans} / A[1,0,0,0,0,0] 0", foreign_store="choice")
        assert legal(state) == moves


def test_legal_moves_go_by_hollow_each_without_feed_first() -> None:
    state = sahara("B[1,0,0,0,9,8] 0 / A[3,3,3,3,3,3] 0", foreign_store="choice")
    assert legal(state) == ["1", "5", "5 feed", "6", "6 feed"]


@pytest.mark.parametrize(("beans", "round_"), [(12, False), (13, True), (14, True)])
def test_a_sowing_that_comes_back_to_its_hollow_is_said_to(beans: int, round_: bool) -> None:
    sown = played(sahara(f"B[{beans},0,0,0,0,1] {29 - beans} / A[1,1,1,1,1,1] 0"), "1")
    assert ("came_round" in told(sown)) == round_


# Rules 5 to 7: the end of a game


@pytest.mark.parametrize(
    ("before", "plies", "result"),
    [
        (C9, "5 6", Result(0, (19, 17), "beans")),
        ("B[0,0,0,0,0,1] 10 / A[2,0,3,0,0,1] 19", "6", Result(1, (17, 19), "beans")),
        (NEARLY_DRAWN, "6", Result(None, (18, 18), "beans")),
    ],
    ids=["C9", "C8", "18:18 is a draw"],
)
def test_more_beans_win(before: str, plies: str, result: Result) -> None:
    over = played(sahara(before), *plies.split())
    assert over.result == result
    for seat in SEATS:
        assert over.legal_moves(seat) == ()
        with pytest.raises(NotYourTurn):
            over.play(seat, Move(1))


def test_a_seat_that_is_skipped_moves_as_soon_as_it_has_beans_again() -> None:
    state = played(sahara("B[1,0,0,0,0,2] 16 / A[0,0,0,0,0,0] 17"), "1", "6")
    assert (show(state), state.to_act) == ("B[0,1,0,0,0,0] 17 / A[1,0,0,0,0,0] 17", (1,))
    assert [sowing.skipped for sowing in state.trail] == [True, False]


# Rule 7: a series


def test_c13_differences_add_up_until_the_target_is_reached_and_the_starter_alternates() -> None:
    state = played(sahara(C7, target=30), "2")
    assert (state.games, state.totals) == (((20, 16),), (4, 0))
    assert (show(state), state.to_act) == (START, (1,))

    state = played(relaid(state, "B[1,1,1,1,1,0] 10 / A[0,0,0,0,0,1] 20", to_move=1), "6")
    assert (state.games[1:], state.totals) == (((10, 26),), (4, 16))
    assert (show(state), state.to_act) == (START, (0,))

    state = played(relaid(state, "B[2,0,2,0,0,0] 11 / A[0,0,0,0,0,1] 20", to_move=1), "6")
    assert state.games == ((20, 16), (10, 26), (11, 25))
    assert (state.totals, state.to_act) == ((4, 30), ())
    assert state.result == Result(1, (4, 30), "target")


@pytest.mark.parametrize("target", [30, 40, 50])
def test_a_series_goes_on_below_its_target_and_ends_on_it(target: int) -> None:
    ten_ahead = "B[0,0,0,0,0,1] 21 / A[1,0,0,0,0,0] 13"
    state = sahara(ten_ahead, target=target)
    for lead in range(10, target, 10):
        state = relaid(played(state, "6"), ten_ahead, to_move=0)
        assert (state.totals, state.result) == ((lead, 0), None)
    assert played(state, "6").result == Result(0, (target, 0), "target")


def test_a_drawn_game_of_a_series_adds_nothing_and_the_starter_alternates_all_the_same() -> None:
    state = played(sahara(NEARLY_DRAWN, target=30), "6")
    assert (state.games, state.totals, state.result) == (((18, 18),), (0, 0), None)
    assert (show(state), state.to_act) == (START, (1,))


def test_a_game_of_a_series_stays_in_sight_until_the_first_sow_of_the_next_one() -> None:
    state = played(sahara(C7, target=30), "2")
    last = state.view(None).before_deal
    assert last
    assert (show(last), last.to_act, last.before_deal) == (EMPTY.format(20, 16), (), None)
    assert (last.trail, last.totals) == (state.trail, (4, 0))
    assert told(state) == ["captured", "emptied", "game_ended", "totals"]
    assert told(played(state, "1")) == ["ended_own", "totals"]
    for later in (played(state, "1"), played(sahara(C7), "2")):
        assert later.view(None).before_deal is None


# `start=swap`: one sows the first move of a game, the other keeps the sides or swaps them


@pytest.mark.parametrize(
    ("words", "plies", "after", "turn", "facts"),
    [
        ("", "6", "B[3,3,3,3,3,0] 1 / A[4,4,3,3,3,3] 0", 1, "ended_other sides_asked"),
        ("", "4", "B[3,3,3,0,4,4] 1 / A[3,3,3,3,3,3] 0", 1, "stored sides_asked_again"),
        ("", "6 keep", "B[3,3,3,3,3,0] 1 / A[4,4,3,3,3,3] 0", 1, "ended_other kept"),
        ("", "6 swap", "B[4,4,3,3,3,3] 0 / A[3,3,3,3,3,0] 1", 0, "swapped"),
        ("", "4 keep", "B[3,3,3,0,4,4] 1 / A[3,3,3,3,3,3] 0", 0, "stored kept"),
        ("", "4 swap", "B[3,3,3,3,3,3] 0 / A[3,3,3,0,4,4] 1", 1, "swapped"),
        ("3", "6", "B[3,3,3,3,3,0] 4 / A[4,3,3,2,3,2] 0", 1, "ended_other sides_asked ahead_would_stay"),
        ("3", "6 keep", "B[3,3,3,3,3,0] 4 / A[4,3,3,2,3,2] 0", 1, "ended_other kept"),
        ("3", "6 swap", "B[4,3,3,2,3,2] 3 / A[3,3,3,3,3,0] 1", 0, "swapped ahead_stays"),
    ],
)
def test_sides_and_stores_change_owners_and_a_head_start_does_not(
    words: str, plies: str, after: str, turn: Seat, facts: str
) -> None:
    """Who has the side to move moves on."""
    state = played(dealt("sahara", start="swap", head_start=words or "none"), *plies.split())
    assert (show(state), state.to_act, " ".join(told(state))) == (after, (turn,), facts)
    asked = len(plies) == 1
    assert state.legal_moves(turn) == tuple(Choice) if asked else Choice.SWAP not in state.legal_moves(turn)
    for viewer in VIEWERS:
        assert state.view(viewer).imagine(Dice.from_seed(bytes(32))) == state


def test_the_bonus_moves_of_a_kept_side_belong_to_one_turn_and_a_swapped_side_begins_another() -> None:
    for said, trail in (("keep", ["4", "1"]), ("swap", ["1"])):
        state = played(dealt("sahara", start="swap"), "4", said, "1")
        assert [str(sowing.move) for sowing in state.trail] == trail
        assert {"kept", "swapped"}.isdisjoint(told(state))


@pytest.mark.parametrize("said", ["keep", "swap"])
def test_each_game_of_a_series_has_its_choice_by_the_seat_that_does_not_begin_it(said: str) -> None:
    state = played(dealt("sahara", start="swap", target="30"), "6", said)
    state = played(relaid(state, NEARLY_DRAWN, to_move=0), "6")
    assert (state.to_act, state.said) == ((1,), None)
    state = played(state, "6")
    assert state.to_act == (0,)
    state = played(state, "swap")
    assert (show(state), state.to_act) == ("B[3,3,3,3,3,0] 1 / A[4,4,3,3,3,3] 0", (1,))


def test_a_head_start_is_the_same_seats_in_every_game_of_a_series_whoever_begins_it() -> None:
    state = begun = dealt("sahara", head_start="3", target="50")
    assert (show(state), state.to_act) == ("B[3,3,3,3,3,3] 3 / A[3,2,3,2,3,2] 0", (0,))
    while not state.games:
        state = state.play(state.turn, state.legal_moves(state.turn)[0])
    assert (show(state), state.to_act) == (show(begun), (1,))


def test_a_first_move_that_ends_in_the_store_is_no_promise_of_another() -> None:
    assert dealt("sahara", start="swap").view(0).tell_purpose(Move(4)) == ()
    assert [fact.key for fact in dealt("sahara").view(0).tell_purpose(Move(4))] == ["hint_go_on"]
    assert played(dealt("sahara", start="swap"), "4").view(1).tell_purpose(Choice.SWAP) == ()


# Refusals and notation


@pytest.mark.parametrize(
    ("state", "move", "refusal"),
    [
        (sahara(START), Move(0), "no_such_hollow hollow=0"),
        (sahara(START), Move(7), "no_such_hollow hollow=7"),
        (sahara(START), Move(-1, feed=True), "no_such_hollow hollow=-1"),
        (sahara(C1), Move(4), "empty_hollow hollow=4"),
        (sahara(C1), Move(4, feed=True), "empty_hollow hollow=4"),
        (sahara(C6), Move(6, feed=True), "feed_not_agreed hollow=6"),
        (
            sahara(C1, foreign_store="choice"),
            Move(1, feed=True),
            "feed_too_short hollow=1 count=3 needed=13",
        ),
        (played(dealt("sahara"), "6"), Choice.SWAP, "no_choice_of_sides"),
        (played(dealt("sahara", start="swap"), "6"), Move(1), "keep_or_swap"),
    ],
)
def test_a_refusal_gives_the_reason_and_its_facts(state: State, move: Ply, refusal: str) -> None:
    (seat,) = state.to_act
    with pytest.raises(IllegalMove) as refused:
        state.play(seat, move)
    facts = (f"{name}={value}" for name, value in refused.value.facts.items())
    assert " ".join([refused.value.reason, *facts]) == str(refused.value) == refusal
    with pytest.raises(NotYourTurn) as not_to_act:
        state.play(other(seat), move)
    assert not_to_act.value.seat == other(seat)


NONSENSE = ("", " ", "0", "7", "44", "04", "-1", "+4", "4.0", "4 4", "feed", "feed 6", "6feed", "6 feed feed")
NONSENSE_DIGITS = ("４", "٤", "²", "④", "four", "4\0")


@pytest.mark.parametrize("text", [*NONSENSE, *NONSENSE_DIGITS, "4 feed " * 500])
def test_nonsense_is_refused_with_the_expected_form(text: str) -> None:
    with pytest.raises(InvalidNotation, match="a hollow from 1 to 6, such as 4, or 6 feed") as refused:
        GAME.parse(text)
    assert refused.value.text == (text if len(text) < 40 else "4 feed 4 feed 4 feed 4 feed 4 feed 4 fee…")


@pytest.mark.parametrize(
    "text", ["", C1[1:], C1 + " ", C1.replace("1 /", "2 /"), C1.replace("3,3,3,3,3,3", "3,3,3,3,6")]
)
def test_a_position_with_a_slip_in_it_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no position of Sahara|has 37 beans, not 36"):
        sahara(text)


# A second implementation, written from the rule sheet alone


def flat(state: State) -> plain_sahara.Board:
    """The same beans as one list."""
    return (*state.sides[0], state.stores[0], *state.sides[1], state.stores[1])


def turn(state: State) -> plain_sahara.Turn:
    return state.to_act[0] if state.to_act else None


@pytest.mark.parametrize("foreign_store", ["skip", "choice"])
@examples(15)
@given(seed=st.integers(0, 2**32 - 1))
def test_both_implementations_agree_on_every_state_of_a_random_game(
    foreign_store: Literal["skip", "choice"], seed: int
) -> None:
    rng, state = chance(seed), sahara(START, foreign_store=foreign_store)
    while state.to_act:
        (seat,), board = state.to_act, flat(state)
        moves = [move for move in state.legal_moves(seat) if isinstance(move, Move)]
        plain_moves = plain_sahara.moves(board, seat, choice=foreign_store == "choice")
        assert [(move.hollow, move.feed) for move in moves] == plain_moves
        move = rng.choice(moves)
        state = state.play(seat, move)
        assert (flat(state), turn(state)) == plain_sahara.sow(board, seat, move.hollow, feed=move.feed)


@examples(50)
@given(
    beans=st.lists(st.integers(0, 35), min_size=13, max_size=13),
    hollow=st.integers(1, 6),
    seat=st.sampled_from((0, 1)),
)
def test_both_implementations_agree_on_any_sow_from_any_position(
    beans: list[int], hollow: int, seat: Literal[0, 1]
) -> None:
    """Also on sows of several laps, which random games hardly ever see."""
    board = _spread(beans, 7 * seat + hollow - 1)
    state = sahara(_written(board), to_move=seat, foreign_store="choice")
    for move in state.legal_moves(seat):
        assert isinstance(move, Move)
        after = state.play(seat, move)
        assert (flat(after), turn(after)) == plain_sahara.sow(board, seat, move.hollow, feed=move.feed)


def _spread(cuts: list[int], heavy: int) -> plain_sahara.Board:
    """Thirty-six beans over fourteen places, cut where `cuts` says; the largest heap lies at `heavy`."""
    marks = [0, *sorted(cuts), 36]
    heaps = [after - before for before, after in pairwise(marks)]
    largest = heaps.index(max(heaps))
    heaps[heavy], heaps[largest] = heaps[largest], heaps[heavy]
    return tuple(heaps)


def _written(board: plain_sahara.Board) -> str:
    halves = (board[:7], board[7:])
    return " / ".join(
        f"{name}[{','.join(map(str, half[:6]))}] {half[6]}" for name, half in zip("BA", halves, strict=True)
    )
