"""What the admins of a chat can do about matches and messages there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot import interface
from bot.domain.tournaments import Tournament
from bot.interface import Button, Screen
from bot.presentation.alt_texts import length
from bot.presentation.phrasing import Phrasing
from bot.presentation.preferences import forgotten_line
from bot.presentation.prompts import confirm_page, in_rows
from bot.presentation.talking import Said, words_of
from bot.presentation.tournaments import end_buttons
from games.events import MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class Report:
    """A message that somebody has reported."""

    said: Said
    reporter: PlayerId
    at: int
    """When, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Moderation:
    """How a chat stands."""

    place: str
    """See `Chat.place`."""
    running: Sequence[MatchId]
    """Matches that go on there, the newest first."""
    tournaments: Sequence[Tournament]
    """Those that are open or running there."""
    reports: Sequence[Report]
    """The latest first."""
    hidden: Sequence[PlayerId]
    """Whose messages are hidden there."""
    zone: str
    """The reader's."""
    whole: bool = True
    """It is all of a place: one chat of several that share it has no messages of its own to hide."""


def moderation_page(shown: Moderation, phrasing: Phrasing) -> Screen:
    """Reports, whose messages are hidden, and what goes on; those that have no room are left out."""
    texts, place = phrasing.texts, shown.place
    lines = [texts("moderation.matches", count=len(shown.running))]
    if shown.hidden:
        lines.append(texts("moderation.hidden", names=", ".join(map(phrasing.name, shown.hidden))))
        lines += forgotten_line(shown.hidden, phrasing)
    lines.append(texts("moderation.reports" if shown.reports else "moderation.no_reports"))
    for report in shown.reports:
        line = _line(report, shown.zone, phrasing)
        if length([texts("title.moderation"), *lines, line]) > phrasing.capabilities.text:
            break
        lines.append(line)
    speakers = dict.fromkeys(report.said.player for report in shown.reports)
    brief = phrasing.brief()
    hiding: Mapping[PlayerId, bool] = {
        **{player: True for player in speakers if shown.whole and player not in shown.hidden},
        **dict.fromkeys(shown.hidden, False),
    }
    buttons = [
        Button(
            texts("button.hide" if on else "button.unhide", name=brief.name(player)),
            interface.HideWords(player, on, place),
        )
        for player, on in hiding.items()
    ]
    ends = [
        Button(texts("button.stop", match=match), interface.ShowModeration(match, place), "danger")
        for match in shown.running
    ]
    ends += end_buttons(shown.tournaments, phrasing)
    return Screen("\n".join(lines), texts("title.moderation"), rows=(*in_rows(buttons), *in_rows(ends)))


def stop_page(match: MatchId, players: tuple[PlayerId, PlayerId], place: str, phrasing: Phrasing) -> Screen:
    """Ask once more before a match is ended."""
    texts, (first, second) = phrasing.texts, map(phrasing.name, players)
    asked, back = (
        texts("stop.ask", match=match, first=first, second=second),
        interface.ShowModeration(None, place),
    )
    return confirm_page(asked, texts("button.stop_sure"), interface.StopMatch(match, place), texts, back=back)


def _line(report: Report, zone: str, phrasing: Phrasing) -> str:
    said = report.said
    return phrasing.texts(
        "moderation.report",
        name=phrasing.name(said.player),
        reader=phrasing.name(said.reader),
        match=said.match,
        words=words_of(said, phrasing),
        reporter=phrasing.name(report.reporter),
        moment=phrasing.texts.moment(report.at, zone),
    )
