"""Votes of a channel that plays as one: marks on buttons, what is told of them, and answers to voters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot import interface
from bot.domain.teams import Ballot
from bot.interface import Button, Choose, Rows, Screen
from bot.interface.registry import VERB_OF, VERBS, MatchAction
from bot.presentation.more import Circumstances
from bot.presentation.move_names import named_as_button
from bot.presentation.phrasing import Phrasing
from games.game import Seat
from games.match import MatchView
from games.words import Tree, Words

MARK = "✓"

Ballots = Mapping[Seat, Ballot]
_PROPOSALS: Mapping[str, str] = {
    "resign": "button.resign",
    "draw": "button.draw",
    "undraw": "button.withdraw_draw",
    "back": "button.take_back",
    "give": "button.more_time",
}
"""The labels of motions without a button on the board, until one is made."""


def marked_rows(rows: Rows, place: Tree, ballots: Ballots) -> Rows:
    """The buttons of a board with the number of votes for each, where there are any."""
    return tuple(tuple(_marked(button, place.words, ballots) for button in row) for row in rows)


def _marked(button: Button, chosen: Words, ballots: Ballots) -> Button:
    count = sum(_votes_for(button, chosen, ballot) for ballot in ballots.values())
    return replace(button, label=f"{button.label} {MARK}{count}") if count else button


def _votes_for(button: Button, chosen: Words, ballot: Ballot) -> int:
    request = button.request
    if isinstance(request, Choose):
        goes_on = request.final or len(request.words) > len(chosen)
        return _votes_along(request.words, request.final, ballot) if goes_on else 0
    return ballot.motions.get(VERB_OF.get(type(request), ""), 0)


def _votes_along(words: Words, final: bool, ballot: Ballot) -> int:
    """The votes for a move or, while it is half chosen, for all moves that begin like it."""
    moves = ((tuple(move.split()), count) for move, count in ballot.moves.items())
    return sum(count for move, count in moves if (move if final else move[: len(words)]) == words)


def motion_buttons(match: MatchView, ballots: Ballots, phrasing: Phrasing) -> list[Button]:
    """A button for each motion that somebody has made, by which others agree."""
    made = dict.fromkeys(verb for ballot in ballots.values() for verb in ballot.motions if verb in _PROPOSALS)
    return [Button(phrasing.texts(_PROPOSALS[verb]), _proposal(verb, match)) for verb in made]


def _proposal(verb: str, match: MatchView) -> interface.Request:
    if verb == "resign":
        return interface.Resign(match.match, sure=True)
    return VERBS[verb](match.match)  # type: ignore[call-arg]


def ballot_lines(known: Circumstances, phrasing: Phrasing) -> list[str]:
    """How many have voted for a move, and until when the others can."""
    return [
        phrasing.texts("vote.open", count=ballot.voters, moment=phrasing.moment(ballot.closes))
        for ballot in known.ballots.values()
        if ballot.closes is not None
    ]


def closing_times(known: Circumstances) -> list[int]:
    """The times that `ballot_lines` tell."""
    return [ballot.closes for ballot in known.ballots.values() if ballot.closes is not None]


def voted(request: MatchAction, ballot: Ballot, match: MatchView, phrasing: Phrasing) -> Screen:
    """What a person is told who has voted."""
    texts = phrasing.texts
    if isinstance(request, interface.Choose | interface.TypeMove):
        return Screen(texts("vote.counts", move=named_as_button(match, " ".join(request.words), texts)))
    count = ballot.motions.get(VERB_OF[type(request)], 0)
    return Screen(texts("vote.proposed", count=count, needed=ballot.needed))
