"""The words of moves: whatever is offered word by word is what the legal moves are."""

from __future__ import annotations

import pytest

from games import GAMES, Dice
from games.words import Tree, tree, tree_of
from tests.games.sampling import few, seeds
from tests.games.walks import CASES, Case, random_line

SMALL = [case for case in CASES if case.key == "sato" and ("table", "small") in case.words]


def ends(root: Tree) -> list[tuple[object, ...]]:
    return [(end.words, end.move) for end in root.ends()]


@pytest.mark.parametrize("case", SMALL, ids=str)
@few
@seeds
def test_the_words_that_grow_are_those_of_the_legal_moves_in_their_order(case: Case, seed: int) -> None:
    for state in random_line(case, seed).states[::9]:
        for seat in (0, 1):
            assert ends(tree_of(state, seat)) == ends(tree(state.legal_moves(seat)))
            assert list(tree_of(state, seat).branches) == list(tree(state.legal_moves(seat)).branches)


def test_the_first_stone_of_a_large_table_is_chosen_without_a_list_of_all_placements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GAMES["sato"]
    state = game.deal(game.options(variant="split", table="large"), Dice.from_seed(bytes(32)))
    monkeypatch.setattr("games.sato.layout.Lay", None)
    assert len([branch.settled() for branch in tree_of(state, 0).branches.values()]) == 20
