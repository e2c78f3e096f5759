"""Sato: the course of a turn, what is asked, and how it ends."""

from __future__ import annotations

import pytest

from games import GAMES
from games.game import NotYourTurn, UnknownHouseRule
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
    Stone,
    Stopped,
    Take,
    Took,
    dots_of,
    stone_name,
)
from games.sato.lattice import reading_order
from games.sato.layout import any_fits
from tests.games.sato_tables import N, P, Q, T, U, X, build, deal, others, play, state, walk


def test_house_rules_default_to_open_and_medium() -> None:
    game = Sato()
    assert GAMES["sato"] == game
    assert [(rule.word, rule.default) for rule in game.house_rules] == [
        ("variant", "open"),
        ("table", "medium"),
        ("head_start", "none"),
    ]
    assert (game.options().variant, game.options().table) == ("open", "medium")
    assert len(game.options(table="small").bare_table().cells) == 35
    with pytest.raises(UnknownHouseRule, match=r"variant=open\|split\|hidden"):
        game.options(variant="closed")


def test_black_is_seat_0_and_begins() -> None:
    assert deal("open", "small", 1).to_act == (0,)
    assert (dots_of(0), dots_of(1)) == (Face.BLACK, Face.WHITE)


@pytest.mark.parametrize("variant", ["open", "hidden"])
def test_the_deal_stacks_all_stones_and_the_first_turn_begins_with_a_draw(variant: str) -> None:
    dealt = deal(variant, "medium", 3)
    assert [len(supply) for supply in dealt.supplies] == [1, 0]
    assert sorted((*dealt.stack, *dealt.supplies[0])) == list(STONES)
    assert dealt.trail == (Drew(0, dealt.supplies[0][0]),)


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


def test_a_turn_begins_with_the_draw_of_the_top_stone() -> None:
    before = state(build(P, Q, T), ([Stone.RYO], [Stone.OVY]), stack=[Stone.GBV, Stone.GVB])
    after = play(before, Say.PASS)
    assert after.turn == 1
    assert after.supplies == ((Stone.RYO,), (Stone.OVY, Stone.GBV))
    assert after.stack == (Stone.GVB,)
    assert after.trail == (Passed(0, automatic=False), Drew(1, Stone.GBV))


def test_a_seat_that_is_not_to_act_has_no_moves() -> None:
    position = deal("open", "small", 1)
    assert position.legal_moves(1) == ()
    with pytest.raises(NotYourTurn):
        position.play(1, position.legal_moves(0)[0])


def test_legal_moves_come_by_stone_point_face_and_turn_and_the_word_last() -> None:
    *lays, word = state(build(P, Q, T), (others(build(P, Q, T))[:5], [])).legal_moves(0)
    assert word is Say.PASS
    keys = [
        (move.stone, reading_order(move.point), move.face, move.turn)
        for move in lays
        if isinstance(move, Lay)
    ]
    assert len(keys) == len(lays) > 50
    assert keys == sorted(keys)


def test_with_fewer_than_six_stones_laying_is_free() -> None:
    position = state(build(P), (others(build(P))[:5], []), stack=[Stone.GVB])
    assert position.legal_moves(0)[-1] is Say.PASS
    assert play(position, Say.PASS).to_act == (1,)


def test_the_stone_just_drawn_counts_towards_six() -> None:
    *five, sixth, seventh = others(build(P))[:7]
    position = play(state(build(P), ([seventh], five), stack=[sixth, Stone.GVB]), Say.PASS)
    assert len(position.supplies[1]) == 6
    assert Say.PASS not in position.legal_moves(1)


def test_an_extra_placement_is_free_even_with_six_stones() -> None:
    seven = (X.stone, *others(build(P, Q, T, X))[:6])
    position = play(state(build(P, Q, T), (seven, [])), X)
    assert position.asked is Asked.EXTRA
    assert position.legal_moves(0)[-1] is Say.DONE


def test_an_extra_placement_draws_no_stone_and_is_followed_by_the_other_turn() -> None:
    position = state(build(P, Q, T), ([X.stone, U.stone], [Stone.GBV]), stack=[Stone.GVB, Stone.RYO])
    position = play(position, X)
    assert (position.turn, position.supplies[0], len(position.stack)) == (0, (U.stone,), 2)
    position = play(position, U)
    assert (position.turn, position.supplies[0], len(position.stack)) == (1, (), 1)


def test_stones_are_taken_before_an_extra_placement_and_may_be_laid_in_it() -> None:
    position = play(state(build(P, Q, U, N), ([T.stone, X.stone], [])), T)
    assert position.legal_moves(0) == (Take(N.point), Take(U.point), Say.KEEP)
    position = play(position, Take(U.point))
    assert position.turn == 1 or position.result  # nothing was covered, so there is no extra placement
    assert position.supplies[0] == tuple(sorted((X.stone, U.stone)))
    assert position.layout == build(P, Q, N, T)


def test_a_stone_that_is_kept_stays_where_it_is() -> None:
    position = play(state(build(P, Q, U), ([T.stone], others(build(P, Q, U, T))[:3])), T, Say.KEEP)
    assert position.layout == build(P, Q, U, T)
    assert position.trail[-1] == Kept(0)


def test_uncovering_a_sato_makes_it_free_again_and_gives_no_take() -> None:
    seen = 0
    for seed in range(40):
        for position in walk("split", "small", seed, 60):
            latest = position.trail[-1:]
            if latest and isinstance(latest[0], Took) and latest[0].laid.level and position.to_act:
                below = position.layout.opening(latest[0].laid.point)
                assert below is not None
                assert below.level == latest[0].laid.level
                assert position.asked is not Asked.TAKE
                seen += 1
    assert seen


def test_where_all_is_open_a_lone_done_happens_by_itself() -> None:
    position = state(build(P, Q, T), ([X.stone], [Stone.RYO]), stack=[Stone.GVB])
    after = play(position, X)
    assert after.turn == 1
    assert after.trail[1:] == (Stopped(0, automatic=True), Drew(1, Stone.GVB))


def misfits(count: int, *lays: Lay) -> tuple[Stone, ...]:
    """Stones that fit nowhere beside P, Q and these."""
    layout = build(P, Q, *lays)
    return tuple(stone for stone in others(layout) if not any_fits(layout, [stone]))[:count]


def test_where_all_is_open_a_lone_pass_happens_by_itself() -> None:
    mine, theirs, next_one, last = misfits(4)
    after = play(state(build(P, Q), ([T.stone, mine], [theirs]), stack=[next_one, last]), Say.PASS)
    assert after.turn == 0
    declined, stuck = Passed(0, automatic=False), Passed(1, automatic=True)
    assert after.trail == (declined, Drew(1, next_one), stuck, Drew(0, last))


def test_in_hidden_a_lone_pass_is_asked() -> None:
    mine, theirs, next_one, last = misfits(4)
    before = state(build(P, Q), ([T.stone, mine], [theirs]), stack=[next_one, last], variant="hidden")
    after = play(before, Say.PASS)
    assert after.turn == 1
    assert after.legal_moves(1) == (Say.PASS,)
    assert play(after, Say.PASS).trail == (Drew(1, next_one), Passed(1, automatic=False), Drew(0, last))


def test_in_hidden_a_lone_done_is_asked() -> None:
    position = play(state(build(P, Q, T), ([X.stone], [Stone.RYO]), variant="hidden"), X)
    assert position.asked is Asked.EXTRA
    assert position.legal_moves(0) == (Say.DONE,)
    assert play(position, Say.DONE).trail[-1] == Stopped(0, automatic=False)


def test_in_split_laying_is_compulsory_but_extra_placements_are_not() -> None:
    two = (X.stone, U.stone)
    position = state(build(P, Q, T), (two, others(build(P, Q, T, X, U))[:3]), variant="split")
    assert Say.PASS not in position.legal_moves(0)
    position = play(position, X)
    assert position.legal_moves(0)[-1] is Say.DONE
    assert play(position, Say.DONE).turn == 1


def test_split_ends_when_the_player_to_move_can_lay_nothing() -> None:
    after = play(state(build(P, Q), ([U.stone, T.stone], misfits(3, U)), variant="split"), U)
    assert after.result is not None
    assert after.result.reason == "stuck"
    assert after.trail[-1] == Passed(1, automatic=True)


def test_declining_in_the_turn_of_the_last_stone_ends_the_match() -> None:
    layout = build(P, Q, T)
    position = play(state(layout, ([X.stone], [U.stone]), stack=[N.stone]), Say.PASS)
    assert position.stack == ()
    assert position.result is None
    after = play(position, Say.PASS)
    assert after.result is not None
    assert after.result.reason == "declined"
    assert after.turn == 1


def test_declining_an_extra_placement_does_not_end_the_match() -> None:
    position = play(state(build(P, Q, T), ([X.stone, U.stone], [N.stone])), X, Say.DONE)
    assert position.stack == ()
    assert position.to_act == (1,)


def test_equal_points_are_a_draw() -> None:
    after = play(state(build(P, Q), ([T.stone], [U.stone])), Say.PASS)
    assert after.result is not None
    assert (after.result.winner, after.result.scores) == (None, (6, 6))


def test_in_hidden_declining_and_having_to_look_the_same() -> None:
    """Whether anything fitted is the player's secret, even after the end."""
    for supply in ([U.stone], misfits(1)):
        after = play(state(build(P, Q), (supply, [T.stone]), variant="hidden"), Say.PASS)
        assert after.result is not None
        assert after.result.reason == "declined"
        assert after.trail[-1] == Passed(0, automatic=False)


def test_the_trail_tells_the_latest_turn_whole_and_forgets_the_one_before() -> None:
    ready = state(build(P, Q, U), ([T.stone], [X.stone, Stone.GBV]), stack=[Stone.GVB, Stone.RYO])
    after_take = play(ready, T, Take(U.point))
    first, took, drew = after_take.trail
    assert isinstance(first, Placed)
    assert took == Took(0, Laid(0, U.point, U.stone, U.face, U.turn))
    assert drew == Drew(1, Stone.GVB)
    covering = play(after_take, X)
    assert [type(each) for each in covering.trail] == [Drew, Placed]
    done = play(covering, Say.DONE)
    assert [(type(each), each.seat) for each in done.trail] == [
        (Drew, 1),
        (Placed, 1),
        (Stopped, 1),
        (Drew, 0),
    ]
