"""Replays: pages of positions, missed turns, and the texts of clips and files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot import interface
from bot.interface import Button, Picture, Rows, Screen, Track
from bot.presentation.alt_texts import length, position
from bot.presentation.boards import closed
from bot.presentation.button_rows import in_rows
from bot.presentation.phrasing import Phrasing, newest
from bot.presentation.results import how_it_ended
from bot.texts import joined
from games.events import MatchId
from games.game import View
from games.match import MatchView, Phase

LEAP = 10  # positions


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A page of a replay."""

    key: MatchId
    """The code of the match or the id of a record."""
    place: int
    """Number of the position; 1 is the deal."""
    places: int
    ply: int
    """The latest ply; 0 at the deal."""
    plies: int
    deal: bool
    """Whether it is the deal after this ply."""
    may_export: bool
    """Whether the reader may export the record of this match."""
    may_play_on: bool = False
    """Whether the reader may begin a new match at this position."""
    may_see_both: bool = False
    """Whether the reader may see the other player's view."""
    both: bool = False
    """Whether it shows the views of both players."""
    more: bool = False
    """Whether it shows the controls that are used less."""
    missed: tuple[View, ...] = ()
    """The reader's view at the end of each turn since their last action."""


def replay_page(match: MatchView, at: ReplayPosition, phrasing: Phrasing) -> Screen:
    """A position of a match; `match` is the reader's view of it (`games.replay.seen_at`)."""
    view, text_only, limits = match.view, phrasing.text_only, phrasing.capabilities
    assert view is not None  # noqa: S101 - a replay begins with the deal
    title, where = phrasing.about("title.replay", match), _where(at, phrasing)
    ending = how_it_ended(match, phrasing)
    room = (limits.text if text_only else limits.caption) - length([title, *where, *ending])
    return Screen(
        title=title,
        text="\n".join([*where, *_turns(match, view, at, phrasing, room), *ending]),
        picture=None if text_only else past_picture(match, view, phrasing),
        rows=_rows(match, at, phrasing),
        text_only=text_only,
        track=Track(at.place - 1, tuple(_page(at, place + 1) for place in range(at.places))),
    )


def _turns(match: MatchView, view: View, at: ReplayPosition, phrasing: Phrasing, room: int) -> list[str]:
    """The turns that the reader has missed, else the latest one; without a picture, also the position."""
    missed = _missed(match, at.missed, phrasing, room) if at.missed else []
    left = room - length(missed)
    if phrasing.text_only:
        return [*missed, *position(match, view, phrasing, (), left)]
    return missed or newest(phrasing.tell(match, view.tell_seen()), left)


def clip_text(match: MatchView, phrasing: Phrasing, shown: int, positions: int) -> str:
    """The text for the clip of a finished match, with the number of positions that it shows."""
    key = "clip.all" if shown == positions else "clip.some"
    return f"{phrasing.about('match.line', match)}\n{phrasing.texts(key, shown=shown, count=positions)}"


def clip_alt(match: MatchView, phrasing: Phrasing) -> str:
    end = "".join(how_it_ended(match, phrasing))
    return f"{phrasing.about('match.line', match)}. {phrasing.texts('clip.alt', end=end)}"


def export_text(match: MatchView, phrasing: Phrasing, *, tells_all: bool) -> str:
    """The text for a record; `tells_all` is whether it contains secrets of the match."""
    text = phrasing.about("export.text", match)
    return f"{text}\n{phrasing.texts('export.tells_all')}" if tells_all else text


def _where(at: ReplayPosition, phrasing: Phrasing) -> list[str]:
    texts = phrasing.texts
    key = "replay.next_deal" if at.deal else "replay.ply"
    where = texts(key if at.ply else "replay.deal", number=at.ply, count=at.plies)
    return [where, texts("replay.both_sides")] if at.both else [where]


def _missed(match: MatchView, missed: Sequence[View], phrasing: Phrasing, room: int) -> list[str]:
    texts = phrasing.texts
    told = (view.tell_in_short() if phrasing.text_only else view.tell_last() for view in missed)
    turns = [joined(phrasing.tell(match, facts)) for facts in told]
    heading = texts("missed", count=len(turns))
    left = room - length([heading])
    return [heading, *newest(turns, left, lambda count: texts("missed.before", count=count))]


def past_picture(match: MatchView, view: View, phrasing: Phrasing) -> Picture:
    """A position of the past, in which nothing is asked."""
    brief, most = phrasing.brief(), phrasing.capabilities.alt_text
    alt = joined(position(match, view, brief, how_it_ended(match, brief), most))
    return Picture(match.game, closed(view, match.ending), phrasing.plain_names(match), (), alt, past=True)


def _page(at: ReplayPosition, place: int) -> interface.Request:
    return interface.ReplayBoth(at.key, place) if at.both else interface.Replay(at.key, place)


def _rows(match: MatchView, at: ReplayPosition, phrasing: Phrasing) -> Rows:
    """Back, forward and the clip, which keep their places; the other controls once *More* was pressed."""
    texts, place, last = phrasing.texts, at.place, at.places
    steps = list[Button]()
    if last > 1:
        back, onward = _page(at, max(place - 1, 1)), _page(at, min(place + 1, last))
        steps += [
            Button(texts("button.back"), back, "main", disabled=place == 1),
            Button(texts("button.forward"), onward, "main", disabled=place == last),
        ]
    if match.phase is Phase.OVER:
        steps.append(Button(texts("button.play_clip"), interface.MakeClip(at.key)))
    others = _less_used(at, phrasing)
    if others and not at.more:
        others = [Button(texts("button.more"), interface.ReplayMore(at.key, place, at.both))]
    if at.both:
        others.insert(0, Button(texts("button.own_side"), _page(replace(at, both=False), place)))
    return (*in_rows(steps), *in_rows(others))


def _less_used(at: ReplayPosition, phrasing: Phrasing) -> list[Button]:
    """Playing on, long steps, ends, the other view and the record; useless ones are left out."""
    texts, place = phrasing.texts, at.place
    ways = [] if phrasing.capabilities.tracks else _long_steps(at, phrasing)
    if at.may_play_on:
        ways.insert(0, Button(texts("button.play_on"), interface.PlayOn(at.key, at.ply, None)))
    if at.may_see_both and not at.both:
        ways.append(Button(texts("button.both_sides"), _page(replace(at, both=True), place)))
    if at.may_export:
        ways.append(Button(texts("button.record"), interface.ExportMatch(at.key)))
    return ways


def _long_steps(at: ReplayPosition, phrasing: Phrasing) -> list[Button]:
    """To the ends and over `LEAP` positions, where these are more than one step away."""
    texts, place, last = phrasing.texts, at.place, at.places
    ways = list[Button]()
    if place > 2:
        ways.append(Button(texts("button.first"), _page(at, 1)))
    if place > LEAP + 1:
        ways.append(Button(f"−{LEAP}", _page(at, place - LEAP)))
    if place + LEAP < last:
        ways.append(Button(f"+{LEAP}", _page(at, place + LEAP)))
    if place < last - 1:
        ways.append(Button(texts("button.last"), _page(at, last)))
    return ways
