"""Seats by link: what the challenger and the guest are shown."""

from __future__ import annotations

from bot.interface import Button, ForgetMe, LinkAccounts, Screen
from bot.presentation.phrasing import Phrasing
from bot.presentation.proposals import agreed_terms
from bot.texts import Texts
from games.match import MatchView


def seat_link(game: str, url: str, phrasing: Phrasing) -> Screen:
    """Tell the challenger the link to send."""
    texts = phrasing.texts
    return Screen(texts("seat.link", url=url), texts("title.seat", game=phrasing.game(game)))


def offered_seat(match: MatchView, phrasing: Phrasing) -> Screen:
    """What a link offers: who invites to which game, and on which terms."""
    texts, game = phrasing.texts, phrasing.game(match.game)
    title = texts("title.seat_offered", name=phrasing.name(match.challenger), game=game)
    invitation = texts("seat.game", game=game, summary=texts(f"{match.game}.summary"))
    terms = agreed_terms(match.game, match, phrasing)
    return Screen(f"{invitation}\n{terms}", title, language=texts.language)


def guest_buttons(texts: Texts) -> tuple[Button, ...]:
    """What somebody without an account can do about their seat."""
    keep = Button(texts("button.seat_keep"), LinkAccounts(None))
    return (keep, Button(texts("button.forget"), ForgetMe(sure=False)))
