"""What all readers of boards in words have in common: names, whose turn it is, what is chosen and offered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from games.game import SEATS, Seat, View

NAMES = ("Ada", "Ben")
WHO = "(Ada|Ben)"

Scene = dict[str, Any]
"""What a picture shows, by what it is."""


def seat(name: str) -> Seat:
    """Whose name it is."""
    return 0 if name == NAMES[0] else 1


def one(form: str, text: str) -> tuple[str, ...] | None:
    """The groups of the only place where the text has this form; None where it has none."""
    found = [match.groups() for match in re.finditer(form, text)]
    assert len(found) < 2, f"{form} stands in it more than once: {text}"
    return found[0] if found else None


def number(form: str, text: str) -> int | None:
    """The number in the only place of this form."""
    found = one(form, text)
    return int(found[0]) if found else None


def by_seat(form: str, text: str) -> dict[Seat, tuple[str, ...]]:
    """The other groups of each place of this form, by the seat named in its first one."""
    found = re.findall(form, text)
    told = {seat(name): tuple(others) for name, *others in found}
    assert len(told) == len(found), f"{form} tells somebody twice: {text}"
    return told


def words(text: str) -> list[str]:
    """The words of a list, with or without commas."""
    return text.replace(",", " ").split()


def standing_heard(text: str) -> Scene:
    """Whose turn it is, or who has won; a draw is won by nobody."""
    turns = {
        seat(name)
        for name in re.findall(rf"It is {WHO}'s turn\.|It is your turn, {WHO}\.", text)
        for name in name
        if name
    }
    if "choose now" in text:
        turns = set(SEATS)
    won = one(rf"{WHO} wins[!.]", text)
    winner: Mapping[bool, object] = {True: seat(won[0]) if won else None, False: "nobody yet"}
    return {"turns": turns, "winner": winner[bool(won) or "A draw." in text]}


def standing_shown(view: View) -> Scene:
    """The same from the view."""
    return {"turns": set(view.to_act), "winner": view.result.winner if view.result else "nobody yet"}


def chosen_heard(text: str) -> list[str]:
    """The words chosen so far; a point that the question names is told there alone."""
    found = one(r"Chosen so far: (.+?)\.(?:\s(?:Sato )?(\w+): choose)?", text)
    return f"{found[0]} {found[1] or ''}".split() if found else []


def offered_heard(text: str) -> list[str]:
    """The words that can be chosen next."""
    found = one(r"Possible: ([^.]+)\.", text)
    return words(found[0]) if found else []
