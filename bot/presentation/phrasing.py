"""Facts and names become sentences in the language of their reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from unicodedata import bidirectional, category, normalize

from anyascii import anyascii

from bot.domain.robot_players import is_robot, level_of
from bot.domain.terms import OF_ANY_GAME, Terms, clock_of
from bot.interface import Cast
from bot.interface.capabilities import EVERYWHERE, Capabilities, units
from bot.texts import LANGUAGES, Texts
from games.events import PlayerId
from games.game import SEATS, Fact, Seat, other
from games.match import MatchView

NAME_MAX = 32  # UTF-16 units of a name in a sentence, whatever the platform allows
UNSHOWN = "\ufffd"  # stands for what cannot be shown
BRIEF_NAME_MAX = 16  # likewise, where names stand in many sentences that have little room

STEERING = ("RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI")
"""The kinds of signs that show nothing and change the direction of what follows them (Unicode Annex 9)."""
TURNING = ("R", "AL", *STEERING[:7])
"""The kinds of letters and signs that change it."""

LOOK_ALIKES = str.maketrans("гᴦᎱᏒᖇσ۵ьвβƅᏏᗷᎢ⊤", "rrrrroobbbbbbtt")
"""Letters that look like those of the robots' names, but are others than `anyascii` makes of them."""
BADGES = frozenset(map(chr, range(0x1F150, 0x1F200)))
"""Letters in circles and squares."""


@dataclass(frozen=True, slots=True)
class Phrasing:
    """A language, and the names of the people that its sentences mention."""

    texts: Texts
    cast: Cast
    capabilities: Capabilities = EVERYWHERE
    """Of the platform that shows the sentences."""
    pages: bool = False
    """Matches can be opened as pages of their own, and are not read on one already."""

    def name(self, player: PlayerId | None) -> str:
        """A player's display name as it stands in a sentence; None is anyone."""
        return isolated(self.plain(player))

    def plain_names(self, match: MatchView) -> tuple[str, str]:
        """The names of seat 0 and seat 1 as they stand in a picture.

        Before the acceptance those of challenger and invited.
        """
        first, second = match.players or (match.challenger, match.invited)
        return self.plain(first), self.plain(second)

    def plain(self, player: PlayerId | None) -> str:
        """A player's display name as it stands in a picture; None is anyone."""
        if player is None:
            return self.texts("anyone")
        if is_robot(player):
            return self.texts("robot.name", level=level_of(player))
        if player not in self.cast:
            return self.texts("someone")
        name = shortened(self.cast[player].name)
        return self.texts("person.like_robot", name=name) if is_like_robot(name) else name

    def knows(self, player: PlayerId) -> bool:
        """This player has a name."""
        return is_robot(player) or player in self.cast

    def names(self, match: MatchView) -> tuple[str, str]:
        """The names of seat 0 and seat 1 as they stand in a sentence."""
        first, second = self.plain_names(match)
        return isolated(first), isolated(second)

    def about(self, key: str, match: MatchView) -> str:
        """A sentence that names a match: its game, its players and its code."""
        first, second = self.names(match)
        game = self.game(match.game)
        return self.texts(key, game=game, first=first, second=second, match=match.match)

    def brief(self) -> Phrasing:
        """The same with long names made shorter still."""
        short = {player: shortened(account.name, BRIEF_NAME_MAX) for player, account in self.cast.items()}
        if all(self.cast[player].name == name for player, name in short.items()):
            return self
        cast = {player: replace(self.cast[player], name=name) for player, name in short.items()}
        return replace(self, cast=cast)

    def seat(self, match: MatchView, seat: Seat) -> str:
        """The name of the player in this seat."""
        people = match.players or (match.challenger, match.invited)
        return self.name(people[seat])

    def game(self, key: str) -> str:
        """The name of a game."""
        return self.texts(f"{key}.name")

    def describe(self, game: str, names: tuple[str, str], facts: Iterable[Fact]) -> list[str]:
        """A sentence for each fact about a game between these two."""
        return [
            self.texts(f"{game}.{fact.key}", **_with_names(names, self.words(game, dict(fact.values))))
            for fact in facts
        ]

    def words(self, game: str, values: Mapping[str, str | int]) -> dict[str, object]:
        """The values as they stand in a sentence: a word that the language has of its own is translated."""
        return {
            name: self.texts.get(f"{game}.word.{value}", value) if isinstance(value, str) else value
            for name, value in values.items()
        }

    def house_rules(self, game: str, rules: Mapping[str, str]) -> str:
        """As `hidden supplies, small table`."""
        return ", ".join(self.term(game, word, value) for word, value in rules.items())

    def clock(self, agreed: Terms) -> list[str]:
        """As `1 day for each move`, and whether weekends are off."""
        key = "none" if not agreed.clock else "bank" if agreed.increment else "each"
        times = {"time": self.texts.duration(agreed.clock), "more": self.texts.duration(agreed.increment)}
        off = [self.texts("term.weekends.off")] if agreed.weekends_off else []
        return [self.texts(f"term.clock.{key}", **times), *off]

    def together(self, game: str, rules: Mapping[str, str]) -> list[str]:
        """What two house rules come to together, where that is worth a sentence."""
        pairs = combinations(sorted(rules.items()), 2)
        keys = (f"{game}.together.{one}.{this}.{other}.{that}" for (one, this), (other, that) in pairs)
        return [self.texts(key) for key in keys if key in self.texts.messages]

    def term(self, game: str, word: str, value: str | None = None) -> str:
        """What is agreed on for a match, such as `small table`; without a value, the question for it."""
        clock = clock_of(value) if word == "clock" and value is not None else None
        if clock and clock.base:
            key = "term.clock.bank" if clock.increment else "term.clock.each"
            told = map(self.texts.duration, clock)
            return self.texts(key, time=next(told), more=next(told))
        key = f"term.{word}" if value is None else f"term.{word}.{value}"
        return self.texts(key if word in OF_ANY_GAME else f"{game}.{key}")


def newest(told: Sequence[str], room: int, texts: Texts, before: str = "told_before") -> list[str]:
    """Of many sentences the last ones that fit into so many UTF-16 units, and how many are left out.

    `before` is the key of the sentence that says how many.
    """
    for left_out in range(len(told) + 1):
        said = [texts(before, count=left_out)] if left_out else []
        kept = [*said, *told[left_out:]]
        if units("\n".join(kept)) < room:
            return kept
    return []


@lru_cache(maxsize=1000)
def shortened(name: str, most: int = NAME_MAX) -> str:
    """A long name without its end."""
    if units(name) <= most:
        return name
    kept = name[: most - 1]
    while units(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept}…"


def quoted(words: str) -> str:
    """Somebody's words like a name, but with a sign for each character that only turns the direction."""
    return isolated("".join(UNSHOWN if bidirectional(sign) in STEERING else sign for sign in words))


@lru_cache(1024)
def is_like_robot(name: str) -> bool:
    """Whether a person's name looks from its beginning like that of a robot, in any language."""
    robots = (texts("robot.name", level="").split()[0] for texts in LANGUAGES.values())
    return _looks(name).startswith(tuple(map(_looks, robots)))


def _looks(name: str) -> str:
    """The plain letters that a name is read as; what is not seen, and what stands between, is left out."""
    folded = normalize("NFKD", name).casefold().translate(LOOK_ALIKES)
    plain = "".join(anyascii(sign) for sign in folded if sign.isalnum() or sign in BADGES)
    return "".join(filter(str.isalnum, plain.lower().replace("0", "o")))


def isolated(name: str) -> str:
    """A name that runs from right to left keeps to itself, and leaves the order of the sentence alone.

    Control characters, as the names in imported records may have them, are shown by a sign.
    """
    if name.isascii() and name.isprintable():
        return name
    shown = "".join(UNSHOWN if category(letter) == "Cc" else letter for letter in name)
    if any(bidirectional(letter) in TURNING for letter in shown):
        return f"\u2068{shown}\u2069"  # first strong isolate … pop directional isolate
    return shown


def _with_names(names: tuple[str, str], values: dict[str, object]) -> dict[str, object]:
    """The values of a fact, and the names that a sentence may want beside them."""
    named = {"first": names[0], "second": names[1], **values}
    for seat in SEATS:
        if "seat" in values and values["seat"] == seat:
            return {**named, "seat": names[seat], "other": names[other(seat)]}
    return named
