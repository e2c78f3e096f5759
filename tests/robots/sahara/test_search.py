"""The table and the search say what playing on by the rules would."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.sahara import HOLLOWS
from robots.sahara import endgame
from robots.sahara.board import Position, legal, packed
from robots.sahara.endgame import MOST_BEANS, NUMBERS, rank, remembered_rank
from robots.sahara.search import BEAN, TO_THE_END
from robots.sahara.thinking import OutOfNodes, Thinking, after, equals, exact_worths, think
from tests.examples import examples
from tools.sahara_tables import POSITIONS, build_table


def position(places: list[int], feeds: bool) -> Position:
    """One bean in each of these places."""
    beans = [places.count(place) for place in range(2 * HOLLOWS)]
    return Position(packed(tuple(beans[:HOLLOWS])), packed(tuple(beans[HOLLOWS:])), 0, feeds)


def positions(most: int) -> st.SearchStrategy[Position]:
    places = st.lists(st.integers(0, 2 * HOLLOWS - 1), min_size=1, max_size=most)
    return st.builds(position, places, st.booleans()).filter(lambda here: here.own > 0)


@cache
def played_out(here: Position) -> int:
    """What the mover still wins, by trying all."""
    return max(sign * (there.lead + rest(there)) for there, sign in reached(here)) - here.lead


def reached(here: Position) -> list[tuple[Position, int]]:
    return [after(here, move) for move in legal(here)]


def rest(there: Position) -> int:
    return played_out(Position(there.own, there.opposite, 0, there.feeds)) if there.own else 0


@examples(15)
@given(positions(most=7))
def test_the_table_knows_what_trying_all_finds(here: Position) -> None:
    table = endgame.table(here.feeds)
    assert table[rank(here.own, here.opposite, NUMBERS)] == played_out(here)


@given(positions(most=MOST_BEANS))
def test_either_way_to_the_rank_leads_to_the_same_place(here: Position) -> None:
    place = rank(here.own, here.opposite, NUMBERS)
    assert place == remembered_rank(here.own, here.opposite, NUMBERS) < POSITIONS


@examples(6)
@given(positions(most=13))
def test_the_search_finds_what_the_table_would_say(here: Position) -> None:
    by_table = Thinking(here.feeds, 1_000_000).exactly(here)
    without = Thinking(here.feeds, 1_000_000, tabled=7).exactly(here, guess=3)
    assert by_table.beans == without.beans
    worths = exact_worths(here, Thinking(here.feeds, 1_000_000))
    assert worths is not None
    assert max(worths.values()) == by_table.beans
    assert by_table.move is None or worths[by_table.move] == by_table.beans
    assert worths[think(here, 1_000_000, most_beans=13).move or 0] == by_table.beans


@examples(6)
@given(positions(most=14))
def test_the_best_moves_are_all_that_win_most(here: Position) -> None:
    worths = exact_worths(here, Thinking(here.feeds, 1_000_000, tabled=8))
    assert worths is not None
    most = max(worths.values())
    assert equals(here, 1_000_000, most_beans=14) == [move for move in worths if worths[move] == most]


@examples(6)
@given(positions(most=14))
def test_what_is_proved_on_the_way_is_won_by_its_move(here: Position) -> None:
    worths = exact_worths(here, Thinking(here.feeds, 1_000_000))
    assert worths is not None
    thinking = Thinking(here.feeds, 1_000_000, tabled=8)
    *partly, last = thinking.proofs(here, guess=-here.beans)
    assert last.beans == max(worths.values())
    for proved in partly:
        assert proved.move is None or worths[proved.move] >= proved.beans
    for move, worth in worths.items():
        bar = int(worth) * BEAN
        assert thinking.wins(here, move, bar, TO_THE_END)
        assert not thinking.wins(here, move, bar + 1, TO_THE_END)


@pytest.mark.parametrize("nodes", [2, 40, 400, 4_000])
def test_however_few_the_nodes_the_moves_are_legal(nodes: int) -> None:
    here = position([place for place in range(2 * HOLLOWS) for _ in range(2)], feeds=False)
    assert set(equals(here, nodes, most_beans=26)) <= set(legal(here))
    assert equals(here, nodes, most_beans=26) == equals(here, nodes, most_beans=26) != []


def test_a_search_ends_with_its_nodes() -> None:
    with pytest.raises(OutOfNodes):
        Thinking(feeds=False, nodes=10).exactly(position(list(range(12)) * 3, feeds=False))


@pytest.mark.long
@pytest.mark.parametrize("feeds", [False, True])
def test_the_tables_are_built_again_to_the_same_bytes(feeds: bool) -> None:
    assert build_table(feeds) == endgame.table(feeds)
