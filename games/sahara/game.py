"""Sahara as the catalogue lists it: its house rules, and the examples of its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.dice import Dice
from games.game import HEAD_START, HouseRule, RulePage, choose
from games.sahara.moves import Ply, parse
from games.sahara.state import Options, State, set_up


@dataclass(frozen=True, slots=True)
class Sahara:
    """The game as the catalogue lists it."""

    key: str = "sahara"
    version: int = 1
    house_rules: tuple[HouseRule, ...] = (
        HouseRule("target", ("none", "30", "40", "50"), "none"),
        HouseRule("foreign_store", ("skip", "choice"), "skip"),
        HouseRule("start", ("plain", "swap"), "plain"),
        HouseRule(HEAD_START, ("none", "3"), "none"),
    )
    uneven: tuple[str, str] = ("start", "plain")
    """The first move is worth some 14 beans, but where the other one may swap after it."""
    rule_pages: tuple[RulePage, ...] = (
        RulePage("aim"),
        RulePage("store", "4", "stored"),
        RulePage("capture", "4, 1", "captured"),
        RulePage("end", "4, 1, 2, 4, 1, 3, 5, 3, 4, 6", "emptied"),
        RulePage("house_rules", "4, 1, 5, 6, 3, 2, 5, 6 feed", "ended_fed", (("foreign_store", "choice"),)),
        RulePage("start", "6, swap", "swapped", (("start", "swap"),)),
        RulePage("head_start", house_rules=((HEAD_START, "3"),)),
    )

    def options(self, /, **words: str) -> Options:
        """House rules from words, such as `target="30"`."""
        chosen = choose(self.house_rules, words)
        target = None if chosen["target"] == "none" else int(chosen["target"])
        foreign_store: Literal["skip", "choice"] = "choice" if chosen["foreign_store"] == "choice" else "skip"
        start: Literal["plain", "swap"] = "swap" if chosen["start"] == "swap" else "plain"
        head_start = 0 if chosen[HEAD_START] == "none" else int(chosen[HEAD_START])
        return Options(target, foreign_store, start, head_start)

    def deal(self, options: Options, dice: Dice) -> State:
        """Three beans in every hollow, less a head start, seat 0 to begin; no chance in it."""
        return set_up(State(options, ((), ()), (0, 0), 0, (), (0, 0), (), None))

    def parse(self, text: str) -> Ply:
        """`4`, `4 feed`, `keep` or `swap`."""
        return parse(text)
