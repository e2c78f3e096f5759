"""What a match turned on: what the better moves had that a player passed by, as far as the rules prove it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from games.catalog import GAMES
from games.game import Refused, View

KEPT = 500  # plies asked for last: each page of a review asks for all of its match, 4 ms each in Stacko

THEMES = MappingProxyType(
    {
        "hint_capture": "capture",
        "hint_go_on": "again",
        "hint_skip": "again",
        "hint_prevent": "defence",
        "hint_limit": "defence",
        "hint_spare_all": "deny",
        "hint_threaten": "threat",
        "hint_sacrifice": "threat",
        "hint_bank": "store",
        "hint_bank_safe": "store",
        "hint_end": "finish",
        "hint_arrive": "finish",
        "hint_finish": "finish",
        "hint_be_safe": "safety",
        "hint_guarded": "cover",
        "hint_lure": "lure",
        "hint_attack": "threat",
        "hint_nearer": "nearer",
        "hint_close": "order",
        "hint_run": "order",
        "hint_room": "room",
        "hint_refuse": "refuse",
        "hint_draw": "refuse",
        "hint_cover": "cover",
        "hint_give": "cover",
        "hint_take": "take",
        "hint_leave_none": "deny",
        "hint_dots": "dots",
    }
)
"""By the key of what speaks for a move (`View.tell_purpose`): its theme; the games share the words."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What the costliest misses of a match had in common."""

    key: str
    count: int
    """Of the better moves, so many had it."""
    total: int
    """The moves for which there was a better one."""


@lru_cache(KEPT)
def theme_of(game: str, before: View, played: str, better: str | None) -> str | None:
    """What a better move had, by the view before it, that does not speak for the move that was played."""
    if better is None:
        return None
    try:
        wanted, had = (_themes(game, before, notation) for notation in (better, played))
    except Refused:  # judged under other rules
        return None
    return next((theme for theme in wanted if theme not in had), None)


def _themes(game: str, view: View, notation: str) -> list[str]:
    facts = view.tell_purpose(GAMES[game].parse(notation))
    return [THEMES[fact.key] for fact in facts if fact.key in THEMES]


def turned_on(missed: Iterable[tuple[str | None, float]]) -> Theme | None:
    """The theme of the moves that cost most, from the theme and the cost of each that cost something."""
    counts, costs = Counter[str | None](), defaultdict[str, float](float)
    for theme, cost in missed:
        counts[theme] += 1
        if theme is not None:
            costs[theme] += cost
    if not costs:
        return None
    key = max(costs, key=lambda theme: (costs[theme], counts[theme], theme))
    return Theme(key, counts[key], counts.total())
