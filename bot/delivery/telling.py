"""Posts the messages that jobs ask for: results, remarks, moderation, puzzles, changes of accounts.

The text is made when it is posted, from what its readers may see. The nonce of each message is derived from
its job: if the bot is killed before the job is deleted, posting again makes no second message.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot import presentation
from bot.delivery.board_synchronizer import BoardSynchronizer
from bot.delivery.match_lists import ON_A_PAGE, MatchLists, section
from bot.delivery.match_screens import MatchScreens, result_summary
from bot.delivery.routing import ChatRouter, chat_of, derived_id, new_board, places_of
from bot.delivery.worker import Do, NotHere
from bot.domain.puzzles import DAILY_HOUR, of_day
from bot.domain.time_zones import day_begun, next_hour
from bot.interface import (
    Account,
    Adapter,
    Chat,
    InteractionRequired,
    MessageGone,
    MessageKindFixed,
    RetryLater,
    Screen,
    Threads,
    Unreachable,
)
from bot.interface.screens import DisplayPreferences
from bot.presentation import Attempt, News, Phrasing
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from bot.texts import Texts
from games.events import MatchId, PlayerId
from games.match import Match, Phase
from storage.boards import Board
from storage.jobs import Job, JobKind, OwedNotice
from storage.matches import DueMatch, Posted, Remark
from storage.sql.store import Store

log = logging.getLogger(__name__)

REFUSED = (Unreachable, InteractionRequired)
CHATS = 3  # chats of one player that are tried in turn
DAY = 86_400  # seconds


class Teller:
    """Posts each message in its chat, if it is still wanted."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        router: ChatRouter,
        matches: MatchRepository,
        lists: MatchLists,
        screens: MatchScreens,
        preferences: PreferencesRepository,
        boards: BoardSynchronizer,
    ) -> None:
        self._store, self._adapters, self._router = store, adapters, router
        self._matches, self._lists, self._boards = matches, lists, boards
        self._screens, self._preferences = screens, preferences
        self.does: Mapping[JobKind, Do] = {
            "result": self._result,
            "stopped": self._stopped,
            "reported": self._reported,
            "remarks": self._remarks,
            "puzzle": self._puzzle,
            "lost": self._lost,
            "linked": self._account,
            "unlinked": self._account,
            "thread": self._thread,
        }

    async def say(self, chat: Chat, key: str, name: str) -> None:
        """Post a text of the catalogues in a group chat; once for each name.

        Raises:
            Unreachable, InteractionRequired, RetryLater
        """
        chosen = await self._preferences.preferences_of_chat(chat)
        await self.post(chat, self._screens.page(Screen(chosen.texts(key)), chosen), derived_id(name))

    async def _try_to_say(self, chat: Chat, key: str, name: str) -> None:
        try:
            await self.say(chat, key, name)
        except (RetryLater, *REFUSED):
            log.info("nobody could be told")

    async def post(self, chat: Chat, message: Screen, nonce: str) -> str:
        """Post a message, see `Adapter`; a refusal marks the chat as closed.

        Raises:
            NotHere, Unreachable, InteractionRequired, RetryLater
        """
        if not self._router.is_running(chat.platform):
            raise NotHere
        try:
            return await self._adapters[chat.platform].post(chat, message, nonce)
        except REFUSED:
            self._router.mark_closed(chat)
            raise

    async def _tell(self, chat: Chat, message: Screen, name: str) -> bool:
        """Post a message, once for each name. Returns whether the chat accepts it."""
        try:
            await self.post(chat, message, derived_id(name))
        except REFUSED:
            log.info("a chat cannot be written to: %s", name.partition(" ")[0])
            return False
        return True

    # Results

    async def choose_results(self, chat: Chat, press: str) -> None:
        """Post the results of a place in this chat from now on, after a message there that says so.

        Args:
            chat: the new results channel.
            press: the id of the press that asks for it.

        Raises:
            NotHere, Unreachable, InteractionRequired, RetryLater: nothing has changed.
        """
        await self.say(chat, "result.begun", f"results in {chat.platform}:{chat.id} by {press}")
        await self._results_in(chat.platform, chat.place, chat.id)

    async def stop_results(self, platform: str, place: str) -> None:
        """Stop posting results of a place."""
        await self._results_in(platform, place, "")

    async def _results_in(self, platform: str, place: str, chat: str) -> None:
        await self._preferences.change_chat(platform, place, lambda chosen: replace(chosen, results=chat))

    async def _result(self, job: Job) -> None:
        results = (await self._preferences.of_chat(job.platform, job.where)).results
        if not results:
            return
        chat, match = Chat(job.platform, results, private=False), await self._matches.load(MatchId(job.about))
        chosen = await self._preferences.preferences_of_chat(chat)
        phrasing = await self._screens.phrasing(match, chat.platform, chosen.texts)
        summary = await result_summary(self._store.results, match)
        shown = presentation.result_page(self._screens.view(match, None), phrasing, summary)
        name = f"result of {job.about} in {chat.platform}:{chat.id}"
        if not await self._tell(chat, self._screens.page(shown, chosen), name):
            await self._lose_results(job)

    async def _lose_results(self, job: Job) -> None:
        """Stop posting results of a place, and say so where the match was played."""
        for board in await self._store.boards.boards_of(MatchId(job.about)):
            chat = chat_of(board)
            if board.private or not _is_in(job, chat):
                continue
            await self._try_to_say(chat, "result.lost", f"lost {job.about} in {chat.id}")
        await self.stop_results(job.platform, job.where)

    # Moderation

    async def _stopped(self, job: Job) -> None:
        """Notify the players of a match that an admin has ended it."""
        message, cast = await self._line(job, "stop.told")
        awaits = tuple(who for who in cast if who.platform == job.platform)
        message = replace(message, awaits=awaits, pings=True)
        await self._tell(_chat(job), message, f"match {job.about} was ended in {job.lane}")

    async def _reported(self, job: Job) -> None:
        """Notify the admins of a chat of reported remarks, once a day."""
        message, _ = await self._line(job, "report.told")
        day = job.about.partition("/")[2]
        await self._tell(_chat(job), message, f"reports on day {day} in {job.where} on {job.platform}")

    async def _line(self, job: Job, key: str) -> tuple[Screen, Iterable[Account]]:
        """A text of the catalogues about a match and its two players, and the accounts of both."""
        match = await self._matches.load(MatchId(job.about.partition("/")[0]))
        chosen = await self._screens.preferences_of_chat(_chat(job), match)
        phrasing = await self._screens.phrasing(match, job.platform, chosen.texts)
        first, second = (phrasing.name(player) for player in match.players or (None, None))
        said = chosen.texts(key, match=match.opened.match, first=first, second=second)
        return self._screens.page(Screen(said), chosen), phrasing.cast.values()

    # Puzzles

    async def _puzzle(self, job: Job) -> int | None:
        """Post the puzzle of the day without a notification; days of downtime are skipped."""
        daily, now = await self._store.settings.daily_puzzle(job.platform, job.where), self._router.now
        if daily is None:
            return None
        day = day_begun(DAILY_HOUR, daily.zone, now)
        if day and (puzzle := of_day(f"{daily.platform}:{daily.place}", day)):
            chat = Chat(daily.platform, daily.chat, private=False)
            chosen = await self._preferences.preferences_of_chat(chat)
            attempt = Attempt(puzzle, None, view=puzzle.view(), of_day=True)
            shown = presentation.puzzle_page(attempt, Phrasing(chosen.texts, {}), text_only=chosen.text_only)
            name = f"puzzle of {day} in {chat.platform}:{chat.id}"
            if not await self._tell(chat, self._screens.page(shown, chosen), name):
                await self._store.settings.drop_daily_puzzle(daily.platform, daily.place)
                return None
        return next_hour(DAILY_HOUR, daily.zone, now)

    # In private

    async def _lost(self, job: Job) -> None:
        """Tell a player in private why a match continues elsewhere, if a chat of theirs accepts messages."""
        code, key, platform, _ = job.about.split("/", 3)
        found = (await self._router.reach(job.player)).private_chat(platform)
        if found is None:
            return
        match = await self._matches.load(MatchId(code))
        chosen = await self._screens.preferences_of_reader(job.player, found[1].platform)
        seen = self._screens.view(match, job.player)
        said = Phrasing(chosen.texts, {}).about(key, seen)
        await self._tell(found[1], Screen(said), f"{job.kind} {job.key}")

    async def _account(self, job: Job) -> None:
        """Tell an account which other one it is linked with, or that it was unlinked, if that still holds."""
        theirs, parted = (await self._router.reach(job.player)).accounts, job.kind == "unlinked"
        told = next((one for one in theirs if _lane(one) == job.lane), None)
        there = job.platform if parted else job.about.partition("/")[0]
        other = next((one for one in theirs if one.platform == there), None)
        chat = told and self._router.private_chat_of(told)
        if told and other and chat:
            texts = (await self._screens.preferences_of_reader(job.player, chat.platform)).texts
            said = presentation.unlinked(other, texts) if parted else presentation.linked(other, texts)
            await self._tell(chat, said, f"{job.kind} {job.key}")

    # Threads of matches

    async def _thread(self, job: Job) -> None:
        """Open a thread for a match that has begun in a place, if the settings of the place say so."""
        code = MatchId(job.about)
        match = await self._matches.load(code)
        if match.phase is not Phase.RUNNING:
            return
        if not (await self._preferences.of_chat(job.platform, job.where)).threads:
            return
        boards = [board for board in await self._store.boards.boards_of(code) if board.moved_to is None]
        here = [board for board in boards if not board.private and _is_in(job, chat_of(board))]
        # A board that is not posted yet will replace the others in its chat.
        coming = {board.chat for board in here if board.message is None}
        for board in here:
            if board.message is not None and board.chat not in coming:
                await self._open_thread(board, board.message, match)
        if coming:
            raise RetryLater

    async def _open_thread(self, board: Board, message: str, match: Match) -> None:
        """Move a board to a new thread; its message in the channel becomes a link."""
        chat, adapter = chat_of(board), self._adapters[board.platform]
        if not isinstance(adapter, Threads):
            return
        texts = (await self._screens.preferences_of(board)).texts
        phrasing = await self._screens.phrasing(match, board.platform, texts)
        name = phrasing.about("thread.title", self._screens.view(match, None))
        people = [person for person in phrasing.cast.values() if person.platform == board.platform]
        try:
            thread = await adapter.open_thread(chat, message, name, people)
            if thread is not None:
                await self._go_on(board, thread)
        except MessageGone:
            pass  # a new board is posted in the channel
        except REFUSED:
            await self._stay(chat, match)

    async def _go_on(self, board: Board, thread: Chat) -> None:
        """Post the board in the thread; a repetition uses the same nonce."""
        fresh = new_board(thread, board.match, None, after=f"thread of {board.id}", at=board.made)
        message, version = await self._screens.render(fresh)
        posted = await self.post(thread, message, fresh.id)
        await self._boards.move(board, replace(fresh, message=posted, shown=version))

    async def _stay(self, chat: Chat, match: Match) -> None:
        """Stay in the channel, say why, and turn threads off for the place."""
        log.info("a thread could not be opened")
        await self._try_to_say(chat, "thread.refused", f"no thread for {match.opened.match} in {chat.id}")
        await self._preferences.change_chat(
            chat.platform, chat.place, lambda chosen: replace(chosen, threads=False)
        )

    # Several matches of one player

    async def digest(self, player: PlayerId, owed: Sequence[OwedNotice], now: int) -> bool:
        """Notify a player of several matches in one message. Returns whether a private chat accepts it.

        Raises:
            RetryLater: nothing was sent.
        """
        first = owed[0]
        name = f"digest for {player} of {first.match} {first.notice.question} since {first.since}"
        for _ in range(CHATS):
            found = (await self._router.reach(player)).private_chat("")
            if found is None or not self._router.is_running(found[1].platform):
                return False
            account, chat = found
            if await self._tell(chat, await self._digest(player, account, owed, now), name):
                return True
        return False

    async def _digest(
        self, player: PlayerId, account: Account, owed: Sequence[OwedNotice], now: int
    ) -> Screen:
        chosen = await self._screens.preferences_of_reader(player, account.platform)
        matches = await self._lists.open_matches(player)
        inbox = await self._lists.inbox(matches, player, account.platform, chosen.texts, page=1, now=now)
        waiting = {match.row.match for match in matches if section(match.row, player) != "waiting"}
        others = [one for one in owed if one.match not in waiting]
        news = [
            await self._news(one, player, account.platform, chosen.texts, now) for one in others[:ON_A_PAGE]
        ]
        page = presentation.digest_page(
            inbox, news, Phrasing(chosen.texts, {}), left_out=len(others) - len(news), zone=chosen.zone
        )
        return replace(self._screens.page(page, chosen), awaits=(account,), pings=True)

    async def _news(self, owed: OwedNotice, player: PlayerId, platform: str, texts: Texts, now: int) -> News:
        match, row = await self._matches.load(owed.match), await self._store.matches.row(owed.match)
        if row is None:
            raise ValueError("a notice of no match")
        (listed,) = await self._lists.listed([DueMatch(row, None)], player, platform, texts, now=now)
        return News(listed, presentation.what_became(self._screens.view(match, player)))

    # Remarks of players

    async def _remarks(self, job: Job) -> None:
        """Post the waiting remarks of a match silently, oldest first.

        Raises:
            NotHere: some cannot be delivered by this process now, and wait.
        """
        left = False
        for remark in await self._store.talk.remarks_waiting(MatchId(job.about)):
            left = not await self._deliver(remark) or left
        if left:
            raise NotHere  # another process may reach them

    async def _deliver(self, remark: Remark) -> bool:
        """Post a remark where its reader is notified of turns. Returns False if there is no such chat."""
        for _ in range(CHATS):
            boards = await self._store.boards.boards_of(remark.match)
            chat = (await self._router.reach(remark.reader, remark.match)).chat_to_notify(boards)
            if chat is None or not self._router.is_running(chat.platform):
                return False
            message = await self._remark(remark, chat)
            if not await self._is_wanted(remark, boards):
                await self._store.talk.drop_remark(remark.id)
                return True
            try:
                posted = Posted(
                    chat.platform, chat.id, chat.private, await self.post(chat, message, remark.id)
                )
            except REFUSED:
                continue
            await self._store.talk.post_remark(remark.id, posted)
            if not await self._is_wanted(remark, boards):  # hidden or forgotten while it was posted
                await self.hide_remark(replace(remark, posted=posted))
            return True
        return False

    async def _remark(self, remark: Remark, chat: Chat) -> Screen:
        match = await self._matches.load(remark.match)
        chosen = await self._chosen(remark, chat, match)
        phrasing = await self._screens.phrasing(match, chat.platform, chosen.texts)
        shown = presentation.remark_page(remark, match.opened.game, phrasing, private=chat.private)
        return self._screens.page(shown, chosen)

    async def _chosen(self, remark: Remark, chat: Chat, match: Match) -> DisplayPreferences:
        if chat.private:
            return await self._screens.preferences_of_reader(remark.reader, chat.platform)
        return await self._screens.preferences_of_chat(chat, match)

    async def _is_wanted(self, remark: Remark, boards: Iterable[Board]) -> bool:
        """Whether it still exists, its reader wants it, and no chat with the match silences its author."""
        talk, reader, player = self._store.talk, remark.reader, remark.player
        return (
            await talk.remark(remark.id) is not None
            and (await self._preferences.of(reader)).words
            and player not in await talk.muted_by(reader)
            and not await self._preferences.blocks(reader, player)
            and not any([player in await talk.silenced_in(*place) for place in places_of(boards)])
        )

    async def hide_remark(self, remark: Remark) -> None:
        """Remove the text from the message of a remark, if the message can still be edited."""
        posted = remark.posted
        if posted is None or not posted.message or posted.platform not in self._adapters:
            return
        chat = Chat(posted.platform, posted.chat, posted.private)
        chosen = await self._chosen(remark, chat, await self._matches.load(remark.match))
        hidden = self._screens.page(Screen(chosen.texts("remark.hidden")), chosen)
        try:
            await self._adapters[chat.platform].edit(chat, posted.message, hidden)
        except (RetryLater, MessageGone, MessageKindFixed, *REFUSED) as fault:
            log.info("words of match %s stay where they are: %s", remark.match, type(fault).__name__)
        else:
            await self._store.talk.post_remark(remark.id, replace(posted, message=""))


# Jobs that ask for messages


def of_end(match: MatchId, at: int, chats: Iterable[Chat]) -> tuple[Job, ...]:
    """Jobs that tell these chats that an admin has ended a match."""
    return tuple(Job("stopped", f"{match} {chat.platform}:{chat.id}", at, chat.platform) for chat in chats)


def of_report(remark: Remark, at: int, before: Iterable[Remark]) -> tuple[Job, ...]:
    """The job that notifies the admins of a chat of a reported remark, at most one a day.

    Args:
        remark: the reported one.
        at: now, in seconds since 1970.
        before: the remarks reported there before.
    """
    posted, day = remark.posted, at // DAY
    days = [one.reported // DAY for one in before if one.reported is not None]
    if posted is None or posted.private or day in days:
        return ()
    key = f"{remark.match}/{day} {posted.platform}:{posted.chat}"
    return (Job("reported", key, at, posted.platform),)


def of_joining(told: Account, other: Account, player: PlayerId, at: int) -> Job:
    """The job that tells an account that another one was linked to it."""
    return Job("linked", f"{other.platform}/{at} {_lane(told)}", at, told.platform, player)


def of_parting(told: Account, at: int) -> Job:
    """The job that tells an account that it was unlinked; its player is set when the change is stored."""
    return Job("unlinked", f"{at} {_lane(told)}", at, told.platform)


def _lane(account: Account) -> str:
    return f"{account.platform}:{account.id}"


def _chat(job: Job) -> Chat:
    return Chat(job.platform, job.where, private=False)


def _is_in(job: Job, chat: Chat) -> bool:
    return (chat.platform, chat.place) == (job.platform, job.where)
