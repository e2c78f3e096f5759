"""Transactions on a match: lock, read, decide, store one change, then update the boards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.delivery.routing import giving_way_to
from bot.delivery.turn_notices import NO_NOTICES, Notices, notices_on
from bot.domain.absences import remaining, with_absences
from bot.domain.plans import planned_jobs
from bot.domain.teams import marks_job
from bot.handlers.services import Services
from bot.repositories.matches import LoadedMatch, PressRead, Settled
from games.events import ChallengeAccepted, MatchId
from games.game import Seat
from games.match import Decision, Match, Phase
from storage.boards import Board
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import AT_ONCE, Claim, Job
from storage.matches import NOBODY, Audience, Seen
from storage.seeks import Seek
from storage.votes import Vote


@asynccontextmanager
async def match_transaction(
    services: Services, match_id: MatchId, *, read: PressRead | None = None
) -> AsyncIterator[MatchTransaction]:
    """Lock and read a match; the body makes the answer, so that it precedes other board updates.

    Args:
        services: of the bot.
        match_id: the match.
        read: what was read with the press; used if nothing has been decided since.
    """
    async with _locked(services, match_id) as transaction:
        if read is None or not transaction.use(read):
            await transaction.read()
        yield transaction


@asynccontextmanager
async def open_match(
    services: Services,
    begun: Decision,
    boards: Sequence[Board],
    *,
    press: str,
    seen: Seen | None = None,
    seeks: tuple[Seek, ...] = (),
    read: PressRead | None = None,
) -> AsyncIterator[MatchTransaction]:
    """Store a new match with its boards; the body makes the answer.

    Args:
        services: of the bot.
        begun: the challenge, and its acceptance if somebody accepts it at once.
        boards: of the match as it begins.
        press: the idempotency key; each press counts once.
        seen: who acted, and where.
        seeks: the seeks that this match fulfils.
        read: what was read with the press.

    Raises:
        PressedBefore, VersionConflict: nothing was stored; the latter if the id is taken.
    """
    notices = Notices(tuple(boards), notices_on(boards))
    async with _locked(
        services, begun.after.opened.match, read.who.audience if read else NOBODY
    ) as transaction:
        await transaction.commit(begun, press=press, notices=notices, seen=seen, seeks=seeks)
        yield transaction


@asynccontextmanager
async def _locked(
    services: Services, match_id: MatchId, audience: Audience = NOBODY
) -> AsyncIterator[MatchTransaction]:
    """Hold the lock of a match; then update the boards that a stored change has outdated."""
    transaction = MatchTransaction(services, match_id, audience)
    try:
        async with services.matches.lock(match_id):
            yield transaction
    finally:
        if transaction.claim is not None:
            services.boards.bring_up(transaction.boards, transaction.claim, transaction.match.version)


class MatchTransaction:
    """A locked match with its boards, as read or as changed by the last commit."""

    def __init__(self, services: Services, match_id: MatchId, audience: Audience) -> None:
        self.services, self._match_id, self._audience = services, match_id, audience
        self._loaded: LoadedMatch | None = None
        self.read_with_press = False
        """Whether the match is the one that was read together with the press."""
        self.boards: tuple[Board, ...] = ()
        self.claim: Claim | None = None
        """The claim on the boards that became outdated by a stored change."""

    @property
    def loaded(self) -> LoadedMatch:
        assert self._loaded is not None  # noqa: S101 - a new match is there after its commit
        return self._loaded

    @property
    def match(self) -> Match:
        return self.loaded.match

    async def read(self) -> None:
        """Read, or reread after a conflict, the match and its boards."""
        self._use(await self.services.matches.read(self._match_id))
        self.read_with_press = False

    def use(self, read: PressRead) -> bool:
        """Use what was read with the press, if it is still the newest; returns whether it is."""
        loaded = read.loaded
        if loaded and loaded.match.opened.match == self._match_id and self.services.matches.is_newest(loaded):
            self._use(loaded)
            self.read_with_press = True
        return self.read_with_press

    def _use(self, loaded: LoadedMatch) -> None:
        self._loaded, self.boards, self._audience = loaded, loaded.boards, loaded.audience

    async def commit(
        self,
        decision: Decision,
        *,
        press: str,
        notices: Notices = NO_NOTICES,
        seen: Seen | None = None,
        seeks: tuple[Seek, ...] = (),
        settled: Settled | None = None,
    ) -> None:
        """Store a decision in one change, with its boards, notices and jobs.

        Args:
            decision: made about `match`, or the one that opens it.
            press: the idempotency key; each press counts once.
            notices: new boards, notices and jobs.
            seen: who acted, and where.
            seeks: the seeks that a new match fulfils.
            settled: the deadline that this settles.

        Raises:
            PressedBefore, VersionConflict: nothing was stored.
        """
        services, before = self.services, self._loaded
        begins = before is None or before.match.phase is Phase.CHALLENGE
        if begins:
            decision = await self._with_absences(decision)
        claim = services.intake.claim()
        planned = planned_jobs(before.plan, before.match, decision) if before and before.plan else ()
        self._loaded, change = await services.matches.append(
            before,
            decision,
            press=press,
            boards=notices.boards,
            jobs=(*notices.jobs, *planned),
            seen=seen,
            seeks=seeks,
            settled=settled,
            claim=claim,
            audience=self._audience,
        )
        self._outdate(notices.boards, claim)
        services.router.mark_unreached(change.boards)
        if begins:
            services.pauses.count(change)
        services.pages.changed(change.row.match)
        services.intake.after_commit(change)

    async def commit_job(
        self, job: Job, decision: Decision, *, press: str, notices: Notices, settled: Settled | None = None
    ) -> int | None:
        """Store what a due job causes. Returns when to do the job again, or None if it is done."""
        try:
            await self.commit(decision, press=press, notices=notices, settled=settled)
        except PressedBefore:  # another process was quicker
            return None
        except VersionConflict:  # the match has changed
            return job.due
        return None

    async def commit_vote(self, vote: Vote, *, press: str, close: Seat | None) -> None:
        """Store a vote, which is no event; the boards show it a little later, together with others.

        Args:
            vote: of a person of a team.
            press: the idempotency key; each press counts once.
            close: the seat whose vote is complete, so that it closes now.

        Raises:
            PressedBefore, VersionConflict: nothing was stored.
        """
        services, unchanged = self.services, Decision((), self.match)
        left = tuple(
            replace(one, due=AT_ONCE) if (one.kind, one.seat) == ("vote", close) else one
            for one in self.loaded.deadlines
        )
        jobs = (marks_job(self._match_id, services.clock()),)
        self._loaded, _ = await services.matches.append(
            self.loaded, unchanged, press=press, jobs=jobs, settled=Settled(left), votes=(vote,)
        )
        services.pages.changed(self._match_id)
        services.intake.wake()

    async def adopt(self, board: Board) -> None:
        """Store a message as a board of the match; the former board in its place is superseded."""
        boards, claim = [board, *giving_way_to(board, self.boards)], self.services.intake.claim()
        await self.services.store.boards.put_boards(boards, claim)
        self._outdate(boards, claim)

    async def _with_absences(self, decision: Decision) -> Decision:
        """Add the players' known absences to the decision that begins a match."""
        match = decision.after
        accepted = any(isinstance(event, ChallengeAccepted) for event in decision.events)
        if match.players is None or not accepted or not match.allows_absences:
            return decision
        for player in match.players:
            chosen = await self.services.preferences.of(player, self._audience)
            away = remaining(chosen.away, match.since)
            decision = with_absences(decision, player, away, match.since)
        return decision

    def _outdate(self, boards: Sequence[Board], claim: Claim) -> None:
        """Note that all boards are outdated by what was stored under this claim; some are new or changed."""
        if boards:
            self.boards = tuple({board.id: board for board in (*self.boards, *boards)}.values())
        self.claim = claim
        self.services.boards.note_claim(self.boards, claim, self.match.version)
