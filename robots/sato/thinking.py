"""What a robot of Sato thinks of a view, by level: every first ply of a turn, and what the turn is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from games.game import Seat, other
from games.sato import Asked, Lay, Layout, Move, Say, State, Take, View, dots_of
from games.sato.board import Board, Grid, bare
from games.sato.turns import latest_placement, may_pass
from games.sato.ways import face_of, of_stones, stone_of, turn_of
from robots.robot import LEVELS, Level, Losses, Player, dice, losses_of, softly, sure_wins
from robots.sato.belief import plausible_worlds
from robots.sato.search import Look, Scene, Weights, difference, final, judged
from robots.sato.turns import DECLINE, LAID_OWN, Ply, Side, Turn, Width, placements, taken, turns

SAYS = {Asked.PLACEMENT: Say.PASS, Asked.TAKE: Say.KEEP, Asked.EXTRA: Say.DONE}


def board_of(layout: Layout) -> Board:
    """The board of a layout, laid anew: whatever way it came about, openings are looked at in one order."""
    board = bare(layout.cells)
    for spot, way in sorted(layout.board.stones.items()):
        board = board.lay(spot, way)
    return board


def side_of(state: State, seat: Seat) -> Side:
    """A seat and its supply."""
    supply = state.supplies[seat]
    return Side(dots_of(seat), of_stones(supply), len(supply))


def scene_of(state: State, weights: Weights) -> Scene:
    """What a search knows of a world besides the board and the seat that moves."""
    waiting = side_of(state, other(state.turn))
    return Scene(waiting, tuple(state.stack), state.options.variant != "split", weights)


def move_of(ply: Ply, asked: Asked, grid: Grid) -> Move:
    """The move of the rules."""
    if ply == DECLINE:
        return SAYS[asked]
    if asked is Asked.TAKE:
        return Take(grid.point(ply.spot))
    return Lay(stone_of(ply.way), grid.point(ply.spot), face_of(ply.way), turn_of(ply.way))


def may_decline(state: State, board: Board) -> bool:
    """Whether the rules allow to say the word of one move (Sato, rules 1, 3 and 4, and the variant split)."""
    hand = of_stones(state.supplies[state.turn])
    return state.asked is not Asked.PLACEMENT or may_pass(state, fits=board.fits_any(hand))


def ends_of(state: State, board: Board, width: Width) -> list[Turn]:
    """The ways to end the turn that are looked at, from whatever is asked; declining comes last."""
    start = Turn(board, side_of(state, state.turn), None, True)
    if state.asked is Asked.TAKE:
        return list(_after_taking(state, start, width))
    declining = [start._replace(first=DECLINE)] if may_decline(state, board) else []
    return turns(start, width) + declining


def _after_taking(state: State, start: Turn, width: Width) -> Iterator[Turn]:
    start = start._replace(more=latest_placement(state).covered is not None)
    takes = taken(start, latest_placement(state).laid.level, len(start.board.stones))
    for turn in (*takes, start._replace(first=DECLINE)):
        yield turn
        if turn.more:
            yield from turns(turn, width)


EVERY = 100_000
LAST_STONES = 2
"""With so many in the stack a ply may end the match: seats that cannot lay draw them without being asked."""
ONE_PLY_CLOSES = 16
"""One ply changes at most so many openings: those beside a stone, and above it."""


class Skill(NamedTuple):
    """How a level thinks."""

    looks: tuple[Look, ...]
    """How turns are looked at: the own one, then the other's answer, and so on."""
    weights: Weights
    worlds: int = 1
    """So many worlds are thought of where stones are hidden."""
    notices: int = EVERY
    """So many first plies it thinks of; it overlooks the others."""


_HOPES = Weights(mover=0.0, waiting=1.0, stone=0.0)
"""Level 1 prepares its next turn as if the other did not move before."""
_HALF_HOPES = _HOPES._replace(waiting=0.5)
_OWN_POINTS = Weights(mover=0.0, waiting=0.0, stone=0.0)
_GIFTS = Weights(mover=0.5, waiting=0.0, stone=0.0)
"""Level 3 sees half of what it leaves to the other."""
_PROSPECTS = Weights(mover=1.0, waiting=0.3, stone=3.0)

SKILLS: Mapping[Level, Skill] = {
    1: Skill((Look(Width(1000, 0, 1)),), _HOPES, notices=8),
    2: Skill((Look(Width(60, 2, 1)),), _OWN_POINTS),
    3: Skill((Look(Width(60, 3, 1)),), _GIFTS),
    4: Skill((Look(Width(100, 6, 3)),), _PROSPECTS, worlds=2),
    5: Skill((Look(Width(150, 8, 4), 14), Look(Width(50, 5, 2))), _PROSPECTS, worlds=4),
}

SPLIT_SKILLS: Mapping[Level, Skill] = {**SKILLS, 1: SKILLS[1]._replace(weights=_HALF_HOPES)}
"""At `split` a whole supply is at hand: whoever only prepares lays hardly anything that counts."""

PLAYERS: Mapping[Level, Player] = {
    1: Player(softness=1.4, margin=6.0),
    2: Player(softness=2.5, margin=10.5),
    3: Player(softness=0.35, margin=1.5),
    4: Player(softness=0.23, margin=1.0),
    5: Player(softness=0.0, margin=0.0),
}
"""By level: how sharply it chooses, in points."""
SPLIT_PLAYERS: Mapping[Level, Player] = {
    **PLAYERS,
    2: Player(softness=5.0, margin=20.0),
    3: Player(softness=3.0, margin=12.0),
    4: Player(softness=1.5, margin=6.0),
}
"""The same at `split`, where turns are worth more points."""

ASSESSES = Skill((Look(Width(100, 6, 3), 4), Look(Width(20, 2, 1))), _PROSPECTS, worlds=4)
"""How a position is judged: narrower than level 5 looks at it."""


def choose(view: View, level: Level, seed: int) -> Move:
    """The first ply of a turn that is worth about most."""
    players = SPLIT_PLAYERS if view.options.variant == "split" else PLAYERS
    return softly(_weighed(view, level, seed).items(), players[level], seed)


def _weighed(view: View, level: Level, seed: int) -> dict[Move, float]:
    """What a level thinks of; on a bare table nobody waits for the other."""
    skills = SPLIT_SKILLS if view.options.variant == "split" else SKILLS
    plies = thoughts(view, skills[level], seed)
    if not view.layout.stones:
        plies.pop(Say.PASS, None)
    return plies


def losses(view: View, seed: int) -> Losses:
    """What the plies cost of which level 5 thinks, in chances to win."""
    plies, to_come = _weighed(view, LEVELS[-1], seed), _to_come(view)
    return losses_of({ply: chance_of(lead, to_come) for ply, lead in plies.items()})


def wins(view: View, seed: int) -> Sequence[Move]:
    """The plies that surely win at once; not looked for where the match clearly goes on (Sato, rule 5)."""
    if len(view.stack) > LAST_STONES:
        return ()
    if view.options.variant == "split":
        hand = of_stones(view.supplies[other(view.turn)])
        openings = board_of(view.layout).openings.values()
        if sum(opening.fits & hand != 0 for opening in openings) > ONE_PLY_CLOSES:
            return ()
    return sure_wins(view, seed)


def assess(view: View, seed: int) -> float:
    """The chance of the view's seat to win: from the best end of the turn that is played, whosever it is."""
    board, worlds = _imagined(view, ASSESSES, seed)
    if view.turn == view.viewer:
        lead = max(considered(worlds, board, ASSESSES, seed).values())
    else:
        leads = [max(considered([world], board, ASSESSES, seed).values()) for world in worlds]
        lead = -sum(leads) / len(leads)
    return chance_of(lead, _to_come(view))


def _to_come(view: View) -> int:
    """The number of stones that are still to be laid."""
    return len(view.stack) + sum(map(len, view.supplies))


def chance_of(lead: float, to_come: int) -> float:
    """The chance to win with so many points more and so many stones still to be laid."""
    return 1 / (1 + 3 ** (-lead / winning_lead(to_come)))


def winning_lead(to_come: int) -> float:
    """The points that win three matches of four with so many stones still to be laid.

    Fitted to matches of level 3 against itself; in the opening hardly any lead is safe.
    """
    return 1 + to_come / 5 + to_come**2 / 50


def thoughts(view: View, skill: Skill, seed: int) -> dict[Move, float]:
    """The plies that may be best for a seat that is to act, best first, by what their turns are worth."""
    board, worlds = _imagined(view, skill, seed)
    return considered(worlds, board, skill, seed)


def considered(worlds: Sequence[State], board: Board, skill: Skill, seed: int) -> dict[Move, float]:
    """The same for worlds in which the seat whose turn it is has the same supply."""
    world = worlds[0]
    scenes = [scene_of(each, skill.weights) for each in worlds]
    ends = noticed(ends_of(world, board, skill.looks[0].width), skill.notices, seed)
    closing = [end for end in ends if ends_match(world) and end.first == DECLINE]
    judgements = judged([end for end in ends if end not in closing], scenes, skill.looks)
    judgements += [(final(difference(board, end.side, scenes[0].waiting)), end) for end in closing]
    plies: dict[Move, float] = {}
    for worth, end in sorted(judgements, key=itemgetter(0), reverse=True):
        plies.setdefault(move_of(end.first or DECLINE, world.asked, board.grid), worth)
    return plies


def _imagined(view: View, skill: Skill, seed: int) -> tuple[Board, list[State]]:
    board = board_of(view.layout)
    count = skill.worlds if view.options.variant == "hidden" else 1
    return board, plausible_worlds(view, board, seed, count)


def noticed(ends: list[Turn], most: int, seed: int) -> list[Turn]:
    """The turns that begin with one of so many plies, drawn from all; declining is never overlooked."""
    firsts = sorted({end.first for end in ends if end.first and end.first != DECLINE})
    if len(firsts) <= most:
        return ends
    seen = {DECLINE, *random.Random(seed).sample(firsts, most)}
    return [end for end in ends if end.first in seen]


def ends_match(state: State) -> bool:
    """Whether declining ends the match (Sato, rule 5)."""
    return state.asked is Asked.PLACEMENT and not state.stack


def best_single_ply(view: View, seed: int) -> Move:
    """The ply after which the difference of the scores is best, drawn among equals.

    That the opponent then draws a stone, and so gives three points, is no merit of the ply.
    """
    state, board = view.imagine(dice(seed, "world", 0)), board_of(view.layout)
    plies = list(_gains(state, board))
    best = max(gain for gain, _ in plies)
    ply = random.Random(seed).choice([ply for gain, ply in plies if gain == best])
    return move_of(ply, view.asked, board.grid)


def _gains(state: State, board: Board) -> Iterator[tuple[int, Ply]]:
    """What each legal ply adds to the difference of the scores by itself (Sato, rule 7)."""
    side = side_of(state, state.turn)
    if state.asked is Asked.TAKE:
        for spot in board.takeable(latest_placement(state).laid.level):
            yield -LAID_OWN if face_of(board.stones[spot]) is side.face else 0, Ply(spot)
    else:
        for gain, spot, way, _ in placements(Turn(board, side, None, True)):
            yield gain, Ply(spot, way)
    if may_decline(state, board):
        yield 0, DECLINE
