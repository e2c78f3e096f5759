"""The settings pages: current values, and buttons to change them in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.domain.puzzles import DAILY_HOUR
from bot.interface import BlockPlayer, Button, ChangeChat, ChangeSettings, Request, Screen, ShowSettings
from bot.presentation.phrasing import Phrasing, quoted
from bot.presentation.prompts import Rows, in_rows, turning
from bot.presentation.talking import mute_button
from bot.texts import Texts
from games.events import PlayerId

HOURS = range(24)
T = TypeVar("T")
LISTED = 20  # most zones or people on a page
CHOSEN = "✓ "
EXAMPLE = "/settings quiet=22-7 zone=Europe/Berlin language=en theme=dark text=on reminders=both"

MINE, QUIET, FROM, TO, ZONE, BLOCKS, CHAT = "mine", "quiet", "from", "to", "zone", "blocks", "chat"
"""The pages; each region of time zones is a further one."""


@dataclass(frozen=True, slots=True)
class ShownSettings:
    """Settings and their possible values, in the words of `/settings`."""

    values: Mapping[str, str]
    """The current value of each setting."""
    choices: Mapping[str, Sequence[str]]
    """The possible values of settings with only a few."""
    place: str | None
    """The chat where the settings were opened; None for a private one."""
    manages: bool = False
    """Whether the reader may change the settings of that chat."""


def settings_page(shown: ShownSettings, blocked: int, texts: Texts) -> Screen:
    """A person's settings; `blocked` is the number of people they block."""
    lines = [_line(shown, setting, texts) for setting in ("language", "theme", "text", "reminders", "words")]
    lines += [_quiet_line(shown, texts), texts("settings.blocked", count=blocked)]
    ways = [
        Button(texts("button.quiet"), ShowSettings(QUIET, place=shown.place)),
        Button(texts("button.blocks"), ShowSettings(BLOCKS, place=shown.place)),
    ]
    if shown.manages:
        ways.append(Button(texts("button.this_chat"), ShowSettings(CHAT, place=shown.place)))
    rows = (
        *_choosing(shown, "language", texts),
        *_choosing(shown, "theme", texts),
        *_choosing(shown, "reminders", texts),
        (_switch(shown, "text", texts), _switch(shown, "words", texts)),
        tuple(ways),
    )
    return Screen(
        "\n".join([*lines, texts("settings.typed", example=EXAMPLE)]), texts("title.settings"), rows=rows
    )


def chat_page(shown: ShownSettings, place: str, texts: Texts) -> Screen:
    """The settings of a chat."""
    lines = [_line(shown, setting, texts) for setting in ("language", "theme", "text", "words")]
    lines += [_daily_line(shown, texts), _line(shown, "seeks", texts), _line(shown, "challengers", texts)]
    channel = "results" in shown.values
    lines += [_line(shown, setting, texts) for setting in ("results", "threads") if channel]
    rows = [
        *_choosing(shown, "language", texts, chat=place),
        *_choosing(shown, "theme", texts, chat=place),
        *_choosing(shown, "challengers", texts, chat=place),
        tuple(_switch(shown, setting, texts, chat=place) for setting in ("text", "words", "daily")),
        *([tuple(_of_channels(shown, place, texts))] if channel else ()),
        (_switch(shown, "seeks", texts, chat=place), _back(MINE, place, texts)),
    ]
    return Screen("\n".join(lines), texts("title.this_chat"), rows=tuple(rows))


def _of_channels(shown: ShownSettings, place: str, texts: Texts) -> Iterator[Button]:
    """Yield buttons for the threads of matches, and for the channel of results."""
    yield _switch(shown, "threads", texts, chat=place)
    value = shown.values["results"]
    if value != "here":
        yield Button(texts("button.results_on"), _change(shown, "results", "on", place))
    if value != "off":
        yield Button(texts("button.results_off"), _change(shown, "results", "off", place))


def quiet_page(shown: ShownSettings, texts: Texts) -> Screen:
    """A person's quiet hours and time zone."""
    place = shown.place
    off = ChangeSettings(("quiet=off",), place)
    rows = (
        (
            Button(_marked(texts("setting.quiet.off"), shown.values["quiet"] == "off"), off),
            Button(texts("button.hours"), ShowSettings(FROM, place=place)),
        ),
        (Button(texts("button.zone"), ShowSettings(ZONE, place=place)), _back(MINE, place, texts)),
    )
    return Screen(f"{_quiet_line(shown, texts)}\n{texts('settings.quiet')}", texts("title.quiet"), rows=rows)


def hours_page(start: int | None, place: str | None, texts: Texts) -> Screen:
    """Ask for the start of the quiet hours or, if `start` is known, for their end."""
    requests: dict[int, Request] = {hour: ShowSettings(TO, hour, place) for hour in HOURS if start is None}
    if start is not None:
        others = (hour for hour in HOURS if hour != start)
        requests = {hour: ChangeSettings((f"quiet={start}-{hour}",), place) for hour in others}
    buttons = [Button(_hour(hour), request) for hour, request in requests.items()]
    asked = texts("settings.from") if start is None else texts("settings.to", start=_hour(start))
    back = _back(QUIET if start is None else FROM, place, texts)
    return Screen(asked, texts("title.quiet"), rows=in_rows([*buttons, back]))


def regions_page(regions: Sequence[str], place: str | None, texts: Texts) -> Screen:
    """Ask for the region of the time zone."""
    buttons = [Button(texts(f"region.{region}"), ShowSettings(region, place=place)) for region in regions]
    buttons.append(Button("UTC", ChangeSettings(("zone=UTC",), place)))
    rows = (*in_rows(buttons), (_back(QUIET, place, texts),))
    return Screen(texts("settings.zone"), texts("title.zone"), rows=rows)


def zones_page(region: str, zones: Sequence[str], page: int, place: str | None, texts: Texts) -> Screen:
    """A page of the zones of a region."""
    buttons = [
        Button(zone.partition("/")[2].replace("_", " "), ChangeSettings((f"zone={zone}",), place))
        for zone in _on_page(zones, page)
    ]
    ways = (_back(ZONE, place, texts), *_turning(region, page, len(zones), place, texts))
    title = texts("title.zones", region=texts(f"region.{region}"), page=page + 1, pages=_pages(len(zones)))
    return Screen(texts("settings.zone"), title, rows=(*in_rows(buttons), ways))


def blocks_page(
    blocked: Sequence[PlayerId],
    page: int,
    place: str | None,
    phrasing: Phrasing,
    muted: Sequence[PlayerId] = (),
) -> Screen:
    """A page of blocked people, and some muted ones, each with a button to undo it."""
    texts, there = phrasing.texts, _on_page(blocked, page)
    buttons = [
        Button(texts("button.unblock", name=name), BlockPlayer(player, on=False, place=place))
        for player, name in zip(
            there, _told_apart([phrasing.brief().name(player) for player in there]), strict=True
        )
    ]
    names = _told_apart([phrasing.name(player) for player in there])
    lines = [texts("settings.blocked", count=len(blocked)), *names, texts("settings.block")]
    lines += [texts("settings.muted", names=", ".join(map(phrasing.name, muted)))] if muted else []
    lines += forgotten_line([*there, *muted], phrasing)
    heard = [mute_button(player, phrasing, on=False) for player in muted]
    ways = (_back(MINE, place, texts), *_turning(BLOCKS, page, len(blocked), place, texts))
    return Screen("\n".join(lines), texts("title.blocks"), rows=(*in_rows(buttons), *in_rows(heard), ways))


def forgotten_line(players: Sequence[PlayerId], phrasing: Phrasing) -> list[str]:
    """A note if some of the listed people have no accounts any more."""
    if phrasing.cast.keys() >= {*players}:
        return []
    return [phrasing.texts("settings.forgotten", someone=phrasing.texts("someone"))]


def block_button(player: PlayerId, phrasing: Phrasing) -> Button:
    """A button to block a player's challenges."""
    return Button(
        phrasing.texts("button.block", name=phrasing.brief().name(player)), BlockPlayer(player, on=True)
    )


def declined(challenger: PlayerId, phrasing: Phrasing) -> Screen:
    """Confirm that a challenge was declined, with a button to block the challenger."""
    return Screen(phrasing.texts("note.declined"), rows=((block_button(challenger, phrasing),),))


def not_allowed(setting: str, said: str, shown: ShownSettings, texts: Texts) -> str:
    """The allowed settings, if `setting` is "", or the allowed values of a setting."""
    if not setting:
        return texts("no.setting", said=quoted(said), settings=", ".join(shown.values), example=EXAMPLE)
    allowed = ", ".join(shown.choices.get(setting, ())) or texts(f"allowed.{setting}")
    return texts("no.setting_value", setting=setting, said=quoted(said), allowed=allowed)


def _line(shown: ShownSettings, setting: str, texts: Texts) -> str:
    return texts(f"settings.{setting}", value=_named(setting, shown.values[setting], texts))


def _quiet_line(shown: ShownSettings, texts: Texts) -> str:
    """The quiet hours with their time zone."""
    value = shown.values["quiet"]
    if value == "off":
        return texts("settings.no_quiet", zone=shown.values["zone"])
    start, end = (_hour(int(hour)) for hour in value.split("-"))
    return texts("settings.quiet_hours", start=start, end=end, zone=shown.values["zone"])


def _daily_line(shown: ShownSettings, texts: Texts) -> str:
    """Whether and when a chat gets the puzzle of the day."""
    if shown.values["daily"] == "off":
        return texts("settings.no_daily")
    return texts("settings.daily", hour=_hour(DAILY_HOUR), zone=shown.values["zone"])


def _choosing(shown: ShownSettings, setting: str, texts: Texts, chat: str | None = None) -> Rows:
    """A button for each value of a setting."""
    return in_rows(
        [
            Button(
                _marked(_label(setting, value, texts), value == shown.values[setting]),
                _change(shown, setting, value, chat),
                "main" if value == shown.values[setting] else "plain",
            )
            for value in shown.choices[setting]
        ]
    )


def _switch(shown: ShownSettings, setting: str, texts: Texts, chat: str | None = None) -> Button:
    """A button to toggle a setting."""
    other = "off" if shown.values[setting] == "on" else "on"
    return Button(texts(f"button.{setting}_{other}"), _change(shown, setting, other, chat))


def _change(shown: ShownSettings, setting: str, value: str, chat: str | None) -> Request:
    words = (f"{setting}={value}",)
    return ChangeSettings(words, shown.place) if chat is None else ChangeChat(chat, words)


def _named(setting: str, value: str, texts: Texts) -> str:
    return texts.get(f"setting.{setting}.{value}", value)


def _label(setting: str, value: str, texts: Texts) -> str:
    """The label of a value without the name of its setting."""
    return texts.get(f"button.{setting}.{value}", _named(setting, value, texts))


def _marked(label: str, chosen: bool) -> str:
    return f"{CHOSEN}{label}" if chosen else label


def _hour(hour: int) -> str:
    return f"{hour:02}:00"


def _back(page: str, place: str | None, texts: Texts) -> Button:
    return Button(texts("button.back"), ShowSettings(page, place=place))


def _told_apart(names: Iterable[str]) -> list[str]:
    """Number equal names."""
    counted, told = Counter[str](), list[str]()
    for name in names:
        counted[name] += 1
        told.append(name if counted[name] == 1 else f"{name} ({counted[name]})")
    return told


def _on_page(things: Sequence[T], page: int) -> Sequence[T]:
    return things[page * LISTED : (page + 1) * LISTED]


def _pages(count: int) -> int:
    return max(1, -(-count // LISTED))


def _turning(name: str, page: int, count: int, place: str | None, texts: Texts) -> list[Button]:
    """Buttons to the previous and next page."""

    def to(number: int) -> Request:
        return ShowSettings(name, number - 1, place)

    return turning(page + 1, _pages(count), to, texts, back="button.earlier")
