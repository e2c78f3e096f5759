"""In the match: what a request of a player makes happen there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.interface import (
    AcceptDraw,
    AcceptTakeback,
    Choose,
    ClaimDraw,
    ClaimWin,
    DeclineDraw,
    DeclineTakeback,
    GiveTime,
    KeepWaiting,
    OfferDraw,
    RequestTakeback,
    Resign,
    TypeMove,
    WithdrawDraw,
)
from games import actions
from games.events import PlayerId
from games.match import Decision, Match

AboutTakeBack = RequestTakeback | AcceptTakeback | DeclineTakeback
AboutDraw = OfferDraw | AcceptDraw | DeclineDraw | WithdrawDraw
AboutTime = GiveTime | ClaimWin | ClaimDraw | KeepWaiting
Ruled = Choose | TypeMove | Resign | AboutDraw | AboutTakeBack | AboutTime

_ASKED: Mapping[type[Ruled], Callable[[PlayerId], actions.Action]] = {
    OfferDraw: actions.OfferDraw,
    AcceptDraw: actions.AcceptDraw,
    DeclineDraw: actions.DeclineDraw,
    WithdrawDraw: actions.WithdrawDraw,
    RequestTakeback: actions.RequestTakeback,
    AcceptTakeback: actions.AcceptTakeback,
    DeclineTakeback: actions.DeclineTakeback,
    GiveTime: actions.GiveTime,
    ClaimWin: actions.ClaimWin,
    ClaimDraw: actions.ClaimDraw,
}
"""What is asked of the match by whoever asks just this."""


def rule(match: Match, player: PlayerId, request: Ruled, at: int, due: int | None = None) -> Decision:
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
            return match.decide(actions.PlayMove(player, " ".join(words), version, due), at)
        case Choose(version=version):
            match.chooser(player, version)
            return Decision((), match)
        case TypeMove(words=words):
            return match.decide(actions.PlayMove(player, " ".join(words), None, due), at)
        case Resign(sure=sure):
            resigned = match.decide(actions.Resign(player), at)
            return resigned if sure else Decision((), match)
        case KeepWaiting():
            match.decide(actions.ClaimWin(player), at)  # raises where there is nothing to wait with
            return Decision((), match)
        case _:
            return match.decide(_ASKED[type(request)](player), at)
