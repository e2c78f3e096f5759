"""Settles the deadlines of matches: times that are up, challenges that expire, reminders, warnings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.delivery.turn_notices import NO_NOTICES, Notices
from bot.domain import plans, teams
from bot.domain.deadlines import REMINDERS, put_off, suits, time_up
from bot.domain.time_zones import quiet_until
from bot.handlers.jobs import reminders
from bot.handlers.services import Services
from bot.handlers.transactions import MatchTransaction, match_transaction
from bot.repositories.matches import Settled
from games import actions
from games.events import AbandonmentWarned
from games.game import SEATS, Refused
from games.match import Decision, Match
from storage.jobs import Job


async def settle(services: Services, job: Job) -> int | None:
    """Settle a due deadline once; return when to try again, or None if it is done."""
    async with match_transaction(services, job.match) as transaction:
        now = services.clock()
        deadline = _stored(job, transaction.loaded.deadlines, now)
        if deadline is None:  # Somebody was quicker.
            return None
        match = transaction.match
        left = tuple(one for one in transaction.loaded.deadlines if one != deadline)
        decision, notices = Decision((), match), NO_NOTICES
        if (resumed := put_off(deadline, match, now)) is not None:
            left = (*left, resumed)
        elif deadline.kind in REMINDERS:
            notices, left = await _remind(services, deadline, transaction, left)
        elif deadline.kind == "vote":
            played, left = await _close_vote(services, deadline, match, left)
            plan = transaction.loaded.plan
            decision = plans.answered(plan, played, now) if plan else played
            notices = await _notify(services, transaction, decision)
            if not decision.events:
                notices += Notices(jobs=(teams.marks_job(deadline.match, now),))
        else:
            decision = _decide(deadline, match, now)
            notices = await _notify(services, transaction, decision)
        settled = Settled(left, deadline.seat if deadline.kind == "vote" and decision.events else None)
        press = _press_of(deadline)
        return await transaction.commit_job(job, decision, press=press, notices=notices, settled=settled)


def _press_of(deadline: Job) -> str:
    """The id under which a deadline counts once, as a press does."""
    seat = "" if deadline.seat is None else deadline.seat
    press = f"house:{deadline.match}:{deadline.kind}{seat}:{deadline.due}"
    return f"{press} of {deadline.since}" if deadline.kind == "vote" else press  # several may close at once


def _stored(deadline: Job, known: Collection[Job], now: int) -> Job | None:
    """The stored deadline, if it is still due."""
    which = (deadline.kind, deadline.key, deadline.since)
    return next((one for one in known if (one.kind, one.key, one.since) == which and one.due <= now), None)


def _decide(deadline: Job, match: Match, now: int) -> Decision:
    """Decide what a due deadline causes; no events if the match has moved on."""
    try:
        return match.decide(_request(deadline), now)
    except Refused:
        return Decision((), match)


def _request(deadline: Job) -> actions.ByTheHouse:
    match deadline.kind:
        case "expiry":
            return actions.ExpireChallenge()
        case "forewarning":
            return actions.WarnOfAbandonment()
        case "abandonment":
            return actions.AbandonMatch()
        case _:
            assert deadline.seat is not None  # noqa: S101 - a time is somebody's
            return actions.ExpireTime(deadline.seat)


async def _close_vote(
    services: Services, deadline: Job, match: Match, left: tuple[Job, ...]
) -> tuple[Decision, tuple[Job, ...]]:
    """Decide the move that a channel has voted for; without votes, the vote stays open."""
    now, seat = services.clock(), deadline.seat
    assert seat is not None  # noqa: S101 - a vote is a seat's
    assert match.players is not None  # noqa: S101 - likewise
    votes = await services.store.votes.votes_in(deadline.match)
    team, up = match.players[seat], time_up(match, match.players[seat], left)
    move = teams.winner(match, seat, teams.ballot(match, seat, votes).moves)
    if move is None:
        due = teams.closing(now, match.opened.vote, up)
        return Decision((), match), (*left, replace(deadline, due=due))
    return match.decide(actions.PlayMove(team, move, None, up), now), left


async def _notify(services: Services, transaction: MatchTransaction, decision: Decision) -> Notices:
    """Notices of a decision; a warning also notifies every seat that has something to answer."""
    events, after = decision
    boards = transaction.boards
    notices = await services.notifier.notify_of_change(transaction.match, after, None, boards)
    warned = any(isinstance(event, AbandonmentWarned) for event in events)
    for seat in SEATS:
        if warned and after.question(seat):  # to move, or to claim a win
            notices += await services.notifier.notify_again(after, seat, boards, "the warning")
    return notices


async def _remind(
    services: Services, deadline: Job, transaction: MatchTransaction, left: tuple[Job, ...]
) -> tuple[Notices, tuple[Job, ...]]:
    """The reminder of a player, and the deadlines that are left.

    In quiet hours it is delayed to their end, or dropped if the time is up by then.
    """
    match, now, seat = transaction.match, services.clock(), deadline.seat
    until = next((one.due for one in left if (one.kind, one.seat) == ("time", seat)), None)
    if match.players is None or seat is None or until is None:
        return NO_NOTICES, left
    chosen = await services.preferences.of(match.players[seat])
    # If both reminders are due, as after an absence, one is enough.
    due = [one for one in left if one.kind in REMINDERS and one.seat == seat and one.due <= now]
    if chosen.reminders not in suits(deadline, match):
        return Notices(jobs=() if due else reminders.in_place_of(deadline, chosen, now)), left
    if quiet_until(chosen, now) >= until:
        return NO_NOTICES, left
    left = tuple(one for one in left if one not in due)
    notices = await services.notifier.reminder(match, seat, transaction.boards, deadline.kind)
    in_time = notices.boards or all(one.due < until for one in notices.jobs)  # not after the time is up
    return notices if in_time else NO_NOTICES, left
