"""What both seats know of a position together, as a view of one of them; for what is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games import sato, sator, stacko
from games.game import View
from games.sator.pieces import Fallen, Piece


def laid_open(view: View, opposite: View) -> View:
    """The first view with all that the other seat's view of the same position shows besides.

    Whatever neither of them shows stays hidden.
    """
    seen: tuple[Any, Any] = view, opposite
    match seen:
        case sator.View() as own, sator.View() as theirs:
            return _sator(own, theirs)
        case stacko.View() as own, stacko.View() as theirs:
            return _stacko(own, theirs)
        case sato.View() as own, sato.View() as theirs:
            return _sato(own, theirs)
    return view


def _sator(own: sator.View, theirs: sator.View) -> sator.View:
    def shown(one: Piece | Fallen, another: Piece | Fallen) -> Any:
        return another if one.dot is sator.Dot.UNKNOWN else one

    pieces = tuple(map(shown, own.pieces, theirs.pieces))
    return replace(own, pieces=pieces, fallen=tuple(map(shown, own.fallen, theirs.fallen)))


def _stacko(own: stacko.View, theirs: stacko.View) -> stacko.View:
    first, second = (own, theirs) if own.viewer == 0 else (theirs, own)

    def shown(one: stacko.SeenRound, another: stacko.SeenRound) -> stacko.SeenRound:
        return replace(one, towers=(one.towers[0], another.towers[1]))

    ended = tuple(map(shown, first.ended, second.ended))
    return replace(own, round=shown(first.round, second.round), ended=ended)


def _sato(own: sato.View, theirs: sato.View) -> sato.View:
    first, second = (own, theirs) if own.viewer == 0 else (theirs, own)
    trail = tuple(
        another if isinstance(one, sato.Drew) and one.stone is sato.Stone.UNKNOWN else one
        for one, another in zip(own.trail, theirs.trail, strict=True)
    )
    return replace(own, supplies=(first.supplies[0], second.supplies[1]), trail=trail)
