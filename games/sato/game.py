"""Sato as the catalogue lists it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from games.dice import Dice
from games.game import HouseRule, choose
from games.sato import turns
from games.sato.moves import Move, parse_move
from games.sato.position import SIZES, Asked, Options, Size, Supply, Variant
from games.sato.state import State
from games.sato.stones import STONES

EACH = len(STONES) // 2
"""Stones that a seat gets in the variant split."""


@dataclass(frozen=True, slots=True)
class Sato:
    """Laying hexagons edge to edge, and on top of each other."""

    key: str = "sato"
    version: int = 1
    house_rules: tuple[HouseRule, ...] = (
        HouseRule("variant", ("open", "split", "hidden"), "open"),
        HouseRule("table", tuple(SIZES), "medium"),
    )

    def options(self, /, **words: str) -> Options:
        """House rules from words, such as `variant="hidden"`."""
        chosen = choose(self.house_rules, words)
        return Options(cast(Variant, chosen["variant"]), cast(Size, chosen["table"]))

    def deal(self, options: Options, dice: Dice) -> State:
        """One shuffle of the stones in order: the stack from its top; in split seat 0's, then seat 1's."""
        stones, _ = dice.shuffled(STONES)
        stack: Supply = stones
        supplies: tuple[Supply, Supply] = ((), ())
        if options.variant == "split":
            stack, supplies = (), (tuple(sorted(stones[:EACH])), tuple(sorted(stones[EACH:])))
        ready = State(options, options.bare_table(), stack, supplies, ((), ()), 0, Asked.PLACEMENT, (), None)
        return turns.begin(ready, 0)

    def parse(self, text: str) -> Move:
        """`roy c3 w2`, `take c3`, `keep`, `pass` or `done`."""
        return parse_move(text)
