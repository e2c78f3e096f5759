"""The settings pages: current values, and buttons to change them in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from bot.domain import odd_sentences
from bot.domain.puzzles import DAILY_HOUR
from bot.interface import (
    BlockPlayer,
    Button,
    ChangeChat,
    ChangeSettings,
    Field,
    InputForm,
    Request,
    Screen,
    ShowSettings,
    TellOdd,
)
from bot.presentation.button_rows import in_rows, marked, paged, turning
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.remarks import mute_button
from bot.texts import Texts, language_names
from games.events import PlayerId

HOURS = range(24)
LISTED = 20  # most zones or people on a page
EXAMPLE = "/settings quiet=22-7 zone=Europe/Berlin language=en theme=dark text=on reminders=both"

MINE, QUIET, FROM, TO, ZONE, BLOCKS, CHAT = "mine", "quiet", "from", "to", "zone", "blocks", "chat"
LOOKS, REMINDERS, OTHERS = "looks", "reminders", "others"
LANGUAGE, CHAT_LANGUAGE = "language", "chat_language"
CHAT_LOOKS, CHAT_OTHERS = "chat_looks", "chat_others"
"""The pages; each region of time zones is a further one."""


@dataclass(frozen=True, slots=True)
class Form:
    """The language of pages of settings, and the place where they were opened."""

    texts: Texts
    place: str | None

    def to(self, page: str, number: int = 0) -> ShowSettings:
        return ShowSettings(page, number, self.place)

    def back(self, page: str) -> Button:
        return Button(self.texts("button.back"), self.to(page))

    def turning(self, name: str, page: int, pages: int) -> list[Button]:
        return turning(page, pages, partial(self.to, name), self.texts, back="button.earlier")

    def change(self, setting: str, value: str) -> Request:
        return ChangeSettings((f"{setting}={value}",), self.place)


@dataclass(frozen=True, slots=True)
class ShownSettings(Form):
    """Settings and their possible values, in the words of `/settings`."""

    values: Mapping[str, str]
    choices: Mapping[str, Sequence[str]]
    """The possible values of settings with only a few."""
    manages: bool = False
    """Whether the reader may change the settings of the place."""
    widgets: bool = False
    """Whether the reader's platform has boards to touch."""
    pages: bool = False
    """Whether there are pages of matches."""
    odd: bool = False
    """Whether the host wants to hear which sentences are odd."""
    page: ClassVar = MINE
    """The page that shows them."""
    languages: ClassVar = LANGUAGE
    """The page with a button for each language."""

    def lines(self, *settings: str) -> Iterator[str]:
        for setting in settings:
            yield self.texts(f"settings.{setting}", value=self._named(setting, self.values[setting]))

    @property
    def quiet_line(self) -> str:
        value, zone = self.values["quiet"], self.values["zone"]
        if value == "off":
            return self.texts("settings.no_quiet", zone=zone)
        start, end = (_hour(int(hour)) for hour in value.split("-"))
        return self.texts("settings.quiet_hours", start=start, end=end, zone=zone)

    def choosing(self, *settings: str) -> Iterator[tuple[Button, ...]]:
        """Rows with a button for each value of each setting."""
        for setting in settings:
            yield from in_rows([self._choice(setting, value) for value in self.choices[setting]])

    @property
    def to_languages(self) -> Button:
        return Button(self.texts("button.language"), self.to(self.languages))

    def switch(self, setting: str) -> Button:
        other = "off" if self.values[setting] == "on" else "on"
        return Button(self.texts(f"button.{setting}_{other}"), self.change(setting, other))

    def _choice(self, setting: str, value: str) -> Button:
        label = self.texts.get(f"button.{setting}.{value}", self._named(setting, value))
        chosen = value == self.values[setting]
        return Button(marked(label, chosen), self.change(setting, value), "main" if chosen else "plain")

    def _named(self, setting: str, value: str) -> str:
        if setting == "language" and value in language_names():
            return language_names()[value]
        return self.texts.get(f"setting.{setting}.{value}", value)


class ChatSettings(ShownSettings):
    """Those of the place."""

    page, languages = CHAT, CHAT_LANGUAGE

    def change(self, setting: str, value: str) -> Request:
        return ChangeChat(self.place or "", (f"{setting}={value}",))


def settings_page(shown: ShownSettings) -> Screen:
    """What most people choose, and the ways to the pages that change it and to all others."""
    texts = shown.texts
    typed = texts("settings.typed", example=EXAMPLE)
    lines = [*shown.lines("language", "theme", "text", "reminders"), shown.quiet_line, typed]
    further = {LOOKS: "title.looks", REMINDERS: "title.reminders", QUIET: "button.quiet"}
    further |= {OTHERS: "title.others"} | ({CHAT: "button.this_chat"} if shown.manages else {})
    ways = (shown.to_languages, *(Button(texts(key), shown.to(page)) for page, key in further.items()))
    return Screen("\n".join(lines), texts("title.settings"), fine_print=typed, rows=in_rows(ways))


def looks_page(shown: ShownSettings) -> Screen:
    touch = ("touch",) if shown.widgets else ()
    ways = (*map(shown.switch, touch), shown.back(shown.page))
    lines = shown.lines("theme", "text", *touch)
    return Screen("\n".join(lines), shown.texts("title.looks"), rows=(*shown.choosing("theme", "text"), ways))


def reminders_page(shown: ShownSettings) -> Screen:
    rows = (*shown.choosing("reminders"), (shown.back(MINE),))
    return Screen("\n".join(shown.lines("reminders")), shown.texts("title.reminders"), rows=rows)


def others_page(shown: ShownSettings, blocked: int) -> Screen:
    """What other people may send to the reader and see of them."""
    texts = shown.texts
    settings = ("words", "named", *(("pages",) if shown.pages else ()))
    lines = [*shown.lines(*settings), texts("settings.blocked", count=blocked)]
    ways = (Button(texts("button.blocks"), shown.to(BLOCKS)), shown.back(MINE))
    return Screen("\n".join(lines), texts("title.others"), rows=(tuple(map(shown.switch, settings)), ways))


def chat_page(shown: ChatSettings) -> Screen:
    """What the bot posts there by itself, and the ways to all other settings of the place."""
    texts, values = shown.texts, shown.values
    channel = "results" in values
    lines = [
        *shown.lines("language", "theme", "text"),
        texts("settings.no_daily")
        if values["daily"] == "off"
        else texts("settings.daily", hour=_hour(DAILY_HOUR), zone=values["zone"]),
        *shown.lines(*(("results", "threads") if channel else ())),
    ]
    further = {CHAT_LOOKS: "title.looks", CHAT_OTHERS: "title.others"}
    ways = (shown.to_languages, *(Button(texts(key), shown.to(page)) for page, key in further.items()))
    rows = (
        (shown.switch("daily"), *(_of_channels(shown) if channel else ())),
        (*ways, shown.back(MINE)),
    )
    return Screen("\n".join(lines), texts("title.this_chat"), rows=rows)


def chat_others_page(shown: ChatSettings) -> Screen:
    """What people may do there, and who may challenge them."""
    settings = ("words", "seeks")
    ways = (*map(shown.switch, settings), shown.back(CHAT))
    lines = shown.lines(*settings, "challengers")
    return Screen("\n".join(lines), shown.texts("title.others"), rows=(*shown.choosing("challengers"), ways))


def language_page(shown: ShownSettings) -> Screen:
    odd = [Button(shown.texts("button.odd"), TellOdd())] if shown.odd else []
    rows = (*shown.choosing("language"), (*odd, shown.back(shown.page)))
    return Screen("\n".join(shown.lines("language")), shown.texts("title.language"), rows=rows)


def odd_page(texts: Texts) -> Screen:
    """Ask for a sentence that is odd."""
    command, arrow = f"/settings {odd_sentences.WORD}", odd_sentences.ARROWS[0]
    example = f"{command} {texts('button.accept')} {arrow} …"
    text = texts("odd.how", command=command, arrow=arrow, example=example)
    fields = (
        Field("sentence", texts("field.odd_sentence"), odd_sentences.READ_MAX, required=True),
        Field("better", texts("field.odd_better"), odd_sentences.BETTER_MAX),
    )
    return Screen(text, texts("title.odd"), form=InputForm(TellOdd(), fields))


def odd_kept_page(sentence: str, texts: Texts) -> Screen:
    return Screen(texts("odd.told", sentence=sentence), texts("title.odd"))


def _of_channels(shown: ChatSettings) -> Iterator[Button]:
    yield shown.switch("threads")
    value = shown.values["results"]
    if value != "here":
        yield Button(shown.texts("button.results_on"), shown.change("results", "on"))
    if value != "off":
        yield Button(shown.texts("button.results_off"), shown.change("results", "off"))


def quiet_page(shown: ShownSettings) -> Screen:
    texts = shown.texts
    off = marked(texts("setting.quiet.off"), shown.values["quiet"] == "off")
    rows = (
        (Button(off, shown.change("quiet", "off")), Button(texts("button.hours"), shown.to(FROM))),
        (Button(texts("button.zone"), shown.to(ZONE)), shown.back(MINE)),
    )
    return Screen(f"{shown.quiet_line}\n{texts('settings.quiet')}", texts("title.quiet"), rows=rows)


def hours_page(start: int | None, form: Form) -> Screen:
    """Ask for the start of the quiet hours or, if `start` is known, for their end."""
    texts = form.texts
    if start is None:
        asked, back = texts("settings.from"), form.back(QUIET)
        buttons = [Button(_hour(hour), form.to(TO, hour)) for hour in HOURS]
    else:
        asked, back = texts("settings.to", start=_hour(start)), form.back(FROM)
        ends = [hour for hour in HOURS if hour != start]
        buttons = [Button(_hour(hour), form.change("quiet", f"{start}-{hour}")) for hour in ends]
    return Screen(asked, texts("title.quiet"), rows=in_rows([*buttons, back]))


def regions_page(regions: Sequence[str], form: Form) -> Screen:
    texts = form.texts
    buttons = [Button(texts(f"region.{region}"), form.to(region)) for region in regions]
    buttons.append(Button("UTC", form.change("zone", "UTC")))
    rows = (*in_rows(buttons), (form.back(QUIET),))
    return Screen(texts("settings.zone"), texts("title.zone"), rows=rows)


def zones_page(region: str, zones: Sequence[str], page: int, form: Form) -> Screen:
    """The zones of a region; a page from 1."""
    texts = form.texts
    here, page, pages = paged(zones, page, LISTED)
    buttons = [Button(zone.partition("/")[2].replace("_", " "), form.change("zone", zone)) for zone in here]
    ways = (form.back(ZONE), *form.turning(region, page, pages))
    title = texts("title.zones", region=texts(f"region.{region}"), page=page, pages=pages)
    return Screen(texts("settings.zone"), title, rows=(*in_rows(buttons), ways))


def blocks_page(
    blocked: Sequence[PlayerId], page: int, form: Form, phrasing: Phrasing, muted: Sequence[PlayerId] = ()
) -> Screen:
    """Blocked people (a page from 1), and some muted ones, each with a button to undo it."""
    texts, brief = form.texts, phrasing.brief()
    here, page, pages = paged(blocked, page, LISTED)
    unblock = [
        Button(texts("button.unblock", name=name), BlockPlayer(player, on=False, place=form.place))
        for player, name in zip(here, _numbered(map(brief.name, here)), strict=True)
    ]
    unmute = [mute_button(player, phrasing, on=False) for player in muted]
    lines = [
        texts("settings.blocked", count=len(blocked)),
        *_numbered(map(phrasing.name, here)),
        texts("settings.block"),
        *([texts("settings.muted", names=", ".join(map(phrasing.name, muted)))] if muted else []),
        *forgotten_line([*here, *muted], phrasing),
    ]
    ways = (form.back(OTHERS), *form.turning(BLOCKS, page, pages))
    return Screen("\n".join(lines), texts("title.blocks"), rows=(*in_rows(unblock), *in_rows(unmute), ways))


def forgotten_line(players: Sequence[PlayerId], phrasing: Phrasing) -> list[str]:
    """A note if some of the listed people have no accounts any more."""
    if phrasing.accounts.keys() >= {*players}:
        return []
    return [phrasing.texts("settings.forgotten", someone=phrasing.texts("someone"))]


def block_button(player: PlayerId, phrasing: Phrasing) -> Button:
    label = phrasing.texts("button.block", name=phrasing.brief().name(player))
    return Button(label, BlockPlayer(player, on=True))


def declined(challenger: PlayerId, phrasing: Phrasing) -> Screen:
    return Screen(phrasing.texts("note.declined"), rows=((block_button(challenger, phrasing),),))


def not_allowed_page(setting: str, said: str, shown: ShownSettings) -> Screen:
    """The allowed settings, if `setting` is "", or the allowed values of a setting."""
    texts = shown.texts
    if setting:
        allowed = ", ".join(shown.choices.get(setting, ())) or texts(f"allowed.{setting}")
        text = texts("no.setting_value", setting=setting, said=quoted(said), allowed=allowed)
    else:
        text = texts("no.setting", said=quoted(said), settings=", ".join(shown.values))
    return Screen(text, rows=((Button(texts("button.settings"), ShowSettings()),),))


def _hour(hour: int) -> str:
    return f"{hour:02}:00"


def _numbered(names: Iterable[str]) -> Iterator[str]:
    counts = Counter[str]()
    for name in names:
        counts[name] += 1
        yield name if counts[name] == 1 else f"{name} ({counts[name]})"
