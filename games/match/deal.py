"""How a match is dealt: one sealed seed, the entropy of both players, and a stream for each lot."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalog import GAMES
from games.dice import Dice, mix
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from games.game import State

SEATS_LOT, DEAL_LOT = "seats", "deal"  # one seed, two streams: the lot of the seats, and the deal


def draw_seats(opened: ChallengeOffered, accepted: ChallengeAccepted) -> tuple[PlayerId, PlayerId]:
    """Who takes seat 0 and who seat 1: by the lot, unless the challenge says who is first."""
    players = (opened.challenger, accepted.player)
    if opened.first is not None:
        return players if opened.first == opened.challenger else (players[1], players[0])
    first, second = _dice(opened.seed, (opened.entropy, accepted.entropy), SEATS_LOT).shuffled(players)[0]
    return first, second


def deal(opened: ChallengeOffered, accepted: ChallengeAccepted) -> State:
    """The first state of the game, from the sealed seed and both players' entropy."""
    return dealt(opened.game, opened.house_rules, opened.seed, (opened.entropy, accepted.entropy))


def dealt(game: str, house_rules: Mapping[str, str], seed: str, entropy: tuple[str, str]) -> State:
    """The first state of a game.

    Args:
        game: its key.
        house_rules: those that differ from the defaults.
        seed: 32 bytes in hexadecimal.
        entropy: what challenge and acceptance brought along.
    """
    rules = GAMES[game]
    return rules.deal(rules.options(**house_rules), _dice(seed, entropy, DEAL_LOT))


def _dice(seed: str, entropy: tuple[str, str], lot: str) -> Dice:
    return Dice.from_seed(mix(bytes.fromhex(seed), *entropy, lot))
