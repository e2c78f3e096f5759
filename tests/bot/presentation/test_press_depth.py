"""Three presses or fewer for any move of Sahara and Stacko, two for one of Sator; five for any other game."""

from __future__ import annotations

import random
from dataclasses import replace

from bot import presentation
from bot.interface import Choose
from bot.platforms.telegram.capabilities import CAPABILITIES
from games.game import Seat, State
from tests.bot.presentation.running_matches import PHRASING, match_of
from tests.games.sampling import every_case
from tests.games.walks import CASES, Case, random_line

ON_TELEGRAM = replace(PHRASING, capabilities=CAPABILITIES)
MOST = {"sahara": 3, "sator": 2, "stacko": 3}
MOST_OF_OTHERS = 5
WALKS = 10  # a state


def presses(case: Case, state: State, seat: Seat, chance: random.Random) -> int:
    """Press any of the buttons that lead on, until a move is played; gives the number of presses."""
    view = match_of(case, state).seen_by(seat)
    request = Choose(view.match, view.version, (), final=False, page=0)
    for count in range(1, 10):
        shown = presentation.board(view, PHRASING, words=request.words, page=request.page)
        requests = [
            button.request
            for row in shown.rows
            for button in row
            if isinstance(button.request, Choose) and button.label != "Back" and not button.disabled
        ]
        request = chance.choice(requests)
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
