"""What a command typed so far could go on to."""

from __future__ import annotations

from bot import presenter, screen
from bot.archive import Archive, UnknownMatch
from bot.commands import COMMANDS
from bot.finder import Finder, NoSuchMatch, SeveralMatches
from bot.screen import Chat, Completion
from games import GAMES
from games.events import MatchId, PlayerId
from games.match import Phase
from games.words import Words
from storage.store import Store

MOST = 25  # Discord, autocomplete

_RUNNING, _OVER = (Phase.RUNNING.value,), (Phase.OVER.value,)
_PHASES = {
    **dict.fromkeys(("/board", "/hand", "/move", "/resign", "/draw"), _RUNNING),
    **dict.fromkeys(("/rematch", "/verify"), _OVER),
    "/join": (Phase.CHALLENGE.value,),
}
"""The matches whose codes a command takes."""


class Completer:
    """Completes games, house rules and legal moves."""

    def __init__(self, store: Store, archive: Archive, finder: Finder) -> None:
        self._store, self._archive, self._finder = store, archive, finder

    async def completions(
        self, player: PlayerId, chat: Chat, typed: str, match: MatchId | None
    ) -> tuple[Completion, ...]:
        """At most 25; () where nothing is known to fit."""
        before, _, prefix = typed.rpartition(" ")
        said = before.split()
        words = tuple(word.lower() for word in said)
        if not words:
            offered: Words = tuple(f"/{command.name}" for command in COMMANDS)
        elif words[0] == "/move":
            offered = (*await self._moves(player, chat, words[1:], match), *await self._codes(player, words))
        else:
            offered = (*_arguments(words), *await self._codes(player, words))
        fitting = (word for word in offered if word.lower().startswith(prefix.lower()))
        return tuple(Completion(" ".join((*said, word))) for word in fitting)[:MOST]

    async def _codes(self, player: PlayerId, words: Words) -> Words:
        """The codes of the player's matches, where a command takes one."""
        phases = _PHASES.get(words[0])
        if phases is None or (len(words) > 1 and words[0] != "/move"):
            return ()
        rows = await self._store.matches_of(player, phases)
        return tuple(row.match for row in rows)

    async def _moves(self, player: PlayerId, chat: Chat, words: Words, named: MatchId | None) -> Words:
        """The next words of the legal moves, from this player's own view."""
        try:
            match = await self._finder.meant(player, chat, screen.ShowHand(named))
        except (NoSuchMatch, SeveralMatches):
            return ()
        try:
            loaded = await self._archive.load(match)
        except UnknownMatch:
            return ()
        seat = loaded.seat_of(player)
        if seat not in loaded.awaited:
            return ()
        place = presenter.legal_moves(loaded.seen_by(seat)).after(words)
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
