"""The public pages of finished matches: what everybody may see who knows the address."""

from __future__ import annotations

from dataclasses import replace

from bot import presentation
from bot.domain.refusals import Refused
from bot.handlers.replays import position_of, record_text
from bot.handlers.services import Services
from bot.interface import Account, DisplayPreferences, PublicMatch
from bot.repositories.replays import ReplayedMatch
from bot.texts import texts_for
from games.events import MatchId
from games.game import Viewer
from games.match import Match
from games.replay import frames, positions, seen_at

NOWHERE = ""
"""In place of a platform: people are called by their names, as nobody can be mentioned."""


def slow_down(services: Services, address: str) -> int:
    """Count a request from an address; seconds to wait, mostly 0."""
    return services.limits.pages.take(Account(NOWHERE, address, ""))


async def see(services: Services, match_id: MatchId, language: str, place: int | None) -> PublicMatch | None:
    """A public page; None if there is none. Without a place, its last one."""
    match = await _published(services, match_id)
    if match is None:
        return None
    preferences = DisplayPreferences(texts_for(language))
    phrasing = await services.screens.phrasing(match, NOWHERE, preferences)
    end = match.seen_by(None)
    shown = PublicMatch(
        match_id,
        end.game,
        phrasing.texts,
        presentation.public_title(end, phrasing),
        presentation.public_result(end, phrasing),
    )
    if not match.is_open_to_all:
        return shown
    replayed = await _replayed(services, match)
    pages = frames(replayed.positions)
    place = len(pages) if place is None else min(max(place, 1), len(pages))
    frame = pages[place - 1]
    viewer: Viewer = 0 if match.had_secrets else None
    seen = seen_at(match, replayed.positions, frame, viewer, both=match.had_secrets)
    page = presentation.public_position(seen, position_of(replayed, pages, place), phrasing)
    goes_on = replayed.positions[frame.place].state.result is None
    return replace(
        shown,
        shown=services.screens.page(page, preferences),
        place=place,
        places=len(pages),
        number=frame.place,
        may_play_on=goes_on and end.game in services.access.robots.games,
    )


async def record_of(services: Services, match_id: MatchId) -> str | None:
    """The record of a match whose public page shows its moves."""
    match = await _published(services, match_id)
    if match is None or not match.is_open_to_all:
        return None
    replayed = await _replayed(services, match)
    phrasing = await services.screens.phrasing(match, NOWHERE, DisplayPreferences(texts_for("")))
    return record_text(replayed, None, phrasing)


async def _published(services: Services, match_id: MatchId) -> Match | None:
    """The match, if it has a public page."""
    try:
        match = await services.matches.load(match_id)
    except Refused:
        return None
    return match if await services.screens.is_public(match) else None


async def _replayed(services: Services, match: Match) -> ReplayedMatch:
    """The match with its positions; its players may be others by now than when those were kept."""
    key = match.opened.match
    kept = services.public_replays.get((key, match.version))
    if kept is None:
        events = await services.store.matches.load(key)
        kept = ReplayedMatch(key, match, positions(events[: match.version]))
        services.public_replays[key, match.version] = kept
    return replace(kept, match=match)
