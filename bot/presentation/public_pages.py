"""The public page of a finished match: its title, its result and its positions, as everybody may see them."""

from __future__ import annotations

from dataclasses import replace

from bot.interface import Screen
from bot.presentation.phrasing import Phrasing
from bot.presentation.replay import ReplayPosition, replay_page
from bot.presentation.results import how_it_ended
from bot.texts import joined
from games.match import MatchView


def public_title(match: MatchView, phrasing: Phrasing) -> str:
    return phrasing.about("public.title", match)


def public_result(match: MatchView, phrasing: Phrasing) -> str:
    return joined(how_it_ended(match, phrasing))


def public_position(match: MatchView, at: ReplayPosition, phrasing: Phrasing) -> Screen:
    """A position without its result; `match` may be a seat's view, if all of it is laid open."""
    match = replace(match, viewer=None)
    page = replay_page(match, at, phrasing)
    text = page.text.removesuffix(public_result(match, phrasing)).rstrip()
    return replace(page, text=text, rows=(), track=None)
