"""Tracks all boards, the chat messages that show matches: which version each shows, and who is changing it.

An outdated board is a job, stored with the change that outdates it: a crash only delays the update, and only
the newest version is shown (`board_synchronizer`). A response in flight to a board holds the claim on its
job: nothing else edits the board until the result of the response is known, or its time is up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from weakref import WeakValueDictionary

from bot.delivery.background import Timing, until_stored
from bot.delivery.claims import CLAIMED_FOR, JobIntake
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import PresenceTracker, by_age, chat_of, giving_way_to, same_place, standing_at
from bot.delivery.turn_notices import Notices, TurnNotifier
from bot.interface import Adapter, Delivery, EditsAlone, RetryLater, Screen
from games.events import MatchId
from games.match import UNDER_WAY
from storage.boards import Board, BoardId, ChatId
from storage.jobs import UNCLAIMED, Claim, Job
from storage.sql.boards import job_of
from storage.sql.store import Store

log = logging.getLogger(__name__)

BOARDS_KEPT = 50_000  # boards with a known state, about 500 bytes each


@dataclass(slots=True)
class BoardState:
    """What this process knows of a board: what its message shows, and the edits in flight."""

    appearance: int | None = None
    """Hash of the screen that its message shows; None: unknown."""
    shown: int = 0
    """The lowest version that its message may show, after the last edit by this process."""
    claim: Claim = UNCLAIMED
    """The claim under which a response shows it."""
    wanted: int = 0
    """The version that it is claimed for."""

    answers: int = 0
    """Number of responses in flight that will change it."""
    answered: Board | None = None
    """The board as it was when the last of them was sent; kept for late reports."""
    since: int = 0
    """When the last of them was sent, in seconds since 1970."""
    missed: bool = False
    """Whether an update was skipped because of them."""

    sending: bool = False
    """Whether an edit that is no response is in flight."""
    together: list[int] = field(default_factory=list)
    """Versions in flight, and those that overlapped with them: any of these may take effect last."""

    @property
    def busy(self) -> bool:
        return self.sending or self.answers > 0

    def shows(self, message: Screen) -> bool:
        return self.appearance == hash(message)

    def appears(self, message: Screen | None) -> None:
        """Note what its message shows now; None: unknown."""
        self.appearance = None if message is None else hash(message)

    @contextmanager
    def send(self, version: int) -> Iterator[None]:
        """Count an edit to this version as in flight inside the block."""
        self._sent(version)
        self.sending = True
        try:
            yield
        except BaseException:
            self.together.remove(version)
            self.appearance = None  # it may have taken effect, or a part of it
            raise
        finally:
            self.sending = False

    def _sent(self, version: int) -> None:
        if not self.busy:
            self.together = []
        self.together.append(version)

    @property
    def alone(self) -> bool:
        """Whether nothing overlapped with the version sent last."""
        return len(self.together) <= 1

    def arrived(self, version: int) -> int:
        """The lowest version that its message may show, now that this one has arrived.

        Platforms keep no order among calls, and reports may come in another order than the effects.
        """
        return min([version, *self.together])

    def answer(self, board: Board, message: Screen, version: int, now: int) -> bool:
        """Count a response as in flight. Returns whether its message shows this already, or is about to."""
        appearance = hash(message)
        shows = self.appearance == appearance and not self.sending
        self._sent(version)
        self.appearance = appearance if shows or self.alone else None
        self.missed = self.missed and self.answers > 0
        self.answered, self.since = board, now
        self.answers += 1
        return shows

    def retract_answer(self, version: int) -> None:
        """Forget the version of a response that was never sent."""
        if version in self.together:
            self.together.remove(version)

    def end_answer(self) -> None:
        self.answers = max(0, self.answers - 1)
        if not self.answers:
            self.answered = None

    def revoke_answers(self) -> None:
        self.answers, self.answered = 0, None


class BoardStates(dict[BoardId, BoardState]):
    """States by board id: all busy ones, and the newest of the others."""

    def __missing__(self, board: BoardId) -> BoardState:
        state = self[board] = BoardState()
        if len(self) > BOARDS_KEPT:
            del self[next((one for one, known in self.items() if not known.busy), board)]
        return state

    def forget(self, board: BoardId) -> None:
        """Forget a dropped board; while it is busy, forget only what it shows and its claim."""
        state = self[board]
        state.appearance, state.claim = None, UNCLAIMED
        if not state.busy:
            del self[board]


class BoardTracker:
    """Knows the boards on all platforms, and has them updated: by jobs, or by the response to a press."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        screens: MatchScreens,
        notifier: TurnNotifier,
        presence: PresenceTracker,
        intake: JobIntake,
        timing: Timing = Timing(),
    ) -> None:
        self._store, self._stored, self._intake = store, store.boards, intake
        self._adapters, self._screens = adapters, screens
        self._notifier, self._presence = notifier, presence
        self._longest_response, self._sleep = timing.longest_response, timing.sleep
        self._clock, self._closed = timing.clock, False
        self.states = BoardStates()
        self._placing: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """Release all claims, after the worker has stopped; outdated boards stay jobs in the store."""
        self._closed = True
        await self._intake.leave()

    # Updates by jobs

    async def catch_up(self, platform: str | None = None) -> None:
        """Make postponed boards due now, on one platform or on all."""
        for each in self._adapters:
            if platform in (None, each):
                await self._store.jobs.hasten_boards(each, self._clock())
        self._intake.wake()

    def note_claim(self, boards: Iterable[Board], claim: Claim, version: int) -> None:
        """Note the claim of a stored change on the boards that it outdates, by this version."""
        for board in boards:
            state = self.states[board.id]
            state.claim, state.wanted = claim, max(version, state.wanted)

    def bring_up(self, boards: Iterable[Board], claim: Claim, version: int) -> None:
        """Update claimed boards to a version, except those where a response in flight shows it."""
        behind = [
            board
            for board in boards
            if (board.moved_to is not None or board.shown < version)
            and not (self.states[board.id].answers and self.states[board.id].together[-1] == version)
        ]
        if behind:
            self._begin(behind, claim)

    async def put(self, boards: Sequence[Board], *, in_place_of: Board | None = None) -> None:
        """Store boards and show them; one that is gone is dropped before."""
        claim = self._intake.claim()
        await self._stored.put_boards(boards, claim)
        if in_place_of is not None:
            await self.drop(in_place_of)
        self._begin(boards, claim)

    async def notify(self, notices: Notices) -> None:
        """Store notices that no change brings along."""
        if notices.jobs:
            await self._store.jobs.put(*notices.jobs)
            self._intake.wake()
        if notices.boards:
            await self.put(notices.boards)

    async def claim(self, board: Board) -> Job:
        """The job that shows a board again, claimed unless another process has done so."""
        claim = await self._claim([board])
        return _job(board, claim, claim.now)

    async def redraw(self, boards: Sequence[Board], *, outdated: bool = False) -> None:
        """Show boards again, whatever they show now; by this process unless another one holds the claim.

        With `outdated`, only those that do not show the newest version.
        """
        if boards:
            claim = await self._claim(boards)
            self._begin(boards, claim, since=0 if outdated else claim.now)

    async def redraw_matches(self, matches: Iterable[MatchId]) -> None:
        """Show all boards of these matches again, in the order of the matches."""
        for match in matches:
            await self.redraw(await self._stored.boards_of(match))

    async def _claim(self, boards: Sequence[Board]) -> Claim:
        """Have boards shown again under a claim of this process, unless another one holds theirs."""
        claim = self._intake.claim()
        await self._stored.show([board.id for board in boards], claim)
        return claim

    def _begin(self, boards: Iterable[Board], claim: Claim, *, since: int = 0) -> None:
        """Begin the jobs of boards under this claim; those that are not posted yet come first."""
        jobs = list[Job]()
        for board in sorted(boards, key=lambda board: board.message is not None):
            self.states[board.id].claim = UNCLAIMED
            if board.platform in claim.served:
                jobs.append(_job(board, claim, since))
        self._intake.begin(jobs)

    # Boards that are lost or replaced

    async def lose_chat(self, platform: str, place: str) -> None:
        """Give up all boards in a chat and in all chats whose ids begin with `place` and a `/`."""
        self._presence.mark_closed(platform, place, lost=True)  # first, as it may be opened again right after
        boards = await self._stored.boards_in(platform, place)
        for board in boards:
            if board.chat != place:
                self._presence.mark_closed(platform, board.chat, lost=True)
        await self.redraw(boards)

    async def rename_chat(self, platform: str, old: str, new: str) -> None:
        """Change the id of a chat: open matches get new messages there, without notifications."""
        former = await self._stored.boards_in(platform, old)
        await self._store.chats.move(platform, ChatId(old), ChatId(new), UNDER_WAY)
        for board in former:
            self.states[board.id].revoke_answers()  # Responses in flight to the old chat do not arrive.
        self._intake.wake()

    async def move(self, board: Board, fresh: Board) -> None:
        """Replace a board by `fresh`, just posted in another chat; the old message becomes a link to it."""
        claim = self._intake.claim()
        async with self._placing.setdefault(board.match, asyncio.Lock()):
            rows = await self._stored.boards_of(board.match)
            known = next((row for row in rows if row.id == board.id), board)
            await self._stored.move_board(known, fresh, claim)
        self._begin([fresh, board], claim)

    async def withdraw(self, boards: Iterable[Board]) -> None:
        """Drop boards that their reader wants no more; what is in flight brings none of them back."""
        for board in boards:
            async with self._placing.setdefault(board.match, asyncio.Lock()):
                self.states[board.id].revoke_answers()
                await self.drop(board)

    async def drop(self, board: Board) -> None:
        await self._stored.drop_board(board.id)
        self.states.forget(board.id)

    # Responses

    async def put_answer(self, board: Board, version: int) -> None:
        """Store a new board that a response is about to show, under a claim of this process."""
        claim = self._intake.claim()
        await self._stored.put_boards([board], claim)
        self.note_claim([board], claim, version)
        newest, _ = await self._screens.version_and_boards(board.match)
        if newest > version:  # the match has gone on, without knowing of this board
            self.states[board.id].missed = True

    async def hold(self, board: Board, message: Screen) -> None:
        """Claim a board that a response is about to show, unless the change stored with it has done so.

        The response does not wait for another process with the claim; that one shows the board again. A
        board to touch is shown by two calls: if the bot dies between them, both are made again.
        """
        state = self.states[board.id]
        lasting = self._clock() + CLAIMED_FOR // 2
        apart = message.image is not None and message.image.touchable is not None
        if (self._store.shared or apart) and state.claim.until < lasting:
            state.claim = await self._claim([board])

    def answer(self, board: Board, message: Screen, version: int) -> bool:
        """Leave the board alone for a response with this message, until `settle` or for `longest_response`.

        Returns:
            Whether the board shows the message already, or is about to; False if processes share the store.
        """
        shows = self.states[board.id].answer(board, message, version, self._clock())
        return shows and not self._store.shared

    async def settle(self, delivery: Delivery, message: str | None, *, tried: bool = True) -> None:
        """Note that a response was delivered as `message` (None: it failed), and show later versions.

        `tried`: it was sent, so that its failure leaves in doubt what the board shows.
        """
        state = self.states[BoardId(delivery.board)]
        board = state.answered
        if board is None or self._closed:
            return
        failed = message is None or not state.answers  # none in flight: this one took too long
        suspended = self._store.shared and self._clock() - state.since >= CLAIMED_FOR
        if failed:
            state.appears(None)
        if not tried:
            state.retract_answer(delivery.version)
        shown = 0
        try:
            if message is not None:
                shown = await self._note_arrived(board, state, message, delivery.version)
        finally:
            state.end_answer()
        behind = failed or suspended or shown < delivery.version or board.moved_to is not None
        if state.answers:
            state.missed = state.missed or behind
        elif behind or state.missed:
            outdated = not (tried or state.missed)
            await until_stored(partial(self.redraw, [board], outdated=outdated), self._sleep)
        elif shown >= state.wanted and (state.claim.by or shown > board.shown):
            await self._note_settled(board, state, shown)

    async def _note_arrived(self, board: Board, state: BoardState, message: str, version: int) -> int:
        """Note the message of a response that was delivered; returns the lowest version that it may show."""
        if board.message != message:
            # Only this process knows its id: lost, it would stay beside another board for ever.
            await until_stored(partial(self.posted, board, message, version), self._sleep)
            self._presence.mark_open(board.platform, board.chat)  # it accepts messages again
        state.shown = shown = state.arrived(version)
        await self.bring_back_choices(board)
        return shown

    async def _note_settled(self, board: Board, state: BoardState, shown: int) -> None:
        """Store what a response has shown; if that fails, the claim expires and the board is shown again."""
        claim, state.claim = state.claim, UNCLAIMED
        try:
            if not self._store.shared:  # a crash before it is stored: the board is edited once more
                job = job_of(board)
                await self._stored.note_shown(board.id, shown, job=job, claim=claim.by, later=True)
            elif not await self._stored.note_answered(board, shown, claim.by):
                self._intake.wake()
        except Exception:
            log.exception("what board %s shows could not be stored", board.id)

    def is_answered(self, board: Board, state: BoardState) -> bool:
        """Whether a response in flight will change it; `settle` checks it again then."""
        if state.answers and self._clock() - state.since >= self._longest_response:
            log.warning("nobody reported on a response for board %s of match %s", board.id, board.match)
            state.answers = 0
            state.appears(None)
        state.missed = state.missed or state.answers > 0
        return state.answers > 0

    async def bring_back_choices(self, board: Board) -> None:
        """After an edit for all, show the readers of a shared board their own half-chosen moves again.

        Only on platforms that can edit a message for one person (`EditsAlone`), and only choices still valid.
        """
        adapter = self._adapters.get(board.platform)
        if board.message is None or not isinstance(adapter, EditsAlone):
            return
        for account in self._screens.half_chosen.choosers_alone(board.id):
            message = await self._screens.render_alone(board, account)
            if message is None:
                continue
            try:
                await adapter.edit_alone(chat_of(board), board.message, account, message)
            except RetryLater:
                log.warning("somebody has to choose anew on board %s", board.id)

    # New messages

    async def posted(self, board: Board, message: str, version: int) -> None:
        """Store the message of a posted board; older boards at the same place are replaced by it."""
        claim = self._intake.claim()
        async with self._placing.setdefault(board.match, asyncio.Lock()):
            rows = await self._stored.boards_of(board.match)
            known = next((row for row in rows if row.id == board.id), None)  # its chat may have a new id
            if known is None:  # withdrawn meanwhile, or adopted
                return
            fresh = replace(known, message=message, shown=version, notice=None, moved_to=None)
            older = [replace(row, moved_to=message) for row in rows if await self._gives_way(row, fresh)]
            await self._stored.put_boards([fresh, *older], claim, posted=[fresh.id])
            if chat_of(fresh).fixed:
                await self._displace(fresh)
            elif self._store.shared and (more := await self._posted_meanwhile(fresh)):
                await self._stored.put_boards(more, claim)
                older += more
        reached = (board.player, board.notice.player) if board.notice else (board.player,)
        if sum(self._presence.mark_reached(who, board.match) for who in reached):  # others may say no
            await self.redraw([row for row in rows if row.id != board.id])
        self._begin(older, claim)

    async def _gives_way(self, board: Board, fresh: Board) -> bool:
        """Whether a board is replaced by one that was just posted."""
        if board.id == fresh.id or not same_place(board, fresh) or chat_of(fresh).fixed:
            return False
        adopted = board.message == fresh.message  # see `adopted_as`: pressed before its id was stored
        return not adopted and not await self._notifier.must_notify(board)

    async def _posted_meanwhile(self, board: Board) -> tuple[Board, ...]:
        """The boards that give way if another process has posted one at the same place: all but one."""
        rows = await self._stored.boards_of(board.match)
        return giving_way_to(max(standing_at(board, rows), key=by_age, default=board), rows)

    async def _displace(self, board: Board) -> None:
        """Drop the other boards of a chat that is a single message, as after a rematch there."""
        for other in await self._stored.boards_in(board.platform, board.chat):
            if other.id != board.id:
                self.states[other.id].revoke_answers()
                await self.drop(other)


def _job(board: Board, claim: Claim, since: int) -> Job:
    """The job that shows a board, claimed; since a time: whatever version it shows already."""
    return Job("board", job_of(board), claim.now, board.platform, tries=1, since=since, claim=claim.by)
