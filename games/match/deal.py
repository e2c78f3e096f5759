"""How a match is dealt: one sealed seed, the entropy of both players, and a stream for each lot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.catalog import GAMES
from games.dice import Dice, mix
from games.events import ChallengeAccepted, ChallengeOffered, PlayerId
from games.game import Seat, State

SEATS_LOT, DEAL_LOT = "seats", "deal"  # one seed, two streams: the lot of the seats, and the deal


def draw_seats(opened: ChallengeOffered, accepted: ChallengeAccepted) -> tuple[PlayerId, PlayerId]:
    """Who takes seat 0 and who seat 1: by the lot, unless the challenge says who is first."""
    challenger, other = opened.challenger, accepted.player
    return (other, challenger) if challenger_seat(opened, accepted) else (challenger, other)


def challenger_seat(opened: ChallengeOffered, accepted: ChallengeAccepted) -> Seat:
    """The seat of whoever challenged, agreed or drawn."""
    if opened.first is not None:
        return 0 if opened.first == opened.challenger else 1
    return drawn_seat(opened.seed, (opened.entropy, accepted.entropy))


@lru_cache(1024)
def drawn_seat(seed: str, entropy: tuple[str, str]) -> Seat:
    """The seat of whoever challenged, where the lot decides."""
    seats: tuple[Seat, ...] = (0, 1)
    challenger, _ = _dice(seed, entropy, SEATS_LOT).shuffled(("challenger", "other"))[0]
    return seats[challenger == "other"]


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
