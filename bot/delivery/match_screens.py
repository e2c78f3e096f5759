"""Screens of a match for one reader: looks up people, takes the view, presents and paints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from cachetools import LRUCache

from bot import presentation
from bot.delivery.image_cache import ImageCache
from bot.delivery.past_turns import PastTurnsCache
from bot.delivery.routing import PresenceTracker, chat_of
from bot.domain import teams
from bot.domain.absences import remaining
from bot.domain.deadlines import time_to_remind_of
from bot.domain.players import is_robot, is_team
from bot.domain.teams import Ballot
from bot.domain.tournaments import Tournament, as_of
from bot.interface import (
    EVERYWHERE,
    GUEST,
    Capabilities,
    Chat,
    Choose,
    DisplayPreferences,
    Link,
    PageServer,
    Robots,
    Screen,
)
from bot.presentation import NO_TURNS, Circumstances, CutOff, Hint, Phrasing, ResultSummary
from bot.repositories.accounts import AccountRepository
from bot.repositories.matches import MatchRepository, players_of
from bot.repositories.preferences import PreferencesRepository
from bot.texts import DEFAULT, texts_for
from games.events import MatchId, PlayerId
from games.game import SEATS, Refused, Seat
from games.match import UNDER_WAY, Match, MatchView, Phase
from games.words import Words
from storage.boards import Board, BoardId, Notice
from storage.jobs import Job
from storage.matches import FIRST_VERSIONS, NOBODY, Audience
from storage.results import Tally
from storage.sql.results import Results
from storage.sql.store import Store

WITHOUT_LINKS = ("", "web", GUEST)
"""Platforms whose boards need no link to a page: the page of a match itself (""), and the web chat."""

KEPT = 10_000  # boards with the most recent choices
HINTS_KEPT = 1000  # newest ones


class HalfChoice(NamedTuple):
    """A part of a move that is chosen on a board."""

    words: Words | None
    """None if nothing was chosen; () if the choice begins anew."""
    page: int = 0
    """Of the next choices."""


NOTHING_CHOSEN = HalfChoice(None)


class MatchScreens:
    """Renders matches; the only place where a match becomes the view of a reader."""

    def __init__(
        self,
        store: Store,
        matches: MatchRepository,
        accounts: AccountRepository,
        presence: PresenceTracker,
        preferences: PreferencesRepository,
        robots: Robots,
        pages: ServedPages,
        limits: Mapping[str, Capabilities],
    ) -> None:
        self._store, self._matches, self._accounts = store, matches, accounts
        self._presence, self._preferences, self._robots = presence, preferences, robots
        self._pages, self._limits = pages, limits
        self.images, self.half_chosen, self.hints = ImageCache(), HalfChosen(), Hints()
        self._past_turns = PastTurnsCache(store.matches)
        self._tournaments: LRUCache[MatchId, Tournament | None] = LRUCache(KEPT)

    async def phrasing(self, match: Match, platform: str, preferences: DisplayPreferences) -> Phrasing:
        opened = match.opened
        players = match.players or (opened.challenger, opened.invited)
        pages = self._pages.are_served and platform not in WITHOUT_LINKS
        embedded = pages and self._pages.embeds(platform)
        accounts = await self._accounts.of(players, platform, self._matches.audience(opened.match))
        limits = self._limits.get(platform, EVERYWHERE)
        return Phrasing.of(preferences, accounts, capabilities=limits, pages=pages, embedded=embedded)

    async def board(
        self,
        match: Match,
        reader: PlayerId | None,
        platform: str,
        preferences: DisplayPreferences,
        chosen: HalfChoice = NOTHING_CHOSEN,
        *,
        notice: Notice | None = None,
        alone: PlayerId | None = None,
    ) -> Screen:
        """The board of a match as its reader may see it; None: as a spectator may.

        `alone`: the only person who sees a shared board like this.
        """
        phrasing = await self.phrasing(match, platform, preferences)
        view = self.view(match, reader)
        lists_moves = phrasing.capabilities.lists_moves and not phrasing.text_only
        shown = presentation.board(
            view,
            phrasing,
            reader=reader,
            words=chosen.words,
            page=chosen.page,
            hint=None if phrasing.text_only else self.hints.standing(match, reader or alone, phrasing),
            known=await self._circumstances(match, reader, notice),
            past=await self._past_turns.seen_by(match, view.viewer) if lists_moves else NO_TURNS,
        )
        return self.page(
            _with_turn(shown, match, reader),
            preferences,
            touch=preferences.touch and self.has_widgets(platform),
        )

    def has_widgets(self, platform: str) -> bool:
        """Whether boards there can be touched."""
        return self._limits.get(platform, EVERYWHERE).widgets

    async def more(
        self, match: Match, reader: PlayerId, chat: Chat, preferences: DisplayPreferences
    ) -> Screen:
        """The panel behind *More* of a board in a chat, or of a guest's page."""
        page = presentation.more_page(
            self.view(match, reader),
            await self.phrasing(match, chat.platform, preferences),
            await self._circumstances(match, reader),
            apart=not chat.private,
        )
        if chat.platform != GUEST:
            return page
        return replace(page, rows=(*page.rows, presentation.guest_buttons(preferences.texts)))

    def view(self, match: Match, reader: PlayerId | None) -> MatchView:
        """The view of the reader's seat, or a spectator's."""
        return match.seen_by(match.seat_of(reader) if reader else None)

    async def version_and_boards(self, match: MatchId) -> tuple[int, tuple[Board, ...]]:
        loaded = await self._matches.read(match)
        return loaded.match.version, loaded.boards

    async def render(self, board: Board) -> tuple[Screen, int]:
        """The message for a board now, and the version of the match that it shows."""
        return await self._rendered(board, await self.preferences_of(board))

    async def shared_board(self, match: MatchId, message: str, language: str) -> Screen | None:
        """A board in a group chat, see `Front.shared_view`."""
        _, boards = await self.version_and_boards(match)
        board = next((board for board in boards if message in (board.id, board.message)), None)
        if board is None or board.player is not None or board.moved_to is not None:
            return None
        preferences = await self.preferences_of(board, language)
        if preferences.texts.language != language:
            return None
        shown, _ = await self._rendered(board, preferences)
        return shown

    async def _rendered(self, board: Board, preferences: DisplayPreferences) -> tuple[Screen, int]:
        match = (await self._matches.kept(board.match)).match
        notice = board.notice if board.message is None else None
        chosen = self.half_chosen.on(board.id, match)
        shown = await self.board(match, board.player, board.platform, preferences, chosen, notice=notice)
        return shown, match.version

    async def render_alone(self, board: Board, account: str) -> Screen | None:
        """The message for a board with what one account has half chosen there; None: nothing, or outdated."""
        match = (await self._matches.kept(board.match)).match
        chosen = self.half_chosen.on(board.id, match, account)
        if chosen.words is None:
            return None
        player = self.half_chosen.chooser(board.id, account)
        own = await self.preferences_of_reader(player, board.platform) if player else None
        preferences = await self.preferences_of(board, own.texts.language if own else "")
        shown = await self.board(match, board.player, board.platform, preferences, chosen, alone=player)
        newest = (await self._matches.kept(board.match)).match
        if newest.version != match.version or self.half_chosen.on(board.id, newest, account) != chosen:
            return None  # The newer state is shown by its own edit.
        return shown

    async def moved_down(self, board: Board, link: Link, *, away: bool = False) -> Screen:
        """The message of a board that was replaced by a newer one in its chat, or `away` in another chat."""
        preferences = await self.preferences_of(board)
        return self.page(
            presentation.moved_down(Phrasing(preferences.texts, {}), link, away=away), preferences
        )

    async def preferences_of(self, board: Board, language: str = "") -> DisplayPreferences:
        """The display preferences of the readers of a board; `language`: see `preferences_shared`."""
        if board.player is None:
            kept = await self._matches.kept(board.match)
            people = players_of(kept.match)
            return await self.preferences_shared(chat_of(board), people, kept.audience, language)
        return await self.preferences_of_reader(
            board.player, board.platform, self._matches.audience(board.match)
        )

    async def preferences_of_chat(self, chat: Chat, match: Match, language: str = "") -> DisplayPreferences:
        """The preferences of a group chat for a match: its language defaults to the one the players share."""
        known = self._matches.audience(match.opened.match)
        return await self.preferences_shared(chat, players_of(match), known, language)

    async def preferences_shared(
        self, chat: Chat, people: Sequence[PlayerId], known: Audience = NOBODY, language: str = ""
    ) -> DisplayPreferences:
        """The preferences of a group chat.

        Its language defaults to `language`, that of the only ones who see the message like this, else to the
        one that these people share.
        """
        chosen = await self._preferences.of_chat(chat.platform, chat.place, known)
        language = self._preferences.language_of(chosen, language)
        language = language or await self._shared_language(people, chat.platform, known)
        return self._preferences.display_in(chat, chosen, language)

    async def _shared_language(self, people: Sequence[PlayerId], platform: str, known: Audience) -> str:
        """The language that all of these people read, robots aside; else the default."""
        readers = [person for person in people if not (is_robot(person) or is_team(person))]
        accounts, languages = await self._accounts.of(readers, platform, known), set[str]()
        for reader in readers:
            reported = accounts[reader].language if reader in accounts else DEFAULT
            chosen = (await self._preferences.of(reader, known)).language
            languages.add(texts_for(chosen or reported).language)
        return languages.pop() if len(languages) == 1 else DEFAULT

    async def preferences_of_reader(
        self, player: PlayerId, platform: str, known: Audience = NOBODY
    ) -> DisplayPreferences:
        """The preferences of a player for what they read alone."""
        accounts = await self._accounts.of([player], platform, known)
        reported = accounts[player].language if player in accounts else DEFAULT
        return await self._preferences.display_of(player, reported, known)

    def page(self, shown: Screen, preferences: DisplayPreferences, *, touch: bool = False) -> Screen:
        """Paint a screen as readers with these preferences want it; `touch`: as a board to touch."""
        return self.images.message(shown, preferences.theme, preferences.texts.language, touch=touch)

    async def _circumstances(
        self, match: Match, reader: PlayerId | None, notice: Notice | None = None
    ) -> Circumstances:
        """What a reader is told beside the view; what most boards tell comes with the match."""
        kept, opened = await self._matches.kept(match.opened.match), match.opened
        runs, up, expiry = match.phase is Phase.RUNNING, dict[Seat, int](), None
        for one in kept.deadlines:
            if one.kind == "time" and one.seat is not None:
                up[one.seat] = one.due
            elif one.kind == "expiry":
                expiry = one.due
        return Circumstances(
            up=up,
            expiry=expiry,
            reminder=self._reminder(match, notice, kept.deadlines) if notice else None,
            away=await self._away(match, kept.audience) if match.allows_absences else (),
            cut_off=self._cut_off(match, reader) if match.phase in UNDER_WAY else None,
            summary=await result_summary(self._store.results, match) if match.ending else None,
            robot=opened.game in self._robots.games,
            ballots=await self._ballots(match, reader, kept.deadlines) if runs and opened.vote else {},
            page=await self._public_link(match) if match.ending else "",
            new=match.version <= FIRST_VERSIONS and await self._is_new(match, reader, kept.audience),
            tournament=await self._tournament(match),
        )

    async def _tournament(self, match: Match) -> Tournament | None:
        """The tournament of a match, as of its round; read once, as no match ever changes its tournament."""
        code, accepted = match.opened.match, match.accepted
        if accepted is None or accepted.at != match.opened.at or any(map(is_robot, match.players or ())):
            return None  # those of tournaments are opened accepted
        if code not in self._tournaments:
            found = await self._store.tournaments.tournament_of(code)
            at = next((one.round for one in found.pairings if one.match == code), 0) if found else 0
            self._tournaments[code] = as_of(found, at) if found else None
        return self._tournaments[code]

    async def _ballots(
        self, match: Match, reader: PlayerId | None, deadlines: Sequence[Job]
    ) -> dict[Seat, Ballot]:
        """The votes of the channels that play; of hidden moves, only to the channel that chooses them."""
        if match.players is None:
            return {}
        votes, view = await self._store.votes.votes_in(match.opened.match), self.view(match, reader)
        found = {
            seat: teams.ballot(match, seat, votes, deadlines)
            for seat in SEATS
            if is_team(match.players[seat])
        }
        opens = presentation.plays_openly(view)
        return {
            seat: one if opens or view.viewer == seat else replace(one, moves={})
            for seat, one in found.items()
        }

    async def _public_link(self, match: Match) -> str:
        return self._pages.server.public_link(match.opened.match) if await self.is_public(match) else ""

    async def is_public(self, match: Match) -> bool:
        """Whether a match has a public page.

        It is over, its players are known, and none of them has switched such pages off. Nobody agrees for a
        channel that plays.
        """
        if match.phase is not Phase.OVER or match.players is None or not self._pages.are_served:
            return False
        if any(map(is_team, match.players)):
            return False
        known = self._matches.audience(match.opened.match)
        people = [player for player in match.players if not is_robot(player)]
        there = await self._accounts.of(people, "", known)
        wishes = [await self._preferences.of(player, known) for player in people]
        return all(player in there for player in people) and all(wish.pages for wish in wishes)

    async def _away(self, match: Match, known: Audience) -> tuple[tuple[PlayerId, int, int], ...]:
        """The current or next absence of each player: who, from when, until when."""
        opened = match.opened
        if match.players and match.phase is Phase.RUNNING:
            absences = dict(zip(match.players, match.away, strict=True))
        elif match.phase is Phase.CHALLENGE:
            people = filter(None, (opened.challenger, opened.invited))
            absences = {player: (await self._preferences.of(player, known)).away for player in people}
        else:
            return ()
        now = self._presence.now
        return tuple(
            (player, *sorted(remaining(periods, now))[0])
            for player, periods in absences.items()
            if remaining(periods, now)
        )

    async def _is_new(self, match: Match, reader: PlayerId | None, known: Audience) -> bool:
        """Whether the game is new to a reader of a challenge or of the beginning of a match."""
        opened = match.opened
        if match.phase is Phase.CHALLENGE:
            readers = [reader] if reader else [opened.challenger, opened.invited]
        elif match.phase is Phase.RUNNING and match.players:
            people = [player for player in match.players if not is_robot(player)]
            asked = people[0] if reader is None and len(people) == 1 else reader
            readers = [asked] if asked in people else []
        else:
            return False
        for player in filter(None, readers):
            finished = known.finished.get((player, opened.game))
            if finished is None:
                finished = await self._store.results.has_finished(player, opened.game)
            if not finished:
                return True
        return False

    def _reminder(self, match: Match, notice: Notice, deadlines: Sequence[Job]) -> tuple[Seat, int] | None:
        """The seat that a board about to be posted reminds, and the seconds it has left."""
        seat = match.seat_of(notice.player)
        if seat is None or notice.question != match.asked[seat]:
            return None
        left = time_to_remind_of(match, seat, deadlines, self._presence.now)
        return None if left is None else (seat, left)

    def _cut_off(self, match: Match, reader: PlayerId | None) -> CutOff | None:
        """The opponent of this reader, if no board of the match reaches them.

        A channel is shown only a player whose platform does not run, or a robot that is off.
        """
        opened = match.opened
        for player in match.players or (opened.challenger, opened.invited):
            if player and is_robot(player) and opened.game not in self._robots.games:
                return CutOff(player, "off")
            why = self._presence.why_unreached(player, opened.match) if player and player != reader else None
            if player and why and (reader is not None or why == "away"):
                return CutOff(player, why)
        return None


async def result_summary(store: Results, match: Match) -> ResultSummary | None:
    """Ratings and score; None if the match is not over, or ended before results were stored."""
    if match.ending is None or match.players is None:
        return None
    result = await store.result(match.opened.match)
    if result is None:
        return None
    scores = await scores_of(store, *result.players)
    return ResultSummary(result, next((score for score in scores if score.game == result.game), None))


async def scores_of(store: Results, one: PlayerId, other: PlayerId) -> tuple[Tally, ...]:
    """The scores of one player against another, by game; () against themselves."""
    return () if one == other else await store.tallies(one, other)


def _with_turn(shown: Screen, match: Match, reader: PlayerId | None) -> Screen:
    """The board of a match, with what its reader saw before the newest turn."""
    if shown.picture is None or match.latest is None:
        return shown
    before = partial(match.seen_before, match.seat_of(reader) if reader else None)
    return replace(shown, picture=replace(shown.picture, before=before, turn=match.latest.version))


class HalfChosen:
    """Half-chosen moves on boards, by the account that they are shown to ("": all readers).

    A choice stays on a board that is shown again for another reason. It is kept in memory only: after a
    restart, or if another process shows the board, the player chooses again.
    """

    def __init__(self) -> None:
        self._last: LRUCache[BoardId, dict[str, tuple[PlayerId, Choose]]] = LRUCache(KEPT)

    def note(self, board: BoardId, player: PlayerId, chosen: Choose, alone: str = "") -> None:
        """Store a choice on a board; a complete move clears it."""
        if not chosen.final:
            self._last.setdefault(board, {})[alone] = player, chosen
        elif board in self._last:
            self._last[board].pop(alone, None)

    def choosers_alone(self, board: BoardId) -> tuple[str, ...]:
        """The accounts with a half-chosen move of their own on a shared board."""
        return tuple(filter(None, self._last.get(board, ())))

    def chooser(self, board: BoardId, alone: str) -> PlayerId | None:
        """The player whose choice an account is shown."""
        noted = self._last.get(board, {}).get(alone)
        return noted[0] if noted else None

    def on(self, board: BoardId, match: Match, alone: str = "") -> HalfChoice:
        """What is chosen on a board; nothing if it is outdated."""
        noted = self._last.get(board, {})
        if alone not in noted:
            return NOTHING_CHOSEN
        player, chosen = noted[alone]
        try:
            match.chooser(player, chosen.version)
        except Refused:
            del noted[alone]
            return NOTHING_CHOSEN
        return HalfChoice(chosen.words, chosen.page)


class Hints:
    """Hints that were given, in notation; a repeated request costs no thinking."""

    def __init__(self) -> None:
        self._given: LRUCache[tuple[MatchId, int, Seat], str] = LRUCache(HINTS_KEPT)

    def of(self, match: Match, seat: Seat) -> str:
        """The hint for what a seat is asked now; "" if none was given."""
        return self._given.get((match.opened.match, match.asked[seat], seat), "")

    def give(self, match: Match, seat: Seat, notation: str) -> None:
        self._given[match.opened.match, match.asked[seat], seat] = notation

    def standing(self, match: Match, reader: PlayerId | None, phrasing: Phrasing) -> Hint | None:
        """The hint that this reader was given for the move that they are asked for now."""
        seat = match.seat_of(reader) if reader else None
        if seat is None or seat not in match.awaited or not (move := self.of(match, seat)):
            return None
        return Hint(tuple(move.split()), presentation.hint_text(match.seen_by(seat), move, phrasing))


class ServedPages:
    """The pages of matches, as soon as they are served."""

    def __init__(self) -> None:
        self._server: PageServer | None = None

    def serve(self, server: PageServer) -> None:
        self._server = server

    @property
    def are_served(self) -> bool:
        return self._server is not None

    @property
    def server(self) -> PageServer:
        """The server; only to be asked for if pages are served."""
        if self._server is None:
            raise RuntimeError("no pages are served")
        return self._server

    def embeds(self, platform: str) -> bool:
        """Whether a platform shows the pages in a frame of its own."""
        return self._server is not None and self._server.embedded_in == platform

    def changed(self, match: MatchId | None) -> None:
        """Mark the pages of a match as outdated; None: all pages."""
        if self._server is not None:
            self._server.changed(match)
