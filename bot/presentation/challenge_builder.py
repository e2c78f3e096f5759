"""The challenge builder: its choices, their encoding in buttons, and its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.robot_players import LEVELS, USUAL_LEVEL, robot_player
from bot.domain.terms import OF_ANY_GAME, choices, is_advantage
from bot.interface import ROBOT, Account, BuildChallenge, Button, OfferChallenge, PersonMenu, Screen
from bot.interface.requests import AGAINST_WHOM, BACK, OVERVIEW, SEND, TERMS, WHICH_GAME
from bot.presentation.phrasing import BRIEF_NAME_MAX, NAME_MAX, Phrasing, name_of
from bot.presentation.prompts import in_rows, marked
from games import GAMES
from games.events import PlayerId
from games.game import HEAD_START, HouseRule
from games.words import Words

OWNER_LETTERS = 5
"""Letters of a player's id in a button: enough to tell the people of a chat apart."""
SHORT = {"off": "~", "choice": "!", "me": "<", "you": ">", "stone": "+"}
LONG = {short: value for value, short in SHORT.items()}
"""Abbreviations of values, without which the fullest button would be too long."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices so far."""

    game: str
    against: str | None
    said: Mapping[str, str] = field(default_factory=dict)
    """The chosen values of terms, by name; other terms have their defaults."""

    @classmethod
    def of(cls, request: BuildChallenge) -> Draft:
        """Decode a button; terms that the game no longer has are dropped."""
        draft = cls(request.game, robot() if request.against == ROBOT else request.against)
        for word in request.words:
            name, _, value = LONG.get(word, word).rpartition("=")
            for rule in _meant(draft.choices, value):
                if name in ("", rule.word):
                    draft = draft.with_term(rule.word, value)
        return draft

    @property
    def level(self) -> int | None:
        return next((level for level in LEVELS if self.against == robot(level)), None)

    @property
    def choices(self) -> tuple[HouseRule, ...]:
        """All terms of the game, with the defaults against this opponent."""
        return tuple(map(self._usual, choices(self.game)))

    @property
    def chosen(self) -> dict[str, str]:
        named = {rule: self.said.get(rule.word) for rule in self.choices}
        return {rule.word: value if value in rule.values else rule.default for rule, value in named.items()}

    @property
    def offered(self) -> tuple[HouseRule, ...]:
        """The terms that matter: without a clock, against a robot or with an advantage, no match is rated."""
        timeless = self.chosen["clock"] == "none"
        uneven = self._head_start or is_advantage(self.game, self.chosen)
        unrated = self.level is not None or timeless or uneven
        idle = {"rated"} if unrated else set[str]()
        idle |= {"weekends"} if timeless else set()
        return tuple(rule for rule in self.choices if rule.word not in idle)

    @property
    def mentioned(self) -> tuple[HouseRule, ...]:
        """The terms to mention in the text: those not at their defaults, and who has a head start."""
        chosen = self.chosen
        whose = {"begins"} if self._head_start else set[str]()
        return tuple(rule for rule in self.offered if chosen[rule.word] != rule.default or rule.word in whose)

    @property
    def words(self) -> Words:
        """The terms encoded for a button: non-default ones, by value alone if that is unambiguous."""
        return tuple(
            SHORT.get(value, value) if len(_meant(self.choices, value)) == 1 else f"{name}={value}"
            for name, value in self._unusual()
        )

    @property
    def request(self) -> OfferChallenge:
        words = tuple(f"{name}={value}" for name, value in self._unusual())
        if self._head_start:  # always explicit, as the default depends on the opponent
            words = (*dict.fromkeys((*words, f"begins={self.chosen['begins']}")),)
        if self.level is None:
            return OfferChallenge(self.game, self.against, words)
        return OfferChallenge(self.game, ROBOT, (f"level={self.level}", *words))

    @property
    def _head_start(self) -> bool:
        return self.said.get(HEAD_START, "none") != "none"

    def _usual(self, rule: HouseRule) -> HouseRule:
        """Adapt a term: no clock by default against a robot; the side with a head start is never drawn."""
        if rule.word == "clock" and self.level:
            return replace(rule, default="none")
        if rule.word == "begins" and self._head_start:
            return replace(rule, values=("me", "you"), default="me" if self.level else "you")
        return rule

    def with_term(self, name: str, value: str) -> Draft:
        return replace(self, said={**self.said, name: value})

    def for_game(self, game: str) -> Draft:
        """A copy for another game, with the terms that every game has."""
        return replace(
            self, game=game, said={name: self.said[name] for name in OF_ANY_GAME if name in self.said}
        )

    def _unusual(self) -> list[tuple[str, str]]:
        chosen = self.chosen
        return [(rule.word, chosen[rule.word]) for rule in self.choices if chosen[rule.word] != rule.default]


def _meant(rules: Sequence[HouseRule], value: str) -> list[HouseRule]:
    """The terms that can have this value as a non-default."""
    return [rule for rule in rules if value in rule.values and value != rule.default]


def robot(level: int = USUAL_LEVEL) -> str:
    return f"{ROBOT}{level}"


def owner_of(player: PlayerId) -> str:
    return player[:OWNER_LETTERS]


IN_ROW = 2  # long buttons, with name and value


@dataclass(frozen=True, slots=True)
class Building:
    """A challenge being built, with its owner."""

    draft: Draft
    owner: str
    alone: bool
    """Whether nobody else is in the chat, so that an open challenge needs a link or a code."""
    opponent: Account | None = None

    def ask(self, page: int, draft: Draft | None = None) -> BuildChallenge:
        chosen = draft or self.draft
        return BuildChallenge(self.owner, chosen.game, chosen.against, chosen.words, page)


def which_game_page(building: Building, phrasing: Phrasing) -> Screen:
    texts, opponent = phrasing.texts, building.opponent
    buttons = [
        Button(phrasing.game(key), building.ask(OVERVIEW, building.draft.for_game(key)), "main")
        for key in GAMES
    ]
    asked = texts("pick.text", name=name_of(opponent)) if opponent else texts("pick.game")
    return Screen(asked, texts("title.pick"), rows=in_rows(buttons))


def overview_page(building: Building, phrasing: Phrasing) -> Screen:
    texts, draft = phrasing.texts, building.draft
    terms = {rule: phrasing.term(draft.game, rule.word, draft.chosen[rule.word]) for rule in draft.offered}
    send = texts("button.build_start" if draft.level else "button.build_send")
    against = texts("build.against", opponent=_opponent(building, phrasing, brief=True))
    buttons = [Button(term, building.ask(TERMS + draft.choices.index(rule))) for rule, term in terms.items()]
    rows = (
        (Button(send, building.ask(SEND), "main"),),
        (Button(against, building.ask(AGAINST_WHOM)),),
        *in_rows(buttons, IN_ROW),
        (Button(texts("button.build_game"), building.ask(WHICH_GAME)),),
    )
    lines = (
        texts("build.against", opponent=_opponent(building, phrasing)),
        *([" · ".join(terms[rule] for rule in draft.mentioned)] if draft.mentioned else []),
        *phrasing.together(draft.game, draft.chosen),
        texts("build.send", send=send),
    )
    return Screen("\n".join(lines), _title(draft, phrasing), rows=rows)


def against_whom_page(
    building: Building, people: Sequence[Account], phrasing: Phrasing, *, robots: bool
) -> Screen:
    """Ask for the opponent: a robot if `robots` play the game, anyone, or one of these people."""
    texts, draft = phrasing.texts, building.draft

    def button(label: str, against: str | None) -> Button:
        chosen = replace(draft, against=against)
        return Button(marked(label, against == draft.against), building.ask(OVERVIEW, chosen))

    levels = [button(texts("button.level", level=level), robot(level)) for level in LEVELS if robots]
    anyone = button(texts("button.build_link" if building.alone else "button.anyone"), None)
    rows = (
        *in_rows(levels),
        (anyone,),
        *in_rows([button(name_of(person, BRIEF_NAME_MAX), person.id) for person in people], IN_ROW),
        (Button(texts("button.back"), building.ask(BACK)),),
    )
    game = phrasing.game(draft.game)
    lines = [texts("pick.opponent", game=game, example=f"/play {draft.game}")]
    lines += [texts("pick.robot", game=game, lowest=LEVELS[0], highest=LEVELS[-1])] if robots else []
    menu = PersonMenu(texts("build.pick_person"), building.ask(AGAINST_WHOM, replace(draft, against=None)))
    return Screen("\n".join(lines), _title(draft, phrasing), rows=rows, menu=menu)


def term_page(building: Building, rule: HouseRule, phrasing: Phrasing) -> Screen:
    texts, draft = phrasing.texts, building.draft
    buttons = [
        Button(
            marked(phrasing.term(draft.game, rule.word, value), value == draft.chosen[rule.word]),
            building.ask(OVERVIEW, draft.with_term(rule.word, value)),
        )
        for value in rule.values
    ]
    asked = phrasing.term(draft.game, rule.word)
    back = Button(texts("button.back"), building.ask(BACK))
    return Screen(asked, _title(draft, phrasing), rows=(*in_rows(buttons, IN_ROW), (back,)))


def sent_page(building: Building, phrasing: Phrasing) -> Screen:
    """Confirm that the challenge was sent, with a button to build another one."""
    texts = phrasing.texts
    text = texts(
        "build.started" if building.draft.level else "build.sent",
        game=phrasing.game(building.draft.game),
        opponent=_opponent(building, phrasing),
    )
    return Screen(text, rows=((Button(texts("button.build_another"), building.ask(OVERVIEW)),),))


def _title(draft: Draft, phrasing: Phrasing) -> str:
    return phrasing.texts("title.pick_game", game=phrasing.game(draft.game))


def _opponent(building: Building, phrasing: Phrasing, *, brief: bool = False) -> str:
    """The name of the opponent on the pages."""
    if building.draft.level:
        return phrasing.plain(robot_player(building.draft.level))
    if building.draft.against and not building.opponent:
        return phrasing.texts("someone")
    if building.opponent:
        return name_of(building.opponent, BRIEF_NAME_MAX if brief else NAME_MAX)
    return phrasing.texts("build.link" if building.alone else "build.anyone")
