"""A match proposed to two others: the message with its buttons, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.terms import Terms
from bot.interface import AgreeToMatch, Button, RefuseMatch, Screen
from bot.presentation.phrasing import Phrasing
from games.events import PlayerId
from games.match import MatchView


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match of two people."""

    game: str
    terms: Terms
    people: tuple[PlayerId, PlayerId]


def proposal_page(
    proposal: Proposal, proposer: PlayerId, agree: AgreeToMatch, refuse: RefuseMatch, phrasing: Phrasing
) -> Screen:
    """The message that mentions both, so that either can begin."""
    texts, names = phrasing.texts, phrasing.pair(*proposal.people)
    question = texts("pair.text", name=phrasing.name(proposer), game=phrasing.game(proposal.game), **names)
    buttons = (
        Button(texts("button.pair_agree"), agree, "main"),
        Button(texts("button.pair_refuse"), refuse),
    )
    terms = agreed_terms(proposal.game, proposal.terms, phrasing)
    return Screen(
        "\n".join((question, terms, texts("pair.how"))),
        _title(proposal, phrasing),
        rows=(buttons,),
        awaits=tuple(phrasing.accounts[player] for player in proposal.people if player in phrasing.accounts),
        pings=True,
        language=texts.language,
    )


def agreed_page(proposal: Proposal, first: PlayerId, other: PlayerId, phrasing: Phrasing) -> Screen:
    text = phrasing.texts("pair.agreed", name=phrasing.name(first), other=phrasing.name(other))
    return Screen(text, _title(proposal, phrasing), language=phrasing.texts.language)


def refused_match_page(proposal: Proposal, who: PlayerId, phrasing: Phrasing) -> Screen:
    text = phrasing.texts("pair.refused", name=phrasing.name(who))
    return Screen(text, _title(proposal, phrasing), language=phrasing.texts.language)


def _title(proposal: Proposal, phrasing: Phrasing) -> str:
    game = phrasing.game(proposal.game)
    return phrasing.texts("title.pair", game=game, **phrasing.pair(*proposal.people))


def agreed_terms(game: str, agreed: Terms | MatchView, phrasing: Phrasing) -> str:
    """The terms, such as `series to 30 · 1 day for each move · rated`."""
    rated = phrasing.term(game, "rated", "yes" if agreed.rated else "no")
    rules = phrasing.house_rules(game, agreed.house_rules)
    return " · ".join(filter(None, (rules, *phrasing.clock(agreed), rated)))
