"""Remarks of players, and the pages to send and report them."""

from __future__ import annotations

from dataclasses import replace

from bot import interface
from bot.domain import remarks
from bot.domain.players import is_team
from bot.domain.remarks import Remark
from bot.interface import Button, Screen
from bot.presentation.button_rows import confirm_page, in_rows
from bot.presentation.phrasing import Phrasing, quoted
from bot.texts import Texts
from games.events import MatchId, PlayerId


def phrases_page(match: MatchId, opponent: PlayerId, phrasing: Phrasing, *, muted: bool) -> Screen:
    """The set phrases as buttons; `muted` is whether the reader has muted the opponent."""
    texts, name = phrasing.texts, phrasing.name(opponent)
    lines = [texts("say.ask", name=name, most_words=remarks.MOST_CHARACTERS)]
    lines += [texts("note.muted", name=name)] if muted else []
    phrases = [Button(remarks.phrase(key, texts), interface.SayPhrase(match, key)) for key in remarks.PHRASES]
    mute = mute_button(opponent, phrasing, on=not muted)
    return Screen("\n".join(lines), rows=(*in_rows(phrases), (mute,)))


def mute_button(player: PlayerId, phrasing: Phrasing, *, on: bool) -> Button:
    label = phrasing.texts("button.mute" if on else "button.unmute", name=phrasing.brief().name(player))
    return Button(label, interface.MutePlayer(player, on=on))


def muted_page(player: PlayerId, phrasing: Phrasing, *, on: bool) -> Screen:
    text = phrasing.texts("note.muted" if on else "note.unmuted", name=phrasing.name(player))
    return Screen(text, rows=((mute_button(player, phrasing, on=not on),),))


def remark_page(
    remark: Remark, game: str, phrasing: Phrasing, *, private: bool, team: PlayerId | None = None
) -> Screen:
    """A remark of an opponent, or of somebody in their `team`; in a shared chat, it names the addressee."""
    texts, name = phrasing.texts, phrasing.name(remark.player)
    text = texts(
        "remark.private" if private else "remark.shared",
        name=f"{name} ({phrasing.name(team)})" if team else name,
        reader=phrasing.name(remark.reader),
        words=text_of(remark, phrasing),
    )
    answer = Button(texts("button.answer"), interface.ShowPhrases(remark.match))
    report = Button(texts("button.report"), interface.ReportRemark(remark.id, sure=False))
    mute = [] if is_team(remark.reader) else [mute_button(remark.player, phrasing, on=True)]
    author = phrasing.accounts_of([remark.player])
    rows = in_rows([replace(button, not_for=author) for button in (answer, *mute, report)])
    return Screen(text, f"{phrasing.game(game)} · {remark.match}", rows=rows)


def report_page(remark: str, texts: Texts) -> Screen:
    """Ask for confirmation before the remark with this id is reported."""
    sure = interface.ReportRemark(remark, sure=True)
    return confirm_page(texts("report.ask"), texts("button.report_sure"), sure, texts)


def text_of(remark: Remark, phrasing: Phrasing) -> str:
    if remark.phrase:
        return remarks.phrase(remark.said, phrasing.texts)
    return quoted(remarks.harmless(remark.said))
