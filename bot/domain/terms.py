"""What two people may agree on before a match: the house rules of the game, and clock and rating of any."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games import GAMES
from games.game import HouseRule, Refused, UnknownHouseRule, choose
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
OF_ANY_GAME = tuple(rule.word for rule in _OF_ANY_GAME)
"""What may be chosen for a match of any game, by name."""


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
    """The terms from words such as `target=30 clock=1d`; also `30, 1d`, where that can mean one thing only.

    Raises:
        UnknownHouseRule: a word is not known, or says what is not allowed.
        SaidTwice: which of the two holds?
    """
    rules = choices(game)
    said: dict[str, str] = {}
    for name, value, typed in _pairs(rules, _separated(words)):
        try:
            choose(rules, {name: value})
        except UnknownHouseRule as unknown:
            raise UnknownHouseRule(typed, unknown.allowed) from None
        if name in said:
            raise SaidTwice(name)
        said[name] = value
    chosen = choose(rules, said)
    of_the_game = {rule.word: rule.default for rule in GAMES[game].house_rules}
    return Terms(
        {name: said[name] for name in said if said[name] != of_the_game.get(name, said[name])},
        CLOCKS[chosen["clock"]],
        chosen["rated"] == "yes" and bool(CLOCKS[chosen["clock"]]),  # without a clock nobody has to finish
    )


def briefly(game: str, words: Words) -> Words:
    """The same house rules in few letters: values alone, where only one rule has them."""
    return tuple(
        value if _in_full(game, value) == f"{name}={value}" else word
        for word in words
        for name, _, value in [word.partition("=")]
    )


def in_full(game: str, words: Words) -> Words:
    """What was said briefly."""
    return tuple(_in_full(game, word) for word in words)


def _in_full(game: str, word: str) -> str:
    having = [rule.word for rule in choices(game) if word in rule.values]
    return f"{having[0]}={word}" if len(having) == 1 else word


def are_terms(game: str, words: Words) -> bool:
    """Whether all of these words are house rules, though they may contradict each other."""
    try:
        terms(game, words)
    except SaidTwice:
        return True
    except UnknownHouseRule:
        return False
    return bool(_separated(words))


def parted(game: str, said: str) -> tuple[str, Words]:
    """A name, and the house rules that stand behind or before it, as in `Ben hidden, small`."""
    words = tuple(said.split())
    for cut in range(1, len(words)):
        for name, rules in ((words[:cut], words[cut:]), (words[-cut:], words[:-cut])):
            if are_terms(game, rules):
                return " ".join(name).strip(",;"), rules
    return said, ()


def _separated(words: Words) -> list[str]:
    """The words without what people write between them."""
    return re.sub(r"\s*=\s*", "=", " ".join(words)).replace(",", " ").replace(";", " ").split()


def _pairs(rules: Iterable[HouseRule], words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Name and value of each rule that is said, and how it was typed; "" for a name that cannot be told.

    A value alone stands for the only rule that has it; the name of its rule can stand before or after it.
    """
    values = {rule.word: rule.values for rule in rules}
    rest = deque(words)
    while rest:
        typed = rest.popleft()
        word, following = typed.lower(), rest[0].lower() if rest else ""
        if "=" in word:
            name, _, value = word.partition("=")
            yield name, value, typed
        elif following in values.get(word, ()) or word in values.get(following, ()):
            name, value = (word, following) if word in values else (following, word)
            yield name, value, f"{typed} {rest.popleft()}"
        else:
            having = [name for name, known in values.items() if word in known]
            yield having[0] if len(having) == 1 else "", word, typed
