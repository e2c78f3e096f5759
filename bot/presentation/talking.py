"""Messages between players, and the pages to send them."""

from __future__ import annotations

from dataclasses import dataclass

from bot import interface
from bot.domain import talking
from bot.interface import Button, Screen
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import confirm_page, in_rows
from bot.texts import Texts
from games.events import MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class Said:
    """A message from one player to another."""

    match: MatchId
    game: str
    player: PlayerId
    """The sender."""
    reader: PlayerId
    """The addressee."""
    words: str
    """The text as typed, or the key of a set phrase."""
    phrase: bool
    """Whether it is a set phrase."""
    number: str = ""
    """The id of the message."""


def phrases_page(match: MatchId, opponent: PlayerId, phrasing: Phrasing, *, muted: bool) -> Screen:
    """The set phrases as buttons; `muted` is whether the reader has muted the opponent."""
    texts = phrasing.texts
    name = phrasing.name(opponent)
    lines = [texts("say.ask", name=name, most_words=talking.MOST_CHARACTERS)]
    lines += [texts("note.muted", name=name)] if muted else []
    phrases = [Button(talking.phrase(key, texts), interface.SayPhrase(match, key)) for key in talking.PHRASES]
    return Screen(
        "\n".join(lines), rows=(*in_rows(phrases), (mute_button(opponent, phrasing, on=not muted),))
    )


def mute_button(player: PlayerId, phrasing: Phrasing, *, on: bool) -> Button:
    """A button to mute or unmute a player."""
    key = "button.mute" if on else "button.unmute"
    return Button(
        phrasing.texts(key, name=phrasing.brief().name(player)), interface.MutePlayer(player, on=on)
    )


def muted_page(player: PlayerId, phrasing: Phrasing, *, on: bool) -> Screen:
    """Confirm that a player was muted or unmuted, with a button to undo it."""
    told = phrasing.texts("note.muted" if on else "note.unmuted", name=phrasing.name(player))
    return Screen(told, rows=((mute_button(player, phrasing, on=not on),),))


def remark_page(said: Said, phrasing: Phrasing, *, private: bool) -> Screen:
    """A message from an opponent; in a shared chat, it names the addressee."""
    texts, speaker = phrasing.texts, said.player
    told = texts(
        "remark.private" if private else "remark.shared",
        name=phrasing.name(speaker),
        reader=phrasing.name(said.reader),
        words=words_of(said, phrasing),
    )
    answer = Button(texts("button.answer"), interface.ShowPhrases(said.match))
    report = Button(texts("button.report"), interface.ReportRemark(said.number, sure=False))
    rows = in_rows([answer, mute_button(speaker, phrasing, on=True), report])
    return Screen(told, f"{phrasing.game(said.game)} · {said.match}", rows=rows)


def hidden_remark(texts: Texts) -> Screen:
    """The replacement of a hidden message."""
    return Screen(texts("remark.hidden"))


def report_page(number: str, texts: Texts) -> Screen:
    """Ask for confirmation before a message is reported."""
    sure = interface.ReportRemark(number, sure=True)
    return confirm_page(texts("report.ask"), texts("button.report_sure"), sure, texts)


def words_of(said: Said, phrasing: Phrasing) -> str:
    """The text of a message, for quotation marks."""
    if said.phrase:
        return talking.phrase(said.words, phrasing.texts)
    return quoted(talking.harmless(said.words))
