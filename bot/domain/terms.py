"""The terms of a match: the house rules of the game, and the clock, rating and so on of any game."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.texts import folded
from games import GAMES
from games.game import HEAD_START, HouseRule, Refused, UnknownHouseRule, choose, is_uneven
from games.words import Words

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds


class Clock(NamedTuple):
    """The time control of a match."""

    base: int
    """Seconds for each move or, with an increment, at the start; 0 for unlimited time."""
    increment: int = 0
    """Seconds that each move adds to the time left."""


CLOCKS: Mapping[str, Clock] = {
    "none": Clock(0),
    "5m": Clock(5 * MINUTE),
    "1h": Clock(HOUR),
    "12h": Clock(12 * HOUR),
    "1d": Clock(DAY),
    "2d": Clock(2 * DAY),
    "3d": Clock(3 * DAY),
    "5d": Clock(5 * DAY),
    "7d": Clock(7 * DAY),
    "14d": Clock(14 * DAY),
    "3d+12h": Clock(3 * DAY, 12 * HOUR),
    "7d+1d": Clock(7 * DAY, DAY),
}
"""The clocks on offer, by word."""

_BANK = re.compile(r"([1-9]\d{0,3})([mhd])\+([1-9]\d{0,3})([mhd])")
_UNITS = {"m": MINUTE, "h": HOUR, "d": DAY}
LEAST_BASE, MOST_BASE = 5 * MINUTE, 14 * DAY


def clock_of(word: str) -> Clock | None:
    """Parse a clock such as `3d` or `10d+12h`; None if the word is not one."""
    if word in CLOCKS:
        return CLOCKS[word]
    bank = _BANK.fullmatch(word)
    if bank is None:
        return None
    count, unit, more, more_unit = bank.groups()
    base, increment = int(count) * _UNITS[unit], int(more) * _UNITS[more_unit]
    return Clock(base, increment) if LEAST_BASE <= base <= MOST_BASE and increment <= base else None


USUAL_CLOCK = "3d"
_RULES_OF_ANY_GAME = (
    HouseRule("clock", tuple(CLOCKS), USUAL_CLOCK),
    HouseRule("rated", ("yes", "no"), "yes"),
    HouseRule("weekends", ("count", "off"), "count"),
    HouseRule("begins", ("lot", "me", "you"), "lot"),
)
OF_ANY_GAME = tuple(rule.word for rule in _RULES_OF_ANY_GAME)
VOTES: Mapping[str, int] = {
    "10m": 10 * MINUTE,
    "30m": 30 * MINUTE,
    "1h": HOUR,
    "3h": 3 * HOUR,
    "6h": 6 * HOUR,
    "12h": 12 * HOUR,
    "1d": DAY,
    "2d": 2 * DAY,
}
"""How long a channel that plays may vote for a move, in seconds, by word."""
VOTE = HouseRule("vote", tuple(VOTES), "1h")
"""Only for matches of a channel."""
SHORTEST_VOTE = f"{VOTE.word}={next(iter(VOTES))}"


class DuplicateTerm(Refused):
    """A term has two values."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match."""

    house_rules: dict[str, str]
    """House rules of the game that differ from its defaults."""
    clock: int
    """Seconds for each move or, with an increment, at the start; 0 for unlimited time."""
    increment: int
    """Seconds that each move adds to the time left; 0 if each move has `clock` seconds."""
    rated: bool
    weekends_off: bool
    vote: int
    """Seconds for which a channel that plays votes for its move; 0 where none plays."""
    begins: str
    """The first seat: `me` (the challenger), `you` (the other player) or, without a head start, `lot`."""

    @property
    def head_start(self) -> bool:
        return HEAD_START in self.house_rules


def choices(
    game: str, *, robot: bool = False, head_start: bool = False, channel: bool = False
) -> tuple[HouseRule, ...]:
    """The terms of a game, with the defaults for a match with a robot or with a head start.

    `channel`: whether a channel plays as one.
    """
    rules = (_adapted(rule, robot=robot, head_start=head_start) for rule in _RULES_OF_ANY_GAME)
    return (*GAMES[game].house_rules, *rules, *([VOTE] if channel else []))


def _adapted(rule: HouseRule, *, robot: bool, head_start: bool) -> HouseRule:
    """Against a robot, there is no clock, and the challenger has a head start; otherwise the other player."""
    if rule.word == "clock" and robot:
        return replace(rule, default="none")
    if rule.word == "begins" and head_start:
        return replace(rule, values=("me", "you"), default="me" if robot else "you")
    return rule


def terms(game: str, words: Words, *, robot: bool = False, channel: bool = False) -> Terms:
    """Parse words such as `target=30 clock=1d`, or `30, 1d` if the values are unambiguous.

    Args:
        game: the key of the game.
        words: as typed.
        robot: whether the opponent is a robot.
        channel: whether a channel plays as one, which is never rated.

    Raises:
        UnknownHouseRule: an unknown word, or a value that is not allowed.
        DuplicateTerm: a term has two values.
    """
    given = _given(choices(game, channel=channel), words)
    named, head_start = given.pop("clock", ""), given.get(HEAD_START, "none") != "none"
    if head_start and given.get("begins") == "lot":  # it is never drawn who has it
        del given["begins"]
    chosen = choose(choices(game, robot=robot, head_start=head_start, channel=channel), given)
    clock = clock_of(named) or CLOCKS[chosen["clock"]]
    of_the_game = {rule.word: rule.default for rule in GAMES[game].house_rules}
    # Uneven matches would distort ratings.
    even = not head_start and not is_advantage(game, chosen)
    timed = clock.base > 0  # without a clock, a match need not end
    return Terms(
        house_rules={
            name: value for name, value in given.items() if name in of_the_game and value != of_the_game[name]
        },
        clock=clock.base,
        increment=clock.increment,
        rated=chosen["rated"] == "yes" and timed and even and not channel,
        weekends_off=chosen["weekends"] == "off" and timed,
        vote=VOTES[chosen[VOTE.word]] if channel else 0,
        begins=chosen["begins"],
    )


def _given(rules: tuple[HouseRule, ...], words: Words) -> dict[str, str]:
    """The values of the terms that the words name; clocks beyond `CLOCKS` are allowed, too."""
    given = dict[str, str]()
    for name, value, typed in _pairs(rules, _separated(words)):
        try:
            if name != "clock" or clock_of(value) is None:
                choose(rules, {name: value})
        except UnknownHouseRule as unknown:
            raise UnknownHouseRule(typed, unknown.allowed) from None
        if name in given:
            raise DuplicateTerm(name)
        given[name] = value
    return given


def is_advantage(game: str, chosen: Mapping[str, str]) -> bool:
    """Whether the terms name who begins, in a game where beginning is a great advantage."""
    return chosen.get("begins", "lot") != "lot" and is_uneven(GAMES[game], chosen)


def briefly(game: str, words: Words) -> Words:
    """Abbreviate terms to their values where only one term has the value."""
    return tuple(_briefly(game, word) for word in words)


def _briefly(game: str, word: str) -> str:
    name, _, value = word.partition("=")
    return value if _in_full(game, value) == f"{name}={value}" else word


def in_full(game: str, words: Words) -> Words:
    """Put the name of the term before each value that stands alone."""
    return tuple(_in_full(game, word) for word in words)


def _in_full(game: str, word: str) -> str:
    having = _meant(choices(game), word)
    return f"{having[0]}={word}" if len(having) == 1 else word


def _meant(rules: Iterable[HouseRule], value: str) -> list[str]:
    """The terms that a value alone can mean; a head start and the time of a vote must be named."""
    named = (HEAD_START, VOTE.word)
    return [rule.word for rule in rules if value in rule.values and rule.word not in named]


def are_terms(game: str, words: Words) -> bool:
    """Whether all of these words are terms, even if they contradict each other."""
    try:
        terms(game, words)
    except DuplicateTerm:
        return True
    except UnknownHouseRule:
        return False
    return bool(_separated(words))


def split_off_terms(game: str, text: str) -> tuple[str, Words]:
    """Split a name from the terms after or before it, as in `Ben hidden, small`."""
    words = tuple(text.split())
    for cut in range(1, len(words)):
        for name, rules in ((words[:cut], words[cut:]), (words[-cut:], words[:-cut])):
            if are_terms(game, rules):
                return " ".join(name).strip(",;"), rules
    return text, ()


def _separated(words: Words) -> list[str]:
    """The words without separators and without spaces around `=`."""
    return re.sub(r"\s*=\s*", "=", " ".join(words)).replace(",", " ").replace(";", " ").split()


def _pairs(rules: Iterable[HouseRule], words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the name and value of each term, and the text as typed; an ambiguous or unknown name is "".

    A value alone means the only term that has it; the name of the term can stand before or after its value.
    """
    rules = tuple(rules)
    values = {rule.word: rule.values for rule in rules}
    rest = deque(words)
    while rest:
        typed = rest.popleft()
        word, following = folded(typed), folded(rest[0]) if rest else ""
        if "=" in word:
            name, _, value = word.partition("=")
            yield name, value, typed
        elif following in values.get(word, ()) or word in values.get(following, ()):
            name, value = (word, following) if word in values else (following, word)
            yield name, value, f"{typed} {rest.popleft()}"
        else:
            having = _meant(rules, word) or (["clock"] if clock_of(word) else [])
            yield having[0] if len(having) == 1 else "", word, typed
