"""What a player has planned for the opponent's moves, and its making: for this player alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain import plans
from bot.domain.plans import Line
from bot.domain.players import is_robot
from bot.interface import Account, Button, Choose, ChoosePlanned, DropPlanned, Screen
from bot.presentation.exercises import PLAYERS, Exercise
from bot.presentation.move_names import spelled
from bot.presentation.phrasing import Phrasing, newest
from bot.texts import joined
from games.events import MovePlayed
from games.match import MatchView

ROOM = 350  # UTF-16 units of the lines: a picture stands above them
STAND_IN = PLAYERS[0]
"""In place of a robot, for which nobody can choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planning(Exercise):
    """A place in a plan: what comes there, and what has been chosen next."""

    own: MatchView
    """The player's view of the match."""
    people: Phrasing
    lines: tuple[Line, ...]
    place: Line = ()
    known: bool = True
    """Whether it is known what comes at the place; otherwise the view is of the place before it."""

    @property
    def match(self) -> MatchView:
        first, second = (STAND_IN if is_robot(player) else player for player in self.own.players or PLAYERS)
        return replace(
            self.own, viewer=None, view=self.view, players=(first, second), awaited=self.view.to_act
        )

    @property
    def phrasing(self) -> Phrasing:
        robot = Account("", STAND_IN, self.texts("plan.robot"))
        return replace(self.people, accounts={**self.people.accounts, STAND_IN: robot})

    @property
    def title(self) -> str:
        return self.phrasing.about("title.plan", self.match)

    @property
    def opponent(self) -> str:
        (seat,) = self.own.awaited
        return self.phrasing.seat(self.match, seat)

    def answer(self, chosen: Choose) -> ChoosePlanned:
        place = plans.key_of(self.place)
        return ChoosePlanned(self.own.match, self.own.version, place, chosen.words, chosen.final, chosen.page)

    def in_words(self, line: Line) -> str:
        """A line of the plan in sentences."""
        assert self.own.view is not None  # noqa: S101 - a match that is planned in is dealt
        sentences, theirs = list[str](), ""
        for seat, plies in plans.turns(self.own.game, self.own.view, line):
            moves = self.texts.listed([spelled(self.match, ply, self.phrasing) for ply in plies])
            if seat != self.own.viewer:
                theirs = moves
                continue
            key = "plan.then" if sentences else "plan.if"
            sentences.append(self.texts(key, name=self.opponent, theirs=theirs, own=moves))
            theirs = ""
        if theirs:
            key = "plan.then_open" if sentences else "plan.open"
            sentences.append(self.texts(key, name=self.opponent, theirs=theirs))
        return joined(sentences)


def plan_page(planning: Planning) -> Screen:
    """The plan at a place: what leads there, what is planned there, and the choices."""
    here = [line[len(planning.place) :] for line in planning.lines if _begins(line, planning.place)]
    lines = [*_so_far(planning), *_planned_here(planning, here), *_asked(planning)]
    buttons = list[Button]()
    if planning.place and not planning.words:
        buttons.append(_way(planning, "button.plan_back"))
    if here and not planning.words:
        buttons.append(_drop(planning))
    if planning.known and planning.view.to_act:
        return planning.question(lines, buttons)
    return planning.solution(lines, buttons, tuple(planning.place[-1].split()))


def _begins(line: Line, place: Line) -> bool:
    return line[: len(place)] == place


def _so_far(planning: Planning) -> list[str]:
    """The line to this place; at the root, all lines."""
    texts = planning.texts
    if planning.place:
        return [planning.in_words(planning.place)]
    planned = [planning.in_words(line) for line in planning.lines]
    lines = newest(planned, ROOM, lambda count: texts("plan.more", count=count))
    return [*lines, texts("plan.rule", name=planning.opponent)]


def _planned_here(planning: Planning, here: list[Line]) -> list[str]:
    """The plies that are planned at a place, and how many are planned in all."""
    texts, next_plies = planning.texts, dict.fromkeys(line[0] for line in here if line)
    lines = []
    if planning.place and next_plies:
        moves = texts.listed([spelled(planning.match, ply, planning.phrasing) for ply in next_plies])
        lines.append(texts("plan.here", moves=moves))
    if count := plans.count(planning.lines):
        lines.append(texts("plan.count", count=count, most=plans.MOST_PLIES))
    return lines


def _asked(planning: Planning) -> list[str]:
    texts, view = planning.texts, planning.view
    if not planning.known:
        return [texts("plan.unknown")]
    if not view.to_act:
        return [texts("plan.over")]
    if view.to_act == (planning.own.viewer,):
        return [texts("plan.ask_own")]
    return [texts("plan.ask_then" if planning.place else "plan.ask", name=planning.opponent)]


def _way(planning: Planning, label: str) -> Button:
    """The button to the place before this one."""
    before = plans.key_of(planning.place[:-1])
    request = ChoosePlanned(planning.own.match, planning.own.version, before, (), final=False, page=0)
    return Button(planning.texts(label), request)


def _drop(planning: Planning) -> Button:
    label = "button.plan_drop" if planning.place else "button.plan_drop_all"
    return Button(planning.texts(label), DropPlanned(planning.own.match, plans.key_of(planning.place)))


def plan_played(plies: Sequence[MovePlayed], match: MatchView, phrasing: Phrasing) -> str:
    """What a player is told whose plan came true: the plies of the opponent, and their own."""
    texts = phrasing.texts

    def moves(*, own: bool) -> str:
        played = [ply.notation for ply in plies if (ply.seat == match.viewer) is own]
        return texts.listed([spelled(match, notation, phrasing) for notation in played])

    named = phrasing.about("title.match", match)
    seats = (ply.seat for ply in plies if ply.seat != match.viewer)
    name = phrasing.seat(match, next(seats))
    return texts("plan.played", match=named, name=name, theirs=moves(own=False), own=moves(own=True))
