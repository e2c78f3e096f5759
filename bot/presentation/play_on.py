"""A new match that begins at a position of a finished one: the question against whom, and what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot import interface
from bot.domain.players import is_robot
from bot.interface import OPPONENT, ROBOT, Button, Screen
from bot.presentation.button_rows import in_rows
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import against_robot
from bot.texts import joined
from games.events import ACCEPTER, MatchId
from games.game import Seat, other
from games.match import MatchView

BEGUN = 2
"""The version of a match in which nobody has moved."""

LABELS = {ROBOT: "button.play_on_robot", OPPONENT: "button.play_on_opponent"}


@dataclass(frozen=True, slots=True)
class Onward:
    """A position from which somebody may play on."""

    key: MatchId
    """The code of the match or the id of a record."""
    number: int
    """Of the plies until it."""
    seat: Seat
    """The one that they take."""
    against: Sequence[str]
    """The choices, see `interface.PlayOn`."""
    secrets: bool
    """Whether the game hides something."""


def play_on_page(match: MatchView, onward: Onward, phrasing: Phrasing) -> Screen:
    """Ask against whom to play on; `match` is the reader's view of the position."""
    texts, opponent = phrasing.texts, phrasing.seat(match, other(onward.seat))
    lines = [texts("play_on.deal") if onward.number == 0 else texts("play_on.ply", number=onward.number)]
    if match.viewer is None:
        lines.append(texts("play_on.side", name=phrasing.seat(match, onward.seat)))
    if onward.secrets:
        known = "play_on.both_know" if OPPONENT in onward.against else "play_on.you_know"
        lines.append(texts(known, name=opponent))
    buttons = [
        Button(
            texts(LABELS.get(against, "button.play_on_anybody"), name=opponent),
            interface.PlayOn(onward.key, onward.number, against),
            "main" if against == onward.against[0] else "plain",
        )
        for against in onward.against
    ]
    back = Button(texts("button.replay"), interface.ShowPly(onward.key, onward.number))
    return Screen(joined(lines), phrasing.about("title.replay", match), rows=(*in_rows(buttons), (back,)))


def continuing_lines(match: MatchView, phrasing: Phrasing) -> list[str]:
    """From where a match goes on; [] for one that was dealt anew."""
    if match.continues is None:
        return []
    if match.plies_before:
        key = "continues" if match.continues else "continues.record"
    else:
        key = "continues.deal" if match.continues else "continues.deal.record"
    return [phrasing.texts(key, match=match.continues, number=match.plies_before)]


def retry_line(match: MatchView, phrasing: Phrasing) -> list[str]:
    """What to do where a match against the robot begins before a move of its opponent."""
    if match.players is None or match.version > BEGUN or not against_robot(match):
        return []
    if any(is_robot(match.players[seat]) for seat in match.awaited):
        return []
    return [phrasing.texts("continues.retry", number=match.plies_before + 1)]


def side_line(match: MatchView, phrasing: Phrasing) -> str:
    """Who of a challenge has which side, as in the match that it goes on from."""
    if match.first == ACCEPTER:
        return phrasing.texts("continues.accepter_side")
    return phrasing.texts("continues.side", name=phrasing.name(match.first))


def position_button(match: MatchView, phrasing: Phrasing) -> list[Button]:
    """Shows the position from which a match goes on."""
    if not match.continues:
        return []
    shown = interface.ShowPly(match.continues, match.plies_before)
    return [Button(phrasing.texts("button.show_position"), shown)]
