"""In the match: what a request of a player makes happen there."""

from __future__ import annotations

from bot.screen import AcceptDraw, Choose, GiveUp, ProposeDraw, RefuseDraw, TypeMove
from games.events import Event, PlayerId
from games.match import Match
from games.requests import AgreeToDraw, DeclineDraw, OfferDraw, Play, Resign

Ruled = Choose | TypeMove | GiveUp | ProposeDraw | AcceptDraw | RefuseDraw


def rule(match: Match, player: PlayerId, request: Ruled, at: int) -> tuple[Event, ...]:
    """The events that follow; () where nothing happens yet, because a choice or a confirmation is under way.

    Args:
        match: as it stands.
        player: who asks.
        request: what he asks.
        at: the time, in seconds since 1970.

    Raises:
        Refused: why not.
    """
    match request:
        case Choose(words=words, version=version, final=True):
            return match.decide(Play(player, " ".join(words), version), at)
        case Choose(version=version):
            match.chooser(player, version)
            return ()
        case TypeMove(words=words):
            return match.decide(Play(player, " ".join(words), None), at)
        case GiveUp(sure=sure):
            events = match.decide(Resign(player), at)
            return events if sure else ()
        case ProposeDraw():
            return match.decide(OfferDraw(player), at)
        case AcceptDraw():
            return match.decide(AgreeToDraw(player), at)
        case RefuseDraw():
            return match.decide(DeclineDraw(player), at)
