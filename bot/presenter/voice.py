"""Who is spoken to, and of whom: facts and names become sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.screen import Account
from bot.texts import Texts
from games.events import PlayerId
from games.game import SEATS, Fact, Seat, other
from games.match import MatchView

Cast = Mapping[PlayerId, Account]
"""The people of a match, by player; whoever wanted to be forgotten is missing."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A language and the names that are spoken in it."""

    texts: Texts
    cast: Cast

    def name(self, player: PlayerId | None) -> str:
        """A player's display name; None is anyone."""
        if player is None:
            return self.texts("anyone")
        return self.cast[player].name if player in self.cast else self.texts("someone")

    def names(self, match: MatchView) -> tuple[str, str]:
        """The names of seat 0 and seat 1; before the acceptance of challenger and invited."""
        first, second = match.players or (match.challenger, match.invited)
        return self.name(first), self.name(second)

    def seat(self, match: MatchView, seat: Seat) -> str:
        """The name of whoever sits there."""
        return self.names(match)[seat]

    def game(self, key: str) -> str:
        """The name of a game."""
        return self.texts(f"{key}.name")

    def tell(self, match: MatchView, facts: Iterable[Fact]) -> list[str]:
        """A sentence for each fact."""
        return [self.texts(f"{match.game}.{fact.key}", **self._values(match, fact)) for fact in facts]

    def _values(self, match: MatchView, fact: Fact) -> dict[str, object]:
        """The values of a fact, and the names that a sentence may want beside them."""
        values: dict[str, object] = dict(fact.values)
        values["first"], values["second"] = self.names(match)
        for seat in SEATS:
            if "seat" in values and values["seat"] == seat:
                return values | {"seat": self.seat(match, seat), "other": self.seat(match, other(seat))}
        return values

    def house_rules(self, rules: Mapping[str, str]) -> str:
        """As `target=30, foreign_store=skip`."""
        return ", ".join(f"{word}={value}" for word, value in rules.items())
