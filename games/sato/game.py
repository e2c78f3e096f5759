"""Sato as the catalogue lists it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from games.dice import Dice
from games.game import HEAD_START, HouseRule, RulePage, choose
from games.sato import turns
from games.sato.moves import Move, parse_move
from games.sato.position import SIZES, Asked, Options, Size, Supply, Variant
from games.sato.state import State
from games.sato.stones import STONES

EACH = len(STONES) // 2
"""Stones that a seat gets in the variant split."""

_SMALL = (("table", "small"),)
_LATE = (
    "ybg a1 w0, oby a2 w2, rgy b1 w5, ryg b2 w1, rbg c2 w5, keep, rvy c2w w0, rvb c1 w2, oyv a3 w4, "
    "rgb c3 b3, ryv b3 b5, keep, rvo c3w w2, obg d2 w1, keep, rgo d2w w4"
)
_HIDDEN = "ybg a1 w0, oby a2 w2, pass, pass, rgy b1 w5, pass, pass, pass, ryg b2 w1, rbg c2 w5"
_YELLOW_SATO = "ybg c1 w1, oby d1 w5, rgy c2 w1"


@dataclass(frozen=True, slots=True)
class Sato:
    """Laying hexagons edge to edge, and on top of each other."""

    key: str = "sato"
    version: int = 1
    house_rules: tuple[HouseRule, ...] = (
        HouseRule("variant", ("open", "split", "hidden"), "open"),
        HouseRule("table", tuple(SIZES), "medium"),
        HouseRule(HEAD_START, ("none", "stone"), "none"),
    )
    rule_pages: tuple[RulePage, ...] = (
        RulePage("stones", "ybg c1 w1, oby d1 w5", "laid", _SMALL),
        RulePage("notation", "ybg c1 w1", "laid", _SMALL),
        RulePage("sato", _YELLOW_SATO, "completed_yellow", _SMALL),
        RulePage("cover", f"{_YELLOW_SATO}, rvo d1w b5", "covered", _SMALL),
        RulePage("take", "ybg d2 w5, oby e3 w2, obg d3 b0, oyv e4 b4, take d2", "took", _SMALL),
        RulePage("end", _LATE, "laid", _SMALL),
        RulePage("house_rules", _HIDDEN, "laid", (("variant", "hidden"), *_SMALL)),
        RulePage("head_start", house_rules=((HEAD_START, "stone"), *_SMALL)),
    )

    def options(self, /, **words: str) -> Options:
        """House rules from words, such as `variant="hidden"`."""
        chosen = choose(self.house_rules, words)
        head_start: Literal["none", "stone"] = "stone" if chosen[HEAD_START] == "stone" else "none"
        return Options(cast(Variant, chosen["variant"]), cast(Size, chosen["table"]), head_start)

    def deal(self, options: Options, dice: Dice) -> State:
        """One shuffle of the stones in order: the stack from its top; in split seat 0's, then seat 1's.

        A head start lays the first of them before anybody draws. So that both have as many stones in the
        end, the second goes to White, but for split.
        """
        stones, _ = dice.shuffled(STONES)
        laid = int(options.head_start == "stone")
        layout = options.begun_table(stones[0]) if laid else options.bare_table()
        stack: Supply = stones[2 * laid :]
        supplies: tuple[Supply, Supply] = ((), stones[laid : 2 * laid])
        if options.variant == "split":
            stack, supplies = (), (tuple(sorted(stones[laid:EACH])), tuple(sorted(stones[EACH:])))
        ready = State(options, layout, stack, supplies, ((), ()), 0, Asked.PLACEMENT, (), None)
        return turns.begin(ready, 0)

    def parse(self, text: str) -> Move:
        """`roy c3 w2`, `take c3`, `keep`, `pass` or `done`."""
        return parse_move(text)
