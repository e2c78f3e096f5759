"""Plans of players: shown, made and dropped, for their owner alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot import presentation
from bot.domain import plans
from bot.domain.plans import Line
from bot.domain.refusals import Refused
from bot.handlers import responses
from bot.handlers.context import MatchContext, answers
from bot.handlers.transactions import MatchTransaction, match_transaction
from bot.interface import Answer, ChoosePlanned, DropPlanned, PlanMoves
from bot.presentation import Planning
from games.actions import Reason, RefusedByMatch
from games.game import IllegalMove, InvalidNotation, Seat, View, other
from games.match import MatchView
from games.words import Words
from storage.errors import PressedBefore
from storage.matches import Plan

OFF = "off"


@answers(PlanMoves)
async def plan_moves(context: MatchContext, request: PlanMoves) -> Answer:
    """Show the plan, after adding the line that was typed or dropping all."""
    async with match_transaction(context.services, context.match_id, read=context.read) as transaction:
        desk = _desk(context, transaction)
        if request.words == (OFF,):
            await desk.keep(())
            return await desk.show((), in_place=False)
        typed = " ".join(request.words)
        line = [ply.strip() for ply in typed.split(",")] if typed else []
        try:
            place = desk.written(line)
        except (IllegalMove, InvalidNotation) as refused:
            return await desk.refuse(line, refused)
        if place:
            await desk.add(place)
        return await desk.show(place, in_place=False)


@answers(ChoosePlanned)
async def choose_planned(context: MatchContext, request: ChoosePlanned) -> Answer:
    async with match_transaction(context.services, context.match_id, read=context.read) as transaction:
        desk = _desk(context, transaction, request.version)
        place = desk.place_called(request.place)
        if not request.final:
            return await desk.show(place, request.words, request.page)
        try:
            place = desk.written((*place, " ".join(request.words)))
        except (IllegalMove, InvalidNotation):
            raise Refused("no.unreadable") from None
        await desk.add(place)
        return await desk.show(place)


@answers(DropPlanned)
async def drop_planned(context: MatchContext, request: DropPlanned) -> Answer:
    async with match_transaction(context.services, context.match_id, read=context.read) as transaction:
        desk = _desk(context, transaction)
        place = desk.place_called(request.place)
        await desk.keep(plans.without(desk.lines, place) if place else ())
        return await desk.show(place[:-1])


def _desk(context: MatchContext, transaction: MatchTransaction, version: int | None = None) -> Desk:
    """The plan of a player who waits for the opponent's move.

    Args:
        context: of the request.
        transaction: of the match.
        version: of the match when the pressed button was shown.

    Raises:
        RefusedByMatch: NO_SEAT, NOT_RUNNING, or STALE if the position has changed since.
        Refused: nothing can be planned in this match, or not now.
    """
    match = transaction.match
    seat = match.seated(context.player)
    own = match.seen_by(seat)
    if own.view is None or not presentation.plays_openly(own):
        raise Refused("no.plan_hidden")
    if version is not None and not match.asked[other(seat)] <= version <= match.version:
        raise RefusedByMatch(Reason.STALE)
    if seat in match.awaited:
        raise Refused("no.plan_own_turn")
    plan = transaction.loaded.plan
    return Desk(context, transaction, seat, own, own.view, plan.lines if plan and plan.seat == seat else ())


@dataclass(slots=True)
class Desk:
    """Where a player plans in a match."""

    context: MatchContext
    transaction: MatchTransaction
    seat: Seat
    own: MatchView
    view: View
    lines: tuple[Line, ...]

    def written(self, line: Iterable[str]) -> Line:
        """A line as the game writes it; raises what `plans.walk` does."""
        *_, (place, _) = plans.walk(self.own.game, self.view, line)
        return place

    def place_called(self, key: str | None) -> Line:
        place = plans.place_called(self.lines, key)
        if place is None:
            raise Refused("no.plan_gone")
        return place

    async def add(self, line: Line) -> None:
        by = plans.movers(self.own.game, self.view, line)
        seen = plans.foreseen(self.own.game, self.view, line)
        if by[-1] != self.seat and (seen is None or not seen.to_act):
            raise Refused("no.plan_no_answer", move=line[-1])
        await self.keep(plans.with_line(self.lines, line, by, self.seat))

    async def keep(self, lines: tuple[Line, ...]) -> None:
        if lines == self.lines:
            return
        matches, plan, context = self.context.services.matches, Plan(self.seat, lines), self.context
        with suppress(PressedBefore):  # A repeated press gets the same answer.
            await matches.put_plan(self.transaction.loaded, plan, context.player, press=context.press)
            self.lines = lines

    async def show(self, place: Line, words: Words = (), page: int = 0, *, in_place: bool = True) -> Answer:
        planning = await self._planning(place, words, page)
        return responses.page(self.context, presentation.plan_page(planning), in_place=in_place)

    async def refuse(self, line: Sequence[str], refused: IllegalMove | InvalidNotation) -> Answer:
        """Say which ply of a typed line is not possible, and what is."""
        places = list[Line]()
        with suppress(IllegalMove, InvalidNotation):
            places.extend(place for place, _ in plans.walk(self.own.game, self.view, line))
        planning = await self._planning(places[-1])
        reason = presentation.refusal(refused, planning.phrasing, planning.match, line[len(places) - 1])
        return responses.note(reason)

    async def _planning(self, place: Line, words: Words = (), page: int = 0) -> Planning:
        """The place; of one where it is not known what comes, the position before it."""
        seen = plans.foreseen(self.own.game, self.view, place)
        before = plans.foreseen(self.own.game, self.view, place[:-1])
        return Planning(
            view=seen or before or self.view,
            preferences=self.context.preferences,
            words=words,
            page=page,
            own=self.own,
            people=await self.context.naming_players(self.transaction.match),
            lines=self.lines,
            place=place,
            known=seen is not None,
        )
