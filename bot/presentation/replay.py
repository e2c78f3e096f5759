"""Replays: pages of positions, missed turns, and the texts of clips and records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot import interface
from bot.interface import Button, Picture, Screen, Track
from bot.presentation.alt_texts import ended, length, position
from bot.presentation.boards import closed, how_it_ended
from bot.presentation.phrasing import Phrasing, isolated, newest, quoted, shortened
from bot.presentation.prompts import Rows, in_rows
from games.events import MatchId
from games.game import IllegalMove, UnknownHouseRule, View
from games.match import Ending, MatchView, Phase
from games.record import Record, UnreadableRecord

LEAP = 10  # positions of a long step


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A page of a replay."""

    key: MatchId
    """The code of the match or the id of a record, for buttons."""
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
    may_see_both: bool = False
    """Whether the reader may see the other player's view."""
    both: bool = False
    """Whether it shows the views of both players."""
    missed: tuple[View, ...] = ()
    """The reader's view at the end of each turn since their last action."""


def replay_page(
    match: MatchView, at: ReplayPosition, phrasing: Phrasing, *, text_only: bool = False
) -> Screen:
    """A position of a match.

    Args:
        match: the reader's view of this position (`games.replay.seen_at`).
        at: the page.
        phrasing: the reader's.
        text_only: without a picture; the text describes everything.
    """
    view = match.view
    if view is None:
        raise ValueError("a replay begins with the deal")
    texts, names = phrasing.texts, phrasing.names(match)
    title = phrasing.about("title.replay", match)
    ended = [how_it_ended(match, match.ending, phrasing)] if match.ending else []
    where = [_where(at, phrasing), *([texts("replay.both_sides")] if at.both else [])]
    lines = [*where, *ended]
    shown = phrasing.capabilities
    room = (shown.text if text_only else shown.caption) - length([title])
    said = _missed(match, at.missed, phrasing, room - length(lines)) if at.missed else []
    left = room - length([*lines, *said])
    if text_only:
        said += position(match, view, phrasing, (), left)
    elif not said:
        said = newest(phrasing.describe(match.game, names, view.tell_turn()), left, texts)
    return Screen(
        title=title,
        text="\n".join([*where, *said, *ended]),
        picture=None if text_only else _picture(match, view, phrasing),
        rows=_rows(match, at, phrasing),
        text_only=text_only,
        track=Track(at.place - 1, tuple(_page(at, place + 1) for place in range(at.places))),
    )


def clip_text(match: MatchView, phrasing: Phrasing, shown: int, positions: int) -> str:
    """The text for the clip of a finished match, with the number of positions that it shows."""
    key = "clip.all" if shown == positions else "clip.some"
    return f"{phrasing.about('match.line', match)}\n{phrasing.texts(key, shown=shown, count=positions)}"


def clip_alt(match: MatchView, phrasing: Phrasing) -> str:
    """The alt text of a clip: the match and how it ended."""
    end = how_it_ended(match, match.ending, phrasing) if match.ending else ""
    return f"{phrasing.about('match.line', match)}. {phrasing.texts('clip.alt', end=end)}"


def export_text(match: MatchView, phrasing: Phrasing, *, tells_all: bool) -> str:
    """The text for a record; `tells_all` is whether it contains secrets of the match."""
    text = phrasing.about("export.text", match)
    return f"{text}\n{phrasing.texts('export.tells_all')}" if tells_all else text


def _where(at: ReplayPosition, phrasing: Phrasing) -> str:
    if at.ply == 0:
        return phrasing.texts("replay.deal", count=at.plies)
    key = "replay.next_deal" if at.deal else "replay.ply"
    return phrasing.texts(key, number=at.ply, count=at.plies)


def _missed(match: MatchView, missed: Sequence[View], phrasing: Phrasing, room: int) -> list[str]:
    """The turns since the reader's last action, newest last, as many as fit."""
    names, texts = phrasing.names(match), phrasing.texts
    turns = [" ".join(phrasing.describe(match.game, names, view.tell_in_short())) for view in missed]
    heading = texts("missed", count=len(turns))
    return [heading, *newest(turns, room - length([heading]), texts, "missed.before")]


def _picture(match: MatchView, view: View, phrasing: Phrasing) -> Picture:
    pictured = closed(view, match.ending) if match.ending else view
    brief = phrasing.brief()
    ended = [how_it_ended(match, match.ending, brief)] if match.ending else []
    alt = " ".join(position(match, view, brief, ended, phrasing.capabilities.alt_text))
    return Picture(match.game, pictured, phrasing.plain_names(match), (), alt)


def _page(at: ReplayPosition, place: int) -> interface.Request:
    """The request for another page with the same view."""
    return interface.ReplayBoth(at.key, place) if at.both else interface.Replay(at.key, place)


def _rows(match: MatchView, at: ReplayPosition, phrasing: Phrasing) -> Rows:
    """Buttons for steps; below, for the ends and the files. Useless ones are left out."""
    texts, key, place, last = phrasing.texts, at.key, at.place, at.places
    steps, ways = list[Button](), list[Button]()
    if place > LEAP + 1:
        steps.append(Button(f"−{LEAP}", _page(at, place - LEAP)))
    if place > 1:
        steps.append(Button(texts("button.back"), _page(at, place - 1)))
    if place < last:
        steps.append(Button(texts("button.forward"), _page(at, place + 1), "main"))
    if place + LEAP < last:
        steps.append(Button(f"+{LEAP}", _page(at, place + LEAP)))
    if place > 2:
        ways.append(Button(texts("button.first"), _page(at, 1)))
    if place < last - 1:
        ways.append(Button(texts("button.last"), _page(at, last)))
    if match.phase is Phase.OVER:
        ways.append(Button(texts("button.clip"), interface.MakeClip(key)))
    if at.may_see_both:
        other = replace(at, both=not at.both)
        ways.append(Button(texts("button.own_side" if at.both else "button.both_sides"), _page(other, place)))
    if at.may_export:
        ways.append(Button(texts("button.record"), interface.ExportMatch(key)))
    return (*in_rows(steps), *in_rows(ways))


def unreadable(error: UnreadableRecord, phrasing: Phrasing) -> str:
    """The error in a line of a record, without the position.

    Args:
        error: of the record.
        phrasing: the reader's.
    """
    texts, facts = phrasing.texts, dict(error.facts)
    game = str(facts.get("game", ""))
    if isinstance(error.refused, UnknownHouseRule):
        facts |= {"text": error.refused.text, "allowed": ", ".join(error.refused.allowed) or "–"}
    if isinstance(error.refused, IllegalMove) and error.problem == "illegal":
        words = phrasing.words(game, error.refused.facts)
        facts["reason"] = texts(f"{game}.illegal.{error.refused.reason}", **words)
    if error.problem == "notation":
        facts |= {"expected": texts(f"{game}.expected"), "game": phrasing.game(game)}
    facts |= {key: quoted(str(facts[key])) for key in ("text", "move", "name") if key in facts}
    return texts("no.record", line=error.line, why=texts(f"no.record.{error.problem}", **facts))


def record_lines(record: Record, views: Sequence[View], phrasing: Phrasing) -> Iterator[str]:
    """Yield a match as lines: title, deal, each ply with its visible effect, and the ending.

    The moves are in full notation, as the reader of a record knows them.

    Args:
        record: of the match.
        views: of one viewer, from the deal on.
        phrasing: the reader's.
    """
    texts, game = phrasing.texts, record.game
    first, second = (isolated(shortened(name)) for name in record.names)
    names = (first, second)
    yield texts(
        "record.title",
        game=phrasing.game(game),
        first=first,
        second=second,
        match=record.match,
        day=record.day,
    )
    yield texts("record.deal")
    yield from phrasing.describe(game, names, views[0].tell_table())
    for number, ((seat, move), view) in enumerate(zip(record.plies, views[1:], strict=True), 1):
        turn = " ".join(phrasing.describe(game, names, view.tell_turn()))
        yield texts("record.ply", number=number, name=names[seat], move=move, turn=turn)
    yield ended(game, Ending(record.winner, record.reason, views[-1].result), names, phrasing)
