"""A challenge that is put together by buttons: what can be chosen, and how a button holds what is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.robot_players import LEVELS, USUAL_LEVEL
from bot.domain.terms import OF_ANY_GAME, choices, is_advantage
from bot.interface import ROBOT, BuildChallenge, OfferChallenge
from games.events import PlayerId
from games.game import HEAD_START, HouseRule
from games.words import Words

OWNER_LETTERS = 5
"""Of a player's id in a button: enough that nobody presses for somebody else by chance."""
SHORT = {"off": "~", "choice": "!", "me": "<", "you": ">", "stone": "+"}
LONG = {short: value for value, short in SHORT.items()}
"""Values that would not fit into the fullest button otherwise."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is chosen so far."""

    game: str
    against: str | None
    """As in `BuildChallenge`."""
    said: Mapping[str, str] = field(default_factory=dict)
    """The values of terms, by name, that were chosen; of the others the usual ones hold."""

    @property
    def level(self) -> int | None:
        """Of the robot; None where it is not the opponent."""
        return level_of(self.against)

    @property
    def choices(self) -> tuple[HouseRule, ...]:
        """All that may be chosen for a match of the game, each with what is usual against this opponent."""
        return tuple(map(self._usual, choices(self.game)))

    @property
    def chosen(self) -> dict[str, str]:
        """The value of each term by its name."""
        said = {rule: self.said.get(rule.word) for rule in self.choices}
        return {rule.word: value if value in rule.values else rule.default for rule, value in said.items()}

    @property
    def offered(self) -> tuple[HouseRule, ...]:
        """What makes a difference: with no clock, against a robot or with an advantage nothing is rated."""
        timeless = self.chosen["clock"] == "none"
        uneven = self._head_start or is_advantage(self.game, self.chosen)
        unrated = self.level is not None or timeless or uneven
        idle = {"rated"} if unrated else set[str]()
        idle |= {"weekends"} if timeless else set()
        return tuple(rule for rule in self.choices if rule.word not in idle)

    @property
    def told(self) -> tuple[HouseRule, ...]:
        """What is worth a word beside the buttons: what is not usual, and whose a head start is."""
        chosen = self.chosen
        whose = {"begins"} if self._head_start else set[str]()
        return tuple(rule for rule in self.offered if chosen[rule.word] != rule.default or rule.word in whose)

    @property
    def words(self) -> Words:
        """How a button holds the terms: what is not usual, by its value alone where that can be one thing."""
        return tuple(
            SHORT.get(value, value) if len(_meant(self.choices, value)) == 1 else f"{name}={value}"
            for name, value in self._unusual()
        )

    @property
    def request(self) -> OfferChallenge:
        """What sends the challenge."""
        words = tuple(f"{name}={value}" for name, value in self._unusual())
        if self._head_start:  # whose it is does not depend on what is usual
            words = (*dict.fromkeys((*words, f"begins={self.chosen['begins']}")),)
        if self.level is None:
            return OfferChallenge(self.game, self.against, words)
        return OfferChallenge(self.game, ROBOT, (f"level={self.level}", *words))

    @property
    def _head_start(self) -> bool:
        return self.said.get(HEAD_START, "none") != "none"

    def _usual(self, rule: HouseRule) -> HouseRule:
        """As it is offered here: against a robot no clock runs; who gets a head start is not drawn."""
        if rule.word == "clock" and self.level:
            return replace(rule, default="none")
        if rule.word == "begins" and self._head_start:
            return replace(rule, values=("me", "you"), default="me" if self.level else "you")
        return rule

    def with_term(self, name: str, value: str) -> Draft:
        """The same with another value of one term."""
        return replace(self, said={**self.said, name: value})

    def for_game(self, game: str) -> Draft:
        """The same for another game: what holds for any game is kept."""
        return replace(
            self, game=game, said={name: self.said[name] for name in OF_ANY_GAME if name in self.said}
        )

    def _unusual(self) -> list[tuple[str, str]]:
        chosen = self.chosen
        return [(rule.word, chosen[rule.word]) for rule in self.choices if chosen[rule.word] != rule.default]


def read(request: BuildChallenge) -> Draft:
    """What a button holds; what the game does not know any more is left out."""
    against = robot() if request.against == ROBOT else request.against
    draft = Draft(request.game, against)
    for word in request.words:
        name, _, value = LONG.get(word, word).rpartition("=")
        for rule in _meant(draft.choices, value):
            if name in ("", rule.word):
                draft = draft.with_term(rule.word, value)
    return draft


def _meant(rules: Sequence[HouseRule], value: str) -> list[HouseRule]:
    """The terms that can have this value, and usually have another one."""
    return [rule for rule in rules if value in rule.values and value != rule.default]


def robot(level: int = USUAL_LEVEL) -> str:
    """The robot of a level as an opponent."""
    return f"{ROBOT}{level}"


def level_of(against: str | None) -> int | None:
    """The level of the robot that is the opponent; None for anybody else."""
    return next((level for level in LEVELS if against == robot(level)), None)


def owner_of(player: PlayerId) -> str:
    """How the buttons of a challenge that this player puts together name them."""
    return player[:OWNER_LETTERS]
