"""The turns of matches, as their viewers saw them; each ply is told once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cachetools import LRUCache

from bot.presentation import NO_TURNS, PastTurns
from games.events import MatchId
from games.game import Fact, State, View, Viewer
from games.match import Match
from games.replay import ends_of_turns, positions
from storage.sql.matches import Matches

KEPT = 200  # newest lists: one for each viewer of a match
MOST = 60  # newest turns in a list


class _Past(NamedTuple):
    """The turns of a match up to a position, as a viewer saw them."""

    state: State
    plies: int = 0
    last: tuple[View, ...] = ()
    """The viewer's view of it; () at the deal."""
    turns: PastTurns = NO_TURNS


class PastTurnsCache:
    """The newest turns of the matches shown last."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._known: LRUCache[tuple[MatchId, Viewer], _Past] = LRUCache(KEPT)

    async def seen_by(self, match: Match, viewer: Viewer) -> PastTurns:
        """The newest turns that led to the present position; what was taken back is not among them."""
        if match.state is None:
            return NO_TURNS
        key = match.opened.match, viewer
        past = self._known.get(key)
        later = _states_after(past.state, match) if past else None
        if past is None or later is None:  # played by another process, taken back, or not shown for long
            events = await self._matches.load(match.opened.match)
            past = _Past(match.state)
            later = [position.state for position in positions(events[: match.version])[1:]]
        views = [state.view(viewer) for state in later]
        self._known[key] = past = _continued(past, views, match.state)
        return past.turns


def _states_after(state: State, match: Match) -> list[State] | None:
    """The positions since this one; None if the match does not remember it."""
    before = match.past or ((match.latest,) if match.latest else ())
    remembered = [*(past.state for past in before), match.state]
    for place, one in enumerate(remembered):
        if one is state:
            return list(filter(None, remembered[place + 1 :]))
    return None


def _continued(past: _Past, views: Sequence[View], state: State) -> _Past:
    """The turns after more plies, the first of which may belong to the newest turn."""
    if not views:
        return past
    seen, first = [*past.last, *views], past.plies + 1 - len(past.last)
    ends, turns = ends_of_turns(seen), past.turns.told
    turns = turns[:-1] if past.last else ()
    newest = (*turns, *((first + place, _told(seen[place])) for place in ends[-MOST:]))[-MOST:]
    return _Past(state, past.plies + len(views), (views[-1],), PastTurns(newest))


def _told(view: View) -> tuple[Fact, ...]:
    """What the turn did: what happened last with all that led to it, unless that sums up the turn."""
    turn, last = view.tell_seen(), view.tell_last()
    before = turn.index(last[0]) if last and last[0] in turn else 0
    return (*turn[:before], *last)
