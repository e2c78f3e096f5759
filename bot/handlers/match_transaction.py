"""The one way in which a match changes: lock, read, decide, store one change; then what follows a change."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.routing import giving_way_to
from bot.delivery.turn_notices import NOBODY, Told, told_by
from bot.domain import match_requests
from bot.domain.absences import to_come
from bot.handlers.deals import DealKeys
from bot.interface import Account
from bot.repositories.matches import LoadedMatch, MatchRepository, PressRead
from games.actions import AcceptChallenge, TellAway
from games.events import ChallengeAccepted, ChallengeOffered, MatchId, PlayerId
from games.match import Decision, Match
from storage.boards import Board
from storage.changes import Change
from storage.jobs import Claim, Deadline
from storage.matches import Audience, Seek, Seen
from storage.sql.store import Store

AfterCommit = Callable[[Change], None]
"""Called with every change of a match as soon as it is stored."""


Accepting = tuple[PlayerId, str]
"""A player, and their time zone, for weekends that are off."""


class MatchTransaction:
    """A match that nobody else changes meanwhile, as it was read once or as it stands after the change."""

    loaded: LoadedMatch

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        synchronizer: BoardSynchronizer,
        after_commit: AfterCommit,
        match_id: MatchId,
    ) -> None:
        self._store, self._matches, self._synchronizer = store, matches, synchronizer
        self._after_commit, self._match_id = after_commit, match_id
        self._audience = Audience()
        self.read_with_press = False
        """It stands as it was read with who asks, and whether they have asked before."""
        self.boards: tuple[Board, ...] = ()
        self.claim: Claim | None = None
        """Of the boards that are behind since something was stored."""

    async def read(self) -> None:
        """Read the match and its boards; once more, where somebody else was quicker.

        Raises:
            Refused: there is none.
        """
        self._use(await self._matches.read(self._match_id))

    def use(self, read: PressRead) -> None:
        """Decide by what was read with the press."""
        loaded = read.loaded
        if loaded and loaded.match.opened.match == self._match_id and self._matches.is_newest(loaded):
            self._use(replace(loaded, audience=read.audience))
            self.read_with_press = True
        self._audience = read.audience

    def _use(self, loaded: LoadedMatch) -> None:
        self.loaded, self.boards, self.read_with_press = loaded, loaded.boards, False
        self._audience = loaded.audience

    @property
    def match(self) -> Match:
        """As it was read, or as it is after what was committed."""
        return self.loaded.match

    @property
    def deadlines(self) -> tuple[Deadline, ...]:
        """What is due in it."""
        return self.loaded.deadlines

    async def commit(
        self,
        decision: Decision,
        *,
        press: str,
        told: Told = NOBODY,
        seen: Seen | None = None,
        left: tuple[Deadline, ...] | None = None,
    ) -> None:
        """Store what was decided, with everything that comes with it.

        Args:
            decision: made about `match`.
            press: what it is known by, so that it counts once.
            told: new boards, and who is told of it.
            seen: who made it happen, and where.
            left: the deadlines that were not settled; None: none was.

        Raises:
            PressedBefore, VersionConflict: nothing was stored.
        """
        self._add(told.boards)
        decision = await self._with_absences(decision)
        claim = self._synchronizer.claim()
        self.loaded, change = await self._matches.append(
            self.loaded,
            decision,
            press=press,
            boards=told.boards,
            notices=told.notices,
            jobs=told.jobs,
            # Of other matches as well, each of many presses at once would store what all boards show.
            shown=self._synchronizer.unsaved(self.boards),
            seen=seen,
            left=left,
            claim=claim,
        )
        self._after_commit(change)
        self._claimed(claim)

    async def open(
        self,
        begun: Decision,
        *,
        press: str,
        boards: Sequence[Board],
        seen: Seen | None,
        met: tuple[Seek, ...] = (),
    ) -> None:
        """Store a new challenge and whatever follows from it at once, with the boards that show it.

        Args:
            begun: the challenge, and what follows.
            press: what it is known by, so that it counts once.
            boards: all that show it.
            seen: who made it happen, and where.
            met: who looked for this match.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; the latter when the id is taken.
        """
        begun = await self._with_absences(begun)
        claim = self._synchronizer.claim()
        self.loaded, change = await self._matches.open(
            begun,
            press=press,
            boards=tuple(boards),
            notices=told_by(boards),
            seen=seen,
            met=met,
            claim=claim,
            audience=self._audience,
        )
        self._after_commit(change)
        self._add(boards)
        self._claimed(claim)

    async def _with_absences(self, decision: Decision) -> Decision:
        """Where a match begins, with what the players have said about when they are away."""
        events, match = decision
        accepted = any(isinstance(event, ChallengeAccepted) for event in events)
        if match.players is None or not accepted or not match.heeds_absences:
            return decision
        for player in match.players:
            known = self._audience.preferences.get(player)
            chosen = known or await self._store.settings.preferences(player)
            for begin, end in to_come(chosen.away, match.since):
                more = match.decide(TellAway(player, begin, end), match.since)
                events, match = (*events, *more.events), more.after
        return Decision(events, match)

    async def is_still(self, account: Account, player: PlayerId) -> bool:
        """Whether an account is that player's."""
        person = await self._store.people.person(account.platform, account.id)
        return person is not None and person.player == player

    async def pressed(self, press: str) -> bool:
        """This press has counted already."""
        return await self._store.matches.pressed(press) is not None

    async def adopt(self, board: Board) -> None:
        """Know a message as a board of the match from now on; another one in its place makes way."""
        boards, claim = [board, *giving_way_to(board, self.boards)], self._synchronizer.claim()
        await self._store.boards.put_boards(boards, claim)
        self._add(boards)
        self._claimed(claim)

    def _claimed(self, claim: Claim) -> None:
        self.claim = claim
        self._synchronizer.claimed(self.boards, claim, self.match.version)

    def _add(self, boards: Sequence[Board]) -> None:
        self.boards = tuple({board.id: board for board in (*self.boards, *boards)}.values())


class MatchTransactions:
    """Begins them, and brings the boards up to date when they end, whatever became of them."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        synchronizer: BoardSynchronizer,
        keys: DealKeys,
        after_commit: AfterCommit,
    ) -> None:
        self._store, self._matches, self._synchronizer = store, matches, synchronizer
        self._keys, self._after_commit = keys, after_commit

    @asynccontextmanager
    async def open_match(
        self,
        offered: ChallengeOffered,
        accepting: Accepting | None,
        boards: Callable[[Match], Awaitable[Sequence[Board]]],
        *,
        press: str,
        seen: Seen | None = None,
        met: tuple[Seek, ...] = (),
        read: PressRead | None = None,
    ) -> AsyncIterator[MatchTransaction]:
        """Store a new match with the boards that show it; the answer is made inside.

        Args:
            offered: what is agreed on, and who offers it.
            accepting: who plays with them at once; None: nobody does, but for a robot that is invited.
            boards: gives what shows the match, from the match as it begins.
            press: what it is known by, so that it counts once.
            seen: who made it happen, and where.
            met: who looked for this match.
            read: what was read with the press.

        Raises:
            PressedBefore, VersionConflict: nothing was stored; the latter when the id is taken.
        """
        if accepting is None:
            begun = match_requests.begin(offered, bring=self._keys.acceptance)
        else:
            player, zone = accepting
            entropy = self._keys.acceptance(offered.entropy, "")
            begun = match_requests.taken(offered, AcceptChallenge(player, entropy, zone=zone), offered.at)
        shown = await boards(begun.after)
        async with self.begin(offered.match, new=True, read=read) as transaction:
            await transaction.open(begun, press=press, boards=shown, seen=seen, met=met)
            yield transaction

    @asynccontextmanager
    async def begin(
        self, match_id: MatchId, *, new: bool = False, read: PressRead | None = None
    ) -> AsyncIterator[MatchTransaction]:
        """Decide about a match; the answer is made inside, so that it comes before other news of its boards.

        Args:
            match_id: the match.
            new: there is nothing to read yet.
            read: what was read with the press: it holds if nothing has been decided since.

        Raises:
            Refused: there is none.
        """
        transaction = MatchTransaction(
            self._store, self._matches, self._synchronizer, self._after_commit, match_id
        )
        try:
            async with self._matches.lock(match_id):
                if read:
                    transaction.use(read)
                if not (new or transaction.read_with_press):
                    await transaction.read()
                yield transaction
        finally:
            if transaction.claim is not None:
                version = transaction.match.version
                self._synchronizer.bring_up(transaction.boards, transaction.claim, version)
