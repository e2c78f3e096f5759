"""The pages of the rules: for each paragraph a position that shows it, played from a deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games import GAMES
from games.dice import SEED_BYTES, Dice
from games.game import SEATS, View, Viewer

FIXED_SEED = bytes([1]) * SEED_BYTES  # of no match


@dataclass(frozen=True, slots=True)
class Page:
    """One paragraph of the rules of a game, the sentence `GAME.rules.KEY`, and its example."""

    key: str
    plies: str = ""
    """The moves from the deal on, in notation, separated by commas; each by the first seat to act."""
    shows: str = ""
    """The fact that the last of these plies makes happen; nothing where the deal itself is the example."""
    house_rules: tuple[tuple[str, str], ...] = ()
    viewer: Viewer = SEATS[0]

    def view(self, game: str) -> View:
        """The example as its viewer sees it."""
        engine = GAMES[game]
        state = engine.deal(engine.options(**dict(self.house_rules)), Dice.from_seed(FIXED_SEED))
        for notation in self.plies.split(", ") if self.plies else ():
            state = state.play(state.to_act[0], engine.parse(notation))
        return state.view(self.viewer)


_SMALL = (("table", "small"),)
_YELLOW_SATO = "ybg c1 w1, oby d1 w5, rgy c2 w1"

RULEBOOK: Mapping[str, tuple[Page, ...]] = MappingProxyType(
    {
        "sahara": (
            Page("aim"),
            Page("store", "4", "stored"),
            Page("capture", "4, 1", "captured"),
            Page("end", "4, 1, 2, 4, 1, 3, 5, 3, 4, 6", "emptied"),
            Page("house_rules"),
        ),
        "sator": (
            Page("set_up", "hide b d, hide b d", "ready"),
            Page("capture", "hide c e, hide b d, b1 b2, c5 c4, b2 b3, c4 b3", "captured_white"),
            Page("red", "hide b d, hide a c, d1 d2, e5 e4, d2 d3, e4 d3", "captured_red"),
            Page(
                "arrival",
                "hide b d, hide c e, a1 a2, b5 b4, a2 a3, a5 a4, a3 b4, c5 c4, b4 b5",
                "arrived_white",
            ),
            Page("end", "hide a c, hide b e, c1 c2, a5 a4, c2 c3, b5 b4, c3 c4, a4 a3, c4 d5", "arrived_red"),
        ),
        "stacko": (
            Page("aim"),
            Page("turn", "7", "built"),
            Page("draw", "draw, pass", "passed"),
            Page("secrets", "7, 3, 2, 5", "built", viewer=None),
            Page("score"),
        ),
        "sato": (
            Page("stones", "ybg c1 w1, oby d1 w5", "laid", _SMALL),
            Page("notation", "ybg c1 w1", "laid", _SMALL),
            Page("sato", _YELLOW_SATO, "completed_yellow", _SMALL),
            Page("cover", f"{_YELLOW_SATO}, rvo d1w b5", "covered", _SMALL),
            Page("take", "ybg d2 w5, oby e3 w2, obg d3 b0, oyv e4 b4, take d2", "took", _SMALL),
            Page("end", "", "", _SMALL),
            Page("house_rules", "", "", (("variant", "hidden"), ("table", "small"))),
        ),
    }
)
