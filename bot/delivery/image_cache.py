"""Makes messages of screens: the only place of the bot that calls painters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache

from bot.interface import (
    AnswerLesson,
    AnswerPuzzle,
    Button,
    Choose,
    Corners,
    Crosstable,
    Image,
    Message,
    Picture,
    Ranking,
    Request,
    Screen,
    Table,
)
from games.game import View
from games.words import Words
from renderers import picture

if TYPE_CHECKING:
    from renderers.clip import Clip

KEPT = 2 * 2**20  # bytes of the pictures used last: about fifty, each painted anew within 2 ms
CLIPS_KEPT = 16  # clips used last, at less than a megabyte each

Rows = tuple[tuple[Button, ...], ...]

Place = tuple[Request, Corners]
"""What is asked for by pointing somewhere, and the corners of the area."""


@dataclass(frozen=True, slots=True)
class ClipSource:
    """What a clip shows: the views of one viewer, move by move."""

    key: Hashable
    """The same key means the same game and views."""
    game: str
    views: Sequence[View]
    names: tuple[str, str]


Choice = Choose | AnswerPuzzle | AnswerLesson
"""What chooses a word of a move after the other."""


class _Places(Sequence[Place]):
    """What can be pointed at in a picture, found when somebody looks: only the web chat does."""

    def __init__(self, find: Callable[[], Iterable[Place]]) -> None:
        self._find = find

    @cached_property
    def _found(self) -> tuple[Place, ...]:
        return tuple(self._find())

    def __getitem__(self, at: Any) -> Any:
        return self._found[at]

    def __len__(self) -> int:
        return len(self._found)

    def __eq__(self, other: object) -> bool:
        return self._found == (other._found if isinstance(other, _Places) else other)


class _Key(tuple[Any, ...]):
    """Hashed once: that of a view takes long, and the cache asks for it nine times for each picture."""

    _hash: int

    def __new__(cls, *facts: Hashable) -> _Key:
        made = super().__new__(cls, facts)
        made._hash = tuple.__hash__(made)
        return made

    def __hash__(self) -> int:
        return self._hash


class ImageCache:
    """Paints, and keeps the pictures used last: one position is often shown in several places."""

    def __init__(self) -> None:
        self._kept: LRUCache[_Key, bytes] = LRUCache(KEPT, getsizeof=len)
        self._clips: LRUCache[Hashable, Clip] = LRUCache(CLIPS_KEPT)
        self._clip_lock = asyncio.Lock()

    def message(self, screen: Screen, theme: str, language: str = "") -> Message:
        """The message of a screen in a language, with its picture or table painted in a theme."""
        image = _table(screen.table, theme) if screen.table else None
        if screen.picture:
            image = self._image(screen.picture, theme, screen.rows)
        around = (screen.rows, screen.links, screen.awaits)
        return Message(
            screen.text,
            screen.title,
            image,
            *around,
            text_only=screen.text_only,
            track=screen.track,
            moments=screen.moments,
            fine_print=screen.fine_print,
            language=language,
            turn=screen.turn,
            colour=picture.accent(screen.turn, theme) if screen.turn else None,
        )

    async def clip(self, source: ClipSource, theme: str) -> Clip:
        """A match as a GIF in a theme; made in a thread, one at a time, and kept."""
        from renderers import clip  # not at the start: few are made

        key = (source.key, source.names, theme)
        async with self._clip_lock:
            made = self._clips.get(key)
            if made is None:
                made = await asyncio.to_thread(
                    clip.clip, source.game, source.views, source.names, theme=theme
                )
                self._clips[key] = made
        return made

    def _image(self, wanted: Picture, theme: str, rows: Rows) -> Image:
        game, view, chosen = wanted.game, wanted.view, wanted.chosen
        key = _Key(theme, game, view, wanted.names, chosen)
        data = self._kept.get(key)
        if data is None:
            data = self._kept[key] = picture.paint(game, view, wanted.names, theme=theme, chosen=chosen)

        def places() -> Iterable[Place]:
            return on_offer(picture.regions(game, view, theme=theme, chosen=chosen), rows, chosen)

        return Image(data, wanted.alt, "board.png", _Places(places))


def on_offer(regions: Iterable[picture.Region], rows: Rows, chosen: Words) -> Iterator[Place]:
    """Those regions for which one button stands, with what it asks for, or several that go on from there."""
    requests = (button.request for row in rows for button in row if not button.disabled)
    choices = [asked for asked in requests if isinstance(asked, Choice) and _goes_on(asked, chosen)]
    for region in regions:
        exact = [choice for choice in choices if choice.words == region.words]
        near = exact or [choice for choice in choices if _one_begins(choice.words, region.words)]
        if len(near) == 1:
            yield near[0], region.corners
        elif near and all(len(choice.words) > len(region.words) > len(chosen) for choice in near):
            yield replace(near[0], words=region.words, final=False), region.corners


def _goes_on(choice: Choice, chosen: Words) -> bool:
    """Whether it chooses something, instead of turning pages or going back."""
    more = choice.final or len(choice.words) > len(chosen)
    return more and choice.page == 0 and choice.words[: len(chosen)] == chosen


def _one_begins(one: Words, two: Words) -> bool:
    """Whether one is the beginning of the other: what leaves nothing to decide may be told or left out."""
    return all(first == second for first, second in zip(one, two, strict=False))


def _table(wanted: Table, theme: str) -> Image:
    from renderers import tables  # not at the start

    if isinstance(wanted, Crosstable):
        crossings = [tables.Crossing(**asdict(row)) for row in wanted.rows]
        heads = {"title": wanted.title, "name": wanted.name, "points": wanted.points}
        crossed = tables.crosstable(crossings, **heads, legend=wanted.legend, theme=theme)
        return Image(crossed, wanted.alt, name="table.png")
    headings = tables.Headings(**asdict(wanted.headings))
    if isinstance(wanted, Ranking):
        rows = [tables.Standing(**asdict(row)) for row in wanted.rows]
        data = tables.leaderboard(rows, title=wanted.title, headings=headings, theme=theme)
    else:
        careers = [tables.Career(**asdict(row), deviation=None) for row in wanted.rows]
        data = tables.profile(wanted.name, careers, headings=headings, theme=theme)
    return Image(data, wanted.alt, name="table.png")
