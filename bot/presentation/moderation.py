"""The moderation pages for admins of a chat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot import interface
from bot.domain.remarks import Remark
from bot.domain.tournaments import Tournament
from bot.interface import Button, Screen
from bot.presentation.alt_texts import length
from bot.presentation.phrasing import Phrasing
from bot.presentation.preferences import forgotten_line
from bot.presentation.prompts import confirm_page, in_rows
from bot.presentation.remarks import text_of
from bot.presentation.tournaments import end_buttons
from games.events import MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class Moderation:
    """The content of the moderation page of a chat."""

    place: str
    running: Sequence[MatchId]
    """Newest first."""
    tournaments: Sequence[Tournament]
    reports: Sequence[Remark]
    """Reported remarks, newest first."""
    hidden: Sequence[PlayerId]
    zone: str
    whole: bool = True
    """Whether this is the whole place.

    Remarks are hidden per place, not in one of several chats that share it.
    """


def moderation_page(shown: Moderation, phrasing: Phrasing) -> Screen:
    """Running matches, hidden players and reports; reports that do not fit are left out."""
    texts, title = phrasing.texts, phrasing.texts("title.moderation")
    lines = [texts("moderation.matches", count=len(shown.running))]
    if shown.hidden:
        lines.append(texts("moderation.hidden", names=", ".join(map(phrasing.name, shown.hidden))))
        lines += forgotten_line(shown.hidden, phrasing)
    lines.append(texts("moderation.reports" if shown.reports else "moderation.no_reports"))
    for remark in shown.reports:
        line = _report(remark, shown.zone, phrasing)
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
    authors = dict.fromkeys(remark.player for remark in shown.reports)
    hide = [player for player in authors if shown.whole and player not in shown.hidden]
    hiding = dict.fromkeys(hide, True) | dict.fromkeys(shown.hidden, False)
    names = phrasing.brief()
    return [
        Button(
            phrasing.texts("button.hide" if on else "button.unhide", name=names.name(player)),
            interface.HideWords(player, on, shown.place),
        )
        for player, on in hiding.items()
    ]


def stop_page(match: MatchId, players: tuple[PlayerId, PlayerId], place: str, phrasing: Phrasing) -> Screen:
    texts, (first, second) = phrasing.texts, map(phrasing.name, players)
    asked = texts("stop.ask", match=match, first=first, second=second)
    back = interface.ShowModeration(None, place)
    return confirm_page(asked, texts("button.stop_sure"), interface.StopMatch(match, place), texts, back=back)


def _report(remark: Remark, zone: str, phrasing: Phrasing) -> str:
    return phrasing.texts(
        "moderation.report",
        name=phrasing.name(remark.player),
        reader=phrasing.name(remark.reader),
        match=remark.match,
        words=text_of(remark, phrasing),
        reporter=phrasing.name(remark.reporter),
        moment=phrasing.texts.moment(remark.reported or 0, zone),
    )
