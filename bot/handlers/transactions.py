"""Transactions on a match: lock, read, decide, store one change, then update the boards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from cachetools import LRUCache

from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.match_screens import TableLinks
from bot.delivery.routing import ChatRouter, giving_way_to
from bot.delivery.turn_notices import NO_NOTICES, Notices, notices_on
from bot.delivery.worker import JobIntake
from bot.domain import match_requests
from bot.domain.absences import to_come
from bot.domain.match_requests import Randomness
from bot.handlers.access import ChallengePauses
from bot.repositories.matches import LoadedMatch, MatchRepository, PressRead
from games.actions import AcceptChallenge, TellAway
from games.dice import SEED_BYTES
from games.events import MATCH_ID_LENGTH, ChallengeAccepted, ChallengeOffered, MatchId, PlayerId
from games.match import Decision, Match
from games.match.deal import KEY_BYTES, lock_of
from games.match.deal import acceptance as entropy_of_acceptance
from storage.boards import Board
from storage.changes import Change
from storage.errors import PressedBefore, VersionConflict
from storage.jobs import Claim, Deadline, Job
from storage.matches import Audience, Seek, Seen
from storage.sql.store import Store

KEYS_KEPT = 20_000
"""The newest keys, about 200 bytes each; without its key a challenge is accepted with fresh bytes."""


class DealKeys:
    """Draws seeds and keys, and keeps each key until its challenge is answered.

    Someone who reads the database therefore cannot know the deal before the acceptance.
    """

    def __init__(self, draw: Callable[[int], bytes]) -> None:
        self._draw = draw
        self._keys: LRUCache[str, bytes] = LRUCache(KEYS_KEPT)  # by lock, the entropy of the challenge

    def draw(self) -> Randomness:
        key = self._draw(KEY_BYTES)
        lock = lock_of(key)
        self._keys[lock] = key
        return Randomness(seed=self._draw(SEED_BYTES), code=self._draw(MATCH_ID_LENGTH), lock=lock)

    def acceptance(self, challenge: str, words: str) -> str:
        """The entropy of an acceptance, from that of the challenge and words of the player who accepts.

        Raises:
            RefusedByMatch: KEY_LOST, if words are given and the key is no longer known.
        """
        return entropy_of_acceptance(challenge, self._keys.get(challenge), words, self._draw)

    def drop(self, challenge: str) -> None:
        """Drop the key of an answered challenge, for good: a restored copy of the database has none."""
        self._keys.pop(challenge, None)


Accepting = tuple[PlayerId, str]
"""A player and their time zone, which matters for weekends off."""


@dataclass(frozen=True, slots=True)
class MatchTransactions:
    """Begins transactions, and updates the boards when they end, even by an error."""

    store: Store
    matches: MatchRepository
    synchronizer: BoardSynchronizer
    router: ChatRouter
    intake: JobIntake
    keys: DealKeys
    pauses: ChallengePauses
    tables: TableLinks

    @asynccontextmanager
    async def open_match(
        self,
        offered: ChallengeOffered,
        accepting: Accepting | None,
        boards: Callable[[Match], Awaitable[Sequence[Board]]],
        *,
        press: str,
        seen: Seen | None = None,
        seeks: tuple[Seek, ...] = (),
        read: PressRead | None = None,
    ) -> AsyncIterator[MatchTransaction]:
        """Store a new match with its boards; the body makes the answer.

        Args:
            offered: the challenge.
            accepting: who accepts it at once; None: nobody, or the robot that is invited.
            boards: makes the boards of the match as it begins.
            press: the idempotency key; each press counts once.
            seen: who acted, and where.
            seeks: the seeks that this match fulfils.
            read: what was read with the press.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; the latter if the id is taken.
        """
        if accepting is None:
            begun = match_requests.open_challenge(offered, make_entropy=self.keys.acceptance)
        else:
            player, zone = accepting
            entropy = self.keys.acceptance(offered.entropy, "")
            begun = match_requests.accept_at_once(offered, AcceptChallenge(player, entropy, zone=zone))
        shown = await boards(begun.after)
        async with self.begin(offered.match, new=True, read=read) as transaction:
            await transaction.open(begun, press=press, boards=shown, seen=seen, seeks=seeks)
            yield transaction

    @asynccontextmanager
    async def begin(
        self, match_id: MatchId, *, new: bool = False, read: PressRead | None = None
    ) -> AsyncIterator[MatchTransaction]:
        """Lock and read a match; the body makes the answer, so that it precedes other board updates.

        Args:
            match_id: the match.
            new: whether the match does not exist yet.
            read: what was read with the press; used if nothing has been decided since.
        """
        transaction = MatchTransaction(self, match_id)
        try:
            async with self.matches.lock(match_id):
                if read:
                    transaction.use(read)
                if not (new or transaction.read_with_press):
                    await transaction.read()
                yield transaction
        finally:
            if transaction.claim is not None:
                version = transaction.match.version
                self.synchronizer.bring_up(transaction.boards, transaction.claim, version)

    def after_commit(self, change: Change) -> None:
        """What follows in this process as soon as a change is stored."""
        self.router.mark_unreached(change.boards)
        self.pauses.count(change)
        self.tables.changed(change.row.match)
        self.intake.after_commit(change)


class MatchTransaction:
    """A locked match with its boards, as read or as changed by the last commit."""

    loaded: LoadedMatch

    def __init__(self, parts: MatchTransactions, match_id: MatchId) -> None:
        self.parts, self._match_id = parts, match_id
        self._audience = Audience()
        self.read_with_press = False
        """Whether the match is the one that was read together with the press."""
        self.boards: tuple[Board, ...] = ()
        self.claim: Claim | None = None
        """The claim on the boards that became outdated by a stored change."""

    async def read(self) -> None:
        """Read, or reread after a conflict, the match and its boards."""
        self._use(await self.parts.matches.read(self._match_id))

    def use(self, read: PressRead) -> None:
        """Use what was read with the press, if it is still the newest."""
        loaded = read.loaded
        if loaded and loaded.match.opened.match == self._match_id and self.parts.matches.is_newest(loaded):
            self._use(loaded)
            self.read_with_press = True
        self._audience = read.who.audience

    def _use(self, loaded: LoadedMatch) -> None:
        self.loaded, self.boards, self.read_with_press = loaded, loaded.boards, False
        self._audience = loaded.audience

    @property
    def match(self) -> Match:
        return self.loaded.match

    async def commit(
        self,
        decision: Decision,
        *,
        press: str,
        notices: Notices = NO_NOTICES,
        seen: Seen | None = None,
        left: tuple[Deadline, ...] | None = None,
    ) -> None:
        """Store a decision in one change, with its boards, notices and jobs.

        Args:
            decision: made about `match`.
            press: the idempotency key; each press counts once.
            notices: new boards, notices and jobs.
            seen: who acted, and where.
            left: the deadlines that remain if one was settled; None: none was.

        Raises:
            PressedBefore, VersionConflict: nothing was stored.
        """
        self._add(notices.boards)
        decision = await self._with_absences(decision)
        claim = self.parts.synchronizer.claim()
        self.loaded, change = await self.parts.matches.append(
            self.loaded,
            decision,
            press=press,
            boards=notices.boards,
            notices=notices.owed,
            jobs=notices.jobs,
            seen=seen,
            left=left,
            claim=claim,
        )
        self.parts.after_commit(change)
        self._claimed(claim)

    async def commit_job(
        self,
        job: Job,
        decision: Decision,
        *,
        press: str,
        notices: Notices,
        left: tuple[Deadline, ...] | None = None,
    ) -> int | None:
        """Store what a due job causes. Returns when to do the job again, or None if it is done."""
        try:
            await self.commit(decision, press=press, notices=notices, left=left)
        except PressedBefore:  # another process was quicker
            return None
        except VersionConflict:  # the match has changed
            return job.due
        return None

    async def open(
        self,
        begun: Decision,
        *,
        press: str,
        boards: Sequence[Board],
        seen: Seen | None,
        seeks: tuple[Seek, ...] = (),
    ) -> None:
        """Store a new challenge and what follows from it at once; arguments as of `open_match`."""
        begun = await self._with_absences(begun)
        claim = self.parts.synchronizer.claim()
        self.loaded, change = await self.parts.matches.open(
            begun,
            press=press,
            boards=tuple(boards),
            notices=notices_on(boards),
            seen=seen,
            seeks=seeks,
            claim=claim,
            audience=self._audience,
        )
        self.parts.after_commit(change)
        self._add(boards)
        self._claimed(claim)

    async def adopt(self, board: Board) -> None:
        """Store a message as a board of the match; the former board in its place is superseded."""
        boards, claim = [board, *giving_way_to(board, self.boards)], self.parts.synchronizer.claim()
        await self.parts.store.boards.put_boards(boards, claim)
        self._add(boards)
        self._claimed(claim)

    async def _with_absences(self, decision: Decision) -> Decision:
        """Add the players' known absences to the decision that begins a match."""
        events, match = decision
        accepted = any(isinstance(event, ChallengeAccepted) for event in events)
        if match.players is None or not accepted or not match.heeds_absences:
            return decision
        for player in match.players:
            known = self._audience.preferences.get(player)
            chosen = known or await self.parts.store.settings.preferences(player)
            for begin, end in to_come(chosen.away, match.since):
                more = match.decide(TellAway(player, begin, end), match.since)
                events, match = (*events, *more.events), more.after
        return Decision(events, match)

    def _claimed(self, claim: Claim) -> None:
        self.claim = claim
        self.parts.synchronizer.claimed(self.boards, claim, self.match.version)

    def _add(self, boards: Sequence[Board]) -> None:
        self.boards = tuple({board.id: board for board in (*self.boards, *boards)}.values())
