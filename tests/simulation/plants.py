"""Bugs to plant, one by one, so that the simulation can show that it finds them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from bot.delivery.board_synchronizer import BoardSynchronizer, Outcome
from bot.delivery.board_tracker import BoardState
from bot.delivery.routing import PRESENT_FOR
from bot.delivery.turn_notices import Notices, TurnNotifier
from bot.domain import plans, ratings
from bot.handlers import proposals, seat_links
from bot.handlers.jobs import deadlines, notices
from bot.handlers.transactions import MatchTransaction
from bot.interface import RetryLater
from bot.repositories.matches import LoadedMatch, MatchRepository, Settled
from storage.changes import Change
from storage.jobs import Job
from storage.sql.jobs import Jobs
from storage.sql.store import Store

Wrong = Callable[..., Any]
_numbers = itertools.count()
_settled: WeakKeyDictionary[MatchRepository, set[str]] = WeakKeyDictionary()
PLANTS: dict[str, tuple[type, str, Wrong]] = {}
"""By name: what is replaced, and by what; that is given the true one first."""
FIRST_SEEDS = {
    "lease_dropped": 0,
    "shown_before_stored": 0,
    "press_forgotten": 5,
    "credited_twice": 83,
    "not_credited": 53,
    "never_caught_up": 10,
    "called_twice": 6,
    "never_told_late": 3,
    "told_again": 1,
    "retry_lost": 10,
    "old_board_stays": 7,
    "stale_after_failure": 2,
    "settled_again": 0,
    "rated_twice": 113,
    "deadlines_lost": 6,
    "plan_forgotten": 33,
    "agreed_for_another": 19,
    "seat_rated": 9,
}
"""By name: the first life, from 0 on, that showed the bug when last tried."""


def plant(owner: type, name: str) -> Callable[[Wrong], Wrong]:
    """Know a wrong way of doing something by its name."""

    def known(wrong: Wrong) -> Wrong:
        PLANTS[wrong.__name__] = (owner, name, wrong)
        return wrong

    return known


@contextmanager
def planted(name: str) -> Iterator[None]:
    """Meanwhile the bot has this bug; none where there is no name."""
    if not name:
        yield
        return
    owner, attribute, wrong = PLANTS[name]
    true = getattr(owner, attribute)
    with patch.object(owner, attribute, lambda *args, **named: wrong(true, *args, **named)):
        yield


@plant(BoardState, "answer")
def lease_dropped(_: Wrong, state: BoardState, *args: Any) -> bool:
    """A board is edited while an answer to a press on it is on its way."""
    return False


@plant(Store, "append")
async def shown_before_stored(true: Wrong, store: Store, change: Any) -> None:
    """A change counts as stored when it is asked for."""
    task = asyncio.create_task(true(store, change))
    await asyncio.wait([task], timeout=0.0)


@plant(Store, "append")
async def press_forgotten(
    true: Wrong,
    store: Store,
    change: Any,
) -> None:
    """A press that comes twice counts twice."""
    await true(store, replace(change, press=f"{change.press} {next(_numbers)}"))


@plant(Jobs, "beat")
async def credited_twice(true: Wrong, jobs: Jobs, at: int, *, credit: bool = False, **named: Any) -> Any:
    """The time in which the bot was away is credited, and once more."""
    last = await jobs.last_beat()
    if credit and last is not None:
        await true(jobs, at, credit=True)
        await true(jobs, last)
    return await true(jobs, at, credit=credit, **named)


@plant(Jobs, "beat")
async def not_credited(true: Wrong, jobs: Jobs, at: int, *, credit: bool = False, **named: Any) -> Any:
    """The time in which the bot was away is lost for who is to move."""
    return await true(jobs, at, **named)


@plant(Jobs, "claim")
async def never_caught_up(true: Wrong, jobs: Jobs, *args: Any, **named: Any) -> Any:
    """What fell behind while the bot was away stays behind."""
    return [job for job in await true(jobs, *args, **named) if job.kind != "board"]


@plant(TurnNotifier, "notify_of_change")
async def called_twice(true: Callable[..., Awaitable[Any]], *args: Any, **named: Any) -> Any:
    """Two fresh boards tell of one turn."""
    notices = await true(*args, **named)
    return notices + Notices(tuple(replace(one, id=f"{one.id}x") for one in notices.boards if one.notice))


@plant(notices, "send_notices")  # type: ignore[arg-type]
async def never_told_late(_: Wrong, *args: Any) -> None:
    """Who saw a board change and does nothing is not told later."""


@plant(TurnNotifier, "_sent")
def told_again(true: Callable[..., Job], *args: Any) -> Job:
    """What somebody is told at once they are told once more when five minutes have passed."""
    sent = true(*args)
    return replace(sent, kind="notice", due=sent.since + PRESENT_FOR)


@plant(BoardSynchronizer, "_step")
async def retry_lost(true: Wrong, boards: BoardSynchronizer, *args: object, **named: object) -> Outcome:
    """A board that a platform did not take is left as it is."""
    try:
        return await true(boards, *args, **named)  # type: ignore[no-any-return]
    except RetryLater:
        return Outcome.DONE


@plant(BoardSynchronizer, "_clear_away")
async def old_board_stays(_: Wrong, *args: object) -> None:
    """A board that another one replaces is left where it was."""


@plant(MatchRepository, "_store_change")
async def stale_after_failure(
    true: Wrong, matches: MatchRepository, loaded: LoadedMatch, change: Change
) -> LoadedMatch:
    """A match is kept in memory as if a change had been stored, though storing it failed."""
    try:
        return await true(matches, loaded, change)  # type: ignore[no-any-return]
    except BaseException:
        matches._kept[change.row.match] = replace(loaded, changes=loaded.changes - 1)
        raise


@plant(MatchTransaction, "commit")
async def settled_again(
    true: Wrong,
    transaction: MatchTransaction,
    decision: Any,
    **named: Any,
) -> None:
    """What was due stays due, and happens once more."""
    settled = _settled.setdefault(transaction.services.matches, set())
    if named.get("settled") and (press := named["press"]) not in settled:
        settled.add(press)
        named |= {"press": f"{press} {next(_numbers)}", "settled": Settled(transaction.loaded.deadlines)}
    await true(transaction, decision, **named)


@plant(ratings, "weighed")  # type: ignore[arg-type]
def rated_twice(true: Wrong, before: Any, winner: Any, at: int, taken_for: Any) -> Any:
    """A result counts twice."""
    return true(true(before, winner, at, taken_for), winner, at, taken_for)


@plant(deadlines, "settle")  # type: ignore[arg-type]
async def deadlines_lost(_: Wrong, *args: Any) -> None:
    """Nothing happens when a time is up."""


@plant(plans, "answered")  # type: ignore[arg-type]
def plan_forgotten(_: Wrong, plan: Any, decision: Any, at: int) -> Any:
    """What somebody planned stays, and is not played when it comes true."""
    return decision


@plant(proposals, "_answered")  # type: ignore[arg-type]
async def agreed_for_another(true: Wrong, context: Any, request: Any) -> Any:
    """Whoever presses the button of a proposal takes the place of one of the two."""
    one, other = [await proposals._player(context, word) for word in request.people]
    if context.player in (one, other):
        return await true(context, request)
    return await true(replace(context, player=one), request)


@plant(seat_links, "_opened")  # type: ignore[arg-type]
async def seat_rated(true: Wrong, *args: Any) -> Any:
    """A match with somebody without an account counts for the rating of the other."""
    return replace(await true(*args), rated=True)
