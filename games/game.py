"""What every game promises: seats, moves, views, results, refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Protocol, Self

from games.dice import SEED_BYTES, Dice
from games.words import Tree, Words, tree_of

Seat = Literal[0, 1]
"""A place at the table. Seat 0 takes the first turn of the match."""

Viewer = Seat | None
"""Whom a view is for: a seat, or None for the spectator (everybody in the channel)."""

SEATS: tuple[Seat, Seat] = (0, 1)
VIEWERS: tuple[Viewer, ...] = (0, 1, None)


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return 1 if seat == 0 else 0


OUTSIDE = "outside"
"""The reason of a result that the rules have no part in, as after a resignation; its scores mean nothing."""


def leader(scores: tuple[int, int]) -> Seat | None:
    """The seat with the higher score; None if they are equal."""
    first, second = scores
    return None if first == second else 0 if first > second else 1


@dataclass(frozen=True, slots=True)
class Result:
    """How the rules ended a match."""

    winner: Seat | None
    """None for a draw."""
    scores: tuple[int, int]
    """Seat 0's and seat 1's, in the unit of the game (beans, dots, points)."""
    reason: str
    """A key of the game's own, such as `side_empty`; the texts turn it into a sentence."""


class Refused(ValueError):
    """A request was understood and declined; nothing has changed.

    A refusal carries facts, never a position: whatever stands in it may reach anybody.
    """


class InvalidNotation(Refused):
    """The text is no move of this game, in any position."""

    QUOTED = 40  # characters of the offending text that are repeated

    def __init__(self, text: str, expected: str) -> None:
        self.text = text if len(text) <= self.QUOTED else text[: self.QUOTED] + "…"
        self.expected = expected
        super().__init__(f"{self.text!r} is no move; expected {expected}")


class IllegalMove(Refused):
    """The move is well formed, but the rules forbid it now."""

    def __init__(self, reason: str, **facts: int | str) -> None:
        self.reason = reason
        self.facts: Mapping[str, int | str] = facts
        super().__init__(" ".join([reason, *(f"{key}={value}" for key, value in facts.items())]))


class NotYourTurn(Refused):
    """The seat is not to act."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        super().__init__(f"seat {seat} is not to act")


class UnknownHouseRule(Refused):
    """A word of the house rules that this game does not know."""

    def __init__(self, text: str, allowed: tuple[str, ...]) -> None:
        self.text = text[: InvalidNotation.QUOTED]
        self.allowed = allowed
        super().__init__(f"{self.text!r} is no house rule; allowed: {', '.join(allowed) or 'none'}")


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A choice that the players may make before a match."""

    word: str
    values: tuple[str, ...]
    default: str


HEAD_START = "head_start"
"""The word of the house rule of any game by which seat 0 begins with an advantage; its default is `none`."""


def choose(rules: tuple[HouseRule, ...], words: Mapping[str, str]) -> dict[str, str]:
    """Fill the words that were given up with the defaults.

    Raises:
        UnknownHouseRule: a word or a value is not among those that `rules` allows.
    """
    chosen = {rule.word: rule.default for rule in rules}
    allowed = {rule.word: rule.values for rule in rules}
    for word, value in words.items():
        if value not in allowed.get(word, ()):
            forms = tuple(f"{rule.word}={'|'.join(rule.values)}" for rule in rules)
            raise UnknownHouseRule(f"{word}={value}", forms)
        chosen[word] = value
    return chosen


@dataclass(frozen=True, slots=True)
class RulePage:
    """One paragraph of the rules of a game, the sentence `GAME.rules.KEY`, and the position that shows it."""

    key: str
    plies: str = ""
    """The moves from the deal on, in notation, separated by commas; each by the first seat to act."""
    shows: str = ""
    """The fact that the last of these plies makes happen; nothing where the deal itself is the example."""
    house_rules: tuple[tuple[str, str], ...] = ()
    viewer: Viewer = SEATS[0]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing to say about a view: the key of a sentence, and its values.

    Engines state facts, texts make sentences of them, in each reader's language.
    """

    key: str
    """Of the game's own: `sowed` of Sahara is the sentence `sahara.sowed`."""
    values: tuple[tuple[str, str | int], ...] = ()
    """By name. A value named `seat` is a seat and becomes its player's name, and `other` the opponent's."""


def fact(key: str, **values: str | int) -> Fact:
    """A fact with these values."""
    return Fact(key, tuple(values.items()))


def those_of(facts: Iterable[Fact], *keys: str) -> tuple[Fact, ...]:
    """The facts with these keys."""
    return tuple(fact for fact in facts if fact.key in keys)


class View(Protocol):
    """What one viewer may know of a state, and nothing else; a value, built up from nothing."""

    def __hash__(self) -> int: ...

    @property
    def viewer(self) -> Viewer:
        """Whom this view is for."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """As in the state: whose turn it is, is public."""

    @property
    def result(self) -> Result | None:
        """As in the state: how it ended, is public.

        A field, which `replace` can set: a match can also end otherwise than by the rules (`OUTSIDE`).
        """

    @property
    def revealed(self) -> bool:
        """As in the state: that something came to light, is public."""

    @property
    def open_choice(self) -> bool:
        """Those to act may choose in front of this viewer: the choices on offer are nothing new here."""

    @property
    def before_deal(self) -> View | None:
        """The round or game that the latest ply ended, as this viewer saw it before the next one was dealt.

        None where none was. It holds nothing that the view itself does not hold, and nobody is to act in it.
        """

    def arranged(self, words: Words) -> tuple[Words, ...]:
        """What may follow these words of a move, in the order of the picture as the viewer sees it.

        Also what cannot be chosen at present, and whole moves where one press is to choose them; of public
        facts alone. () leaves the order of the legal moves.
        """

    def named(self, words: Words) -> Fact | None:
        """What the last of these words of a move stands for, where it could be taken for something else."""

    def declines(self, words: Words) -> bool:
        """Whether these words, a whole move, leave undone what is asked."""

    def tell_move(self, move: Any) -> Fact | None:
        """A move, where its notation is a code; None if its words say what they mean."""

    def tell_turn(self) -> tuple[Fact, ...]:
        """What the latest turn did, as far as the viewer saw it, and the score."""

    def tell_seen(self) -> tuple[Fact, ...]:
        """`tell_turn` beside a picture that shows it, in words alone: no notation that is not seen there."""

    def tell_table(self) -> tuple[Fact, ...]:
        """All that the view holds, so that one can play from the words alone."""

    def tell_in_short(self) -> tuple[Fact, ...]:
        """The latest turn in few facts: all that a picture marks of it. For where `tell_turn` has no room."""

    def tell_last(self) -> tuple[Fact, ...]:
        """What happened last, told as by `tell_seen`; () where nothing did yet.

        One fact, and one more for each whole turn that passed since without a choice.
        """

    def tell_where(self, words: Words) -> tuple[Fact, ...]:
        """What lies at a place, or where something lies; without words, what can be asked.

        () if nothing can be asked with these words.
        """

    def tell_task(self, words: Words) -> tuple[Fact, ...]:
        """What is to be chosen after these words of a move, said to who may; () where a word asks it."""

    def tell_choice(self, words: Words) -> tuple[Fact, ...]:
        """What each way to go on after these words of a move would do, where its word does not say it."""

    def tell_purpose(self, move: Any) -> tuple[Fact, ...]:
        """What speaks for a legal move of the viewer, in one fact that this view alone makes certain.

        () where nothing of the kind shows at once. The move is one of this game, and the viewer is to act.
        """

    def imagine(self, dice: Dice) -> State:
        """Some state that this view does not rule out; all that is hidden comes from `dice`."""

    def foreseen(self, move: Any) -> View | None:
        """This view after a move of the seat to act; None if what comes then cannot be known yet.

        Raises:
            IllegalMove: the rules forbid the move.
        """

    def laid_open(self, opposite: Any) -> View:
        """This view with all that the other seat's view of the position shows besides; for what is over.

        Whatever neither of them shows stays hidden.
        """


class PlainView:
    """A view's answers about what its game does not have: rounds, layouts, names, choices to explain."""

    __slots__ = ()

    @property
    def before_deal(self) -> View | None:
        return None

    def arranged(self, words: Words) -> tuple[Words, ...]:
        return ()

    def named(self, words: Words) -> Fact | None:
        return None

    def declines(self, words: Words) -> bool:
        return False

    def tell_move(self, move: Any) -> Fact | None:
        return None

    def tell_seen(self: View) -> tuple[Fact, ...]:
        return self.tell_turn()

    def tell_choice(self, words: Words) -> tuple[Fact, ...]:
        return ()

    def foreseen(self, move: Any) -> View | None:
        return None

    def laid_open(self, opposite: Any) -> Self:
        return self


class State(Protocol):
    """The full truth of a game at one ply, secrets included."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """() when over, (0, 1) in a simultaneous set-up; a skipped seat is never in it."""

    @property
    def result(self) -> Result | None:
        """None while the game runs."""

    @property
    def revealed(self) -> bool:
        """The last ply revealed hidden information to anybody, so it cannot be taken back.

        Computed from public information alone, so that the value itself reveals nothing. Where public
        information leaves open whether a player learned something, it is True.
        """

    def legal_moves(self, seat: Seat) -> tuple[Any, ...]:
        """The moves of `seat` in the game's documented order; () if it is not to act."""

    def play(self, seat: Seat, move: Any) -> State:
        """The next state.

        Raises:
            NotYourTurn: `seat` is not to act.
            IllegalMove: the rules forbid `move` now.
        """

    def view(self, viewer: Viewer) -> View:
        """What `viewer` may know."""


def is_uneven(game: Game, chosen: Mapping[str, str]) -> bool:
    """Whether beginning is worth much under these house rules: a game may name the `uneven` one."""
    word, value = getattr(game, "uneven", ("", ""))
    return bool(word) and chosen.get(word) == value


class Game(Protocol):
    """The definition of a game, independent of any match.

    Each engine has options and moves of its own (`Any` here): pass a game
    only options and moves that it made itself.
    """

    @property
    def key(self) -> str:
        """The name in commands, such as `sahara`."""

    @property
    def version(self) -> int:
        """Raised when rules or notation change: old matches replay under theirs."""

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """What may be chosen before a match."""

    @property
    def rule_pages(self) -> tuple[RulePage, ...]:
        """The paragraphs that explain the rules, in their order; at least one."""

    def options(self, /, **words: str) -> Any:
        """House rules from words; UnknownHouseRule says what is allowed."""

    def deal(self, options: Any, dice: Dice) -> State:
        """The first state; chance comes from `dice` alone."""

    def parse(self, text: str) -> Any:
        """The move written in `text`, inverse of `str(move)`; InvalidNotation gives the expected form."""


EXAMPLE_SEED = bytes([1]) * SEED_BYTES
"""Of the deal of all examples; of no match."""


KEPT = 16  # newest trees: the steps of one choice, its screen and its picture ask for the same one


@lru_cache(maxsize=KEPT)
def on_offer(view: View, seat: Seat) -> Tree:
    """The moves of a seat before the eyes of a viewer who may see what it chooses.

    They come from a state that is imagined from the view (law 3 of the engines: a seat's own legal moves are
    the same in all of them), so that a secret cannot show in them.
    """
    return tree_of(view.imagine(Dice.from_seed(bytes(SEED_BYTES))), seat)


def position(
    game: Game, house_rules: Mapping[str, str], plies: str, *, deal_seed: bytes = EXAMPLE_SEED
) -> State:
    """The state after some plies.

    Args:
        game: whose.
        house_rules: those that differ from the defaults.
        plies: from the deal on, in notation, separated by commas; each by the first seat to act.
        deal_seed: of the deal, which is that of all examples if none is named.

    Raises:
        Refused: a house rule that the game does not know, or a ply that is not allowed.
    """
    state = game.deal(game.options(**house_rules), Dice.from_seed(deal_seed))
    for notation in plies.split(", ") if plies else ():
        state = state.play(state.to_act[0], game.parse(notation))
    return state
