"""The moderation pages for admins of a chat."""

from __future__ import annotations

from collections.abc import Sequence
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
    """A reported message."""

    said: Said
    reporter: PlayerId
    at: int
    """Time of the report, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Moderation:
    """The content of the moderation page of a chat."""

    place: str
    """See `Chat.place`."""
    running: Sequence[MatchId]
    """Running matches, newest first."""
    tournaments: Sequence[Tournament]
    """Open and running tournaments."""
    reports: Sequence[Report]
    """Newest first."""
    hidden: Sequence[PlayerId]
    """Players whose messages are hidden."""
    zone: str
    """The reader's time zone."""
    whole: bool = True
    """Whether this is the whole place.

    Messages are hidden per place, not in one of several chats that share it.
    """


def moderation_page(shown: Moderation, phrasing: Phrasing) -> Screen:
    """Running matches, hidden players and reports; reports that do not fit are left out."""
    texts, title = phrasing.texts, phrasing.texts("title.moderation")
    lines = [texts("moderation.matches", count=len(shown.running))]
    if shown.hidden:
        lines.append(texts("moderation.hidden", names=", ".join(map(phrasing.name, shown.hidden))))
        lines += forgotten_line(shown.hidden, phrasing)
    lines.append(texts("moderation.reports" if shown.reports else "moderation.no_reports"))
    for report in shown.reports:
        line = _line(report, shown.zone, phrasing)
        if length([title, *lines, line]) > phrasing.capabilities.text:
            break
        lines.append(line)
    ends = [
        Button(texts("button.stop", match=match), interface.ShowModeration(match, shown.place), "danger")
        for match in shown.running
    ]
    ends += end_buttons(shown.tournaments, phrasing)
    return Screen("\n".join(lines), title, rows=(*in_rows(_hide_buttons(shown, phrasing)), *in_rows(ends)))


def _hide_buttons(shown: Moderation, phrasing: Phrasing) -> list[Button]:
    """Buttons to hide the authors of reported messages, and to unhide hidden players."""
    speakers = dict.fromkeys(report.said.player for report in shown.reports)
    to_hide = [player for player in speakers if shown.whole and player not in shown.hidden]
    to_show = dict.fromkeys(shown.hidden)
    texts, brief = phrasing.texts, phrasing.brief()
    return [
        Button(
            texts("button.hide" if hide else "button.unhide", name=brief.name(player)),
            interface.HideWords(player, hide, shown.place),
        )
        for hide, players in ((True, to_hide), (False, to_show))
        for player in players
    ]


def stop_page(match: MatchId, players: tuple[PlayerId, PlayerId], place: str, phrasing: Phrasing) -> Screen:
    """Ask for confirmation before a match is ended."""
    texts, (first, second) = phrasing.texts, map(phrasing.name, players)
    asked = texts("stop.ask", match=match, first=first, second=second)
    back = interface.ShowModeration(None, place)
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
