"""The settings pages: current values, and buttons to change them in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from bot.domain.puzzles import DAILY_HOUR
from bot.interface import BlockPlayer, Button, ChangeChat, ChangeSettings, Request, Screen, ShowSettings
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import CHOSEN, in_rows, marked, paged, turning
from bot.presentation.remarks import mute_button
from bot.texts import Texts
from games.events import PlayerId

HOURS = range(24)
LISTED = 20  # most zones or people on a page
EXAMPLE = "/settings quiet=22-7 zone=Europe/Berlin language=en theme=dark text=on reminders=both"

MINE, QUIET, FROM, TO, ZONE, BLOCKS, CHAT = "mine", "quiet", "from", "to", "zone", "blocks", "chat"
"""The pages; each region of time zones is a further one."""


@dataclass(frozen=True, slots=True)
class ShownSettings:
    """Settings and their possible values, in the words of `/settings`."""

    values: Mapping[str, str]
    choices: Mapping[str, Sequence[str]]
    """The possible values of settings with only a few."""
    place: str | None
    manages: bool = False
    """Whether the reader may change the settings of that chat."""


def settings_page(shown: ShownSettings, blocked: int, texts: Texts) -> Screen:
    lines = [
        *_lines(shown, ("language", "theme", "text", "reminders", "words"), texts),
        _quiet_line(shown, texts),
        texts("settings.blocked", count=blocked),
        texts("settings.typed", example=EXAMPLE),
    ]
    further = {QUIET: "button.quiet", BLOCKS: "button.blocks"}
    further |= {CHAT: "button.this_chat"} if shown.manages else {}
    rows = (
        *_choosing(shown, ("language", "theme", "reminders"), texts),
        (_switch(shown, "text", texts), _switch(shown, "words", texts)),
        tuple(Button(texts(key), ShowSettings(page, place=shown.place)) for page, key in further.items()),
    )
    return Screen("\n".join(lines), texts("title.settings"), rows=rows)


def chat_page(shown: ShownSettings, place: str, texts: Texts) -> Screen:
    channel = "results" in shown.values
    lines = [
        *_lines(shown, ("language", "theme", "text", "words"), texts),
        _daily_line(shown, texts),
        *_lines(shown, ("seeks", "challengers", *(("results", "threads") if channel else ())), texts),
    ]
    rows = (
        *_choosing(shown, ("language", "theme", "challengers"), texts, chat=place),
        tuple(_switch(shown, setting, texts, chat=place) for setting in ("text", "words", "daily")),
        *([tuple(_of_channels(shown, place, texts))] if channel else ()),
        (_switch(shown, "seeks", texts, chat=place), _back(MINE, place, texts)),
    )
    return Screen("\n".join(lines), texts("title.this_chat"), rows=rows)


def _of_channels(shown: ShownSettings, place: str, texts: Texts) -> Iterator[Button]:
    yield _switch(shown, "threads", texts, chat=place)
    value = shown.values["results"]
    if value != "here":
        yield Button(texts("button.results_on"), _change(shown, "results", "on", place))
    if value != "off":
        yield Button(texts("button.results_off"), _change(shown, "results", "off", place))


def quiet_page(shown: ShownSettings, texts: Texts) -> Screen:
    place = shown.place
    off = marked(texts("setting.quiet.off"), shown.values["quiet"] == "off")
    rows = (
        (
            Button(off, ChangeSettings(("quiet=off",), place)),
            Button(texts("button.hours"), ShowSettings(FROM, place=place)),
        ),
        (Button(texts("button.zone"), ShowSettings(ZONE, place=place)), _back(MINE, place, texts)),
    )
    return Screen(f"{_quiet_line(shown, texts)}\n{texts('settings.quiet')}", texts("title.quiet"), rows=rows)


def hours_page(start: int | None, place: str | None, texts: Texts) -> Screen:
    """Ask for the start of the quiet hours or, if `start` is known, for their end."""
    if start is None:
        asked, back = texts("settings.from"), _back(QUIET, place, texts)
        buttons = [Button(_hour(hour), ShowSettings(TO, hour, place)) for hour in HOURS]
    else:
        asked, back = texts("settings.to", start=_hour(start)), _back(FROM, place, texts)
        buttons = [
            Button(_hour(hour), ChangeSettings((f"quiet={start}-{hour}",), place))
            for hour in HOURS
            if hour != start
        ]
    return Screen(asked, texts("title.quiet"), rows=in_rows([*buttons, back]))


def regions_page(regions: Sequence[str], place: str | None, texts: Texts) -> Screen:
    buttons = [Button(texts(f"region.{region}"), ShowSettings(region, place=place)) for region in regions]
    buttons.append(Button("UTC", ChangeSettings(("zone=UTC",), place)))
    rows = (*in_rows(buttons), (_back(QUIET, place, texts),))
    return Screen(texts("settings.zone"), texts("title.zone"), rows=rows)


def zones_page(region: str, zones: Sequence[str], page: int, place: str | None, texts: Texts) -> Screen:
    """The zones of a region; a page from 1."""
    here, page, pages = paged(zones, page, LISTED)
    buttons = [
        Button(zone.partition("/")[2].replace("_", " "), ChangeSettings((f"zone={zone}",), place))
        for zone in here
    ]
    ways = (_back(ZONE, place, texts), *_turning(region, page, pages, place, texts))
    title = texts("title.zones", region=texts(f"region.{region}"), page=page, pages=pages)
    return Screen(texts("settings.zone"), title, rows=(*in_rows(buttons), ways))


def blocks_page(
    blocked: Sequence[PlayerId],
    page: int,
    place: str | None,
    phrasing: Phrasing,
    muted: Sequence[PlayerId] = (),
) -> Screen:
    """Blocked people (a page from 1), and some muted ones, each with a button to undo it."""
    texts, brief = phrasing.texts, phrasing.brief()
    here, page, pages = paged(blocked, page, LISTED)
    unblock = [
        Button(texts("button.unblock", name=name), BlockPlayer(player, on=False, place=place))
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
    ways = (_back(MINE, place, texts), *_turning(BLOCKS, page, pages, place, texts))
    return Screen("\n".join(lines), texts("title.blocks"), rows=(*in_rows(unblock), *in_rows(unmute), ways))


def forgotten_line(players: Sequence[PlayerId], phrasing: Phrasing) -> list[str]:
    """A note if some of the listed people have no accounts any more."""
    if phrasing.cast.keys() >= {*players}:
        return []
    return [phrasing.texts("settings.forgotten", someone=phrasing.texts("someone"))]


def block_button(player: PlayerId, phrasing: Phrasing) -> Button:
    label = phrasing.texts("button.block", name=phrasing.brief().name(player))
    return Button(label, BlockPlayer(player, on=True))


def declined(challenger: PlayerId, phrasing: Phrasing) -> Screen:
    return Screen(phrasing.texts("note.declined"), rows=((block_button(challenger, phrasing),),))


def not_allowed(setting: str, said: str, shown: ShownSettings, texts: Texts) -> str:
    """The allowed settings, if `setting` is "", or the allowed values of a setting."""
    if not setting:
        return texts("no.setting", said=quoted(said), settings=", ".join(shown.values), example=EXAMPLE)
    allowed = ", ".join(shown.choices.get(setting, ())) or texts(f"allowed.{setting}")
    return texts("no.setting_value", setting=setting, said=quoted(said), allowed=allowed)


def _lines(shown: ShownSettings, settings: Iterable[str], texts: Texts) -> Iterator[str]:
    for setting in settings:
        yield texts(f"settings.{setting}", value=_named(setting, shown.values[setting], texts))


def _quiet_line(shown: ShownSettings, texts: Texts) -> str:
    value = shown.values["quiet"]
    if value == "off":
        return texts("settings.no_quiet", zone=shown.values["zone"])
    start, end = (_hour(int(hour)) for hour in value.split("-"))
    return texts("settings.quiet_hours", start=start, end=end, zone=shown.values["zone"])


def _daily_line(shown: ShownSettings, texts: Texts) -> str:
    if shown.values["daily"] == "off":
        return texts("settings.no_daily")
    return texts("settings.daily", hour=_hour(DAILY_HOUR), zone=shown.values["zone"])


def _choosing(
    shown: ShownSettings, settings: Iterable[str], texts: Texts, chat: str | None = None
) -> Iterator[tuple[Button, ...]]:
    """Rows with a button for each value of each setting."""
    for setting in settings:
        chosen, buttons = shown.values[setting], list[Button]()
        for value in shown.choices[setting]:
            label = texts.get(f"button.{setting}.{value}", _named(setting, value, texts))
            change = _change(shown, setting, value, chat)
            if value == chosen:
                buttons.append(Button(f"{CHOSEN}{label}", change, "main"))
            else:
                buttons.append(Button(label, change))
        yield from in_rows(buttons)


def _switch(shown: ShownSettings, setting: str, texts: Texts, chat: str | None = None) -> Button:
    other = "off" if shown.values[setting] == "on" else "on"
    return Button(texts(f"button.{setting}_{other}"), _change(shown, setting, other, chat))


def _change(shown: ShownSettings, setting: str, value: str, chat: str | None) -> Request:
    words = (f"{setting}={value}",)
    return ChangeSettings(words, shown.place) if chat is None else ChangeChat(chat, words)


def _named(setting: str, value: str, texts: Texts) -> str:
    return texts.get(f"setting.{setting}.{value}", value)


def _hour(hour: int) -> str:
    return f"{hour:02}:00"


def _back(page: str, place: str | None, texts: Texts) -> Button:
    return Button(texts("button.back"), ShowSettings(page, place=place))


def _numbered(names: Iterable[str]) -> Iterator[str]:
    counts = Counter[str]()
    for name in names:
        counts[name] += 1
        yield name if counts[name] == 1 else f"{name} ({counts[name]})"


def _turning(name: str, page: int, pages: int, place: str | None, texts: Texts) -> list[Button]:
    return turning(page, pages, partial(ShowSettings, name, place=place), texts, back="button.earlier")
