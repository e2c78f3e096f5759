"""Sato: the course of a turn, what is asked, who sees it, and how it ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Dice
from games.game import VIEWERS, NotYourTurn, Viewer, fact
from games.sato import (
    STONES,
    Asked,
    Drew,
    Face,
    Kept,
    Laid,
    Lay,
    Passed,
    Placed,
    Sato,
    Say,
    State,
    Stone,
    Stopped,
    Take,
    Took,
    dots_of,
    point_name,
    stone_name,
)
from games.sato.lattice import reading_order
from games.sato.layout import any_fits
from tests.examples import examples
from tests.games.by_hand import played
from tests.games.sato_tables import R1, R2, N, P, Q, T, U, X, Y, Z, build, deal, imagine, others, state, walk

seeds = st.integers(0, 10**6)
hidden_matches = st.builds(walk, st.just("hidden"), st.just("small"), seeds, st.integers(0, 80))


def misfits(count: int, *lays: Lay) -> tuple[Stone, ...]:
    """Stones that fit nowhere beside P, Q and these."""
    layout = build(P, Q, *lays)
    return tuple(stone for stone in others(layout) if not any_fits(layout, [stone]))[:count]


# The deal


@pytest.mark.parametrize("variant", ["open", "hidden"])
def test_the_deal_stacks_all_stones_and_black_begins_with_a_draw(variant: str) -> None:
    dealt = deal(variant, "medium", 3)
    assert (dealt.to_act, dots_of(0), dots_of(1)) == ((0,), Face.BLACK, Face.WHITE)
    assert [len(supply) for supply in dealt.supplies] == [1, 0]
    assert sorted((*dealt.stack, *dealt.supplies[0])) == list(STONES)
    assert dealt.trail == (Drew(0, dealt.supplies[0][0]),)
    assert dealt.legal_moves(1) == ()
    with pytest.raises(NotYourTurn):
        dealt.play(1, dealt.legal_moves(0)[0])


def test_split_deals_out_twenty_stones_each_and_nobody_draws() -> None:
    dealt = deal("split", "medium", 3)
    assert [len(supply) for supply in dealt.supplies] == [20, 20]
    assert sorted(dealt.supplies[0] + dealt.supplies[1]) == list(STONES)
    assert (dealt.stack, dealt.trail) == ((), ())


def test_a_seed_deals_the_same_stones_for_ever() -> None:
    """The expected order was worked out by another program, from what the dice document."""
    dealt = deal("open", "medium", 0)
    names = [stone_name(stone) for stone in (*dealt.supplies[0], *dealt.stack)]
    assert names[:8] == ["ovb", "oyg", "rgb", "rbg", "oby", "ogv", "rog", "roy"]
    assert {stone_name(stone) for stone in deal("split", "medium", 0).supplies[0]} == set(names[:20])


@pytest.mark.parametrize("variant", ["open", "hidden", "split"])
def test_a_head_start_lies_in_the_middle_and_both_have_as_many_stones_in_all(variant: str) -> None:
    game, dice = Sato(), Dice.from_seed(bytes(32))
    usual, ahead = (
        game.deal(game.options(variant=variant, table="small", head_start=head_start), dice)
        for head_start in ("none", "stone")
    )
    (laid,) = ahead.layout.stones
    assert (laid.stone, point_name(laid.point)) == (dice.shuffled(STONES)[0][0], "d3")
    assert (ahead.layout.dots(Face.BLACK), ahead.to_act, usual.layout.stones) == (3, (0,), ())
    if variant == "split":
        assert {*usual.supplies[0]} - {*ahead.supplies[0]} == {laid.stone}
        assert usual.supplies[1] == ahead.supplies[1]
    else:
        assert (*ahead.supplies[1], *ahead.supplies[0], *ahead.stack) == usual.stack
        assert usual.supplies[0] == (laid.stone,)


# Rules 1 to 4


def test_a_turn_begins_with_the_draw_of_the_top_stone() -> None:
    before = state(build(P, Q, T), ([Stone.RYO], [Stone.OVY]), stack=[Stone.GBV, Stone.GVB])
    after = played(before, Say.PASS)
    assert (after.turn, after.stack) == (1, (Stone.GVB,))
    assert after.supplies == ((Stone.RYO,), (Stone.OVY, Stone.GBV))
    assert after.trail == (Passed(0, automatic=False), Drew(1, Stone.GBV))


def test_legal_moves_come_by_stone_point_face_and_turn_and_the_word_last() -> None:
    *lays, word = state(build(P, Q, T), (others(build(P, Q, T))[:5], [])).legal_moves(0)
    assert word is Say.PASS
    keys = [(lay.stone, reading_order(lay.point), lay.face, lay.turn) for lay in lays if isinstance(lay, Lay)]
    assert len(keys) == len(lays) > 50
    assert keys == sorted(keys)


def test_with_fewer_than_six_stones_laying_is_free_and_the_stone_just_drawn_counts() -> None:
    *five, sixth, seventh = others(build(P))[:7]
    free = state(build(P), (five, []), stack=[Stone.GVB])
    assert free.legal_moves(0)[-1] is Say.PASS
    assert played(free, Say.PASS).to_act == (1,)
    position = played(state(build(P), ([seventh], five), stack=[sixth, Stone.GVB]), Say.PASS)
    assert len(position.supplies[1]) == 6
    assert Say.PASS not in position.legal_moves(1)


def test_an_extra_placement_is_free_even_with_six_stones_and_draws_none() -> None:
    six = others(build(P, Q, T, X))[:6]
    position = played(state(build(P, Q, T), ((X.stone, *six), [Stone.GVB]), stack=[Stone.GBV]), X)
    assert (position.asked, position.turn, len(position.stack)) == (Asked.EXTRA, 0, 1)
    assert position.legal_moves(0)[-1] is Say.DONE
    after = played(position, next(move for move in position.legal_moves(0)))
    assert len(after.supplies[0]) == 5


def test_stones_are_taken_before_an_extra_placement_and_may_be_laid_in_it() -> None:
    position = played(state(build(P, Q, U, N), ([T.stone, X.stone], [])), T)
    assert position.legal_moves(0) == (Take(N.point), Take(U.point), Say.KEEP)
    taken = played(position, Take(U.point))
    assert taken.turn == 1 or taken.result  # nothing was covered, so there is no extra placement
    assert taken.supplies[0] == tuple(sorted((X.stone, U.stone)))
    assert taken.layout == build(P, Q, N, T)
    kept = played(position, Say.KEEP)
    assert (kept.layout, kept.trail[1]) == (build(P, Q, U, N, T), Kept(0))


def test_uncovering_a_sato_makes_it_free_again_and_gives_no_take() -> None:
    seen = 0
    for seed in range(40):
        for position in walk("split", "small", seed, 60):
            latest = position.trail[-1:]
            if latest and isinstance(latest[0], Took) and latest[0].laid.level and position.to_act:
                below = position.layout.opening(latest[0].laid.point)
                assert below
                assert below.level == latest[0].laid.level
                assert position.asked is not Asked.TAKE
                seen += 1
    assert seen


# Rule 6: what is asked


def test_where_all_is_open_a_lone_done_or_pass_happens_by_itself() -> None:
    after = played(state(build(P, Q, T), ([X.stone], [Stone.RYO]), stack=[Stone.GVB]), X)
    assert after.turn == 1
    assert after.trail[1:] == (Stopped(0, automatic=True), Drew(1, Stone.GVB))
    mine, theirs, next_one, last = misfits(4)
    after = played(state(build(P, Q), ([T.stone, mine], [theirs]), stack=[next_one, last]), Say.PASS)
    declined, stuck = Passed(0, automatic=False), Passed(1, automatic=True)
    assert after.trail == (declined, Drew(1, next_one), stuck, Drew(0, last))
    assert after.turn == 0


def test_in_hidden_a_lone_done_or_pass_is_asked() -> None:
    """Whether anything fitted is the player's secret, even after the end."""
    position = played(state(build(P, Q, T), ([X.stone], [Stone.RYO]), variant="hidden"), X)
    assert (position.asked, position.legal_moves(0)) == (Asked.EXTRA, (Say.DONE,))
    assert played(position, Say.DONE).trail[-1] == Stopped(0, automatic=False)
    mine, theirs, next_one, last = misfits(4)
    before = state(build(P, Q), ([T.stone, mine], [theirs]), stack=[next_one, last], variant="hidden")
    after = played(before, Say.PASS)
    assert after.legal_moves(1) == (Say.PASS,)
    assert played(after, Say.PASS).trail == (Drew(1, next_one), Passed(1, automatic=False), Drew(0, last))
    for supply in ([U.stone], misfits(1)):
        over = played(state(build(P, Q), (supply, [T.stone]), variant="hidden"), Say.PASS)
        assert over.result
        assert (over.result.reason, over.trail[-1]) == ("declined", Passed(0, automatic=False))


def test_in_split_laying_is_compulsory_but_extra_placements_are_not() -> None:
    two = (X.stone, U.stone)
    position = state(build(P, Q, T), (two, others(build(P, Q, T, X, U))[:3]), variant="split")
    assert Say.PASS not in position.legal_moves(0)
    position = played(position, X)
    assert position.legal_moves(0)[-1] is Say.DONE
    assert played(position, Say.DONE).turn == 1


# Rules 5 and 7: the end


@pytest.mark.parametrize(
    ("before", "plies", "reason", "winner", "scores"),
    [
        (state(build(P, Q), ([T.stone], [U.stone])), "pass", "declined", None, (6, 6)),
        (state(build(P), (others(build(P))[:5], [])), "pass", "declined", 1, (0, 18)),
        (
            state(build(P, Q, T), ([X.stone], [U.stone]), stack=[N.stone]),
            *("pass, pass", "declined", 0, (12, 6)),
        ),
        (
            state(build(P, Q), ([U.stone, T.stone], misfits(2, U)), variant="split"),
            *(str(U), "stuck", None, (9, 9)),
        ),
        (state(build(P, Q), ([U.stone], misfits(2, U))), str(U), "stuck", 0, (9, 6)),
    ],
    ids=[
        "equal is a draw",
        "A17 declined",
        "in the turn of the last stone",
        "stuck in split",
        "stuck in open",
    ],
)
def test_without_a_stack_the_match_ends_when_a_placement_is_not_made(
    before: State, plies: str, reason: str, winner: Viewer, scores: tuple[int, int]
) -> None:
    after = played(before, *plies.split(", "))
    assert after.result
    assert (after.to_act, after.result.reason) == ((), reason)
    assert (after.result.winner, after.result.scores) == (winner, scores)
    assert after.trail[-1] == Passed(after.turn, automatic=reason == "stuck")


def test_declining_an_extra_placement_does_not_end_the_match() -> None:
    position = played(state(build(P, Q, T), ([X.stone, U.stone], [N.stone])), X, Say.DONE)
    assert (position.stack, position.to_act) == ((), (1,))


def test_the_trail_tells_the_latest_turn_whole_and_forgets_the_one_before() -> None:
    ready = state(build(P, Q, U), ([T.stone], [X.stone, Stone.GBV]), stack=[Stone.GVB, Stone.RYO])
    after_take = played(ready, T, Take(U.point))
    first, took, drew = after_take.trail
    assert isinstance(first, Placed)
    assert took == Took(0, Laid(0, U.point, U.stone, U.face, U.turn))
    assert drew == Drew(1, Stone.GVB)
    covering = played(after_take, X)
    assert [type(each) for each in covering.trail] == [Drew, Placed]
    done = played(covering, Say.DONE)
    kinds = [(type(each), each.seat) for each in done.trail]
    assert kinds == [(Drew, 1), (Placed, 1), (Stopped, 1), (Drew, 0)]


def test_the_last_turn_is_told_with_what_was_taken_back_in_it() -> None:
    ready = state(build(P, Q, U), ([T.stone], [X.stone, Stone.GBV]), stack=[Stone.GVB, Stone.RYO])
    laid = played(ready, T)
    taken = played(laid, Take(U.point))
    covering = played(taken, X)
    rov, byg = {"first": "r", "second": "o", "third": "v"}, {"fourth": "y", "fifth": "b", "sixth": "g"}
    rvg = {"first": "r", "second": "v", "third": "g"}
    assert [
        after.view(None).tell_last() for after in (laid, taken, covering, played(covering, Say.DONE))
    ] == [
        (fact("laid_black", seat=0, **rov),),
        (fact("laid_took", seat=0, **rov, **byg),),
        *[(fact("laid_black", seat=1, **rvg),)] * 2,
    ]


def test_a_turn_of_several_stones_is_told_with_how_many_were_taken_back_in_it() -> None:
    ready = state(build(P, Q, U, T, R1, R2, N), ([X.stone, Y.stone, Z.stone], []))
    after = played(ready, X, Y, Z, Take(N.point), Say.DONE)
    assert after.view(None).tell_last()[0] == fact("laid_several_took", seat=0, count=3, taken=1)


def test_what_is_told_beside_a_picture_names_stones_by_their_colours_and_no_places() -> None:
    ready = state(build(P, Q, U), ([T.stone], [X.stone, Stone.GBV]), stack=[Stone.GVB, Stone.RYO])
    after_take = played(ready, T, Take(U.point))
    covering = played(after_take, X)
    for after, keys in (
        (after_take, ["laid_black", "hint_finish", "took_seen"]),
        (covering, ["laid_black", "covered_seen", "asked_extra"]),
    ):
        told = after.view(None).tell_seen()
        assert [each.key for each in told] == keys
        assert {name for each in told for name, _ in each.values}.isdisjoint({"stone", "point"})


def test_on_a_bare_table_a_hint_says_whose_dots_show_and_not_what_is_always_so() -> None:
    """Beside one stone nobody can make a sato."""
    view = state(build(), ([Stone.ROY], [Stone.GBV])).view(0)
    says = {text: view.tell_purpose(Sato().parse(text)) for text in ("roy c3 b2", "roy c3 w2")}
    assert says == {"roy c3 b2": (fact("hint_dots", count=3),), "roy c3 w2": ()}


# Who may know what


def test_supplies_and_the_next_stone_lie_open_unless_they_are_hidden() -> None:
    for viewer in VIEWERS:
        for variant in ("open", "split"):
            dealt = deal(variant, "small", 5)
            view = dealt.view(viewer)
            assert (view.supplies, view.open_choice) == (dealt.supplies, True)
            assert view.stack == (*dealt.stack[:1], *[Stone.UNKNOWN] * len(dealt.stack[1:]))
        hidden = deal("hidden", "small", 5).view(viewer)
        assert (hidden.stack, hidden.open_choice) == ((Stone.UNKNOWN,) * 39, viewer is not None)


def test_hidden_supplies_and_draws_are_seen_by_their_owner_and_their_sizes_by_all() -> None:
    position = played(deal("hidden", "small", 5), Say.PASS, Say.PASS, Say.PASS)
    first, second = position.supplies
    unknown = Stone.UNKNOWN, Stone.UNKNOWN
    assert (len(first), len(second)) == (2, 2)
    shown = [position.view(viewer).supplies for viewer in VIEWERS]
    assert shown == [(first, unknown), (unknown, second), (unknown, unknown)]
    drew = played(deal("hidden", "small", 5), Say.PASS)
    (drawn,) = drew.supplies[1]
    assert drew.view(1).trail[-1] == Drew(1, drawn)
    assert drew.view(0).trail[-1] == drew.view(None).trail[-1] == Drew(1, Stone.UNKNOWN)
    told = drew.view(None).tell_in_short()
    assert [fact.values for fact in told if fact.key == "passed"] == [(("seat", 0),)]


def test_a_stone_taken_back_is_known_in_its_supply_until_it_is_laid_again() -> None:
    stack = [Stone.GBV, Stone.GVB, Stone.OGY, Stone.RVO]
    position = state(build(P, Q, U), ([T.stone, Stone.RYO], [X.stone]), stack=stack, variant="hidden")
    taking = played(position, T).view(0)
    assert taking.tell_task(()) == taking.tell_task(("take",)) == ()
    position = played(position, T, Take(U.point))
    assert position.view(1).supplies[0] == (U.stone, Stone.UNKNOWN)
    assert U.stone in position.view(None).supplies[0]
    assert all(imagine(position.view(1), seed).supplies[0].count(U.stone) == 1 for seed in range(20))
    position = played(position, Say.PASS, U)
    assert position.view(1).supplies[0] == (Stone.UNKNOWN,) * 2
    assert next(each for each in position.trail if isinstance(each, Placed)).was_known


def test_a_last_pass_tells_of_a_hidden_supply_which_stays_hidden_and_nothing_of_an_open_one() -> None:
    """With six stones in hand one may pass only if nothing fits: a last pass tells that too."""
    hands = ([T.stone], [U.stone, N.stone])
    assert not played(state(build(P, Q), hands, variant="open"), Say.PASS).revealed
    position = played(state(build(P, Q), hands, variant="hidden"), Say.PASS)
    assert position.revealed
    assert position.result
    for viewer in VIEWERS:
        assert position.view(viewer).scores == position.result.scores == (9, 6)
    assert position.view(0).supplies[1] == (Stone.UNKNOWN,) * 2


def knowable(position: State, viewer: Viewer) -> set[Stone]:
    """The stones that a viewer of a hidden match can name: those laid, taken back, and their own."""
    known = {each.stone for each in position.layout.stones}.union(*position.returned)
    known |= {each.laid.stone for each in position.trail if isinstance(each, Placed | Took)}
    return known if viewer is None else known | set(position.supplies[viewer])


@examples(1, many=15)
@given(hidden_matches, seeds)
def test_a_hidden_view_holds_no_other_stone_anywhere_and_imagines_draws_that_could_be(
    match: list[State], seed: int
) -> None:
    for position in match[::4]:
        for viewer in VIEWERS:
            view = position.view(viewer)
            for stone in set(STONES) - knowable(position, viewer):
                assert f"Stone.{stone.name}:" not in repr(view)
                assert stone_name(stone) not in repr(view.tell_table())
                assert f"Stone.{stone.name}:" in repr(position)
            imagined = imagine(view, seed)
            for drew in (each for each in imagined.trail if isinstance(each, Drew)):
                laid = {placed.laid.stone for placed in imagined.trail if isinstance(placed, Placed)}
                hidden = set(imagined.supplies[drew.seat]) - set(imagined.returned[drew.seat])
                assert drew.stone in hidden | laid


def test_every_stone_that_is_not_seen_can_be_imagined_in_every_hidden_place() -> None:
    position = played(deal("hidden", "small", 5), Say.PASS)
    imagined = [imagine(position.view(0), seed) for seed in range(1000)]
    unseen = set(STONES) - set(position.supplies[0])
    assert {each.supplies[1][0] for each in imagined} == {each.stack[-1] for each in imagined} == unseen
    dealt = deal("open", "small", 5)
    imagined = [imagine(dealt.view(1), seed) for seed in range(5)]
    assert {(each.supplies, each.stack[0]) for each in imagined} == {(dealt.supplies, dealt.stack[0])}
    assert len({each.stack for each in imagined}) == 5


def test_nothing_is_told_of_a_stone_or_a_point_that_cannot_be_chosen() -> None:
    dealt = deal("open", "small", 1)
    view, (move, *_) = dealt.view(0), dealt.legal_moves(0)
    stone, point, _ = str(move).split()
    assert view.tell_choice((stone, point))
    assert view.tell_choice(("zzz", point)) == view.tell_choice((stone, "g9")) == ()
    assert dealt.play(0, move).view(0).tell_purpose(move) == ()
