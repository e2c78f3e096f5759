"""The two rounds of a match of Stacko: whose turn it is, how it ends, and what a viewer knows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.dice import Dice
from games.game import (
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
    those_of,
)
from games.stacko.moves import (
    WITH_DRAWN_PART,
    WITH_OFFER,
    Build,
    Built,
    Draw,
    Drew,
    Event,
    Move,
    Pass,
    Passed,
    RoundEnded,
    parse,
)
from games.stacko.rounds import MOST_TURNS, Round, SeenRound, is_finished
from games.stacko.towers import (
    PARTS,
    PLACES,
    built,
    built_parts,
    might_be_finished,
    progress,
    shown,
    tell_building,
)
from games.words import Words

PLACE_NAMES, PART_NAMES = tuple(map(str, range(1, PLACES + 1))), tuple(map(str, PARTS))

ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Options:
    """Stacko has no house rules."""


@dataclass(frozen=True, slots=True)
class _Match:
    """What state and views hold alike; the rounds of a view are seen ones."""

    round: Round | SeenRound
    """The one that is played; after the end, the last one."""
    ended: tuple[Round, ...] | tuple[SeenRound, ...]
    """The rounds before it."""
    trail: tuple[Event, ...]
    """What the latest turn made happen, as far as it has come, oldest first."""
    result: Result | None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return () if self.result or self.round.scores else (self.round.turn,)

    @property
    def points(self) -> tuple[int, int]:
        """Seat 0's and seat 1's from all rounds that have been scored."""
        scores = [past.scores for past in (*self.ended, self.round) if past.scores]
        return sum(score[0] for score in scores), sum(score[1] for score in scores)

    @property
    def revealed(self) -> bool:
        """The last ply drew a part, brought one out that was hidden, or ended a round.

        Also where, by public information, a tower might have been finished: then the ply showed it is not.
        """
        match self.trail[-1:]:
            case [Drew() | RoundEnded()]:
                return True
            case [Built(seat=seat, was_open=was_open)]:
                shown = built_parts(self.round.towers[seat], self.round.eyes[seat])
                return not was_open or might_be_finished(shown)
        return False


@dataclass(frozen=True, slots=True)
class View(_Match, PlainView):
    """Stacko as one viewer sees it; what the viewer was never shown stays hidden after a round as well."""

    round: SeenRound
    ended: tuple[SeenRound, ...]
    viewer: Viewer

    @property
    def open_choice(self) -> bool:
        """Not before spectators: which place to choose shows only in a seat's own tower."""
        return self.viewer is not None

    @property
    def before_deal(self) -> View | None:
        """The finished towers of a round, until the first ply of the next one."""
        if self.round.scores or not any(isinstance(event, RoundEnded) for event in self.trail):
            return None
        return replace(self, round=self.ended[-1], ended=self.ended[:-1])

    def tell_turn(self) -> tuple[Fact, ...]:
        facts = [each for event in self.trail for each in event.tell()]
        if self.ended or self.round.scores:
            facts.append(fact("points", points=self.points[0], others=self.points[1]))
        return tuple(facts)

    def tell_table(self) -> tuple[Fact, ...]:
        return (*self.round.tell(len(self.ended) + 1), *self.tell_turn())

    def tell_in_short(self) -> tuple[Fact, ...]:
        return self.tell_turn()

    def tell_last(self) -> tuple[Fact, ...]:
        return self.trail[-1].tell()[:1] if self.trail else ()

    def tell_where(self, words: Words) -> tuple[Fact, ...]:
        """A place by its number, in both towers; `part 7`; the part in hand, the pile or the discards."""
        table = self.round.tell(len(self.ended) + 1)
        match words:
            case ():
                return (fact("can_ask"),)
            case (place,) if place in PLACE_NAMES:
                return tuple(self.round.tell_place(seat, int(place)) for seat in SEATS)
            case ("part", part) if part in PART_NAMES:
                return self.round.tell_part(int(part))
            case ("hand",):
                return those_of(table, "in_hand_drawn", "in_hand_offered")
            case ("pile",):
                return those_of(table, "talon")
            case ("discards",):
                return those_of(table, "discards") or (fact("where_no_discards"),)
        return ()

    def tell_task(self, words: Words) -> tuple[Fact, ...]:
        """What to do with the part in hand; before each seat's first turn of round 2, the points."""
        task = fact("task_drawn" if self.round.drawn else "task_offered", part=self.round.in_hand)
        if not self.ended or self.round.drawn or self.round.turns >= len(SEATS):
            return (task,)
        return fact("round_two", points=self.points[0], others=self.points[1]), task

    def tell_purpose(self, move: Move) -> tuple[Fact, ...]:
        """That it finishes the viewer's tower or gets it further; or that the part in hand does not."""
        tower, part = tuple(shown(self.round.towers[self.round.turn])), self.round.in_hand
        if isinstance(move, Build):
            return tell_building(tower, built(tower, part, move.place))
        hidden = (*self.round.unseen(), *self.round.talon_parts)
        count = len(progress(tower, hidden))
        if not progress(tower, (part,)):
            return (fact("hint_refuse", part=part, count=count),)
        return (fact("hint_draw", count=count, hidden=len(hidden)),) if isinstance(move, Draw) else ()

    def laid_open(self, opposite: View) -> View:
        first, second = (self, opposite) if self.viewer == 0 else (opposite, self)

        def both(one: SeenRound, another: SeenRound) -> SeenRound:
            return replace(one, towers=(one.towers[0], another.towers[1]))

        ended = tuple(map(both, first.ended, second.ended))
        return replace(self, round=both(first.round, second.round), ended=ended)

    def imagine(self, dice: Dice) -> State:
        """All that is hidden drawn from the parts not seen, the ended rounds first."""
        ended = []
        for seen in self.ended:
            imagined, dice = seen.imagine(dice)
            ended.append(imagined)
        current, dice = self.round.imagine(dice)
        return State(current, tuple(ended), self.trail, self.result, dice)


@dataclass(frozen=True, slots=True)
class State(_Match):
    """Both rounds with all that is hidden, and the dice for what is still to be shuffled."""

    round: Round
    ended: tuple[Round, ...]
    dice: Dice

    def legal_moves(self, seat: Seat) -> tuple[Move, ...]:
        """The places from 1 to 10, then `draw`, or after a draw `pass`."""
        if seat not in self.to_act:
            return ()
        return WITH_DRAWN_PART if self.round.drawn else WITH_OFFER

    def play(self, seat: Seat, move: Move) -> State:
        """Build, draw or pass, and score the round if that ended it (Stacko, rules 2 to 6)."""
        if seat not in self.to_act:
            raise NotYourTurn(seat)
        if objection := self._objection(move):
            raise objection
        before = self.round
        if isinstance(move, Draw):
            return self._draw()
        if isinstance(move, Pass):
            return self._end_turn(before.pass_on(), Passed(seat, before.in_hand))
        after = before.build(move.place)
        was_open = before.eyes[seat][move.place - 1]
        return self._end_turn(after, Built(seat, move.place, before.in_hand, after.in_hand, was_open))

    def view(self, viewer: Viewer) -> View:
        """What lies open in both rounds, and the viewer's own towers."""
        ended = tuple(past.seen_by(viewer) for past in self.ended)
        return View(self.round.seen_by(viewer), ended, self.trail, self.result, viewer)

    def _objection(self, move: Move) -> IllegalMove | None:
        """Why the rules forbid the move, or None."""
        if isinstance(move, Build) and not 1 <= move.place <= PLACES:
            return IllegalMove("no_such_place", place=move.place)
        if isinstance(move, Draw) and self.round.drawn:
            return IllegalMove("already_drawn", part=self.round.in_hand)
        if isinstance(move, Pass) and not self.round.drawn:
            return IllegalMove("draw_first", offer=self.round.in_hand)
        return None

    def _draw(self) -> State:
        before = self.round
        after, dice = before.draw(self.dice)
        event = Drew(before.turn, before.in_hand, after.in_hand, reshuffled=not before.talon)
        return State(after, self.ended, (event,), None, dice)

    def _end_turn(self, after: Round, event: Built | Passed) -> State:
        """Hand over to the other seat, unless the tower is finished or the turns have run out."""
        trail: tuple[Event, ...] = (*self.trail, event) if self.round.drawn else (event,)
        finished = is_finished(after.towers[event.seat])
        if finished or after.turns == MOST_TURNS:
            return self._end_round(after, trail, event.seat if finished else None)
        return State(after, self.ended, trail, None, self.dice)

    def _end_round(self, last: Round, trail: tuple[Event, ...], finisher: Seat | None) -> State:
        """Score the round; deal the next one, or end the match (Stacko, rules 1 and 5)."""
        scores = last.worth()
        scored = replace(last, scores=scores)
        trail = (*trail, RoundEnded(finisher, scores))
        if len(self.ended) + 1 < ROUNDS:
            fresh, dice = Round.deal(starter=1, dice=self.dice)
            return State(fresh, (*self.ended, scored), trail, None, dice)
        over = replace(self, round=scored, trail=trail)
        return replace(over, result=Result(leader(over.points), over.points, "points"))


_NEARLY = "1, 2, 4, 7, 8, 6, 3, draw, 3, draw, pass, draw, 5, 2, draw, pass, 10, draw, 1"
"""From the deal of the rules to two towers that are nearly sorted."""


@dataclass(frozen=True, slots=True)
class Stacko:
    """The game as the catalogue lists it."""

    key: str = "stacko"
    version: int = 1
    house_rules: tuple[HouseRule, ...] = ()
    rule_pages: tuple[RulePage, ...] = (
        RulePage("aim", "7", "built"),
        RulePage("draw", "draw, pass", "passed"),
        RulePage("secrets", "7, 3, 2, 5", "built", viewer=None),
        RulePage("score", _NEARLY, "built"),
    )

    def options(self, /, **words: str) -> Options:
        choose(self.house_rules, words)
        return Options()

    def deal(self, options: Options, dice: Dice) -> State:
        """The first round; the dice stay in the state for the reshuffles and the second round."""
        first, dice = Round.deal(starter=0, dice=dice)
        return State(first, (), (), None, dice)

    def parse(self, text: str) -> Move:
        """`7`, `draw` or `pass`."""
        return parse(text)
