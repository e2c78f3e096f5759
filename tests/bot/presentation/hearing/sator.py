"""Sator from words: pieces with their dots, what is off the board, and the ways of the latest turn."""

from __future__ import annotations

import re

from games.game import SEATS
from games.sator import Advanced, Dot, Ready, View
from tests.bot.presentation.hearing.sentences import WHO, Scene, by_seat, one, seat

_ACT = re.compile(
    rf"{WHO} (?:stepped from (?P<start>\w\d) to (?P<target>\w\d)"
    r"|captured the piece on (?P<there>\w\d) from (?P<here>\w\d): it had a (?P<dot>white|red) dot)"
)


def heard(text: str) -> Scene:
    """What the words tell."""
    squares = by_seat(rf"{WHO}'s pieces: ([a-e1-5 ]+)\.", text)
    dots = {
        (who, square): colour
        for colour in ("white", "red")
        for who, (own,) in by_seat(rf"{colour.title()} dots of {WHO}: ([a-e1-5 ]+)\.", text).items()
        for square in own.split()
    }
    off = by_seat(rf"Pieces of {WHO} off the board, in order: ([wru, ]+) \(", text)
    return {
        "pieces": {
            (who, square): dots.get((who, square), "unknown")
            for who in squares
            for square in squares[who][0].split()
        },
        "off": {who: off[who][0].split(", ") if who in off else [] for who in SEATS},
        "ready": {seat(name) for name in re.findall(rf"{WHO} has hidden the dots", text)},
        **_turn_heard(text),
    }


def _turn_heard(text: str) -> Scene:
    first = one(rf"{WHO} first went ([a-e1-5 ,]+)\.", text)
    ways = [tuple(way.split()) for way in first[1].split(", ")] if first else []
    acts = list(_ACT.finditer(text))
    ways += [(act["start"] or act["here"], act["target"] or act["there"]) for act in acts]
    return {
        "ways": ways,
        "captured": acts[-1]["dot"] if acts else None,
        "arrived": one(r"The piece on (\w\d) shows a (white|red) dot", text),
        "skipped": {
            seat(name) for name in re.findall(rf"{WHO} cannot move", text[acts[-1].start() if acts else 0 :])
        },
    }


def shown(view: View) -> Scene:
    """What the picture shows, from the view."""
    letters = {Dot.WHITE: "w", Dot.RED: "r", Dot.UNKNOWN: ""}
    return {
        "pieces": {(piece.seat, piece.square): piece.dot.value for piece in view.pieces},
        "off": {
            who: ["u" * piece.captor + letters[piece.dot] for piece in view.fallen if piece.seat == who]
            for who in SEATS
        },
        "ready": {act.seat for act in view.trail if isinstance(act, Ready)},
        **_turn_shown([act for act in view.trail if isinstance(act, Advanced)]),
    }


def _turn_shown(plies: list[Advanced]) -> Scene:
    last = plies[-1] if plies else None
    return {
        "ways": [(ply.move.start, ply.move.target) for ply in plies],
        "captured": last.captured.value if last and last.captured else None,
        "arrived": (last.move.target, last.arrived.value) if last and last.arrived else None,
        "skipped": {1 - last.seat} if last and last.skipped else set(),
    }
