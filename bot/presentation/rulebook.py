"""The positions that the pages of the rules show."""

from __future__ import annotations

from games import GAMES
from games.game import RulePage, View, position


def example(game: str, page: RulePage) -> View:
    """The example of a page as its viewer sees it, played from a deal that is always the same."""
    return position(GAMES[game], dict(page.house_rules), page.plies).view(page.viewer)
