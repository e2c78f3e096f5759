"""A store in memory: the contract in its shortest form, held to the same tests as the real one."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf

from games.events import Event, MatchId, PlayerId
from games.game import Seat
from storage import merged_players
from storage.accounts import ANYHOW, Basis, LinkCode, Person, WrongCodes
from storage.boards import Board, BoardId, ChatId, Lease
from storage.deadlines import Deadline
from storage.errors import PeopleChanged, PressedBefore, RatedMeanwhile, VersionConflict
from storage.matches import DueMatch, FinishedMatch, MatchRow, Seen
from storage.news import EVERYBODY, place_key
from storage.records import StoredRecord
from storage.results import CAPPED, Abandoned, MatchResult, Place, Rating, Tally
from storage.reviews import JudgedMove
from storage.settings import Block, ChatSettings, DailyPuzzle, Preferences
from storage.sql.accounts import fold_name
from storage.store import Change
from storage.tournaments import Tournament
from tests.storage.memory_deadlines import MemoryDeadlines
from tests.storage.memory_errands import MemoryBots, MemoryErrands
from tests.storage.memory_leases import MemoryLeases
from tests.storage.memory_news import MemoryNews, require_there
from tests.storage.memory_notices import MemoryNotices
from tests.storage.memory_remarks import MemoryRemarks
from tests.storage.memory_seeks import MemorySeeks
from tests.storage.memory_tournaments import MemoryTournaments


class MemoryStore(
    MemoryTournaments,
    MemoryDeadlines,
    MemoryRemarks,
    MemorySeeks,
    MemoryErrands,
    MemoryNotices,
    MemoryNews,
    MemoryBots,
    MemoryLeases,
):
    """Forgets everything with the process."""

    def __init__(self, key: bytes | None = None) -> None:
        self._key = key or secrets.token_bytes(32)
        self.logs: dict[MatchId, tuple[Event, ...]] = {}
        self.changes: dict[MatchId, int] = {}
        self.news: list[str] = []
        self.known = {}
        self.rows: dict[MatchId, MatchRow] = {}
        self.presses: dict[str, MatchId] = {}
        self.counted: dict[str, int] = {}
        self.boards: dict[BoardId, Board] = {}
        self.leases: dict[BoardId, Lease] = {}
        self.claims: dict[str, Lease] = {}
        self.heard: dict[str, int] = {}
        self.persons: dict[tuple[str, str], Person] = {}
        self.wrong: dict[tuple[str, str], WrongCodes] = {}
        self.codes: dict[tuple[str, str], LinkCode] = {}
        self.chosen: dict[PlayerId, Preferences] = {}
        self.records: dict[str, StoredRecord] = {}
        self.reviews: dict[tuple[MatchId, Seat], tuple[PlayerId, tuple[JudgedMove, ...]]] = {}
        self.former = merged_players.FormerPlayers({})
        self.blocks: dict[tuple[PlayerId, PlayerId], Block] = {}
        self.chats: dict[tuple[str, str], ChatSettings] = {}
        self.daily: dict[tuple[str, str], DailyPuzzle] = {}
        self.tournaments: dict[str, Tournament] = {}
        self.remarks = {}
        self.mutes = set()
        self.seeking = {}
        self.meetings = set()
        self.owed = {}
        self.waiting = {}
        self.silences = set()
        self.seen: dict[tuple[MatchId, PlayerId, str, str], Seen] = {}
        self.forgotten: set[PlayerId] = set()
        self.gone: set[PlayerId] = set()
        self.deadlines: dict[MatchId, tuple[Deadline, ...]] = {}
        self.at: int | None = None
        self.results: dict[MatchId, MatchResult] = {}
        self.ratings: dict[tuple[PlayerId, str], Rating] = {}
        self.capped: dict[tuple[tuple[str, str], PlayerId], int] = {}  # account and former player: until when

    def _open(self) -> list[MatchRow]:
        return [row for row in self.rows.values() if row.phase in ("challenge", "running")]

    def _changed(self, basis: Basis) -> bool:
        return basis.people not in (None, len(self.news))

    def _require_same(self, change: Change) -> None:
        begun = change.row.players if change.after == 0 else ()
        require_there(self.gone, *begun, *(one.player for one in change.ratings))
        seen = change.seen
        person = self.persons.get((seen.platform, seen.account)) if seen else None
        if seen and seen.account and (person is None or person.player != seen.player):
            raise PeopleChanged

    async def append(self, change: Change) -> None:
        row = change.row
        if change.press in self.presses:
            raise PressedBefore
        self._require_same(change)
        log = self.logs.get(row.match, ())
        changes = self.changes.get(row.match, 0)
        rated = [one for one in change.ratings if (one.player, one.game) in self.ratings]
        if len(log) + len(change.events) != row.version or change.after not in (None, changes):
            raise VersionConflict
        if any(_played(one) != _played(self.ratings[one.player, one.game]) + 1 for one in rated):
            raise RatedMeanwhile
        self.changes[row.match] = changes + 1
        self.logs[row.match] = (*log, *change.events)
        self.rows[row.match] = row
        for press in (change.press, *(seek.press for seek in change.met)):
            if press is not None and press not in self.presses:
                self.presses[press] = row.match
                self.counted[press] = self.at or 0
        self.meetings |= {row.match} if change.met else set()
        for seek in change.met:
            await self.drop_seek(seek.player, seek.game)
        if change.seen is not None:
            self._put_seen(row.match, change.seen)
        if change.deadlines is not None:
            self.deadlines[row.match] = change.deadlines
        if change.result is not None:
            self.results[row.match] = change.result
        self.ratings |= {(rating.player, rating.game): rating for rating in change.ratings}
        self.call_tournaments()
        self.note_errands(change)
        await self.put_notices(change.notices)
        await self.put_boards(change.boards)
        await self.mark_shown(change.shown)
        if change.lease:
            await self.take_boards([board.id for board in await self.boards_of(row.match)], change.lease)

    async def load(self, match: MatchId) -> tuple[Event, ...]:
        return self.logs.get(match, ())

    async def pressed(self, press: str) -> MatchId | None:
        return self.presses.get(press)

    async def drawn_for(self, match: MatchId) -> bytes:
        return hmac.digest(self._key, match.encode(), "sha256")

    async def row(self, match: MatchId) -> MatchRow | None:
        return self.rows.get(match)

    def _put_seen(self, match: MatchId, seen: Seen) -> None:
        key = (match, seen.player, seen.platform, seen.chat)
        known = self.seen.get(key, seen)
        self.seen[key] = replace(known, at=max(known.at, seen.at))

    async def matches_of(
        self, player: PlayerId, phases: Sequence[str], *, newest: int | None = None
    ) -> tuple[MatchRow, ...]:
        found = (row for row in self.rows.values() if player in row.players and row.phase in phases)
        rows = sorted(found, key=lambda row: (row.since, row.match), reverse=newest is not None)
        return tuple(rows[:newest])

    async def open_matches_of(self, player: PlayerId) -> tuple[DueMatch, ...]:
        return tuple(
            [
                DueMatch(row, min((one.due for one in told if one.kind in ("time", "expiry")), default=None))
                for row in await self.matches_of(player, ("challenge", "running"))
                for told in [await self.deadlines_of([row.match])]
            ]
        )

    async def challenged_before(self, player: PlayerId, since: int) -> int:
        before = self._ids_ever(player) & self.gone
        withdrawn = (row for row in self.rows.values() if row.phase == "cancelled")
        return sum(row.players[0] in before and row.since >= since for row in withdrawn)

    async def next_turn_of(self, player: PlayerId, besides: MatchId) -> MatchRow | None:
        def urgency(match: DueMatch) -> tuple[float, int, MatchId]:
            due = inf if match.due is None else match.due
            return -inf if match.row.late else due, match.row.since, match.row.match

        found = [
            match
            for match in await self.open_matches_of(player)
            if match.row.phase == "running" and player in match.row.awaited and match.row.match != besides
        ]
        return min(found, key=urgency).row if found else None

    async def finished_of(
        self, player: PlayerId, *, most: int, skip: int = 0
    ) -> tuple[int, tuple[FinishedMatch, ...]]:
        rows = (await self.matches_of(player, ["over"], newest=len(self.rows)))[skip:]
        known = [(row, self.results.get(row.match)) for row in rows[:most]]
        found = (
            FinishedMatch(row, told.counts, told.winner) if told else FinishedMatch(row, None, None)
            for row, told in known
        )
        return (len(rows) + skip if rows else 0), tuple(found)

    async def count_running(self) -> int:
        return sum(row.phase == "running" for row in self.rows.values())

    async def seen_in(self, match: MatchId) -> tuple[Seen, ...]:
        return tuple(self.seen[key] for key in sorted(self.seen) if key[0] == match)

    async def last_seen(self, player: PlayerId) -> Seen | None:
        seen = (one for one in self.seen.values() if one.player == player)
        return max(seen, key=lambda one: one.at, default=None)

    async def boards_of(self, match: MatchId) -> tuple[Board, ...]:
        return tuple(self.with_lease(board) for board in self.boards.values() if board.match == match)

    async def boards_behind(self) -> tuple[Board, ...]:
        return tuple(
            board
            for board in self.boards.values()
            if board.moved_to is not None
            or (board.match in self.rows and board.shown < self.rows[board.match].version)
        )

    async def count_boards_behind(self) -> int:
        return len(await self.boards_behind())

    async def boards_in(self, platform: str, place: str) -> tuple[Board, ...]:
        return tuple(
            board
            for board in self.boards.values()
            if board.platform == platform and f"{board.chat}/".startswith(f"{place}/")
        )

    async def matches_in(self, platform: str, chat: ChatId, phases: Sequence[str]) -> tuple[MatchRow, ...]:
        boards = (board for board in self.boards.values() if board.platform == platform)
        here = {board.match for board in boards if board.chat == chat}
        found = (row for row in self.rows.values() if row.match in here and row.phase in phases)
        return tuple(sorted(found, key=lambda row: (row.since, row.match)))

    async def put_boards(self, boards: Sequence[Board], lease: Lease | None = None) -> None:
        for board in (board for board in boards if board.player not in self.forgotten):
            known = self.boards.get(board.id)
            if known and known.message == board.message:
                board = replace(board, shown=max(board.shown, known.shown))
            if board.message is not None:
                self._take_over(board)
            self.boards[board.id] = board
        if lease:
            await self.take_boards([board.id for board in boards], lease)

    def _take_over(self, board: Board) -> None:
        """A message shows one board: the one that was put last."""
        place = (board.platform, board.chat, board.message)
        others = [
            other.id
            for other in self.boards.values()
            if other.id != board.id and (other.platform, other.chat, other.message) == place
        ]
        for other in others:
            del self.boards[other]

    async def mark_shown(self, shown: Mapping[BoardId, int]) -> None:
        for board, version in shown.items():
            if board in self.boards:
                self.boards[board] = replace(self.boards[board], shown=max(self.boards[board].shown, version))

    async def drop_board(self, board: BoardId) -> None:
        self.boards.pop(board, None)
        self.leases.pop(board, None)

    async def move_board(self, old: Board, fresh: Board) -> None:
        await self.put_boards([fresh, replace(old, moved_to=fresh.message)])
        for key, seen in list(self.seen.items()):
            if (key[0], seen.platform, seen.chat) == (old.match, old.platform, old.chat):
                del self.seen[key]
                self._put_seen(old.match, replace(seen, chat=fresh.chat))

    async def move_chat(self, platform: str, old: ChatId, new: ChatId, phases: Sequence[str]) -> None:
        for board in await self.boards_in(platform, old):
            row = self.rows[board.match]
            shown = 0 if row.phase in phases else row.version
            chat = ChatId(new + board.chat.removeprefix(old))
            del self.boards[board.id]
            anew = BoardId(f"{board.id}+" if board.message else board.id)
            self.boards[anew] = replace(board, id=anew, chat=chat, message=None, shown=shown)
        for key, seen in list(self.seen.items()):
            if seen.platform == platform and f"{seen.chat}/".startswith(f"{old}/"):
                del self.seen[key]
                self._put_seen(key[0], replace(seen, chat=ChatId(new + seen.chat.removeprefix(old))))

        if (platform, old) in self.chats:
            self.news += [place_key(platform, old), place_key(platform, new)]
            self.chats[platform, new] = replace(self.chats.pop((platform, old)), place=new)
        self.silences = {
            (one[0], new if one[:2] == (platform, old) else one[1], one[2]) for one in self.silences
        }
        if known := self.daily.pop((platform, old), None):
            self.daily[platform, new] = replace(known, place=new, chat=new + known.chat.removeprefix(old))
        self.move_tournaments(platform, old, new)

    async def person(self, platform: str, account: str) -> Person | None:
        return self.persons.get((platform, account))

    async def person_with(self, platform: str, handle: str) -> Person | None:
        persons = (person for person in self.persons.values() if person.platform == platform)
        return next((person for person in persons if handle and _same(person.handle, handle)), None)

    async def person_named(self, platform: str, name: str) -> Person | None:
        found = [
            person
            for person in self.persons.values()
            if person.platform == platform and fold_name(person.name) == fold_name(name)
        ]
        return found[0] if len(found) == 1 else None

    async def people(self, players: Sequence[PlayerId]) -> tuple[Person, ...]:
        return tuple(person for person in self.persons.values() if person.player in players)

    async def count_people(self) -> int:
        return len({person.player for person in self.persons.values()})

    async def put_person(self, person: Person) -> None:
        if owner := await self.person_with(person.platform, person.handle):
            self.persons[owner.platform, owner.account] = replace(owner, handle="")
            self.news.append(owner.player)
        if (person.platform, person.account) in self.persons:
            person = replace(person, player=self.persons[person.platform, person.account].player)
            self.news.append(person.player)
        self.persons[person.platform, person.account] = person

    async def add_person(self, person: Person) -> None:
        await self.put_person(person)
        known_by = _stand_in(person.platform, person.account)
        self._hand_on(known_by, self.persons[person.platform, person.account].player)
        self._drop_decided(known_by)

    def _hand_on(self, old: PlayerId, new: PlayerId) -> None:
        """What others have decided about somebody holds for another, too."""
        self.hand_on_silence(old, new)
        for block in [block for block in self.blocks.values() if block.blocked == old]:
            self.blocks[block.player, new] = replace(block, blocked=new)
            self.news.append(block.player)

    def _drop_decided(self, player: PlayerId) -> None:
        self.blocks = {key: block for key, block in self.blocks.items() if player not in key}
        self.forget_remarks(player)

    async def put_link_code(self, code: LinkCode) -> None:
        self.codes[code.platform, code.account] = code

    async def wrong_codes(self, platform: str, account: str) -> WrongCodes | None:
        return self.wrong.get((platform, account))

    async def put_wrong_codes(self, wrong: WrongCodes) -> None:
        self.wrong[wrong.platform, wrong.account] = wrong

    async def link_code(self, digest: str) -> LinkCode | None:
        return next((code for code in self.codes.values() if code.digest == digest), None)

    async def join_players(
        self,
        old: PlayerId,
        player: PlayerId,
        code: LinkCode | None,
        ratings: Sequence[Rating] = (),
        *,
        basis: Basis = ANYHOW,
    ) -> None:
        ids, others = set(self.former.ids(old)), set(self.former.ids(player))
        rated = sum(_played(one) for key, one in self.ratings.items() if key[0] in (old, player))
        against = any(ids & set(row.players) and others & set(row.players) for row in self._open())
        if self._changed(basis) or basis.rated not in (None, rated) or (against and basis.people is not None):
            raise PeopleChanged
        self.gone.add(old)
        if code is not None:
            await self.put_link_code(code)
        self.news.append(EVERYBODY)
        self.former.join(old, player)
        become = {old: player}
        self.results = {key: merged_players.result(result, become) for key, result in self.results.items()}
        self.ratings = {key: rating for key, rating in self.ratings.items() if key[0] not in (old, player)}
        self.ratings |= {(rating.player, rating.game): rating for rating in ratings}
        self.logs = {
            key: tuple(merged_players.event(one, become) for one in log) for key, log in self.logs.items()
        }
        self.rows = {key: merged_players.match(row, become) for key, row in self.rows.items()}
        self.boards = {key: merged_players.board(board, become) for key, board in self.boards.items()}
        moved = {key: merged_players.seen(seen, become) for key, seen in self.seen.items()}
        self.seen = {(key[0], seen.player, key[2], key[3]): seen for key, seen in moved.items()}
        for key, person in self.persons.items():
            if person.player == old:
                self.persons[key] = replace(person, player=player)
        for number, record in self.records.items():
            if record.player == old:
                self.records[number] = replace(record, player=player)
        self.join_remarks(old, player)
        self.join_seeks(old, player)
        self.join_notices(old, player)
        if chosen := self.chosen.pop(old, None):
            self.chosen.setdefault(player, replace(chosen, player=player))
        of_old = [block for key, block in self.blocks.items() if old in key]
        for block in of_old:
            del self.blocks[block.player, block.blocked]
            one, other = become.get(block.player, block.player), become.get(block.blocked, block.blocked)
            if one != other:
                await self.put_block(Block(one, other, block.since))

    async def part_account(
        self, player: PlayerId, platform: str, fresh: PlayerId, at: int, *, basis: Basis = ANYHOW
    ) -> None:
        if self._changed(basis):
            raise PeopleChanged
        self.news.append(EVERYBODY)
        for key, person in self.persons.items():
            if person.player == player and person.platform == platform:
                self.persons[key] = replace(person, player=fresh)
                self.capped[key, player] = at + CAPPED
        boards = self.boards.values()
        gone = [one.id for one in boards if (one.player, one.platform) == (player, platform)]
        for board in gone:
            del self.boards[board]
        self.seen = {
            key: seen for key, seen in self.seen.items() if (seen.player, seen.platform) != (player, platform)
        }
        if player in self.chosen:
            self.chosen[fresh] = replace(self.chosen[player], player=fresh)
        self.part_remarks(player, fresh)
        become = {player: fresh}
        for block in [block for key, block in self.blocks.items() if player in key]:
            one, other = become.get(block.player, block.player), become.get(block.blocked, block.blocked)
            await self.put_block(Block(one, other, block.since))

    async def preferences(self, player: PlayerId) -> Preferences:
        return self.chosen.get(player, Preferences(player, revision=0))

    async def put_preferences(self, preferences: Preferences) -> None:
        require_there(self.gone, preferences.player)
        known = (await self.preferences(preferences.player)).revision or 0
        if preferences.revision not in (None, known):
            raise PeopleChanged
        self.chosen[preferences.player] = replace(preferences, revision=known + 1)
        self.news.append(preferences.player)

    async def blocked_by(self, player: PlayerId) -> tuple[Block, ...]:
        blocks = (block for block in self.blocks.values() if block.player == player)
        return tuple(sorted(blocks, key=lambda block: (block.since, block.blocked)))

    async def put_record(self, record: StoredRecord) -> None:
        require_there(self.gone, record.player)
        self.records[record.id] = record
        theirs = [known.id for known in self.records.values() if known.player == record.player]
        for number in theirs[:-20]:
            del self.records[number]

    async def records_of(self, player: PlayerId) -> tuple[StoredRecord, ...]:
        theirs = (known for known in self.records.values() if known.player == player)
        return tuple(sorted(theirs, key=lambda known: (known.at, known.id)))

    async def record(self, number: str) -> StoredRecord | None:
        return self.records.get(number)

    async def put_review(
        self, match: MatchId, seat: Seat, player: PlayerId, moves: Sequence[JudgedMove]
    ) -> None:
        if player not in self.forgotten:
            self.reviews[match, seat] = (player, tuple(moves))

    async def review(self, match: MatchId, seat: Seat) -> tuple[JudgedMove, ...]:
        known = self.reviews.get((match, seat))
        return known[1] if known else ()

    async def put_block(self, block: Block) -> None:
        require_there(self.gone, block.player)
        self.blocks.setdefault((block.player, block.blocked), block)
        self.news.append(block.player)

    async def drop_block(self, player: PlayerId, blocked: PlayerId) -> None:
        self.blocks.pop((player, blocked), None)
        self.news.append(player)

    async def chat_settings(self, platform: str, place: str) -> ChatSettings:
        return self.chats.get((platform, place), ChatSettings(platform, place, revision=0))

    async def put_chat_settings(self, settings: ChatSettings) -> None:
        known = (await self.chat_settings(settings.platform, settings.place)).revision or 0
        if settings.revision not in (None, known):
            raise PeopleChanged
        self.chats[settings.platform, settings.place] = replace(settings, revision=known + 1)
        self.news.append(place_key(settings.platform, settings.place))

    async def daily_puzzle(self, platform: str, place: str) -> DailyPuzzle | None:
        return self.daily.get((platform, place))

    async def daily_puzzles_due(self, at: int) -> tuple[DailyPuzzle, ...]:
        return tuple(sorted((one for one in self.daily.values() if one.due <= at), key=lambda one: one.due))

    async def put_daily_puzzle(self, daily: DailyPuzzle) -> None:
        self.daily[daily.platform, daily.place] = daily

    async def settle_daily_puzzle(self, daily: DailyPuzzle, following: int) -> None:
        if self.daily.get((daily.platform, daily.place)) == daily:
            self.daily[daily.platform, daily.place] = replace(daily, due=following)

    async def drop_daily_puzzle(self, platform: str, place: str) -> None:
        self.daily.pop((platform, place), None)

    async def forget_player(self, player: PlayerId, at: int, *, basis: Basis = ANYHOW) -> bool:
        theirs_open = [row for row in self._open() if player in row.players]
        if self._changed(basis) or basis.under_way not in (None, len(theirs_open)):
            raise PeopleChanged
        self.gone.add(player)
        self.forgotten |= set(self.former.ids(player))
        self.news.append(EVERYBODY)
        self.forget_entrant(set(self.former.ids(player)))
        theirs = {key for key, person in self.persons.items() if person.player == player}
        self.capped |= {(key, player): at + CAPPED for key in theirs}
        self.codes = {key: code for key, code in self.codes.items() if key not in theirs}
        self.boards = {key: board for key, board in self.boards.items() if board.player != player}
        self.seen = {key: seen for key, seen in self.seen.items() if seen.player != player}
        self.records = {key: known for key, known in self.records.items() if known.player != player}
        self.reviews = {key: one for key, one in self.reviews.items() if one[0] not in self.forgotten}
        for each in itertools.starmap(_stand_in, theirs):
            self._hand_on(player, each)
        self._drop_decided(player)
        self.forget_seeks(player)
        self.forget_notices(player)
        self.persons = {key: person for key, person in self.persons.items() if key not in theirs}
        self.ratings = {key: rating for key, rating in self.ratings.items() if key[0] != player}
        return True

    async def result(self, match: MatchId) -> MatchResult | None:
        return self.results.get(match)

    async def results_of(self, player: PlayerId, *, newest: int) -> tuple[MatchResult, ...]:
        theirs = [result for result in self.results.values() if player in result.players]
        return tuple([result for result in theirs[::-1] if result.counts != "void"][:newest])

    async def has_finished(self, player: PlayerId, game: str) -> bool:
        return any(player in result.players and result.game == game for result in self.results.values())

    async def rated_results_of(self, *players: PlayerId) -> tuple[MatchResult, ...]:
        theirs = (result for result in self.results.values() if {*players} & {*result.players})
        return tuple(result for result in theirs if result.counts == "rated")

    async def all_rated_results(self, after: MatchId | None, *, most: int) -> tuple[MatchResult, ...]:
        rated = [result for result in self.results.values() if result.counts == "rated"]
        known = [result.match for result in rated]
        first = known.index(after) + 1 if after is not None else 0
        return tuple(rated[first : first + most])

    async def lacks_ratings(self) -> bool:
        rated = (result for result in self.results.values() if result.counts == "rated")
        return any(result.weighed is None for result in rated)

    async def put_rated_anew(self, results: Sequence[MatchResult], ratings: Sequence[Rating]) -> None:
        self.results |= {result.match: result for result in results}
        self.ratings |= {(rating.player, rating.game): rating for rating in ratings}

    async def rated_between(self, one: PlayerId, other: PlayerId, game: str, since: int) -> int:
        rated = (result for result in self.results.values() if result.counts == "rated")
        ours, others = self._ids_ever(one), self._ids_ever(other)
        theirs = [result for result in rated if _meet(result.players, ours, others)]
        return sum(result.game == game and result.ended >= since for result in theirs)

    async def abandoned_by(self, player: PlayerId, since: int) -> Abandoned:
        ours = self._ids_ever(player)
        return self._abandoned(
            since, lambda one: one.winner is not None and one.players[1 - one.winner] in ours
        )

    async def abandoned_between(self, one: PlayerId, other: PlayerId, since: int) -> Abandoned:
        ours, others = self._ids_ever(one), self._ids_ever(other)
        return self._abandoned(since, lambda result: _meet(result.players, ours, others))

    def _abandoned(self, since: int, is_theirs: Callable[[MatchResult], bool]) -> Abandoned:
        short = (one for one in self.results.values() if one.counts == "short" and one.ended >= since)
        ended = [one.ended for one in short if is_theirs(one)]
        return Abandoned(len(ended), max(ended, default=0))

    def _ids_ever(self, player: PlayerId) -> set[PlayerId]:
        accounts = {key for key, person in self.persons.items() if person.player == player}
        return {player} | {former for account, former in self.capped if account in accounts}

    async def tallies(self, one: PlayerId, other: PlayerId) -> tuple[Tally, ...]:
        tallies: dict[str, Tally] = {}
        for result in self.results.values():
            if {one, other} == {*result.players} and result.counts != "void":
                known = tallies.get(result.game, Tally(result.game, 0, 0, 0))
                tallies[result.game] = _counted(known, result, one)
        return tuple(tallies[game] for game in sorted(tallies))

    async def ratings_of(self, player: PlayerId) -> tuple[Rating, ...]:
        return tuple(self.ratings[key] for key in sorted(self.ratings) if key[0] == player)

    async def leaders(self, game: str, place: Place | None, *, since: int, most: int) -> tuple[Rating, ...]:
        listed = [
            rating
            for rating in self.ratings.values()
            if rating.last >= since and self._is_listed(rating, game, place)
        ]
        listed.sort(key=lambda rating: (rating.low, rating.player), reverse=True)
        return tuple(listed[:most])

    async def ahead(self, rating: Rating, place: Place | None, *, since: int, most: int) -> int:
        listed = await self.leaders(rating.game, place, since=since, most=len(self.ratings))
        return min(most, sum(other.low > rating.low for other in listed))

    def _is_listed(self, rating: Rating, game: str, place: Place | None) -> bool:
        here = place is None or any(
            seen.player == rating.player
            and seen.platform == place.platform
            and f"{seen.chat}/".startswith(f"{place.chat}/")
            for seen in self.seen.values()
        )
        return rating.game == game and here

    async def close(self) -> None:
        """There is nothing to let go of."""


def _meet(players: tuple[PlayerId, PlayerId], ours: set[PlayerId], others: set[PlayerId]) -> bool:
    first, second = players
    return (first in ours and second in others) or (first in others and second in ours)


def _counted(tally: Tally, result: MatchResult, player: PlayerId) -> Tally:
    if result.winner is None:
        return replace(tally, drawn=tally.drawn + 1)
    if result.players[result.winner] == player:
        return replace(tally, won=tally.won + 1)
    return replace(tally, lost=tally.lost + 1)


def _played(rating: Rating) -> int:
    return rating.won + rating.drawn + rating.lost


def _same(handle: str, other: str) -> bool:
    return handle.lower() == other.lower()


def _stand_in(platform: str, account: str) -> PlayerId:
    """As long as an account is forgotten; here it takes no key."""
    return PlayerId(hashlib.sha256(f"{platform}\0{account}".encode()).hexdigest()[:18])
