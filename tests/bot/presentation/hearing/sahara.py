"""Sahara from words: beans, stores, totals, and all that is drawn of the latest turn."""

from __future__ import annotations

import re
from collections import Counter

from games.game import Seat
from games.sahara import Sowing, View
from tests.bot.presentation.hearing.sentences import WHO, Scene, by_seat, one, seat

Pit = tuple[Seat, int]
STORE = 7

_SOWED = re.compile(
    rf"{WHO} sowed hollow (?P<start>\d)(?: and ended in "
    r"(?:hollow (?P<same>\d) of the same side|\w+'s hollow (?P<across>\d)|(?P<fed>\w+'s store))"
    r"|, ended in (?P<own>the store) and"
    r"|, ended in empty hollow (?P<to>\d), captured (?P<beans>\d+) and)"
)


def heard(text: str) -> Scene:
    """What the words tell."""
    sides = by_seat(rf"{WHO} has ([\d, ]+) in hollows 1 to 6 and (\d+) in the store\.", text)
    series = one(r"Series to (\d+): Ada (\d+), Ben (\d+)\.", text)
    return {
        "sides": {who: tuple(map(int, hollows.split(", "))) for who, (hollows, _) in sides.items()},
        "stores": {who: int(store) for who, (_, store) in sides.items()},
        "series": tuple(map(int, series)) if series else None,
        **_turn_heard(text),
    }


def _turn_heard(text: str) -> Scene:
    sown = list(_SOWED.finditer(text))
    next_game = "Game " in text and not re.search("has 0, 0, 0, 0, 0, 0 in hollows", text)
    if not sown or next_game:
        return _turn(set(), None, None, Counter(), 0, 0)
    last = sown[-1]
    who, after = seat(last[1]), text[last.start() :]
    first = one(rf"{WHO} first sowed ([\d, a-z]+)\.", text)
    earlier = {int(each["start"]) for each in sown[:-1]} | {
        int(n) for n in re.findall(r"\d", first[1] if first else "")
    }
    end = _end(last, who)
    collected = one(r"the (?:last|(\d+)) beans? on the other goe?s? to", after)
    return _turn(
        {(who, hollow) for hollow in earlier},
        (who, int(last["start"])),
        end,
        _drops(who, int(last["start"]), end, after),
        int(last["beans"] or 0),
        int(collected[0] or 1) if collected else 0,
    )


def _end(sown: re.Match[str], who: Seat) -> Pit:
    if sown["own"]:
        return who, STORE
    if sown["fed"]:
        return 1 - who, STORE  # type: ignore[return-value]
    if sown["across"]:
        return 1 - who, int(sown["across"])  # type: ignore[return-value]
    return who, int(sown["same"] or sown["to"])


def _drops(who: Seat, start: int, end: Pit, after: str) -> Counter[Pit]:
    """Counted bean by bean, from hollow to hollow, until the told end; once more round if that is told."""
    other: Seat = 1 if who == 0 else 0
    fed = "On the way" in after or end == (other, STORE)
    way = [(who, place) for place in range(1, STORE + 1)] + [
        (other, place) for place in range(1, STORE + fed)
    ]
    came_round = one(r"The (\d+) beans went all the way round", after)
    dropped: Counter[Pit] = Counter()
    place = start - 1
    while sum(dropped.values()) < (int(came_round[0]) if came_round else len(way)):
        place = (place + 1) % len(way)
        dropped[way[place]] += 1
        if way[place] == end and not came_round:
            break
    assert way[place] == end
    return dropped


def _turn(
    earlier: set[Pit], start: Pit | None, end: Pit | None, drops: Counter[Pit], captured: int, collected: int
) -> Scene:
    return {
        "earlier": earlier,
        "start": start,
        "end": end,
        "drops": drops,
        "captured": captured,
        "collected": collected,
    }


def shown(view: View) -> Scene:
    """What the picture shows, from the view."""
    target = view.options.target
    return {
        "sides": dict(enumerate(view.sides)),
        "stores": dict(enumerate(view.stores)),
        "series": (target, *view.totals) if target else None,
        **_turn_shown(() if view.before_deal else view.trail),
    }


def _turn_shown(trail: tuple[Sowing, ...]) -> Scene:
    if not trail:
        return _turn(set(), None, None, Counter(), 0, 0)
    *before, last = trail
    earlier = {(sowing.seat, sowing.move.hollow) for sowing in before}
    start = (last.seat, last.move.hollow)
    return _turn(earlier, start, last.drops[-1], Counter(last.drops), last.captured, last.collected)
