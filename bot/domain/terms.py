"""What two people may agree on before a match: the house rules of the game, and clock and rating of any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games import GAMES
from games.game import HouseRule, Refused, choose
from games.words import Words

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds

CLOCKS: Mapping[str, int] = {
    "none": 0,
    "5m": 5 * MINUTE,
    "1h": HOUR,
    "1d": DAY,
    "3d": 3 * DAY,
    "7d": 7 * DAY,
}
"""The clocks by the word that stands for them, in seconds for each move; 0: as many as one likes."""

_OF_ANY_GAME = (HouseRule("clock", tuple(CLOCKS), "3d"), HouseRule("rated", ("yes", "no"), "yes"))


class SaidTwice(Refused):
    """A house rule is given two values."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed on."""

    house_rules: dict[str, str]
    """Of the game; only what differs from its defaults."""
    clock: int
    """Seconds for each move; 0 for as many as one likes."""
    rated: bool


def choices(game: str) -> tuple[HouseRule, ...]:
    """All that may be chosen for a match of this game."""
    return (*GAMES[game].house_rules, *_OF_ANY_GAME)


def terms(game: str, words: Words) -> Terms:
    """The terms from words such as `target=30 clock=1d`.

    Raises:
        UnknownHouseRule: a word is not known, or says what is not allowed.
        SaidTwice: which of the two holds?
    """
    said: dict[str, str] = {}
    for word in words:
        name, _, value = word.lower().partition("=")
        if name in said:
            raise SaidTwice(name)
        said[name] = value
    chosen = choose(choices(game), said)
    of_the_game = {rule.word: rule.default for rule in GAMES[game].house_rules}
    return Terms(
        {name: said[name] for name in said if said[name] != of_the_game.get(name, said[name])},
        CLOCKS[chosen["clock"]],
        chosen["rated"] == "yes",
    )
