"""Sahara: sowing beans; rules, house rules and views. Everything lies open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal

from games.dice import SEED_BYTES, Dice
from games.game import (
    HEAD_START,
    SEATS,
    Fact,
    HouseRule,
    IllegalMove,
    NotYourTurn,
    PlainView,
    Result,
    RulePage,
    Seat,
    Viewer,
    choose,
    fact,
    leader,
    other,
)
from games.sahara.moves import (
    BEANS_A_HOLLOW,
    HOLLOWS,
    MOVES,
    STORE,
    Choice,
    Move,
    Pit,
    Ply,
    Side,
    Sowing,
    circuit,
    parse,
    reach,
)
from games.words import Words

HEAD_START_FROM = (2, 4, 6)
"""The hollows that a head start takes a bean from; which ones they are changes the openings a lot."""
HOLLOW_NAMES = tuple(map(str, range(1, STORE)))
EACH_HOLLOW: tuple[Words, ...] = tuple((name,) for name in HOLLOW_NAMES)
MOST_TOLD = 6  # sowings of a long turn, in one sentence


@cache
def dealt(head_start: int) -> tuple[Side, Side]:
    """Both sides at the beginning of a game: seat 1 gives a bean of each of the first of those hollows."""
    full = (BEANS_A_HOLLOW,) * HOLLOWS
    giving = HEAD_START_FROM[:head_start]
    return full, tuple(beans - (hollow in giving) for hollow, beans in enumerate(full, start=1))


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of one match."""

    target: int | None
    """A series: the first to reach so many points of difference wins. None: a single game."""
    foreign_store: Literal["skip", "choice"]
    """`choice`: a sow that passes the opponent's store may drop a bean there."""
    start: Literal["plain", "swap"] = "plain"
    """`swap`: one sows the first move of a game, then the other keeps the sides or swaps them."""
    head_start: int = 0
    """The beans that seat 0 has in its store at the beginning of each game."""


_CLEARED: tuple[Side, Side] = ((0,) * HOLLOWS, (0,) * HOLLOWS)
"""Both sides at its end."""


@dataclass(frozen=True, slots=True)
class _Position:
    """What lies on the table. Sahara has no secrets: state and views hold the same."""

    options: Options
    sides: tuple[Side, Side]
    stores: tuple[int, int]
    turn: Seat
    """Who moves next; after the end, who moved last."""
    games: tuple[tuple[int, int], ...]
    """Beans of each finished game of the match, oldest first."""
    totals: tuple[int, int]
    """Running totals of a series (zeros in a single game)."""
    trail: tuple[Sowing, ...]
    """The sowings of the latest turn, oldest first; () before the first one."""
    result: Result | None
    asked: bool = field(default=False, kw_only=True)
    """The seat whose turn it is has to keep the sides or swap them."""
    said: Choice | None = field(default=None, kw_only=True)
    """What it said, until the next sow."""

    @property
    def starter(self) -> Seat:
        """Who sows the first move of the present game, or of the next one where one has just ended."""
        return 1 if len(self.games) % 2 else 0

    @property
    def offers_sides(self) -> bool:
        """The first sow of a game is to come, and the other seat will keep the sides or swap them."""
        return self.options.start == "swap" and self.sides == dealt(self.options.head_start)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return () if self.result or self.sides == _CLEARED else (self.turn,)

    @property
    def revealed(self) -> bool:
        """Never: all lies open from the beginning."""
        return False


@dataclass(frozen=True, slots=True)
class View(_Position, PlainView):
    """Sahara as one viewer sees it: all of it."""

    viewer: Viewer

    @property
    def open_choice(self) -> bool:
        """Sahara is chosen and played openly."""
        return True

    def arranged(self, words: Words) -> tuple[Words, ...]:
        """All six hollows of the side to move; the far side lies turned round."""
        if words or self.asked:
            return ()
        return EACH_HOLLOW if self.turn == (self.viewer or 0) else EACH_HOLLOW[::-1]

    @property
    def before_deal(self) -> View | None:
        """The full stores of a game, until the first sow of the next one in the series."""
        if self.sides == _CLEARED or not (self.trail and self.trail[-1].ended):
            return None
        return replace(self, sides=_CLEARED, stores=self.games[-1])

    def tell_turn(self) -> tuple[Fact, ...]:
        sown = (each for sowing in self.trail for each in sowing.tell())
        return (
            *sown,
            *self._tell_sides(),
            *self._tell_games(),
            fact("score", beans=self.stores[0], others=self.stores[1]),
        )

    def _tell_sides(self) -> tuple[Fact, ...]:
        """That the sides are to be kept or swapped, or have been."""
        if not self.asked and self.said is None:
            return ()
        if self.asked:
            key = "sides_asked_again" if self.trail[-1].again else "sides_asked"
        else:
            key = "kept" if self.said is Choice.KEEP else "swapped"
        start, ahead = fact(key, seat=other(self.starter)), self.options.head_start
        if not ahead or self.said is Choice.KEEP:
            return (start,)
        return (start, fact("ahead_stays" if self.said else "ahead_would_stay", seat=0, beans=ahead))

    def _tell_games(self) -> tuple[Fact, ...]:
        """The game that has just ended, and how the series stands."""
        facts = []
        if self.trail and self.trail[-1].ended:
            first, second = self.games[-1]
            facts.append(fact("game_ended", number=len(self.games), beans=first, others=second))
        if self.options.target:
            facts.append(
                fact("totals", target=self.options.target, points=self.totals[0], others=self.totals[1])
            )
        return tuple(facts)

    def tell_table(self) -> tuple[Fact, ...]:
        sides = (
            fact("side", seat=seat, hollows=", ".join(map(str, self.sides[seat])), beans=self.stores[seat])
            for seat in SEATS
        )
        return (*sides, *self.tell_turn()[:-1])

    def tell_in_short(self) -> tuple[Fact, ...]:
        if len(self.trail) < 2:
            return self.tell_turn()[:-1]
        *earlier, last = self.trail
        began = fact("earlier", seat=last.seat, hollows=", ".join(str(sowing.move) for sowing in earlier))
        return (began, *last.tell(), *self._tell_games())

    def tell_last(self) -> tuple[Fact, ...]:
        """How the sides were settled, the game that ended, or what was sowed in the turn."""
        if not self.trail or self.asked or self.said is not None:
            return self._tell_sides()[:1]
        last, sowed = self.trail[-1], [str(sowing.move) for sowing in self.trail]
        if last.ended:
            return self._tell_games()[:1]
        if len(sowed) == 1:
            facts = last.tell()
            return facts[-1:] if last.skipped else facts[:1]
        hollows = ", ".join(["…", *sowed[-MOST_TOLD:]] if len(sowed) > MOST_TOLD else sowed)
        beans = sum(sowing.captured for sowing in self.trail)
        return (fact("sowed_capturing" if beans else "sowed", seat=last.seat, hollows=hollows, beans=beans),)

    def tell_where(self, words: Words) -> tuple[Fact, ...]:
        """A hollow by its number, of both sides, each with the one that it faces; or the stores."""
        match words:
            case ():
                return (fact("can_ask"),)
            case (hollow,) if hollow in HOLLOW_NAMES:
                return tuple(self._tell_hollow(seat, int(hollow)) for seat in SEATS)
            case ("store",):
                return (fact("score", beans=self.stores[0], others=self.stores[1]),)
        return ()

    def _tell_hollow(self, seat: Seat, hollow: int) -> Fact:
        facing = STORE - hollow
        beans, others = self.sides[seat][hollow - 1], self.sides[other(seat)][facing - 1]
        return fact("where_hollow", seat=seat, hollow=hollow, beans=beans, facing=facing, others=others)

    def tell_task(self, words: Words) -> tuple[Fact, ...]:
        return (fact("task_sides" if self.asked else "task_pass" if words else "task_sow"),)

    def tell_purpose(self, move: Ply) -> tuple[Fact, ...]:
        """What it captures, that it goes on or ends the game; or what it saves, threatens and banks."""
        if isinstance(move, Choice) or self.offers_sides:
            return ()
        before = self.imagine(Dice.from_seed(bytes(SEED_BYTES)))
        after = before.play(self.turn, move)
        sowing = after.trail[-1]
        if sowing.captured:
            return (fact("hint_capture", beans=sowing.captured),)
        if sowing.again:
            return (fact("hint_go_on"),)
        if sowing.ended:
            return (fact("hint_end", count=sowing.collected),) if sowing.collected else ()
        return (fact("hint_skip"),) if sowing.skipped else _tell_plain(before, after, sowing)

    def foreseen(self, move: Ply) -> View:
        return self.imagine(Dice.from_seed(bytes(SEED_BYTES))).play(self.turn, move).view(self.viewer)

    def imagine(self, dice: Dice) -> State:
        """The one state that fits."""
        table, result = (self.sides, self.stores, self.turn, self.games, self.totals), self.result
        return State(self.options, *table, self.trail, result, asked=self.asked, said=self.said)


@dataclass(frozen=True, slots=True)
class State(_Position):
    """A position of Sahara, series included."""

    def legal_moves(self, seat: Seat) -> tuple[Ply, ...]:
        """By hollow from 1 to 6, each without `feed` before the one with it; or `keep` and `swap`."""
        if seat not in self.to_act:
            return ()
        if self.asked:
            return tuple(Choice)
        moves: list[Ply] = []
        for (move, feeding), beans in zip(MOVES, self.sides[seat], strict=True):
            if beans:
                moves.append(move)
            if self.options.foreign_store == "choice" and beans >= reach(move.hollow):
                moves.append(feeding)
        return tuple(moves)

    def play(self, seat: Seat, move: Ply) -> State:
        """Sow, capture, and end the game where the rules say so (Sahara, rules 1 to 7); keep or swap."""
        if seat not in self.to_act:
            raise NotYourTurn(seat)
        if objection := self._objection(seat, move):
            raise objection
        if isinstance(move, Choice):
            return self._settled(move)
        return _Sow(self, seat, move).state()

    def view(self, viewer: Viewer) -> View:
        """The whole position: Sahara is played openly."""
        table, result = (self.sides, self.stores, self.turn, self.games, self.totals), self.result
        return View(self.options, *table, self.trail, result, viewer, asked=self.asked, said=self.said)

    def _settled(self, said: Choice) -> State:
        """The sides kept or swapped: seats stay with their players, beans and stores change owners.

        A head start is left out of it: its beans stay in the store of seat 0.
        Who moves next is a matter of sides: after a bonus move whoever has the one that was sowed.
        """
        starter, chooser, ahead = self.starter, self.turn, self.options.head_start
        settled = replace(self, asked=False, said=said)
        if said is Choice.KEEP:
            return replace(settled, turn=starter if self.trail[-1].again else chooser)
        return replace(
            settled,
            sides=(self.sides[1], self.sides[0]),
            stores=(self.stores[1] + ahead, self.stores[0] - ahead),
            turn=chooser if self.trail[-1].again else starter,
            trail=(),
        )

    def _objection(self, seat: Seat, move: Ply) -> IllegalMove | None:
        """Why the rules forbid the move, or None."""
        if isinstance(move, Choice):
            return None if self.asked else IllegalMove("no_choice_of_sides")
        if self.asked:
            return IllegalMove("keep_or_swap")
        if not 1 <= move.hollow <= HOLLOWS:
            return IllegalMove("no_such_hollow", hollow=move.hollow)
        beans = self.sides[seat][move.hollow - 1]
        if beans == 0:
            return IllegalMove("empty_hollow", hollow=move.hollow)
        if move.feed and self.options.foreign_store == "skip":
            return IllegalMove("feed_not_agreed", hollow=move.hollow)
        if move.feed and beans < reach(move.hollow):
            return IllegalMove("feed_too_short", hollow=move.hollow, count=beans, needed=reach(move.hollow))
        return None


class _Sow:
    """One ply in the making: the beans on the table are moved rule by rule, then become a state."""

    def __init__(self, before: State, seat: Seat, move: Move) -> None:
        self.before, self.seat, self.move = before, seat, move
        # Beans by seat and place, 1 to 7; place 0 is none, and empty.
        self.pits = [[0, *before.sides[owner], before.stores[owner]] for owner in SEATS]
        self.own, self.far = self.pits[seat], self.pits[other(seat)]
        self.drops = self._drop()
        self.captured = self._capture()
        self.played_empty = not any(self.own[:STORE])
        self.collected = self._collect() if self.played_empty else 0

    def _drop(self) -> tuple[Pit, ...]:
        hollow = self.move.hollow
        beans, self.own[hollow] = self.own[hollow], 0
        way = circuit(self.seat, self.move.feed)
        rounds = 2 + beans // len(way)
        drops = (way * rounds)[hollow : hollow + beans]
        for owner, place in drops:
            self.pits[owner][place] += 1
        return drops

    def _capture(self) -> int:
        """Sahara, rule 3: the last bean fell into an empty own hollow that faces beans."""
        owner, place = self.drops[-1]
        if owner != self.seat or place == STORE or self.own[place] != 1:
            return 0
        taken = 1 + self.far[STORE - place]
        if taken == 1:
            return 0
        self.own[place] = self.far[STORE - place] = 0
        self.own[STORE] += taken
        return taken

    def _collect(self) -> int:
        """Sahara, rule 5: a player who empties their own side takes what is left on the other."""
        taken = sum(self.far[:STORE])
        self.own[STORE] += taken
        return taken

    def state(self) -> State:
        """The position after this ply."""
        if self.played_empty:
            return self._game_over()
        before = self.before
        again = self.captured > 0 or self.drops[-1] == (self.seat, STORE)
        asked = before.offers_sides
        # Rule 6: a seat whose side is empty is skipped.
        skipped = not again and not any(self.far[:STORE])
        first, second = self.pits
        return State(
            before.options,
            (tuple(first[1:STORE]), tuple(second[1:STORE])),
            (first[STORE], second[STORE]),
            self.seat if (again or skipped) and not asked else other(self.seat),
            before.games,
            before.totals,
            self._trail(again=again, skipped=skipped, ended=False),
            None,
            asked=asked,
        )

    def _trail(self, *, again: bool, skipped: bool, ended: bool) -> tuple[Sowing, ...]:
        sowing = Sowing(
            self.seat, self.move, self.drops, self.captured, self.collected, again, skipped, ended
        )
        earlier = self.before.trail
        same_turn = bool(earlier) and (earlier[-1].again or earlier[-1].skipped)
        return (*earlier, sowing) if same_turn else (sowing,)

    def _game_over(self) -> State:
        """Sahara, rule 7: the result of a game, and the next game of a series."""
        beans = self.pits[0][STORE], self.pits[1][STORE]
        games = (*self.before.games, beans)
        ended = replace(
            self.before,
            sides=_CLEARED,
            stores=beans,
            games=games,
            trail=self._trail(again=False, skipped=False, ended=True),
            said=None,
        )
        target = self.before.options.target
        if target is None:
            return replace(ended, result=Result(leader(beans), beans, "beans"))
        totals = _add_difference(self.before.totals, beans)
        if max(totals) >= target:
            return replace(ended, totals=totals, result=Result(leader(totals), totals, "target"))
        return replace(set_up(ended), totals=totals)


def _tell_plain(before: State, after: State, sowing: Sowing) -> tuple[Fact, ...]:
    """The best that can be said of a sow that captures nothing and hands over the turn."""
    seat, opponent = sowing.seat, other(sowing.seat)
    danger, left = _most_captured(before, opponent), _most_captured(after, opponent)
    threat = _most_captured(after, seat)
    if left < danger:
        return (
            fact("hint_limit", beans=danger, others=left) if left else fact("hint_prevent", beans=danger),
        )
    if threat > _most_captured(before, seat):
        return (
            fact("hint_sacrifice", beans=threat, others=left)
            if left
            else fact("hint_threaten", beans=threat),
        )
    ways = [before.play(seat, move) for move in before.legal_moves(seat)]
    handed_over = [way for way in ways if way.turn == opponent and not way.trail[-1].ended]
    risk = max(_most_captured(way, opponent) for way in handed_over)
    if left < risk:
        return (fact("hint_spare", beans=risk, others=left) if left else fact("hint_spare_all", beans=risk),)
    banked = sowing.drops.count((seat, STORE))
    if banked:
        return (fact("hint_bank" if left else "hint_bank_safe", count=banked),)
    return () if left else (fact("hint_leave_none"),)


def _most_captured(state: State, seat: Seat) -> int:
    """The beans that one sow of the seat can capture, if it is its turn."""
    moves = replace(state, turn=seat).legal_moves(seat)
    return max((_Sow(state, seat, move).captured for move in moves if isinstance(move, Move)), default=0)


def _add_difference(totals: tuple[int, int], beans: tuple[int, int]) -> tuple[int, int]:
    lead = beans[0] - beans[1]
    return totals[0] + max(lead, 0), totals[1] + max(-lead, 0)


def set_up(state: State) -> State:
    """The beginning of the game that comes next."""
    stores = (state.options.head_start, 0)
    return replace(state, sides=dealt(state.options.head_start), stores=stores, turn=state.starter)


@dataclass(frozen=True, slots=True)
class Sahara:
    """The game as the catalogue lists it."""

    key: str = "sahara"
    version: int = 1
    house_rules: tuple[HouseRule, ...] = (
        HouseRule("target", ("none", "30", "40", "50"), "none"),
        HouseRule("foreign_store", ("skip", "choice"), "skip"),
        HouseRule("start", ("plain", "swap"), "plain"),
        HouseRule(HEAD_START, ("none", "3"), "none"),
    )
    uneven: tuple[str, str] = ("start", "plain")
    """The first move is worth some 14 beans, but where the other one may swap after it."""
    rule_pages: tuple[RulePage, ...] = (
        RulePage("aim"),
        RulePage("store", "4", "stored"),
        RulePage("capture", "4, 1", "captured"),
        RulePage("end", "4, 1, 2, 4, 1, 3, 5, 3, 4, 6", "emptied"),
        RulePage("house_rules", "4, 1, 5, 6, 3, 2, 5, 6 feed", "ended_fed", (("foreign_store", "choice"),)),
        RulePage("start", "6, swap", "swapped", (("start", "swap"),)),
        RulePage("head_start", house_rules=((HEAD_START, "3"),)),
    )

    def options(self, /, **words: str) -> Options:
        chosen = choose(self.house_rules, words)
        target = None if chosen["target"] == "none" else int(chosen["target"])
        foreign_store: Literal["skip", "choice"] = "choice" if chosen["foreign_store"] == "choice" else "skip"
        start: Literal["plain", "swap"] = "swap" if chosen["start"] == "swap" else "plain"
        head_start = 0 if chosen[HEAD_START] == "none" else int(chosen[HEAD_START])
        return Options(target, foreign_store, start, head_start)

    def deal(self, options: Options, dice: Dice) -> State:
        """Three beans in every hollow, less a head start, seat 0 to begin; no chance in it."""
        return set_up(State(options, ((), ()), (0, 0), 0, (), (0, 0), (), None))

    def parse(self, text: str) -> Ply:
        """`4`, `4 feed`, `keep` or `swap`."""
        return parse(text)
