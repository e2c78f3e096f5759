"""Players who have become others: facts as they were written, told with the present ids.

The log is never rewritten. When two accounts of one person are joined, one of the two players is no more, and
whatever names that one means the other from then on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.events import Event, PlayerId
from storage.boards import Board
from storage.matches import MatchRow, Seen
from storage.results import MatchResult

PLAYERS = ("challenger", "invited", "first", "player")
"""The fields of events that name somebody."""

Former = Mapping[PlayerId, PlayerId]
"""Who has become whom."""


class FormerPlayers(dict[PlayerId, PlayerId]):
    """Who has become whom, and the former ids of each: none but those asked for are read."""

    def __init__(self, present: Former) -> None:
        super().__init__(present)
        self._before = defaultdict[PlayerId, list[PlayerId]](list)
        for former, player in present.items():
            self._before[player].append(former)

    def join(self, old: PlayerId, player: PlayerId) -> None:
        """One has become the other, with all that had become the first."""
        moved = [old, *self._before.pop(old, ())]
        self.update(dict.fromkeys(moved, player))
        self._before[player] += moved

    def ids(self, *players: PlayerId) -> list[PlayerId]:
        """The ids of these players, the former ones too; none of a player who has become another."""
        present = [player for player in players if player not in self]
        return [who for player in present for who in (player, *self._before.get(player, ()))]


def event(told: Event, former: Former) -> Event:
    """An event of the log."""
    if not former:
        return told
    changed: dict[str, Any] = {
        name: former[who] for name in PLAYERS if (who := getattr(told, name, None)) and who in former
    }
    return replace(told, **changed) if changed else told


def match(row: MatchRow, former: Former) -> MatchRow:
    """A match as lists show it."""
    if former.keys().isdisjoint(row.players):
        return row
    players = tuple(former.get(player, player) for player in row.players)
    return replace(row, players=players, awaited=tuple(former.get(who, who) for who in row.awaited))


def seen(known: Seen, former: Former) -> Seen:
    """Where somebody has acted."""
    return replace(known, player=former[known.player]) if known.player in former else known


def board(shown: Board, former: Former) -> Board:
    """A board: whose it is, and whom it has to notify."""
    if shown.player is not None and shown.player in former:
        shown = replace(shown, player=former[shown.player])
    if shown.notice is not None and shown.notice.player in former:
        shown = replace(shown, notice=replace(shown.notice, player=former[shown.notice.player]))
    return shown


def result(told: MatchResult, former: Former) -> MatchResult:
    """How a match ended."""
    first, second = told.players
    return replace(told, players=(former.get(first, first), former.get(second, second)))
