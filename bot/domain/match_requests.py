"""In the match: what a request of a player makes happen there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.interface import (
    AcceptDraw,
    AllowTakeBack,
    AskTakeBack,
    Choose,
    ClaimDraw,
    ClaimWin,
    GiveUp,
    KeepWaiting,
    ProposeDraw,
    RefuseDraw,
    RefuseTakeBack,
    TypeMove,
)
from games.events import Event, PlayerId
from games.match import Match
from games.requests import (
    AgreeToDraw,
    ClaimTime,
    DeclineDraw,
    DenyTakeBack,
    DrawOnTime,
    GrantTakeBack,
    OfferDraw,
    Play,
    Request,
    RequestTakeBack,
    Resign,
)

AboutTakeBack = AskTakeBack | AllowTakeBack | RefuseTakeBack
AboutTime = ClaimWin | ClaimDraw | KeepWaiting
Ruled = Choose | TypeMove | GiveUp | ProposeDraw | AcceptDraw | RefuseDraw | AboutTakeBack | AboutTime

_ASKED: Mapping[type[Ruled], Callable[[PlayerId], Request]] = {
    ProposeDraw: OfferDraw,
    AcceptDraw: AgreeToDraw,
    RefuseDraw: DeclineDraw,
    AskTakeBack: RequestTakeBack,
    AllowTakeBack: GrantTakeBack,
    RefuseTakeBack: DenyTakeBack,
    ClaimWin: ClaimTime,
    ClaimDraw: DrawOnTime,
}
"""What is asked of the match by whoever asks just this."""


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
        case KeepWaiting():
            match.decide(ClaimTime(player), at)  # raises where there is nothing to wait with
            return ()
        case _:
            return match.decide(_ASKED[type(request)](player), at)
