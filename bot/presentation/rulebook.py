"""The positions that the pages of the rules show."""

from __future__ import annotations

from games import GAMES
from games.dice import SEED_BYTES, Dice
from games.game import RulePage, View

FIXED_SEED = bytes([1]) * SEED_BYTES  # of no match


def example(game: str, page: RulePage) -> View:
    """The example of a page as its viewer sees it, played from a deal that is always the same."""
    engine = GAMES[game]
    state = engine.deal(engine.options(**dict(page.house_rules)), Dice.from_seed(FIXED_SEED))
    for notation in page.plies.split(", ") if page.plies else ():
        state = state.play(state.to_act[0], engine.parse(notation))
    return state.view(page.viewer)
