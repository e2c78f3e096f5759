"""A move takes few presses: of buttons, and of the picture where it can be pressed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot import presentation
from bot.delivery.image_cache import ImageCache
from bot.interface import Choose, Screen
from bot.platforms.telegram.capabilities import CAPABILITIES
from games.game import Seat, State
from games.match import MatchView
from games.words import Words
from tests.bot.presentation.running_matches import PHRASING, begun, match_of
from tests.games.sampling import every_case
from tests.games.walks import CASES, Case, random_line

ON_TELEGRAM = replace(PHRASING, capabilities=CAPABILITIES)
MOST = {"sahara": 3, "sator": 2, "stacko": 3}
MOST_OF_OTHERS = 4
WALKS = 10  # a state

IMAGES = ImageCache()


def choices(shown: Screen) -> list[Choose]:
    """What the buttons choose, without the ways back."""
    buttons = [
        button for row in shown.rows for button in row if not button.disabled and button.label != "Back"
    ]
    return [button.request for button in buttons if isinstance(button.request, Choose)]


def pressable(shown: Screen) -> list[Choose]:
    """What can be chosen in the picture."""
    image = IMAGES.message(shown, "light").image
    assert image
    return [request for request, _ in image.regions() if isinstance(request, Choose)]


def presses(case: Case, state: State, seat: Seat, chance: random.Random) -> int:
    """Press any of the buttons that lead on, until a move is played; gives the number of presses."""
    view = match_of(case, state).seen_by(seat)
    request = Choose(view.match, view.version, (), final=False, page=0)
    for count in range(1, 10):
        shown = presentation.board(view, PHRASING, words=request.words, page=request.page)
        request = chance.choice(choices(shown))
        if request.final:
            return count
    raise AssertionError("no end of pressing")


@every_case
def test_a_move_takes_few_presses(case: Case) -> None:
    chance = random.Random(5)
    states = random_line(case, 1).states
    for state in (states[0], *chance.sample(states[1:-1], 4)):
        for seat in state.to_act:
            deepest = max(presses(case, state, seat, chance) for _ in range(WALKS))
            assert deepest <= MOST.get(case.key, MOST_OF_OTHERS)


def counted(view: MatchView, move: Words, *, touch: bool) -> Iterator[int]:
    """The numbers of presses after which a move is played, by the buttons or by touching the picture."""
    places: list[tuple[Words, int]] = [((), 0)]
    for count in range(1, 6):
        found = list[Choose]()
        for words, page in places:
            shown = presentation.board(view, PHRASING, words=words, page=page)
            found += pressable(shown) if touch else choices(shown)
        yield from (count for request in found if request.final and request.words == move)
        leading = [request for request in found if not request.final]
        places = [
            (request.words, request.page)
            for request in leading
            if request.words == move[: len(request.words)]
        ]


@pytest.mark.parametrize("table", ["small", "medium", "large"])
@pytest.mark.parametrize(
    ("variant", "by_touch", "by_buttons"), [("open", 2, 3), ("hidden", 2, 3), ("split", 3, 4)]
)
def test_the_first_stone_of_sato(table: str, variant: str, by_touch: int, by_buttons: int) -> None:
    """Stone, cell, turn: the only stone is chosen already, and columns are for those who press buttons."""
    match = begun("sato", [("variant", variant), ("table", table)])
    assert match.state
    view, moves = match.seen_by(0), match.state.legal_moves(0)
    for move in (moves[0], moves[len(moves) // 2], moves[-2]):
        words = tuple(str(move).split())
        assert min(counted(view, words, touch=True)) == by_touch, words
        assert min(counted(view, words, touch=False)) == by_buttons, words


def test_every_cell_that_looks_pressable_is() -> None:
    """Of each stone, also while the buttons are columns, or the cells of one; and so is every other stone."""
    view, cells = begun("sato", [("variant", "split")]).seen_by(0), 63
    offered = choices(presentation.board(view, PHRASING, words=()))
    stones = {stone.words for stone in offered}
    for stone in offered:
        for page in (0, 3):
            shown = presentation.board(view, PHRASING, words=stone.words, page=page)
            asked = [request.words for request in pressable(shown)]
            assert len(set(asked)) == len(asked)
            assert sum(len(words) == 2 for words in asked) == cells, stone
            assert {words for words in asked if len(words) == 1} == stones - {stone.words}


def test_a_board_for_all_offers_whole_moves_where_they_fit() -> None:
    """Every move that a viewer may make is one press away, and each button says which move it is."""
    case = next(one for one in CASES if str(one) == "sato variant=open table=small")
    shown_whole = 0
    for state in random_line(case, 3).states[:-1]:
        (seat,) = state.to_act
        view, moves = match_of(case, state).seen_by(None), {str(move) for move in state.legal_moves(seat)}
        shown = presentation.board(view, ON_TELEGRAM, words=())
        offered = {
            button.label: button.request
            for row in shown.rows
            for button in row
            if isinstance(button.request, Choose) and not button.disabled
        }
        whole = [" ".join(request.words) for request in offered.values() if request.final]
        if len(moves) <= ON_TELEGRAM.capabilities.whole_moves:
            assert sorted(whole) == sorted(moves)
            shown_whole += 1
        else:
            assert len(whole) < len(offered)
    assert shown_whole > 5
