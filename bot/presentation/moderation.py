"""The moderation pages for admins of a chat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot import interface
from bot.domain.remarks import Remark
from bot.domain.tournaments import Tournament
from bot.interface import Button, Screen
from bot.presentation.alt_texts import length
from bot.presentation.button_rows import confirm_page, in_rows
from bot.presentation.phrasing import Phrasing
from bot.presentation.preferences import forgotten_line
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
    can_hide: bool = True
    """Whether players can be hidden: in a whole place, but not in one of several chats that share it."""


def moderation_page(moderation: Moderation, phrasing: Phrasing) -> Screen:
    """Running matches, hidden players and reports; reports that do not fit are left out."""
    texts = phrasing.texts
    title = texts("title.moderation")
    lines = [texts("moderation.matches", count=len(moderation.running))]
    if moderation.hidden:
        lines.append(texts("moderation.hidden", names=", ".join(map(phrasing.name, moderation.hidden))))
        lines += forgotten_line(moderation.hidden, phrasing)
    lines.append(texts("moderation.reports" if moderation.reports else "moderation.no_reports"))
    times = list[int]()
    for remark in moderation.reports:
        line = _report(remark, phrasing)
        if length([title, *lines, line]) > phrasing.capabilities.text:
            break
        lines.append(line)
        times.append(remark.reported or 0)
    stop = [
        Button(texts("button.stop", match=match), interface.ShowModeration(match, moderation.place), "danger")
        for match in moderation.running
    ]
    stop += end_buttons(moderation.tournaments, phrasing)
    rows = (*in_rows(_hide_buttons(moderation, phrasing)), *in_rows(stop))
    return Screen("\n".join(lines), title, rows=rows, moments=phrasing.moments(times))


def _hide_buttons(moderation: Moderation, phrasing: Phrasing) -> list[Button]:
    authors = dict.fromkeys(remark.player for remark in moderation.reports)
    visible = [player for player in authors if moderation.can_hide and player not in moderation.hidden]
    hides = dict.fromkeys(visible, True) | dict.fromkeys(moderation.hidden, False)
    brief = phrasing.brief()
    return [
        Button(
            phrasing.texts("button.hide" if hide else "button.unhide", name=brief.name(player)),
            interface.HideWords(player, hide, moderation.place),
        )
        for player, hide in hides.items()
    ]


def stop_page(match: MatchId, players: tuple[PlayerId, PlayerId], place: str, phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    question = texts("stop.ask", match=match, **phrasing.pair(*players))
    stop = interface.StopMatch(match, place)
    back = interface.ShowModeration(None, place)
    return confirm_page(question, texts("button.stop_sure"), stop, texts, back=back)


def _report(remark: Remark, phrasing: Phrasing) -> str:
    return phrasing.texts(
        "moderation.report",
        name=phrasing.name(remark.player),
        reader=phrasing.name(remark.reader),
        match=remark.match,
        words=text_of(remark, phrasing),
        reporter=phrasing.name(remark.reporter),
        moment=phrasing.moment(remark.reported or 0),
    )
