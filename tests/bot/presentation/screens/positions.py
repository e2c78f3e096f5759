"""Positions of every game as people see them, and moves that are refused in them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from bot.interface import Choose, ShowBoard, ShowMore, TypeMove
from games import GAMES
from games.events import MatchId
from games.game import SEATS, VIEWERS, IllegalMove, Seat, State
from tests.bot.presentation.screens.tour import CHANNEL, Tour
from tests.games.tries import moves_to_try
from tests.games.walks import Case, random_line


@dataclass(frozen=True)
class Tried:
    """A position that is worth a look, and the moves that are tried in it."""

    state: State
    tried: tuple[tuple[Seat, str], ...]
    """By whom, in notation; legal ones too."""


def line_of(case: Case) -> str:
    """The command that begins such a match."""
    return " ".join(["/play", case.key, *("=".join(word) for word in case.words)])


ENOUGH = dict.fromkeys(GAMES, 330) | {"sato": 60}
"""Positions of a case after which no other match begins: a game has told all that it can tell."""


@cache
def telling(
    cases: tuple[Case, ...], matches: int | None = None
) -> tuple[tuple[Case, tuple[Tried, ...]], ...]:
    """The positions that tell, ask or refuse something new, of so many matches of each case, or enough."""
    seen = set[str]()
    return tuple((case, tuple(_telling(case, matches, seen))) for case in cases)


def _telling(case: Case, matches: int | None, seen: set[str]) -> Iterator[Tried]:
    """The same of one case; what is new becomes seen."""
    chance, count = random.Random(str(case)), 0
    for seed in itertools.count():
        if seed == matches or count > ENOUGH[case.key]:
            return
        line = random_line(case, seed)
        count += len(line.states)
        for at, state in enumerate(line.states):
            new = _told(case, state) - seen
            seen |= new
            tried = tuple(_refused(case, state, chance, seen))
            end = line.states[-1].result if at == len(line.states) - 2 else None
            if end and (why := f"{case} {end.winner} {end.reason}") not in seen:
                seen.add(why)
                tried += (line.plies[at],)
            if new or tried:
                yield Tried(state, tried)


def _told(case: Case, state: State) -> set[str]:
    """What is told of a position, and the words that its moves begin with."""
    keys = {
        word for seat in state.to_act for move in state.legal_moves(seat) for word in str(move).split()[:1]
    }
    for view in map(state.view, VIEWERS):
        told = view.tell_turn(), view.tell_seen(), view.tell_table(), view.tell_in_short(), view.tell_last()
        facts = chain(*told, view.tell_choice(()))
        keys |= {_kind(fact.key, dict(fact.values)) for fact in facts}
    return {f"{case.key}.{key}" for key in keys if not key.isdigit()}


def _kind(key: str, values: dict[str, int | str]) -> str:
    """A sentence has another form where there is one of something."""
    return f"{key} {values['count'] == 1}" if "count" in values else key


def _refused(case: Case, state: State, chance: random.Random, seen: set[str]) -> Iterator[tuple[Seat, str]]:
    """Moves that break rules which no move has broken so far."""
    for seat in state.to_act:
        for move in moves_to_try(case, state, chance):
            try:
                case.game.parse(str(move))
                state.play(seat, move)
            except IllegalMove as illegal:
                words = [word for word in map(str, illegal.facts.values()) if word.isalpha()]
                why = f"{case.key}.illegal.{illegal.reason}.{words[:1]}"
                if why not in seen:
                    seen.add(why)
                    yield seat, str(move)
            except ValueError:
                continue


async def look_round(tour: Tour, case: Case, positions: Iterable[Tried]) -> None:
    """A match in these positions, shown to both players and to all; and moves that are tried in each."""
    code = await tour.begun(line_of(case))
    players = await tour.seats(code)
    await tour.say(players[1], "/settings text=on", chat=tour.private(players[1]))
    for who in players:
        await tour.ask(who, TypeMove(("what", "is", "this"), code), CHANNEL)
    for one in positions:
        if (await tour.match(code)).ending:
            code = await tour.begun(line_of(case))
            players = await tour.seats(code)
        await tour.place(code, one.state)
        for who in players:
            await tour.ask(who, ShowBoard(code), tour.private(who))
        await tour.ask(players[0], ShowBoard(code), CHANNEL)
        await tour.ask(players[0], ShowMore(code), CHANNEL)
        for seat in SEATS:
            await _choose(tour, code, one.state, seat)
        for seat, move in one.tried:
            await tour.ask(players[seat], TypeMove(tuple(move.split()), code), CHANNEL)


async def _choose(tour: Tour, code: MatchId, state: State, seat: Seat) -> None:
    """The boards on which the longest move is chosen word by word, and a page of the first choices."""
    if seat not in state.to_act:
        return
    who, match = (await tour.seats(code))[seat], await tour.match(code)
    words = max((tuple(str(move).split()) for move in state.legal_moves(seat)), key=len)
    board = tour.board(tour.private(who))
    for length, page in [*((length, 0) for length in range(1, len(words))), (0, 1)]:
        request = Choose(code, match.version, words[:length], False, page)
        await tour.ask(who, request, board.chat, message=board.id)
