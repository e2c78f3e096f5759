"""What a command typed so far could go on to."""

from __future__ import annotations

from bot import presenter, screen
from bot.archive import Archive
from bot.commands import COMMANDS
from bot.finder import Finder, NoSuchMatch, SeveralMatches
from bot.screen import Chat
from games import GAMES
from games.events import PlayerId
from games.words import Words, tree

MOST = 25  # Discord, autocomplete


class Completer:
    """Completes games, house rules and legal moves."""

    def __init__(self, archive: Archive, finder: Finder) -> None:
        self._archive, self._finder = archive, finder

    async def lines(self, player: PlayerId, chat: Chat, typed: str) -> tuple[str, ...]:
        """Whole lines, at most 25; () where nothing is known to fit."""
        before, _, prefix = typed.lower().rpartition(" ")
        words = tuple(before.split())
        if not words:
            offered: Words = tuple(f"/{command.name}" for command in COMMANDS)
        elif words[0] == "/move":
            offered = await self._moves(player, chat, words[1:])
        else:
            offered = _arguments(words)
        lines = (" ".join((*words, word)) for word in offered if word.startswith(prefix))
        return tuple(lines)[:MOST]

    async def _moves(self, player: PlayerId, chat: Chat, words: Words) -> Words:
        """The next words of the legal moves, from this player's own view."""
        try:
            match = await self._finder.meant(player, chat, screen.ShowHand(None))
        except (NoSuchMatch, SeveralMatches):
            return ()
        loaded = await self._archive.load(match)
        seat = loaded.seat_of(player)
        if seat not in loaded.awaited:
            return ()
        place = tree(presenter.legal_moves(loaded.seen_by(seat))).after(words)
        return tuple(place.branches) if place else ()


def _arguments(words: Words) -> Words:
    match words:
        case ("/play",) | ("/rules",):
            return tuple(GAMES)
        case ("/play", game, *said) if game in GAMES:
            chosen = {word.partition("=")[0] for word in said}
            return tuple(
                f"{rule.word}={value}"
                for rule in GAMES[game].house_rules
                if rule.word not in chosen
                for value in rule.values
            )
    return ()
