"""Parses terms as people type them, such as `target=30 clock=1d` or `30, 1d`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from bot.domain.terms import CLOCKS, VOTE, VOTES, Terms, choices, clock_of, is_advantage
from bot.texts import folded
from games import GAMES
from games.game import HEAD_START, HouseRule, Refused, UnknownHouseRule, choose
from games.words import Words


class DuplicateTerm(Refused):
    """A term has two values."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


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
