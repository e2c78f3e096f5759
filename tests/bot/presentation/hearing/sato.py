"""Sato from words: the table, what lies on it, supplies, the stack, the score, and the latest turn."""

from __future__ import annotations

import re
from typing import NamedTuple

from games.game import SEATS
from games.sato import Drew, Placed, SatoSpot, Stone, Took, View, point_name, stone_name
from games.sato.position import SIZES, Asked
from tests.bot.presentation.hearing.sentences import WHO, Scene, by_seat, number, one, seat, words

COLOURS = "roygbv"
TURN = ("laid", "made", "taken", "drawn", "drawn unseen")
"""What is told of the latest turn."""


class Lying(NamedTuple):
    """A stone that lies on the table."""

    level: int
    stone: str
    point: str
    face: str
    turn: int


def heard(text: str) -> Scene:
    """What the words tell."""
    corner = one(r"The table goes from a1 to (\w)(\d+)\.", text)
    free = one(r"Free satos: ([^.]+)\.", text)
    score = one(r"Score: Ada \(black dots\) (\d+), Ben \(white dots\) (\d+)\.", text)
    following = one(r"The next stone is (\w+)\.", text)
    assert corner
    assert score
    return {
        "table": (ord(corner[0]) - ord("a") + 1, int(corner[1])),
        "stones": {
            lying
            for level, told in re.findall(r"Level (\d): ([^.]+)\.", text)
            for lying in _lying(int(level), told)
        },
        "free": {tuple(sato.split()) for sato in free[0].split(", ")} if free else set(),
        "supplies": {who: _supply(text, who) for who in SEATS},
        "stack": number(r"(\d+) stones? to draw", text) or 0,
        "next": following and following[0],
        "score": tuple(map(int, score)),
        "asked": _asked(text),
        **_turn_heard(text),
    }


def _lying(level: int, told: str) -> list[Lying]:
    return [
        Lying(level, stone, point, way[0], int(way[1]))
        for stone, point, way in map(str.split, told.split(", "))
    ]


def _supply(text: str, who: int) -> tuple[list[str], int]:
    """The stones that are named, and how many are not."""
    told = by_seat(rf"{WHO} has (no stone|(?:[a-z ]+ and )?\d+ hidden stones?|[a-z ]+)\.", text)[who][0]  # type: ignore[index]
    hidden = re.search(r"\d+", told)
    named = re.findall(r"\b[roygbv]{3}\b", told)
    return named, int(hidden[0]) if hidden else 0


def _asked(text: str) -> str:
    if re.search(r"may take a stone back\.", text):
        return "take"
    return "extra" if re.search(r"may lay another stone\.", text) else "placement"


def _turn_heard(text: str) -> Scene:
    """The stones laid, the last one at the end; what was made, taken and drawn."""
    laid = [
        stone for told in re.findall(rf"{WHO} laid ([a-z][^.]+\d)\.", text) for stone in told[1].split(", ")
    ]
    made = re.findall(r"That makes an? (\w)\w+ sato at (\w+)\.", text)
    several = one(r"New satos: ([^.]+)\.", text)
    made += [tuple(reversed(sato.split())) for sato in several[0].split(", ")] if several else []
    took = re.findall(rf"{WHO} took (\w+) back from (\w+)\.", text)
    took += [
        (who, *stone.split())
        for who, told in re.findall(rf"{WHO} took back ((?:\w{{3}} \w\d+\w?(?:, )?)+)\.", text)
        for stone in told.split(", ")
    ]
    drew = [
        (who, stone) for who, told in re.findall(rf"{WHO} drew ([roygbv ]+)\.", text) for stone in words(told)
    ]
    return {
        "laid": [tuple(stone.split()) for stone in laid],
        "made": {(point, colour) for colour, point in made},
        "taken": {(seat(who), stone, point) for who, stone, point in took},
        "drawn": {(seat(who), stone) for who, stone in drew},
        "drawn unseen": {seat(who) for who in re.findall(rf"{WHO} drew a stone\.", text)},
    }


def ways_heard(text: str) -> dict[str, dict[str, str]]:
    """For each way to lay the chosen stone the colour along each side."""
    found = one(r"Colours at the sides ([a-z, ]+): ([^.]+)\.", text)
    if found is None:
        return {}
    sides = found[0].split(", ")
    ways = {way: colours for way, _, *colours in map(str.split, found[1].split(", "))}
    if "all turns fit" in text:
        ways = {
            f"{face}{turn}": ways[f"{face}0"][turn:] + ways[f"{face}0"][:turn]
            for face in "wb"
            for turn in range(6)
        }
    return {way: dict(zip(sides, colours, strict=True)) for way, colours in ways.items()}


def around_heard(text: str) -> dict[str, str]:
    """The sides of the chosen point at which a stone lies, and its colour there."""
    found = one(r"Around \w+, by side: ([^.]+)\.", text)
    return dict(re.findall(r"(\w+) (\w)", found[0])) if found else {}


def made_heard(text: str) -> dict[str, set[str]]:
    """For each way the colours of the satos that it would make."""
    return {
        way: {sato.split()[1] for sato in satos.split(", ")}
        for way, satos in re.findall(r"(\w\d) \S+ would make a sato: ([^.]+)\.", text)
    }


def shown(view: View) -> Scene:
    """What the picture shows, from the view."""
    layout = view.layout
    stack = [stone_name(stone) for stone in view.stack[:1] if stone is not Stone.UNKNOWN]
    return {
        "table": SIZES[view.options.table],
        "stones": {
            Lying(laid.level, stone_name(laid.stone), point_name(laid.point), "wb"[laid.face], laid.turn)
            for laid in layout.stones
        },
        "free": {_sato(sato) for sato in layout.satos if not layout.is_covered(sato)},
        "supplies": {
            who: (
                [stone_name(stone) for stone in supply if stone is not Stone.UNKNOWN],
                supply.count(Stone.UNKNOWN),
            )
            for who, supply in enumerate(view.supplies)
        },
        "stack": len(view.stack),
        "next": stack[0] if stack else None,
        "score": view.scores,
        "asked": view.asked.value if view.to_act else Asked.PLACEMENT.value,
        **_turn_shown(view),
    }


def _turn_shown(view: View) -> Scene:
    placed = [each for each in view.trail if isinstance(each, Placed)]
    drawn = [each for each in view.trail if isinstance(each, Drew)]
    return {
        "laid": [
            (
                stone_name(each.laid.stone),
                point_name(each.laid.point),
                f"{'wb'[each.laid.face]}{each.laid.turn}",
            )
            for each in placed
        ],
        "made": {_sato(sato) for each in placed for sato in each.completed},
        "taken": {
            (each.seat, stone_name(each.laid.stone), point_name(each.laid.point))
            for each in view.trail
            if isinstance(each, Took)
        },
        "drawn": {(each.seat, stone_name(each.stone)) for each in drawn if each.stone is not Stone.UNKNOWN},
        "drawn unseen": {each.seat for each in drawn if each.stone is Stone.UNKNOWN},
    }


def _sato(sato: SatoSpot) -> tuple[str, str]:
    return point_name(sato.point), COLOURS[sato.colour]
