"""The challenge builder: its choices, their encoding in buttons, and its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.domain.robot_players import ASKED_LEVELS, LEVELS, OWN, robot_player
from bot.domain.teams import CHANNEL
from bot.domain.terms import OF_ANY_GAME, choices, is_advantage
from bot.interface import (
    BY_LINK,
    ROBOT,
    Account,
    BuildChallenge,
    Button,
    OfferChallenge,
    PersonMenu,
    Rows,
    Screen,
)
from bot.interface.requests import AGAINST_WHOM, BACK, OVERVIEW, SEND, TERMS, WHICH_GAME
from bot.presentation.button_rows import in_rows, marked
from bot.presentation.phrasing import BRIEF_NAME_MAX, NAME_MAX, Phrasing, name_of
from bot.texts import Texts
from games import GAMES
from games.events import PlayerId
from games.game import HEAD_START, HouseRule
from games.words import Words

OWNER_LETTERS = 5
"""Letters of a player's id in a button: enough to tell the people of a chat apart."""
SHORT = {"off": "~", "choice": "!", "me": "<", "you": ">", "stone": "+"}
"""Abbreviations of values, without which the fullest button would be too long."""
LONG = {short: value for value, short in SHORT.items()}
IN_ROW = 2  # long buttons, with name and value


def robot_id(level: str) -> str:
    """The robot that a draft challenges, if it does; `level` is one of `ASKED_LEVELS`."""
    return f"{ROBOT}{level}"


def owner_of(player: PlayerId) -> str:
    return player[:OWNER_LETTERS]


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices so far."""

    game: str
    against: str | None
    """The id of an account or a robot, `BY_LINK`, or `ROBOT` until its level is known; None for anyone."""
    overrides: Mapping[str, str] = field(default_factory=dict)
    """The chosen values of terms, by name; other terms have their defaults."""

    @classmethod
    def of(cls, request: BuildChallenge) -> Draft:
        """Decode a button; terms that the game no longer has are dropped."""
        draft = cls(request.game, request.against)
        for word in request.words:
            name, _, value = LONG.get(word, word).rpartition("=")
            for rule in draft._rules_with(value):
                if name in ("", rule.word):
                    draft = draft.with_term(rule.word, value)
        return draft

    def with_term(self, name: str, value: str) -> Draft:
        return replace(self, overrides={**self.overrides, name: value})

    def for_game(self, game: str) -> Draft:
        """A copy for another game, with the terms that every game has."""
        overrides = {name: self.overrides[name] for name in OF_ANY_GAME if name in self.overrides}
        return replace(self, game=game, overrides=overrides)

    @property
    def level(self) -> str | None:
        """The level of the robot, as it is asked for; None if the opponent is no robot."""
        return next((level for level in ASKED_LEVELS if self.against == robot_id(level)), None)

    @property
    def rules(self) -> tuple[HouseRule, ...]:
        """All terms of the game, with the defaults against this opponent."""
        return choices(self.game, robot=self.level is not None, head_start=self._has_head_start)

    @property
    def chosen(self) -> dict[str, str]:
        """The values of all terms, by name."""
        values = {rule: self.overrides.get(rule.word) for rule in self.rules}
        return {rule.word: value if value in rule.values else rule.default for rule, value in values.items()}

    @property
    def relevant(self) -> tuple[HouseRule, ...]:
        """The terms that matter: without a clock, against a robot or with an advantage, no match is rated."""
        timeless = self.chosen["clock"] == "none"
        uneven = self._has_head_start or is_advantage(self.game, self.chosen)
        unrated = self.level is not None or self.against == BY_LINK or timeless or uneven
        irrelevant = {"rated"} if unrated else set[str]()
        irrelevant |= {"weekends"} if timeless else set()
        return tuple(rule for rule in self.rules if rule.word not in irrelevant)

    @property
    def mentioned(self) -> tuple[HouseRule, ...]:
        """The terms to mention in the text: those not at their defaults, and who has a head start."""
        chosen = self.chosen
        always = {"begins"} if self._has_head_start else set[str]()
        return tuple(
            rule for rule in self.relevant if chosen[rule.word] != rule.default or rule.word in always
        )

    @property
    def words(self) -> Words:
        """The terms encoded for a button: non-default ones, by value alone if that is unambiguous."""
        return tuple(
            SHORT.get(value, value) if len(self._rules_with(value)) == 1 else f"{name}={value}"
            for name, value in self._non_defaults()
        )

    @property
    def offer(self) -> OfferChallenge:
        """The request that sends the challenge."""
        words = tuple(f"{name}={value}" for name, value in self._non_defaults())
        if self.level is None:
            return OfferChallenge(self.game, self.against, words)
        return OfferChallenge(self.game, ROBOT, (f"level={self.level}", *words))

    @property
    def _has_head_start(self) -> bool:
        return self.overrides.get(HEAD_START, "none") != "none"

    def _rules_with(self, value: str) -> list[HouseRule]:
        """The terms that can have this value as a non-default."""
        return [rule for rule in self.rules if value in rule.values and value != rule.default]

    def _non_defaults(self) -> list[tuple[str, str]]:
        chosen = self.chosen
        return [(rule.word, chosen[rule.word]) for rule in self.rules if chosen[rule.word] != rule.default]


@dataclass(frozen=True, slots=True)
class ChallengeBuilder:
    """A challenge being built, with its owner."""

    draft: Draft
    owner: str
    alone: bool
    """Whether nobody else is in the chat, so that an open challenge needs a link or a code."""
    opponent: Account | None = None

    def request(self, page: int, draft: Draft | None = None) -> BuildChallenge:
        """The request for a page; it shows `draft` instead of the present one."""
        shown = draft or self.draft
        return BuildChallenge(self.owner, shown.game, shown.against, shown.words, page)


def which_game_page(builder: ChallengeBuilder, phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    opponent = builder.opponent
    buttons = [
        Button(phrasing.game(key), builder.request(OVERVIEW, builder.draft.for_game(key)), "main")
        for key in GAMES
    ]
    question = texts("pick.text", name=name_of(opponent)) if opponent else texts("pick.game")
    title = texts("button.robot" if builder.draft.level else "title.pick")
    return Screen(question, title, rows=in_rows(buttons))


def overview_page(builder: ChallengeBuilder, phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    draft = builder.draft
    labels = {rule: phrasing.term(draft.game, rule.word, draft.chosen[rule.word]) for rule in draft.relevant}
    send = texts("button.build_start" if draft.level else "button.build_send")
    against = texts("build.against", opponent=_opponent(builder, phrasing, brief=True))
    buttons = [
        Button(label, builder.request(TERMS + draft.rules.index(rule))) for rule, label in labels.items()
    ]
    rows = (
        (Button(send, builder.request(SEND), "main"),),
        (Button(against, builder.request(AGAINST_WHOM)),),
        *in_rows(buttons, IN_ROW),
        (Button(texts("button.build_game"), builder.request(WHICH_GAME)),),
    )
    lines = (
        texts("build.against", opponent=_opponent(builder, phrasing)),
        *([" · ".join(labels[rule] for rule in draft.mentioned)] if draft.mentioned else []),
        *phrasing.together(draft.game, draft.chosen),
        texts("build.send", send=send),
    )
    return Screen("\n".join(lines), _title(draft, phrasing), rows=rows)


def against_whom_page(
    builder: ChallengeBuilder, people: Sequence[Account], phrasing: Phrasing, *, robots: bool, links: bool
) -> Screen:
    """Ask for the opponent: a robot if `robots` play the game, anyone, or one of these people.

    `links`: whether somebody without an account can be invited by a link.
    """
    texts = phrasing.texts
    draft = builder.draft

    def button(label: str, against: str | None) -> Button:
        chosen = replace(draft, against=against)
        return Button(marked(label, against == draft.against), builder.request(OVERVIEW, chosen))

    levels = [button(phrasing.level(level), robot_id(level)) for level in ASKED_LEVELS if robots]
    anyone = button(texts("button.build_link" if builder.alone else "button.anyone"), None)
    rows = (
        *in_rows(levels),
        (anyone,),
        *_channel(builder, texts),
        *([(button(texts("button.by_link"), BY_LINK),)] if links else []),
        *in_rows([button(name_of(person, BRIEF_NAME_MAX), person.id) for person in people], IN_ROW),
        (Button(texts("button.back"), builder.request(BACK)),),
    )
    game = phrasing.game(draft.game)
    lines = [texts("pick.opponent", game=game, example=f"/play {draft.game}")]
    lines += [texts("pick.robot", game=game, lowest=LEVELS[0], highest=LEVELS[-1])] if robots else []
    menu = PersonMenu(texts("build.pick_person"), builder.request(AGAINST_WHOM, replace(draft, against=None)))
    return Screen("\n".join(lines), _title(draft, phrasing), rows=rows, menu=menu)


def _channel(builder: ChallengeBuilder, texts: Texts) -> Rows:
    """The button by which the channel challenges anyone, under the usual terms."""
    offer = OfferChallenge(builder.draft.game, None, (CHANNEL,))
    return () if builder.alone else ((Button(texts("button.build_channel"), offer),),)


def term_page(builder: ChallengeBuilder, rule: HouseRule, phrasing: Phrasing) -> Screen:
    texts = phrasing.texts
    draft = builder.draft
    buttons = [
        Button(
            marked(phrasing.term(draft.game, rule.word, value), value == draft.chosen[rule.word]),
            builder.request(OVERVIEW, draft.with_term(rule.word, value)),
        )
        for value in rule.values
    ]
    question = phrasing.term(draft.game, rule.word)
    back = Button(texts("button.back"), builder.request(BACK))
    return Screen(question, _title(draft, phrasing), rows=(*in_rows(buttons, IN_ROW), (back,)))


def sent_page(builder: ChallengeBuilder, phrasing: Phrasing) -> Screen:
    """Confirm that the challenge was sent, with a button to build another one."""
    texts = phrasing.texts
    text = texts(
        "build.started" if builder.draft.level else "build.sent",
        game=phrasing.game(builder.draft.game),
        opponent=_opponent(builder, phrasing),
    )
    return Screen(text, rows=((Button(texts("button.build_another"), builder.request(OVERVIEW)),),))


def pick_robot_level_page(game: str, phrasing: Phrasing, before: Sequence[str] = ()) -> Screen:
    """Ask for the level of the robot, after the lines `before`."""
    texts = phrasing.texts
    buttons = [
        Button(
            phrasing.level(level),
            OfferChallenge(game, ROBOT, (f"level={level}",)),
            "main",
        )
        for level in ASKED_LEVELS
    ]
    asked = texts("pick.robot", game=phrasing.game(game), lowest=LEVELS[0], highest=LEVELS[-1])
    return Screen("\n".join([*before, asked]), texts("button.robot"), rows=in_rows(buttons))


def _title(draft: Draft, phrasing: Phrasing) -> str:
    return phrasing.texts("title.pick_game", game=phrasing.game(draft.game))


def _opponent(builder: ChallengeBuilder, phrasing: Phrasing, *, brief: bool = False) -> str:
    if builder.draft.level == OWN:
        return phrasing.texts("robot.own_level")
    if builder.draft.level:
        return phrasing.plain(robot_player(int(builder.draft.level)))
    if builder.draft.against == BY_LINK:
        return phrasing.texts("build.by_link")
    if builder.draft.against and not builder.opponent:
        return phrasing.texts("someone")
    if builder.opponent:
        return name_of(builder.opponent, BRIEF_NAME_MAX if brief else NAME_MAX)
    return phrasing.texts("build.link" if builder.alone else "build.anyone")
