"""Tables read back from the facts that tell them, and the same tables taken from the views.

What the facts say and what the view holds must be equal: so nothing is left out, and nothing is told besides.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from games.game import SEATS, Fact, Seat
from games.sahara import View as SaharaView
from games.sato import STONES, Stone, point_name, stone_name
from games.sato import View as SatoView
from games.sator import Dot
from games.sator import View as SatorView
from games.stacko import Hidden, SeenRound
from games.stacko import View as StackoView

Table = dict[Any, Any]
"""What lies there, by name or by seat."""

Facts = Sequence[Fact]


def values(facts: Facts, key: str) -> list[dict[str, str | int]]:
    """The values of each fact of this key."""
    return [dict(each.values) for each in facts if each.key == key]


def one(facts: Facts, key: str, name: str) -> Any:
    """A value of the fact of this key; None if it is not told."""
    found = values(facts, key)
    assert len(found) < 2
    return found[0][name] if found else None


def by_seat(facts: Facts, key: str, name: str) -> dict[Any, Any]:
    """A value of each seat's fact of this key."""
    return {each["seat"]: each[name] for each in values(facts, key)}


def sahara_told(facts: Facts) -> Table:
    return {"sides": by_seat(facts, "side", "hollows"), "stores": by_seat(facts, "side", "beans")}


def sahara_held(view: SaharaView) -> Table:
    sides = {seat: ", ".join(map(str, side)) for seat, side in enumerate(view.sides)}
    return {"sides": sides, "stores": dict(enumerate(view.stores))}


def sator_told(facts: Facts) -> Table:
    empty = {each["seat"]: "" for each in values(facts, "side_empty")}
    return {
        "pieces": by_seat(facts, "side", "pieces") | empty,
        "white": by_seat(facts, "side_white", "pieces"),
        "red": by_seat(facts, "side_red", "pieces"),
        "fallen": by_seat(facts, "fallen", "dots"),
    }


def sator_held(view: SatorView) -> Table:
    def squares(dots: Collection[Dot]) -> dict[Seat, str]:
        return {
            seat: " ".join(each.square for each in view.pieces if each.seat == seat and each.dot in dots)
            for seat in SEATS
        }

    letters = {Dot.WHITE: "w", Dot.RED: "r", Dot.UNKNOWN: ""}
    fallen: dict[Seat, list[str]] = {}
    for each in view.fallen:
        fallen.setdefault(each.seat, []).append("u" * each.captor + letters[each.dot])
    return {
        "pieces": squares(tuple(Dot)),
        "white": _without_empty(squares([Dot.WHITE])),
        "red": _without_empty(squares([Dot.RED])),
        "fallen": {seat: ", ".join(dots) for seat, dots in fallen.items()},
    }


def _without_empty(told: Mapping[Seat, str]) -> dict[Seat, str]:
    return {seat: words for seat, words in told.items() if words}


def stacko_told(facts: Facts) -> Table:
    in_hand = {
        key: (each["seat"], each["part"])
        for key in ("in_hand_offered", "in_hand_drawn")
        for each in values(facts, key)
    }
    return {
        "round": one(facts, "round", "number"),
        "towers": by_seat(facts, "tower", "parts"),
        "in hand": in_hand,
        "talon": one(facts, "talon", "count"),
        "discards": one(facts, "discards", "parts"),
    }


def stacko_held(view: StackoView) -> Table:
    seen = view.round
    key = "in_hand_drawn" if seen.drawn else "in_hand_offered"
    return {
        "round": len(view.ended) + 1,
        "towers": dict(enumerate(_towers(seen))),
        "in hand": {} if view.result else {key: (seen.turn, seen.in_hand)},
        "talon": seen.talon,
        "discards": " ".join(map(str, seen.discards)) or None,
    }


def _towers(seen: SeenRound) -> Iterable[str]:
    for tower, eyes in zip(seen.towers, seen.eyes, strict=True):
        shown = ["x" if isinstance(part, Hidden) else str(part) for part in tower]
        yield " ".join(part + "*" * eye for part, eye in zip(shown, eyes, strict=True))


def sato_told(facts: Facts) -> Table:
    supplies: Table = {each["seat"]: ("", 0) for each in values(facts, "supply_empty")}
    supplies |= {each["seat"]: (each["stones"], 0) for each in values(facts, "supply")}
    supplies |= {each["seat"]: ("", each["count"]) for each in values(facts, "supply_unseen")}
    supplies |= {each["seat"]: (each["stones"], each["count"]) for each in values(facts, "supply_partly")}
    return {
        "levels": {each["level"]: each["stones"] for each in values(facts, "level")},
        "free satos": one(facts, "free_satos", "satos"),
        "supplies": supplies,
        "stack": one(facts, "stack", "count"),
        "next": one(facts, "next", "stone"),
        "named": {word for fact in facts for word in _words(fact)} & set(map(stone_name, STONES)),
    }


def sato_held(view: SatoView) -> Table:
    levels: dict[int, list[str]] = {}
    for laid in view.layout.stones:
        written = f"{stone_name(laid.stone)} {point_name(laid.point)} {'wb'[laid.face]}{laid.turn}"
        levels.setdefault(laid.level, []).append(written)
    free = [sato for sato in view.layout.satos if not view.layout.is_covered(sato)]
    written_out = repr(view)
    satos = ", ".join(f"{point_name(sato.point)} {'roygbv'[sato.colour]}" for sato in free)
    return {
        "levels": {level: ", ".join(written) for level, written in levels.items()},
        "free satos": satos or None,
        "supplies": {
            seat: (_names(supply), supply.count(Stone.UNKNOWN)) for seat, supply in enumerate(view.supplies)
        },
        "stack": len(view.stack) or None,
        "next": _names(view.stack[:1]) or None,
        "named": {stone_name(stone) for stone in STONES if f"Stone.{stone.name}:" in written_out},
    }


def _names(stones: Iterable[Stone]) -> str:
    return " ".join(stone_name(stone) for stone in stones if stone is not Stone.UNKNOWN)


def _words(fact: Fact) -> list[str]:
    return [word for _, value in fact.values for word in str(value).replace(",", " ").split()]


TOLD: Mapping[str, tuple[Callable[[Facts], Table], Callable[[Any], Table]]] = {
    "sahara": (sahara_told, sahara_held),
    "sator": (sator_told, sator_held),
    "stacko": (stacko_told, stacko_held),
    "sato": (sato_told, sato_held),
}
"""For each game, how to read a table from facts and how to take it from a view."""
