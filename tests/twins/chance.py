"""Two worlds with one seed and two deals: the sealed seed is the same, what was drawn from it is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, TypeVar
from unittest.mock import patch

from games import GAMES, record
from games.dice import SEED_BYTES, Dice, mix
from games.game import State

deal: Any = import_module("games.match.deal")  # where the package has a function of this name

T = TypeVar("T")

Exchanges = Mapping[int, Mapping[Any, Any]]
"""By the number of a shuffle which items change places in it."""


@dataclass(frozen=True, slots=True)
class TwinDice:
    """Dice whose shuffles have some items in each other's place, and come from elsewhere after a while."""

    source: Dice
    exchanges: Exchanges = field(default_factory=dict)
    shuffles: int = 0
    """Drawn so far."""
    known: int | None = None
    """So many shuffles are like the other world's; those after them are new. None: all are."""

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], TwinDice]:
        source = self.source
        if self.known is not None and self.shuffles >= self.known:
            source = Dice.from_seed(bytes([self.shuffles % 256]) * SEED_BYTES)
        order, after = source.shuffled(items)
        exchanged = self.exchanges.get(self.shuffles, {})
        left = replace(self, source=after, shuffles=self.shuffles + 1)
        return tuple(exchanged.get(item, item) for item in order), left


@dataclass(frozen=True)
class Chance:
    """What is dealt in a world."""

    exchanges: Exchanges = field(default_factory=dict)
    known: int | None = None


ONE_DEAL = Chance()
"""As the seed says: that of the first world."""

CHANCE: ContextVar[Chance] = ContextVar("chance", default=ONE_DEAL)
"""That of the world in which something is being done."""


def _twin_dealt(game: str, house_rules: Mapping[str, str], seed: str, entropy: tuple[str, str]) -> State:
    """As `deal.dealt`, by the chance of this world."""
    rules, chance = GAMES[game], CHANCE.get()
    dice = Dice.from_seed(mix(bytes.fromhex(seed), *entropy, deal.DEAL_LOT))
    twin: Any = TwinDice(dice, chance.exchanges, 0, chance.known)
    return rules.deal(rules.options(**house_rules), twin)


@contextmanager
def dealing_by_world() -> Iterator[None]:
    """Every deal is that of the world in which it is made."""
    with patch.object(deal, "dealt", _twin_dealt), patch.object(record, "dealt", _twin_dealt):
        yield


@contextmanager
def dealt_by(chance: Chance) -> Iterator[None]:
    """What is dealt meanwhile is dealt by this chance."""
    token = CHANCE.set(chance)
    try:
        yield
    finally:
        CHANCE.reset(token)
