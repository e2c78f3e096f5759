"""Confirmations of what is done in a match: asked for before, and given afterwards."""

from __future__ import annotations

from collections.abc import Mapping

from bot import interface
from bot.interface import Request, Screen
from bot.presentation.button_rows import confirm_page
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import against_robot
from games.game import SEATS, other
from games.match import MOST_GIFTS, MatchView

_DONE: Mapping[type[Request], str] = {
    interface.AcceptChallenge: "note.accepted",
    interface.CallRobot: "note.accepted",
    interface.DeclineChallenge: "note.declined",
    interface.CancelChallenge: "note.cancelled",
    interface.Choose: "note.played",
    interface.TypeMove: "note.played",
    interface.Resign: "note.resigned",
    interface.DeclineDraw: "note.draw_declined",
    interface.WithdrawDraw: "note.draw_withdrawn",
    interface.RequestTakeback: "note.take_back_asked",
    interface.AcceptTakeback: "note.take_back_allowed",
    interface.DeclineTakeback: "note.take_back_refused",
    interface.GiveTime: "note.time_given",
    interface.ClaimWin: "note.time_claimed",
    interface.ClaimDraw: "note.time_drawn",
    interface.KeepWaiting: "note.waiting",
    interface.LayOpen: "note.laid_open",
}
"""The key of the sentence that confirms a request; `_what_is_done` knows the exceptions."""


def confirm_resignation(match: MatchView, phrasing: Phrasing) -> Screen:
    """Ask for confirmation before a resignation; `match` is the view of the person who resigns."""
    texts = phrasing.texts
    name = phrasing.seat(match, other(match.viewer or 0))
    text = texts("note.resign_sure", game=phrasing.game(match.game), name=name)
    return confirm_page(text, texts("button.resign_sure"), interface.Resign(match.match, sure=True), texts)


def confirm_laying_open(match: MatchView, phrasing: Phrasing) -> Screen:
    """Ask for confirmation before everybody may see what was hidden; `match` is the player's view."""
    texts = phrasing.texts
    name = phrasing.seat(match, other(match.viewer or 0))
    last = len(match.laid_open) == 1 or against_robot(match)
    text = texts("note.open_now" if last else "note.open_later", name=name)
    return confirm_page(text, texts("button.lay_open_sure"), interface.LayOpen(match.match, sure=True), texts)


def done(request: Request, match: MatchView, phrasing: Phrasing) -> str:
    """Confirm a request to a person who sees no board change; `match` is their view afterwards."""
    own = match.viewer or 0
    opponent = phrasing.seat(match, other(own))
    words = request.words if isinstance(request, interface.Choose | interface.TypeMove) else ()
    return phrasing.texts(
        _what_is_done(request, match),
        name=opponent,
        winner=opponent,
        match=match.match,
        move=" ".join(words),
        count=MOST_GIFTS - match.given[own],
    )


def _what_is_done(request: Request, match: MatchView) -> str:
    """The key of the sentence that confirms a request."""
    match request:
        case interface.OfferDraw() | interface.AcceptDraw():  # an offer may answer another one
            return "note.draw_agreed" if match.ending else "note.draw_offered"
        case interface.RequestTakeback() if against_robot(match):  # which allows it at once
            return "note.take_back_allowed"
        case interface.LayOpen() if len(match.laid_open) < len(SEATS):
            return "note.laid_open_half"
        case _:
            return _DONE.get(type(request), "note.done")
