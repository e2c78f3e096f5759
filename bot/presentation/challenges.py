"""The screen of a match that has not begun: a challenge that waits for an answer, or came to nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot import interface
from bot.domain.guided import steps
from bot.domain.players import is_team
from bot.interface import Button, Rows, Screen
from bot.presentation.button_rows import in_rows
from bot.presentation.fairness import seal_lines
from bot.presentation.more import (
    Circumstances,
    absence_times,
    away_lines,
    clock_lines,
    house_rule_lines,
    unreached_lines,
    vote_lines,
)
from bot.presentation.phrasing import Phrasing
from bot.presentation.play_on import continuing_lines, position_button, side_line
from bot.presentation.preferences import block_button
from games.events import ACCEPTER, PlayerId
from games.match import MatchView, Phase


def challenge_screen(
    match: MatchView, phrasing: Phrasing, reader: PlayerId | None, known: Circumstances
) -> Screen:
    """The screen for its only reader, or for everybody if `reader` is None."""
    texts, game = phrasing.texts, phrasing.game(match.game)
    challenger, invited = phrasing.name(match.challenger), phrasing.name(match.invited)
    about = partial(texts, challenger=challenger, invited=invited, game=game)
    title = texts("title.challenge", game=game, match=match.match)
    if match.phase is not Phase.CHALLENGE:
        rows = _buttons_afterwards(match, phrasing, reader)
        return Screen(about(f"challenge.{match.phase}"), title, rows=rows)
    expiry = [] if known.expiry is None else [known.expiry]
    by_link = phrasing.comes_by_link(match.invited)
    lines = [
        about(_offer(match)),
        *continuing_lines(match, phrasing),
        *house_rule_lines(match, phrasing),
        *_who_begins(match, phrasing),
        *clock_lines(match, phrasing),
        *vote_lines(match, phrasing),
        *seal_lines(match, phrasing),
        *([] if by_link else [texts("challenge.code", match=match.match)]),
        *away_lines(phrasing, known),
        *(texts("challenge.until", moment=phrasing.moment(at)) for at in expiry),
        *unreached_lines(match, phrasing, known),
    ]
    called = None if match.invited is None or is_team(match.invited) or by_link else match.invited
    return Screen(
        "\n".join(lines),
        title,
        rows=in_rows(_buttons(match, phrasing, reader, known)),
        awaits=phrasing.accounts_of([called]),
        moments=phrasing.moments([*expiry, *absence_times(known)]),
    )


def given_to_robot(match: MatchView, phrasing: Phrasing) -> Screen:
    """For the person invited, when a robot plays in their place."""
    texts, game = phrasing.texts, phrasing.game(match.game)
    text = texts("challenge.given_to_robot", challenger=phrasing.name(match.challenger), game=game)
    return Screen(text, texts("title.challenge", game=game, match=match.match))


def _offer(match: MatchView) -> str:
    """The key of the sentence that offers the match."""
    if match.rematch:
        return "challenge.rematch"
    return "challenge.named" if match.invited else "challenge.open"


def _who_begins(match: MatchView, phrasing: Phrasing) -> list[str]:
    if match.first is None:
        return []
    if match.continues is not None:
        return [side_line(match, phrasing)]
    if match.first == ACCEPTER:
        return [phrasing.texts("challenge.accepter_begins")]
    return [phrasing.texts("challenge.begins", name=phrasing.name(match.first))]


def _buttons(
    match: MatchView, phrasing: Phrasing, reader: PlayerId | None, known: Circumstances
) -> list[Button]:
    """What others can answer, what the challenger can do instead, and what there is to read."""
    texts, buttons = phrasing.texts, list[Button]()
    if reader != match.challenger:
        buttons += _answers(match, phrasing, reader)
    if reader in (None, match.challenger):
        challenger = phrasing.accounts_of([match.challenger])
        if known.robot:
            call = interface.CallRobot(match.match, 0)
            buttons.append(Button(texts("button.robot"), call, only_for=challenger))
        cancel = interface.CancelChallenge(match.match)
        buttons.append(Button(texts("button.cancel"), cancel, only_for=challenger))
    buttons += position_button(match, phrasing)
    buttons.append(Button(texts("button.rules"), interface.ShowRules(match.game)))
    if known.new and steps(match.game):
        buttons.append(Button(texts("button.learn"), interface.ShowLesson(match.game, 0)))
    return buttons


def _answers(match: MatchView, phrasing: Phrasing, reader: PlayerId | None) -> list[Button]:
    texts, challenger = phrasing.texts, phrasing.accounts_of([match.challenger])
    accept = Button(
        texts("button.accept"), interface.AcceptChallenge(match.match), "main", not_for=challenger
    )
    if match.invited:
        decline = Button(texts("button.decline"), interface.DeclineChallenge(match.match), not_for=challenger)
        asked = () if is_team(match.invited) else phrasing.accounts_of([match.invited])
        return [replace(button, only_for=asked) for button in (accept, decline)]
    if match.vote and reader is None:
        return [accept, Button(texts("button.accept_team"), interface.TakeSide(match.match))]
    return [accept]


def _buttons_afterwards(match: MatchView, phrasing: Phrasing, reader: PlayerId | None) -> Rows:
    """The buttons of a challenge that was declined, withdrawn or not accepted in time."""
    if match.phase is Phase.EXPIRED and reader in (None, match.challenger):
        return ((Button(phrasing.texts("button.challenge_again"), interface.OfferRematch(match.match)),),)
    if match.phase is Phase.DECLINED and reader is not None and reader == match.invited:
        return ((block_button(match.challenger, phrasing),),)
    return ()
