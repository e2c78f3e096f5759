"""What a match looks like to one reader: people looked up, view taken, presented, painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cachetools import LRUCache

from bot import presentation
from bot.delivery.image_cache import ImageCache
from bot.delivery.routing import PresenceTracker, chat_of
from bot.delivery.turn_notices import NoticeTimes
from bot.domain.absences import to_come
from bot.domain.deadlines import time_to_remind_of
from bot.domain.guided import steps
from bot.domain.match_news import still_asks
from bot.domain.ratings import PROVISIONAL_UNTIL
from bot.domain.robot_players import is_robot
from bot.interface import Account, Chat, Choose, Link, Robots, Screen, TablePages
from bot.interface.people import DisplayPreferences
from bot.presentation import CutOff, Offered, Phrasing, RatingChange, ResultSummary, Score, Times
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository
from bot.repositories.preferences import PreferencesRepository
from bot.texts import DEFAULT, Texts
from games.events import MatchId, PlayerId
from games.game import Refused, Seat
from games.match import Match, MatchView, Phase
from games.words import Words
from storage.boards import Board, BoardId, Notice
from storage.jobs import Deadline
from storage.matches import NOBODY, Audience
from storage.results import Weighed
from storage.sql.results import Results
from storage.sql.store import Store

PAGES = ("", "web")
"""Where boards are read that are pages themselves: the page of a match (no platform), and the web chat."""

KEPT = 10_000  # boards on which somebody chose last


class MatchScreens:
    """The only place where a match becomes a view: what one reader may see of it."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        accounts: AccountRepository,
        presence: PresenceTracker,
        preferences: PreferencesRepository,
        robots: Robots,
        tables: TableLinks,
    ) -> None:
        self._store, self._matches, self._accounts = store, matches, accounts
        self._presence, self._preferences, self._robots = presence, preferences, robots
        self._tables = tables
        self._notices = NoticeTimes(store.jobs, preferences, presence)
        self.images, self.half_chosen = ImageCache(), HalfChosen()

    async def phrasing(self, match: Match, platform: str, texts: Texts) -> Phrasing:
        """The language of a reader, and the names of the people of a match."""
        opened = match.opened
        players = match.players or (opened.challenger, opened.invited)
        pages = self._tables.are_served and platform not in PAGES
        cast = await self._accounts.cast(players, platform, self._matches.audience(opened.match))
        return Phrasing(texts, cast, pages=pages)

    async def board(
        self,
        match: Match,
        reader: PlayerId | None,
        platform: str,
        preferences: DisplayPreferences,
        *,
        words: Words | None = None,
        page: int = 0,
        notice: Notice | None = None,
    ) -> Screen:
        """The board of a match, as its reader may see it; None reads what everybody may see."""
        shown = presentation.board(
            self.view(match, reader),
            await self.phrasing(match, platform, preferences.texts),
            reader=reader,
            words=words,
            page=page,
            cut_off=self._cut_off(match, reader),
            text_only=preferences.text_only,
            summary=await result_summary(self._store.results, match),
            times=await self._times(match, preferences.zone, notice),
            offered=await self._offered(match, reader),
        )
        return self.page(shown, preferences)

    def view(self, match: Match, reader: PlayerId | None) -> MatchView:
        """What a reader may know: the view of their seat, or the spectator's."""
        return match.seen_by(match.seat_of(reader) if reader else None)

    async def version_and_boards(self, match: MatchId) -> tuple[int, tuple[Board, ...]]:
        loaded = await self._matches.read(match)
        return loaded.match.version, loaded.boards

    async def render(self, board: Board) -> tuple[Screen, int]:
        """The message that a board has to show now, and the version of the match in it."""
        match = (await self._matches.kept(board.match)).match
        preferences = await self.preferences_of(board)
        notice = board.notice if board.message is None else None
        words, page = self.half_chosen.on(board.id, match)
        shown = await self.board(
            match, board.player, board.platform, preferences, words=words, page=page, notice=notice
        )
        return shown, match.version

    async def render_alone(self, board: Board, account: str) -> Screen | None:
        """Likewise with what somebody has half chosen there before their eyes alone; None: they have not."""
        match = (await self._matches.kept(board.match)).match
        words, page = self.half_chosen.on(board.id, match, account)
        if words is None:
            return None
        preferences = await self.preferences_of(board)
        shown = await self.board(match, board.player, board.platform, preferences, words=words, page=page)
        newest = (await self._matches.kept(board.match)).match
        if newest.version != match.version or self.half_chosen.on(board.id, newest, account) != (words, page):
            return None  # What came meanwhile is shown by itself.
        return shown

    async def as_posted(self, board: Board, message: Screen) -> Screen:
        """The message as the board is posted with it: with the notification of its notice, if it has one."""
        notice = board.notice
        if notice is None or not still_asks((await self._matches.kept(board.match)).match, notice):
            return message
        known = self._matches.audience(board.match)
        told = (await self._accounts.cast([notice.player], board.platform, known)).get(notice.player)
        if told is None or told.platform != board.platform:
            return message
        silent = await self._notices.put_off_in_quiet_hours(board.match, notice)
        return replace(message, awaits=(told,), pings=not silent)

    async def moved_down(self, board: Board, link: Link, *, away: bool = False) -> Screen:
        """What is left of a board when a fresh one stands further down, or `away` in a thread."""
        preferences = await self.preferences_of(board)
        return self.page(
            presentation.moved_down(Phrasing(preferences.texts, {}), link, away=away), preferences
        )

    async def preferences_of(self, board: Board) -> DisplayPreferences:
        """How the readers of a board want it."""
        if board.player is None:
            chat = chat_of(board)
            return await self.preferences_of_chat(chat, (await self._matches.kept(board.match)).match)
        return await self.preferences_of_reader(
            board.player, board.platform, self._matches.audience(board.match)
        )

    async def preferences_of_chat(self, chat: Chat, match: Match) -> DisplayPreferences:
        """How a chat of many is shown a match: where no language is chosen, in the one its players share."""
        players = match.players or (match.opened.challenger, match.opened.invited)
        people = [player for player in players if player and not is_robot(player)]
        return await self.preferences_shared(chat, people, self._matches.audience(match.opened.match))

    async def preferences_shared(
        self, chat: Chat, people: Sequence[PlayerId], known: Audience = NOBODY
    ) -> DisplayPreferences:
        """How a chat of many is shown what is about these people: likewise."""
        languages = {
            (await self.preferences_of_reader(person, chat.platform, known)).texts.language
            for person in people
        }
        shared = languages.pop() if len(languages) == 1 else DEFAULT
        return await self._preferences.preferences_of_chat(chat, shared, known)

    async def preferences_of_reader(
        self, player: PlayerId, platform: str, known: Audience = NOBODY
    ) -> DisplayPreferences:
        """How a person wants what they read alone."""
        accounts = await self._accounts.cast([player], platform, known)
        told = accounts[player].language if player in accounts else DEFAULT
        return await self._preferences.display_of(player, told, known)

    def page(self, shown: Screen, preferences: DisplayPreferences) -> Screen:
        """A screen ready to be sent to readers who want it so."""
        return self.images.message(shown, preferences.theme, preferences.texts.language)

    async def _times(self, match: Match, zone: str, notice: Notice | None) -> Times:
        """What is due when; kept with the match, so that the database need not be asked."""
        deadlines = (await self._matches.kept(match.opened.match)).deadlines
        return Times(
            up={one.seat: one.due for one in deadlines if one.kind == "time" and one.seat is not None},
            expiry=next((one.due for one in deadlines if one.kind == "expiry"), None),
            reminder=self._reminder(match, notice, deadlines) if notice else None,
            away=await self._away(match),
            zone=zone,
        )

    async def _away(self, match: Match) -> tuple[tuple[PlayerId, int, int], ...]:
        """Who is or will be away next, from when to when."""
        opened = match.opened
        if not match.heeds_absences:
            return ()
        if match.players and match.phase is Phase.RUNNING:
            told = dict(zip(match.players, match.away, strict=True))
        elif match.phase is Phase.CHALLENGE:
            people = filter(None, (opened.challenger, opened.invited))
            known = self._matches.audience(opened.match)
            told = {player: (await self._preferences.of(player, known)).away for player in people}
        else:
            return ()
        now = self._presence.now
        return tuple(
            (player, *sorted(to_come(periods, now))[0])
            for player, periods in told.items()
            if to_come(periods, now)
        )

    async def _offered(self, match: Match, reader: PlayerId | None) -> Offered:
        """The robot, and a guided first game where somebody who reads the challenge is new to the game."""
        opened = match.opened
        if match.phase is not Phase.CHALLENGE:
            return Offered()
        readers = [reader] if reader else [opened.challenger, opened.invited]
        lesson = bool(steps(opened.game)) and any(
            [player and not await self._store.results.has_finished(player, opened.game) for player in readers]
        )
        return Offered(robot=opened.game in self._robots.games, lesson=lesson)

    def _reminder(
        self, match: Match, notice: Notice, deadlines: Sequence[Deadline]
    ) -> tuple[Seat, int] | None:
        """Whom a board reminds of their move that is about to be posted, and how long they have left."""
        seat = match.seat_of(notice.player)
        if seat is None or notice.question != match.asked[seat]:
            return None
        left = time_to_remind_of(match, seat, deadlines, self._presence.now)
        return None if left is None else (seat, left)

    def _cut_off(self, match: Match, reader: PlayerId | None) -> CutOff | None:
        """The opponent of this reader, if no board of the match reaches them.

        In a channel that is told only of who is on another platform: of others it does not concern all.
        """
        opened = match.opened
        if match.phase not in (Phase.CHALLENGE, Phase.RUNNING):
            return None
        for player in match.players or (opened.challenger, opened.invited):
            if player and is_robot(player) and opened.game not in self._robots.games:
                return CutOff(player, "off")
            why = self._presence.why_unreached(player, opened.match) if player and player != reader else None
            if player and why and (reader is not None or why == "away"):
                return CutOff(player, why)
        return None


async def result_summary(store: Results, match: Match) -> ResultSummary | None:
    """Ratings and score; None for a match that is not over, or ended before results were kept."""
    if match.ending is None or match.players is None:
        return None
    result = await store.result(match.opened.match)
    if result is None:
        return None
    changes = tuple(map(_change, result.players, result.weighed)) if result.weighed else ()
    scores = {score.game: score for score in await scores_of(store, *result.players)}
    return ResultSummary(result.counts, changes, scores.get(result.game))


async def scores_of(store: Results, one: PlayerId, other: PlayerId) -> tuple[Score, ...]:
    """How one player has done against another, game by game; () against themselves."""
    if one == other:
        return ()
    tallies = await store.tallies(one, other)
    return tuple(Score(tally.game, tally.won, tally.drawn, tally.lost) for tally in tallies)


def _change(player: PlayerId, weighed: Weighed) -> RatingChange:
    few = weighed.matches < PROVISIONAL_UNTIL
    return RatingChange(player, weighed.before.value, weighed.became, few)


class HalfChosen:
    """What is half chosen on boards, by the account that alone is shown it ("": all readers are).

    It stays there when a board is shown again for another reason. Kept in memory only: after a restart, or
    where another process shows the board, the choice begins anew.
    """

    def __init__(self) -> None:
        self._last: LRUCache[BoardId, dict[str, tuple[PlayerId, Choose]]] = LRUCache(KEPT)

    def note(self, board: BoardId, player: PlayerId, chosen: Choose, alone: str = "") -> None:
        """Something was chosen on a board; a whole move leaves nothing there."""
        if not chosen.final:
            self._last.setdefault(board, {})[alone] = player, chosen
        elif board in self._last:
            self._last[board].pop(alone, None)

    def choosers_alone(self, board: BoardId) -> tuple[str, ...]:
        """The accounts that may see more on a board of many than the others."""
        return tuple(filter(None, self._last.get(board, ())))

    def on(self, board: BoardId, match: Match, alone: str = "") -> tuple[Words | None, int]:
        """The words on a board and the page of the choices after them; None: the question has changed."""
        noted = self._last.get(board, {})
        if alone not in noted:
            return None, 0
        player, chosen = noted[alone]
        try:
            match.chooser(player, chosen.version)
        except Refused:
            del noted[alone]
            return None, 0
        return chosen.words, chosen.page


class TableLinks:
    """Leads to the pages, and tells them what has changed; without pages there is no way."""

    def __init__(self) -> None:
        self._pages: TablePages | None = None

    @property
    def are_served(self) -> bool:
        """Matches can be opened as pages."""
        return self._pages is not None

    def serve(self, pages: TablePages) -> None:
        """From now on there are such pages."""
        self._pages = pages

    def link(self, account: Account, match: MatchId) -> str:
        """The address of a match for somebody; "" without pages."""
        return self._pages.link(account, match) if self._pages else ""

    def changed(self, match: MatchId | None) -> None:
        """A match, or who sees which (None), is not any more as the pages show it."""
        if self._pages:
            self._pages.changed(match)
