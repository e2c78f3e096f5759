"""How a match is dealt: one sealed seed, the entropy of both players, and a stream for each lot."""

from __future__ import annotations

from games.catalog import GAMES
from games.dice import Dice, mix
from games.events import Accepted, Challenged, PlayerId
from games.game import State

SEATS_LOT, DEAL_LOT = "seats", "deal"  # one seed, two streams: the lot of the seats, and the deal


def draw_seats(opened: Challenged, accepted: Accepted) -> tuple[PlayerId, PlayerId]:
    """Who takes seat 0 and who seat 1: by the lot, unless the challenge says who is first."""
    players = (opened.challenger, accepted.player)
    if opened.first is not None:
        return players if opened.first == opened.challenger else (players[1], players[0])
    first, second = _dice(opened, accepted, SEATS_LOT).shuffled(players)[0]
    return first, second


def deal(opened: Challenged, accepted: Accepted) -> State:
    """The first state of the game, from the sealed seed and both players' entropy."""
    game = GAMES[opened.game]
    return game.deal(game.options(**opened.house_rules), _dice(opened, accepted, DEAL_LOT))


def _dice(opened: Challenged, accepted: Accepted, lot: str) -> Dice:
    return Dice.from_seed(mix(bytes.fromhex(opened.seed), opened.entropy, accepted.entropy, lot))
