"""Keeps boards, the chat messages that show matches, up to date and tracks which version each one shows.

An outdated board is a job, stored with the change that outdates it: a crash only delays the update, and only
the newest version is shown. A response in flight to a board holds the claim on its job: nothing else edits
the board until the result of the response is known, or its time is up.

Of several boards in one chat for the same reader, the newest message stays. The old ones wait until it is
posted, and are deleted then; if the chat refuses it, they stay.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import partial
from weakref import WeakValueDictionary

from bot.delivery.background import Timing, until_stored
from bot.delivery.claims import CLAIMED_FOR, STILL_CLAIMED, JobIntake
from bot.delivery.fallbacks import Fallbacks
from bot.delivery.match_screens import MatchScreens
from bot.delivery.routing import (
    PresenceTracker,
    adopted_as,
    by_age,
    chat_of,
    derived_id,
    giving_way_to,
    same_place,
    standing_at,
)
from bot.delivery.turn_notices import TurnNotifier
from bot.interface import (
    Adapter,
    Delivery,
    EditsAlone,
    InteractionRequired,
    Link,
    MessageGone,
    MessageKindFixed,
    RetryLater,
    Screen,
    Unreachable,
)
from games.events import MatchId
from games.match import UNDER_WAY
from storage.boards import Board, BoardId, ChatId, moved_id
from storage.jobs import UNCLAIMED, Claim, Job
from storage.sql.boards import job_of
from storage.sql.store import Store

log = logging.getLogger(__name__)

SHORT_WAIT = 1.0  # longest wait named by a platform, in seconds, for which a job keeps its lane
TAKEN_FOR = 0.5  # seconds until a board that another process is posting is checked again
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


class Outcome(Enum):
    """The result of one step towards the newest version of a board."""

    AGAIN = auto()
    """Another step is needed."""
    DONE = auto()
    ANSWERED = auto()
    """A response is in flight; `settle` decides about further steps."""


class BoardSynchronizer:
    """Shows and updates all boards on all platforms."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        screens: MatchScreens,
        notifier: TurnNotifier,
        fallbacks: Fallbacks,
        presence: PresenceTracker,
        intake: JobIntake,
        timing: Timing = Timing(),
    ) -> None:
        self._store, self._stored, self._intake = store, store.boards, intake
        self._adapters, self._screens = adapters, screens
        self._notifier, self._fallbacks, self._presence = notifier, fallbacks, presence
        self._longest_response, self._sleep = timing.longest_response, timing.sleep
        self._clock, self._closed = timing.clock, False
        self._states = BoardStates()
        self._placing: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """Release all claims, after the worker has stopped; outdated boards stay jobs in the store."""
        self._closed = True
        await self._intake.leave()

    # Outdating boards

    async def catch_up(self, platform: str | None = None) -> None:
        """Make postponed boards due now, on one platform or on all."""
        for each in self._adapters:
            if platform in (None, each):
                await self._store.jobs.hasten_boards(each, self._clock())
        self._intake.wake()

    def claimed(self, boards: Iterable[Board], claim: Claim, version: int) -> None:
        """Note the claim of a stored change on the boards that it outdates, by this version."""
        for board in boards:
            state = self._states[board.id]
            state.claim, state.wanted = claim, max(version, state.wanted)

    def bring_up(self, boards: Iterable[Board], claim: Claim, version: int) -> None:
        """Update claimed boards to a version, except those where a response in flight shows it."""
        behind = [
            board
            for board in boards
            if (board.moved_to is not None or board.shown < version)
            and not (self._states[board.id].answers and self._states[board.id].together[-1] == version)
        ]
        if behind:
            self._begin(behind, claim)

    async def put(self, boards: Sequence[Board]) -> None:
        claim = self._intake.claim()
        await self._stored.put_boards(boards, claim)
        self._begin(boards, claim)

    async def redraw(self, boards: Sequence[Board], *, outdated: bool = False) -> None:
        """Show boards again, whatever they show now; by this process unless another one holds the claim.

        With `outdated`, only those that do not show the newest version.
        """
        if boards:
            claim = self._intake.claim()
            await self._stored.show([board.id for board in boards], claim)
            self._begin(boards, claim, since=0 if outdated else claim.now)

    async def redraw_matches(self, matches: Iterable[MatchId]) -> None:
        """Show all boards of these matches again, in the order of the matches."""
        for match in matches:
            await self.redraw(await self._stored.boards_of(match))

    async def lost(self, platform: str, place: str) -> None:
        """Give up all boards in a chat and in all chats whose ids begin with `place` and a `/`."""
        self._presence.mark_closed(platform, place, lost=True)  # first, as it may be opened again right after
        boards = await self._stored.boards_in(platform, place)
        for board in boards:
            if board.chat != place:
                self._presence.mark_closed(platform, board.chat, lost=True)
        await self.redraw(boards)

    async def moved(self, platform: str, old: str, new: str) -> None:
        """Change the id of a chat: open matches get new messages there, without notifications."""
        former = await self._stored.boards_in(platform, old)
        await self._store.chats.move(platform, ChatId(old), ChatId(new), UNDER_WAY)
        for board in former:
            self._states[board.id].revoke_answers()  # Responses in flight to the old chat do not arrive.
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
                self._states[board.id].revoke_answers()
                await self._drop(board)

    # Responses

    async def put_answer(self, board: Board, version: int) -> None:
        """Store a new board that a response is about to show, under a claim of this process."""
        claim = self._intake.claim()
        await self._stored.put_boards([board], claim)
        self.claimed([board], claim, version)
        newest, _ = await self._screens.version_and_boards(board.match)
        if newest > version:  # the match has gone on, without knowing of this board
            self._states[board.id].missed = True

    async def hold(self, board: Board, message: Screen) -> None:
        """Claim a board that a response is about to show, unless the change stored with it has done so.

        The response does not wait for another process with the claim; that one shows the board again. A
        board to touch is shown by two calls: if the bot dies between them, both are made again.
        """
        state = self._states[board.id]
        lasting = self._clock() + CLAIMED_FOR // 2
        apart = message.image is not None and message.image.touchable is not None
        if (self._store.shared or apart) and state.claim.until < lasting:
            claim = self._intake.claim()
            await self._stored.show([board.id], claim)
            state.claim = claim

    def answer(self, board: Board, message: Screen, version: int) -> bool:
        """Leave the board alone for a response with this message, until `settle` or for `longest_response`.

        Returns:
            Whether the board shows the message already, or is about to; False if processes share the store.
        """
        shows = self._states[board.id].answer(board, message, version, self._clock())
        return shows and not self._store.shared

    async def settle(self, delivery: Delivery, message: str | None, *, tried: bool = True) -> None:
        """Note that a response was delivered as `message` (None: it failed), and show later versions.

        `tried`: it was sent, so that its failure leaves in doubt what the board shows.
        """
        state = self._states[BoardId(delivery.board)]
        board = state.answered
        if board is None or self._closed:
            return
        failed = message is None or not state.answers
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
            await until_stored(partial(self._set_message, board, message, version), self._sleep)
            self._presence.mark_open(board.platform, board.chat)  # it accepts messages again
        state.shown = shown = state.arrived(version)
        await self._bring_back_choices(board)
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

    def _is_answered(self, board: Board, state: BoardState) -> bool:
        """Whether a response in flight will change it; `settle` checks it again then."""
        if state.answers and self._clock() - state.since >= self._longest_response:
            log.warning("nobody reported on a response for board %s of match %s", board.id, board.match)
            state.answers = 0
            state.appears(None)
        state.missed = state.missed or state.answers > 0
        return state.answers > 0

    # One board

    async def show(self, job: Job) -> int | None:
        """Bring the board of a job up to date. Returns `STILL_CLAIMED`: it stores its end itself.

        Raises:
            RetryLater: the platform does not accept it yet.
        """
        state, outcome = self._states[BoardId(job.about)], Outcome.AGAIN
        while outcome is Outcome.AGAIN:
            outcome = await self._try(job, state)
        if outcome is Outcome.DONE:
            await self._stored.note_shown(BoardId(job.about), state.shown, job=job.key, claim=job.claim)
        return STILL_CLAIMED

    async def _try(self, job: Job, state: BoardState) -> Outcome:
        try:
            return await until_stored(partial(self._step, job, state), self._sleep)
        except RetryLater as fault:
            if not fault.due or fault.after > SHORT_WAIT:
                raise
            await self._sleep(fault.after)
            return Outcome.AGAIN

    async def _step(self, job: Job, state: BoardState, *, alone: bool = False) -> Outcome:
        """Do one step towards the newest version; `alone`: fresh boards at its place were tried already."""
        newest, rows = await self._screens.version_and_boards(MatchId(job.key.split(" ", 2)[1]))
        board = next((row for row in rows if job_of(row) == job.key), None)
        if board is None:  # It was dropped, or the id of its chat has changed.
            self._states.forget(BoardId(job.about))
            await self.redraw([row for row in rows if row.id in (job.about, moved_id(job.about))])
            return Outcome.DONE
        if self._is_answered(board, state):
            return Outcome.ANSWERED
        if (twin := adopted_as(board, rows)) is not None:
            await self._drop(board)  # Its edits in flight may arrive after those of the other one.
            self._states[twin.id].appears(None)
            await self.redraw([twin])
            return Outcome.DONE
        if board.moved_to is not None:
            return await self._make_way(board, rows, state)
        if self._presence.is_lost(board.platform, board.chat):
            await self._give_up(board)
            return Outcome.DONE
        if not alone and (fresh := self._fresh_beside(board, rows)):
            if any(self._states[one.id].answers for one in fresh):
                return Outcome.DONE  # Removed when that is posted, checked again if not.
            for one in fresh:
                await self._post_first(one)
            return await self._step(job, state, alone=True)
        if board.shown >= newest and not job.since:
            return Outcome.DONE
        message, version = await self._screens.render(board)
        if self._is_answered(board, state):
            return Outcome.ANSWERED
        return await self._update(board, state, message, version)

    def _fresh_beside(self, board: Board, rows: Sequence[Board]) -> list[Board]:
        """Boards that are about to be posted at the same place, and will replace this one."""
        if board.message is None:
            return []
        return [
            row for row in rows if row.message is None and row.moved_to is None and same_place(row, board)
        ]

    async def _post_first(self, board: Board) -> None:
        """Post a board before the others at its place are updated; not while its retry is postponed."""
        if not await self._store.jobs.waits(job_of(board), "board", self._clock()):
            return
        claim = self._intake.claim()
        await self._stored.show([board.id], claim)
        job = _job(board, claim, claim.now)
        if self._store.shared and not await self._store.jobs.is_held(job):
            raise RetryLater(TAKEN_FOR, due=True)  # another process is posting it
        await self.show(job)

    async def _update(self, board: Board, state: BoardState, message: Screen, version: int) -> Outcome:
        """Show a message, or handle the failure."""
        try:
            state.shown = shown = await self._send(board, state, message, version)
            await self._bring_back_choices(board)
            return Outcome.AGAIN if shown < version else Outcome.DONE
        except InteractionRequired:  # It stays outdated until the next press or change.
            await self._fall_back(board, by_press=True)
            return Outcome.DONE
        except MessageKindFixed:  # A new message replaces it; if the chat is closed, it stays as it is.
            if not self._presence.is_closed(board.platform, board.chat):
                await self._post_anew(board, beside=True)
            return Outcome.DONE
        except MessageGone:
            await self._replace_deleted(board)
        except Unreachable:
            await self._give_up(board)
        return Outcome.AGAIN

    async def _send(self, board: Board, state: BoardState, message: Screen, version: int) -> int:
        """Show a message, unless the board shows it already; returns the lowest version that it may show."""
        if not self._store.shared and state.shows(message):
            return version
        known, began = not self._store.shared and state.appearance is not None, self._clock()
        with state.send(version):
            await self._show(board, replace(message, known=known), version)
        state.appears(message if state.alone else None)
        shown = state.arrived(version)
        if self._store.shared and self._clock() - began >= CLAIMED_FOR:
            await self.redraw([board])  # This process was suspended: others may have edited it.
        return shown

    async def _show(self, board: Board, message: Screen, version: int) -> None:
        adapter, chat = self._adapters[board.platform], chat_of(board)
        if board.message is not None:
            await adapter.edit(chat, board.message, message)
            return
        first = await self._notifier.as_posted(board, message)
        posted = await adapter.post(chat, first, nonce=board.id, answer=board.answer)
        self._presence.mark_open(board.platform, board.chat)
        await self._set_message(board, posted, version)

    async def _set_message(self, board: Board, message: str, version: int) -> None:
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
                self._states[other.id].revoke_answers()
                await self._drop(other)

    async def _replace_deleted(self, board: Board) -> None:
        """Post a new message in place of a deleted one, unless another board replaces it."""
        rows = await self._stored.boards_of(board.match)
        if all((row.id, row.message) != (board.id, board.message) for row in rows):
            return  # The board was replaced, or its chat has a new id.
        if stands_beside(board, rows):  # It was replaced, then adopted by a late press.
            await self._drop(board)
            return
        await self._post_anew(board)

    async def _post_anew(self, board: Board, *, beside: bool = False) -> None:
        """Post a board as a new message under a new nonce; the old one is gone, or (`beside`) is replaced."""
        again = BoardId(derived_id(f"{board.id} again"))
        fresh, claim = replace(board, id=again, message=None, shown=0, notice=None), self._intake.claim()
        await self._stored.put_boards([fresh], claim)
        if not beside:
            await self._drop(board)
        self._begin([fresh], claim)

    async def _give_up(self, board: Board) -> None:
        """Carry out the fallback for a board that its chat refuses, then forget the board."""
        log.info("board %s of match %s cannot be shown any more", board.id, board.match)
        await self._fall_back(board, lost=self._presence.is_lost(board.platform, board.chat))
        await self._drop(board)
        informed = await self._fallbacks.boards_to_inform(board.match)
        others = await self._stored.boards_of(board.match)
        newest, _ = await self._screens.version_and_boards(board.match)
        await self.redraw([one for one in others if one in informed or one.moved_to or one.shown < newest])

    async def _fall_back(self, board: Board, *, lost: bool = False, by_press: bool = False) -> None:
        fallback = await self._fallbacks.fallback(board, lost=lost, by_press=by_press)
        if fallback.jobs:
            await self._store.jobs.put(*fallback.jobs)
            self._intake.wake()
        if fallback.boards:
            await self.put(fallback.boards)

    async def _make_way(self, board: Board, rows: Sequence[Board], state: BoardState) -> Outcome:
        """Clear away the message of a board that was replaced, then forget the board."""
        overtaken = False
        if board.message is not None and not self._presence.is_lost(board.platform, board.chat):
            with state.send(board.shown):
                await self._clear_away(board, board.message, rows)
            overtaken = not state.alone
        if self._is_answered(board, state):  # The response changes it back.
            return Outcome.ANSWERED
        if overtaken:  # An edit that overlapped may have come last.
            return Outcome.AGAIN
        await self._drop(board)
        return Outcome.DONE

    async def _clear_away(self, board: Board, message: str, rows: Sequence[Board]) -> None:
        """Delete the message of a replaced board, or turn it into a link if it cannot be deleted.

        The new board is posted already, so that no chat is ever without one. If it is in another chat, as in
        a thread, the message becomes a link too.
        """
        adapter, chat = self._adapters[board.platform], chat_of(board)
        try:
            if stands_beside(board, rows):
                with suppress(Unreachable):  # It may be too old.
                    await adapter.delete(chat, message)
                    return
            moved_to = board.moved_to or ""
            away = any(row.message == moved_to and row.chat != board.chat for row in rows)
            link = Link(board.match, chat, moved_to, board.match)
            await adapter.edit(chat, message, await self._screens.moved_down(board, link, away=away))
        except InteractionRequired:  # A press adopts it again, and corrects it.
            self._presence.mark_frozen(board.platform, board.chat, message)
        except (MessageGone, Unreachable, MessageKindFixed):
            log.info("the old board %s cannot be changed any more", board.id)

    async def _bring_back_choices(self, board: Board) -> None:
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

    async def _drop(self, board: Board) -> None:
        await self._stored.drop_board(board.id)
        self._states.forget(board.id)

    def _begin(self, boards: Iterable[Board], claim: Claim, *, since: int = 0) -> None:
        """Show boards by jobs under this claim; those that are not posted yet come first."""
        jobs = list[Job]()
        for board in sorted(boards, key=lambda board: board.message is not None):
            self._states[board.id].claim = UNCLAIMED
            if board.platform in claim.served:
                jobs.append(_job(board, claim, since))
        self._intake.begin(jobs)


def _job(board: Board, claim: Claim, since: int) -> Job:
    return Job("board", job_of(board), claim.now, board.platform, tries=1, since=since, claim=claim.by)


def stands_beside(board: Board, rows: Sequence[Board]) -> bool:
    """Whether another posted board of the match, not replaced itself, is at the same place."""
    return any(row.id != board.id for row in standing_at(board, rows))
