"""What one seat or a spectator may not know, made otherwise in a second world."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.actions import PlayMove
from games.events import Event
from games.game import Refused, Seat, Viewer
from games.match import Decision, Match, fold
from games.sato import View as SatoView
from games.stacko import State as StackoState
from games.stacko import View as StackoView
from games.words import tree_of
from tests.policies import stacko_move
from tests.twins.chance import ONE_DEAL, Chance, TwinDice, dealt_by

TRIES = 8
"""Moves or exchanges that are tried until one looks the same in both worlds."""

MOST_PLIES = {"sahara": 24, "sator": 14, "stacko": 40, "sato": 14}
"""Played before anybody looks, at most."""
USUAL_PLIES = 14

SENSIBLE = 0.5
"""How often a move of Stacko is a sensible one: chance alone hardly ever ends a round."""

Pair = tuple[Match, Match]
"""One match in two worlds."""

Log = Sequence[Event]


def _stacko(view: StackoView) -> Sequence[int]:
    return () if view.round.reshuffled else view.round.unseen()


def _sato(view: SatoView) -> Sequence[Any]:
    return view.unseen()


UNSEEN: Mapping[str, Callable[[Any], Sequence[Any]]] = {"stacko": _stacko, "sato": _sato}
"""What of the last deal a viewer has never seen: these items could lie in each other's place."""


@dataclass(frozen=True)
class Eyes:
    """Those before whom both worlds have to look the same: a viewer, and everybody."""

    viewer: Viewer

    def same(self, pair: Pair) -> bool:
        """Whether the pair may look the same to them."""
        one, two = pair[0].state, pair[1].state
        if one is None or two is None or one is two:
            return one is two
        return all(one.view(eye) == two.view(eye) for eye in {self.viewer, None})


@dataclass(frozen=True)
class Ply:
    """What a seat does in each world, and the decisions that follow."""

    seat: Seat
    one: str
    two: str
    made: tuple[Decision, Decision]

    @property
    def after(self) -> Pair:
        return self.made[0].after, self.made[1].after


def some_move(match: Match, seat: Seat, rng: random.Random) -> str:
    """A legal move, in notation: down the tree of words, without listing every move."""
    assert match.state
    if isinstance(match.state, StackoState) and rng.random() < SENSIBLE:
        return str(stacko_move(match.state.view(seat), match.state.legal_moves(seat)))
    place = tree_of(match.state, seat)
    while place.branches and (place.move is None or rng.random() < 0.5):
        place = rng.choice(list(place.branches.values()))
    return str(place.move)


def next_ply(
    pair: Pair, chances: tuple[Chance, Chance], eyes: Eyes, rng: random.Random, at: int
) -> Ply | None:
    """What could be done in both worlds so that the eyes still see the same; None where nothing was found.

    Where both seats choose now, a choice that the viewer does not see is another in each world.
    """
    one, two = pair
    seat = rng.choice(one.awaited)
    apart = len(one.awaited) > 1 and seat != eyes.viewer
    for _ in range(TRIES):
        first = some_move(one, seat, rng)
        second = some_move(two, seat, rng) if apart else first
        try:
            made = played(one, seat, first, at, chances[0])
            alike = one is two and first == second
            ply = Ply(
                seat, first, second, (made, made if alike else played(two, seat, second, at, chances[1]))
            )
        except Refused:
            continue
        if not (apart and first == second) and eyes.same(ply.after):
            return ply
    return None


def played(match: Match, seat: Seat, notation: str, at: int, chance: Chance) -> Decision:
    """What follows from a move in a world.

    Raises:
        Refused: it is not legal.
    """
    assert match.players
    request = PlayMove(match.players[seat], notation, None)
    with dealt_by(chance):
        return match.decide(request, at)


@dataclass(frozen=True)
class Prelude:
    """What is played before anybody looks."""

    begun: Log
    """The events that began the match."""
    plies: Sequence[Ply]

    @property
    def logs(self) -> tuple[Log, Log]:
        """The events of each world since then."""
        one, two = ([event for ply in self.plies for event in ply.made[world].events] for world in (0, 1))
        return one, two


def prelude(match: Match, begun: Log, eyes: Eyes, rng: random.Random, at: int) -> Prelude:
    """Some plies that look the same before these eyes."""
    pair, plies = (match, match), list[Ply]()
    for _ in range(rng.randint(0, MOST_PLIES.get(match.opened.game, USUAL_PLIES))):
        ply = next_ply(pair, (ONE_DEAL, ONE_DEAL), eyes, rng, at) if pair[0].awaited else None
        if ply is None or not ply.after[0].awaited:
            break
        pair = ply.after
        plies.append(ply)
    return Prelude(begun, plies)


def other_chance(match: Match, played: Prelude, eyes: Eyes, rng: random.Random) -> tuple[Chance, Match]:
    """A deal that these eyes could not tell from that of the match so far; where none is found, its own.

    Args:
        match: after the prelude, in the first world.
        played: the prelude.
        eyes: who looks.
        rng: what is tried.

    Returns:
        The deal, and the match after the prelude in the second world.
    """
    assert match.state
    dice = getattr(match.state, "dice", None)
    drawn = dice.shuffles if isinstance(dice, TwinDice) else 1
    unseen = UNSEEN.get(match.opened.game, lambda _: ())
    items = list(unseen(match.state.view(eyes.viewer)))
    for size in (len(items), *[2] * TRIES) if items else ():
        chosen = rng.sample(items, min(size, len(items)))
        exchange = dict(zip(chosen, rng.sample(chosen, len(chosen)), strict=True))
        chance = Chance({drawn - 1: exchange}, drawn)
        if after := _dealt_otherwise(played, eyes, chance):
            return chance, after
    chance = Chance(known=drawn)
    with dealt_by(chance):
        return chance, fold([*played.begun, *played.logs[1]])


def _dealt_otherwise(prelude: Prelude, eyes: Eyes, chance: Chance) -> Match | None:
    """The match after the prelude where it was dealt like this; None where these eyes could tell it."""
    with dealt_by(chance):
        match = fold(prelude.begun)
        for ply in prelude.plies:
            try:
                match = match.after(ply.made[1].events)
            except Refused:
                return None
            if not eyes.same((ply.after[0], match)):
                return None
    return match
