"""In the match: what a request of a player makes happen there."""

from __future__ import annotations

from bot.interface.registry import MatchAction
from bot.interface.requests import Choose, KeepWaiting, Resign, TypeMove
from games.actions import PlayMove
from games.events import PlayerId
from games.match import Decision, Match


def rule(match: Match, player: PlayerId, request: MatchAction, at: int, due: int | None = None) -> Decision:
    """What follows; nothing yet, where a choice or a confirmation is under way.

    Args:
        match: as it stands.
        player: who asks.
        request: what they ask.
        at: the time, in seconds since 1970.
        due: when the player's time would be up, with whatever is credited; None: as the log says.

    Raises:
        Refused: why not.
    """
    match request:
        case Choose(words=words, version=version, final=True):
            return match.decide(PlayMove(player, " ".join(words), version, due), at)
        case Choose(version=version):
            match.chooser(player, version)
            return Decision((), match)
        case TypeMove(words=words):
            return match.decide(PlayMove(player, " ".join(words), None, due), at)
    decision = match.decide(request.action(player), at)
    only_asked = isinstance(request, KeepWaiting) or (isinstance(request, Resign) and not request.sure)
    return Decision((), match) if only_asked else decision
