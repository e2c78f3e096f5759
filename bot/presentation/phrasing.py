"""Phrase facts and names as sentences in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any
from unicodedata import bidirectional, category, normalize

from anyascii import anyascii

from bot.domain.players import is_robot
from bot.domain.robot_players import OWN, shown_level
from bot.domain.terms import OF_ANY_GAME, Terms, clock_of
from bot.domain.tournaments import Tournament
from bot.interface import EVERYWHERE, GUEST, Account, Accounts, Capabilities, DisplayPreferences, Moments
from bot.texts import Texts, begun, translations, units
from games.events import PlayerId
from games.game import SEATS, Fact, Seat, other
from games.match import MatchView

NAME_MAX = 32  # most UTF-16 units of a name in a sentence
UNSHOWN = "\ufffd"  # replaces characters that cannot be shown
BRIEF_NAME_MAX = 16  # the same, where room is short

STEERING = ("RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI")
"""Bidirectional classes of invisible characters that control the text direction (Unicode Annex 9)."""
TURNING = ("R", "AL", *STEERING[:7])
"""Bidirectional classes that turn the text direction to the left or open an embedding."""

LOOK_ALIKES = str.maketrans("гᴦᎱᏒᖇσ۵ьвβƅᏏᗷᎢ⊤", "rrrrroobbbbbbtt")
"""Look-alikes of letters in the robots' names that `anyascii` maps to other letters."""
BADGES = frozenset(map(chr, range(0x1F150, 0x1F200)))
"""Letters in circles and squares, which `isalnum` rejects."""
FILLED_IN = re.compile(r"(^|[!\n]\s*)(\w)(?=[^\W\d])")
"""The first letter of a word at the beginning of a sentence."""


@dataclass(frozen=True, slots=True)
class Phrasing:
    """How a reader is told something: language and names, and what they want and can be shown."""

    texts: Texts
    accounts: Accounts
    capabilities: Capabilities = EVERYWHERE
    pages: bool = False
    """Whether to offer web pages of matches; False on such a page."""
    embedded: bool = False
    """Whether the platform shows these pages itself, so that each board has a button for it."""
    text_only: bool = False
    """Whether the text describes everything, without pictures."""
    changes: bool = False
    """Whether that text has the latest turn first, and a board the position only on request."""
    zone: str = "UTC"

    @classmethod
    def of(cls, preferences: DisplayPreferences, accounts: Accounts, **others: Any) -> Phrasing:
        """For a reader with these preferences; `others` are further fields."""
        text_only, changes, zone = preferences.text_only, preferences.changes, preferences.zone
        return cls(preferences.texts, accounts, text_only=text_only, changes=changes, zone=zone, **others)

    def moment(self, at: int) -> str:
        """A time, in seconds since 1970, in the reader's time zone."""
        return self.texts.moment(at, self.zone)

    def moments(self, times: Iterable[int]) -> Moments:
        """Times that a text tells, each as it stands there and in seconds since 1970."""
        return tuple((self.moment(at), at) for at in dict.fromkeys(times))

    def name(self, player: PlayerId | None) -> str:
        """A player's display name for a sentence; None is anyone."""
        return isolated(self.plain(player))

    def plain_names(self, match: MatchView) -> tuple[str, str]:
        """The names of seat 0 and seat 1 for a picture.

        Before the acceptance, these are the challenger and the invited player.
        """
        first, second = match.players or (match.challenger, match.invited)
        return self.plain(first), self.plain(second)

    def plain(self, player: PlayerId | None) -> str:
        """A player's display name for a picture; None is anyone."""
        if player is None:
            return self.texts("anyone")
        if is_robot(player):
            return self.texts("robot.name", level=shown_level(player))
        account = self.accounts.get(player)
        if account is None:
            return self.texts("someone")
        if account.platform == GUEST and self.comes_by_link(player):  # few are guests: a press calls one less
            return self.texts("seat.somebody")
        name = shortened(account.name)
        return self.texts("person.like_robot", name=name) if is_like_robot(name) else name

    def comes_by_link(self, player: PlayerId | None) -> bool:
        """Whether this is a seat that nobody has taken yet: its guest has no name and no chat."""
        account = self.accounts.get(player) if player else None
        return account is not None and account.platform == GUEST and account.awaited

    def level(self, asked: str) -> str:
        """What the button of one of `ASKED_LEVELS` says."""
        return self.texts("button.own_level") if asked == OWN else self.texts("button.level", level=asked)

    def accounts_of(self, players: Iterable[PlayerId | None]) -> tuple[Account, ...]:
        """The accounts of those who are known here."""
        return tuple(self.accounts[one] for one in players if one and one in self.accounts)

    def knows(self, player: PlayerId) -> bool:
        return is_robot(player) or player in self.accounts

    def names(self, match: MatchView) -> tuple[str, str]:
        first, second = self.plain_names(match)
        return isolated(first), isolated(second)

    def pair(self, first: PlayerId | None, second: PlayerId | None) -> dict[str, str]:
        """The names of two players, as sentences call them."""
        return {"first": self.name(first), "second": self.name(second)}

    def seat(self, match: MatchView, seat: Seat) -> str:
        return self.name((match.players or (match.challenger, match.invited))[seat])

    def about(self, key: str, match: MatchView, tournament: Tournament | None = None) -> str:
        """A sentence with the game (in a tournament also the round), the players and the code of a match."""
        first, second = self.names(match)
        game = self.tournament("round", tournament) if tournament else self.game(match.game)
        return self.texts(key, game=game, first=first, second=second, match=match.match)

    def brief(self) -> Phrasing:
        """A copy with names of at most `BRIEF_NAME_MAX` units."""
        accounts = dict(self.accounts)
        for player, account in self.accounts.items():
            if (name := shortened(account.name, BRIEF_NAME_MAX)) != account.name:
                accounts[player] = replace(account, name=name)
        return replace(self, accounts=accounts)

    def game(self, key: str) -> str:
        return self.texts(f"{key}.name")

    def tournament(self, stage: str, tournament: Tournament) -> str:
        """The game and the stage of a tournament, such as its round."""
        key, game = f"tournament.title.{stage}", self.game(tournament.game)
        return self.texts(key, game=game, round=tournament.round, rounds=tournament.rounds)

    def describe(self, game: str, names: tuple[str, str], facts: Iterable[Fact]) -> list[str]:
        """A sentence for each fact about a game between two players."""
        return [
            self.texts(f"{game}.{fact.key}", **_with_names(names, self.words(game, dict(fact.values))))
            for fact in facts
        ]

    def tell(self, match: MatchView, facts: Iterable[Fact]) -> list[str]:
        """A sentence for each fact about a match."""
        return self.describe(match.game, self.names(match), facts)

    def words(self, game: str, values: Mapping[str, str | int]) -> dict[str, object]:
        """The values of a fact for a sentence, with known words translated."""
        return {
            name: self.texts.get(f"{game}.word.{value}", value) if isinstance(value, str) else value
            for name, value in values.items()
        }

    def house_rules(self, game: str, rules: Mapping[str, str]) -> str:
        """The house rules, such as `hidden supplies, small table`."""
        return ", ".join(self.term(game, word, value) for word, value in rules.items())

    def clock(self, agreed: Terms | MatchView) -> list[str]:
        """The clock, such as `1 day for each move`, and a note if weekends are off."""
        weekends = [self.texts("term.weekends.off")] if agreed.weekends_off else []
        return [self.time_control("term.clock.", agreed.clock, agreed.increment), *weekends]

    def time_control(self, keys: str, base: int, increment: int) -> str:
        """A clock, in one of the texts whose keys begin like this: `none`, `each` or `bank`."""
        kind = "bank" if increment else "each" if base else "none"
        times = {"time": self.texts.duration(base), "more": self.texts.duration(increment)}
        return self.texts(keys + kind, **times)

    def together(self, game: str, rules: Mapping[str, str]) -> list[str]:
        """Notes on the combined effect of two house rules, where the texts have one."""
        pairs = combinations(sorted(rules.items()), 2)
        keys = (f"{game}.together.{one}.{this}.{other}.{that}" for (one, this), (other, that) in pairs)
        return [self.texts(key) for key in keys if key in self.texts.messages]

    def term(self, game: str, word: str, value: str | None = None) -> str:
        """A term of a match, such as `small table`; without a value, the question for it."""
        clock = clock_of(value) if word == "clock" and value is not None else None
        if clock:
            return self.time_control("term.clock.", *clock)
        key = f"term.{word}" if value is None else f"term.{word}.{value}"
        return self.texts(key if word in OF_ANY_GAME else f"{game}.{key}")


def newest(
    sentences: Sequence[str], room: int, before: Callable[[int], str] = lambda count: "…"
) -> list[str]:
    """The last sentences that fit into `room` UTF-16 units, after what `before` says of those left out."""
    for left_out in range(len(sentences) + 1):
        shown = [*([before(left_out)] if left_out else []), *sentences[left_out:]]
        if units("\n".join(shown)) < room:
            return shown
    return []


@lru_cache(maxsize=1000)
def shortened(name: str, most: int = NAME_MAX) -> str:
    """A name cut to `most` UTF-16 units, ending in an ellipsis if it was longer."""
    if units(name) <= most:
        return name
    return f"{begun(name, most - 1)}…"


def name_of(account: Account, most: int = NAME_MAX) -> str:
    return isolated(shortened(account.name, most))


def quoted(words: str) -> str:
    """User input isolated like a name, with direction controls replaced by `UNSHOWN`."""
    return isolated("".join(UNSHOWN if bidirectional(sign) in STEERING else sign for sign in words))


def opened(said: str, texts: Texts) -> str:
    """A sentence with a capital where it begins with a word that was filled in; notation, as `b2`, stays."""
    return FILLED_IN.sub(lambda found: f"{found[1]}{texts.upper(found[2])}", said)


@lru_cache(1024)
def is_like_robot(name: str) -> bool:
    """Whether a name begins like that of a robot in any language, look-alikes included."""
    robots = (re.split(r"[\s({（]", said)[0] for said in translations("robot.name").values())
    return _looks(name).startswith(tuple(map(_looks, robots)))


def _looks(name: str) -> str:
    """The plain letters that a name is read as, without invisible characters and separators."""
    folded = normalize("NFKD", name).casefold().translate(LOOK_ALIKES)
    plain = "".join(anyascii(sign) for sign in folded if sign.isalnum() or sign in BADGES)
    return "".join(filter(str.isalnum, plain.lower().replace("0", "o")))


def isolated(name: str) -> str:
    """Isolate a right-to-left name, so that it does not change the order of the sentence.

    Control characters, which names in imported records may contain, are replaced by `UNSHOWN`.
    """
    if name.isascii() and name.isprintable():
        return name
    shown = "".join(UNSHOWN if category(letter) == "Cc" else letter for letter in name)
    if any(bidirectional(letter) in TURNING for letter in shown):
        return f"\u2068{shown}\u2069"  # first strong isolate … pop directional isolate
    return shown


def _with_names(names: tuple[str, str], values: dict[str, object]) -> dict[str, object]:
    """The values of a fact, with the names that a sentence may need."""
    named = {"first": names[0], "second": names[1], **values}
    for seat in SEATS:
        if "seat" in values and values["seat"] == seat:
            return {**named, "seat": names[seat], "other": names[other(seat)]}
    return named
