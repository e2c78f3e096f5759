"""Pages about matches that somebody follows without playing in them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface import Button, Message, Screen, Unwatch, Watch
from bot.presentation.phrasing import Phrasing
from bot.presentation.prompts import in_rows
from bot.texts import Texts
from games.events import MatchId, PlayerId

Running = tuple[MatchId, str, tuple[PlayerId, ...]]
"""A match, its game and its players."""


def running_page(matches: Sequence[Running], phrasing: Phrasing, *, left_out: int, watched: bool) -> Screen:
    """What runs in a chat, or, in a private one, what its owner watches.

    Args:
        matches: the first ones.
        phrasing: the reader's, with the names of the players.
        left_out: how many more there are.
        watched: the reader watches them already.
    """
    texts = phrasing.texts
    lines = [
        texts(
            "watch.line",
            game=phrasing.game(game),
            first=phrasing.name(players[0]),
            second=phrasing.name(players[-1]),
            match=match,
        )
        for match, game, players in matches
    ]
    if not matches:
        lines.append(texts("watch.none" if watched else "watch.none_here"))
    if left_out:
        lines.append(texts("watch.more", count=left_out))
    lines.append(texts("watch.how"))
    buttons = [
        Button(texts("button.unwatch_one", match=match), Unwatch(match))
        if watched
        else Button(texts("button.watch", match=match), Watch(match))
        for match, _, _ in matches
    ]
    title = texts("title.watched" if watched else "title.running")
    return Screen("\n".join(lines), title, rows=in_rows(buttons))


def watching(match: MatchId, phrasing: Phrasing) -> Screen:
    """That somebody watches a match from now on."""
    texts = phrasing.texts
    stop = Button(texts("button.unwatch"), Unwatch(match))
    return Screen(texts("watch.begun", match=match), rows=in_rows([stop]))


def unwatched(match: MatchId, texts: Texts) -> Message:
    """That they do so no more."""
    return Message(texts("watch.stopped", match=match))
