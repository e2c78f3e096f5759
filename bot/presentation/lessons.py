"""What robots tell people about their moves."""

from __future__ import annotations

from bot.presentation.phrasing import Phrasing, quoted
from games import GAMES
from games.match import MatchView


def hint_text(match: MatchView, notation: str, phrasing: Phrasing) -> str:
    """The move that the robot would play, and why.

    Args:
        match: as the one who is to move sees it.
        notation: of the move.
        phrasing: theirs.
    """
    if match.view is None:
        raise ValueError("a hint needs a match that has been dealt")
    facts = match.view.tell_purpose(GAMES[match.game].parse(notation))
    why = phrasing.describe(match.game, phrasing.names(match), facts) or [phrasing.texts("hint.quiet")]
    return "\n".join([phrasing.texts("hint.move", move=quoted(notation)), *why])
