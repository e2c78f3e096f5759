"""Stacko from words: towers, the part in hand, talon and discards, points, and the latest turn."""

from __future__ import annotations

import re

from games.game import SEATS
from games.stacko import Built, Drew, Hidden, Passed, RoundEnded, View
from tests.bot.presentation.hearing.sentences import WHO, Scene, by_seat, number, one, seat, words

Part = tuple[int | None, bool]
"""Its number, unless it is hidden, and whether it was built in openly."""


def heard(text: str) -> Scene:
    """What the words tell."""
    discards = one(r"Discards, oldest first: ([\d ]+)\.", text)
    towers = by_seat(rf"{WHO}'s tower from the bottom up: ([x\d* ]+)\.", text)
    points = one(r"Points so far: Ada (\d+), Ben (\d+)\.", text)
    return {
        "round": number(r"Round (\d) of 2\.", text),
        "towers": {who: [_part(word) for word in told.split()] for who, (told,) in towers.items()},
        "in hand": _in_hand(text),
        "talon": number(r"(\d+) parts? left in the draw pile", text),
        "discards": [int(word) for word in words(discards[0])] if discards else [],
        "points": tuple(map(int, points)) if points else (0, 0),
        **_turn_heard(text),
    }


def _part(word: str) -> Part:
    return (None if word == "x" else int(word.rstrip("*"))), word.endswith("*")


def _in_hand(text: str) -> int | None:
    """When all is over, it is the part that would be offered next."""
    for said in (rf"(?<=\. ){WHO} drew part (\d+)\.", r"()Part (\d+) is offered to"):
        if found := re.findall(said, text):
            return int(found[0][1])
    ended = re.findall(r"part (\d+) came out|passed part (\d+) on", text)
    return int(next(filter(None, ended[0])))


def _turn_heard(text: str) -> Scene:
    ended = one(
        rf"(?:{WHO}'s tower is finished! The round:|lasted too long\. It counts) Ada (\d+), Ben (\d+)\.", text
    )
    if ended and "is offered to" in text:
        return _turn(None, None, None, reshuffled=False, ended=tuple(map(int, ended[1:])))
    drew = one(rf"{WHO} refused part (\d+) and drew part (\d+)\.", text)
    built = one(rf"{WHO} built part (\d+) into place (\d+); part (\d+) came out\.", text)
    passed = one(rf"{WHO} passed part (\d+) on\.", text)
    return _turn(
        (seat(drew[0]), int(drew[1]), int(drew[2])) if drew else None,
        (seat(built[0]), *map(int, built[1:])) if built else None,
        (seat(passed[0]), int(passed[1])) if passed else None,
        reshuffled="shuffled into a new draw pile" in text,
        ended=tuple(map(int, ended[1:])) if ended else None,
    )


def _turn(drew: object, built: object, passed: object, *, reshuffled: bool, ended: object) -> Scene:
    return {"drew": drew, "built": built, "passed": passed, "reshuffled": reshuffled, "ended": ended}


def shown(view: View) -> Scene:
    """What the picture shows, from the view."""
    seen = view.round
    towers = {
        who: [
            (None if isinstance(part, Hidden) else part, eye)
            for part, eye in zip(seen.towers[who], seen.eyes[who], strict=True)
        ]
        for who in SEATS
    }
    return {
        "round": len(view.ended) + 1,
        "towers": towers,
        "in hand": seen.in_hand,
        "talon": seen.talon,
        "discards": list(seen.discards),
        "points": view.points,
        **_turn_shown(view),
    }


def _turn_shown(view: View) -> Scene:
    """Of a round that is over, the next one having been dealt, only what it counted."""
    ended = next((event.scores for event in view.trail if isinstance(event, RoundEnded)), None)
    if ended and view.before_deal:
        return _turn(None, None, None, reshuffled=False, ended=ended)
    drew = next((event for event in view.trail if isinstance(event, Drew)), None)
    built = next((event for event in view.trail if isinstance(event, Built)), None)
    passed = next((event for event in view.trail if isinstance(event, Passed)), None)
    return _turn(
        drew and (drew.seat, drew.refused, drew.part),
        built and (built.seat, built.part, built.place, built.out),
        passed and (passed.seat, passed.part),
        reshuffled=bool(drew and drew.reshuffled),
        ended=ended,
    )
