"""One request in: lock, decide, store, answer. Store first, then show."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bot import lobby, presenter, referee, screen
from bot.archive import Archive, UnknownMatch
from bot.boards import Boards
from bot.commands import QUOTED
from bot.completion import Completer
from bot.display import Display
from bot.finder import Finder, MayNameNone, NoSuchMatch, SeveralMatches
from bot.information import Asked, Information, note, private
from bot.lobby import Draws
from bot.people import People
from bot.presenter import Voice
from bot.screen import Account, Adapter, Answer, Chat, Completion, Delivery, Incoming, Message
from bot.texts import DEFAULT, texts_for
from bot.visit import Visit
from games import GAMES
from games.dice import SEED_BYTES
from games.events import Challenged, Event, MatchId, PlayerId
from games.game import Refused
from games.match import Match, Phase
from games.requests import Reason, RefusedByMatch
from games.words import Words
from storage.store import Board, PressedBefore, Store, VersionConflict

log = logging.getLogger(__name__)

Acted = lobby.Answered | referee.Ruled
OnBoardsOnly = screen.Choose | screen.AcceptDraw | screen.RefuseDraw | lobby.Answered
"""Requests that no other message has buttons for."""


class Desk:
    """Where every request is received and every screen handed out (a `Front`)."""

    def __init__(
        self,
        store: Store,
        adapters: Mapping[str, Adapter],
        *,
        clock: Callable[[], int],
        draw: Callable[[int], bytes] = secrets.token_bytes,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """A desk.

        Args:
            store: what has happened.
            adapters: the platforms by key, for the boards that nobody pressed.
            clock: the time in seconds since 1970.
            draw: so many random bytes, for seeds and ids.
            sleep: how a failing board waits, in seconds.
        """
        self._store, self._adapters = store, adapters
        self._clock, self._draw = clock, draw
        self._people = People(store, draw)
        self._archive = Archive(store)
        self._finder = Finder(store)
        self._completer = Completer(store, self._archive, self._finder)
        self._display = Display(store, self._archive, self._people)
        self._information = Information(store, self._display)
        render, retired = self._display.render, self._display.retired
        self.boards = Boards(store, adapters, render, retired, self._archive.version, sleep=sleep)

    # The front

    async def meet(self, account: Account) -> None:
        """This person is here."""
        await self._people.meet(account)

    async def handle(self, incoming: Incoming) -> Answer:
        """Answer one request; whatever goes wrong becomes an answer, and nothing is swallowed."""
        texts = texts_for(incoming.account.language)
        try:
            player = await self._people.meet(incoming.account)
            return await self._answer(Visit(incoming, player, texts, self._clock()))
        except Exception:
            request, match = self._draw(4).hex(), getattr(incoming.request, "match", None)
            log.exception("request %s failed: %s in %s", request, type(incoming.request).__name__, match)
            return note(texts("no.oops", request=request))

    async def delivered(self, delivery: Delivery, message: str | None) -> None:
        """The board of an answer has been shown, or not."""
        await self.boards.settle(delivery, message)

    async def complete(
        self, account: Account, chat: Chat, typed: str, match: MatchId | None = None
    ) -> tuple[Completion, ...]:
        """What a command typed so far could go on to."""
        return await self._completer.completions(await self._people.meet(account), chat, typed, match)

    async def lost(self, platform: str, place: str) -> None:
        """The bot cannot write there any more."""

    # From request to answer

    async def _answer(self, visit: Visit) -> Answer:
        request = visit.incoming.request
        try:
            if isinstance(request, MayNameNone):
                match = await self._finder.meant(visit.player, visit.chat, request)
                request = replace(request, match=match)
            return await self._dispatch(visit, request)
        except UnknownMatch as unknown:
            return note(visit.texts("no.unknown_match", match=str(unknown)[:QUOTED]))
        except NoSuchMatch as none:
            return note(visit.texts(none.key))
        except SeveralMatches as several:
            return await self._information.which(visit, several)

    async def _dispatch(self, visit: Visit, request: screen.Request) -> Answer:
        match request:
            case screen.OfferMatch(game=str(game)) | screen.AskRules(game=str(game)) if game not in GAMES:
                unknown = screen.Misspoken("unknown_game", "", game[:QUOTED])
                return await self._information.answer(visit, unknown)
            case screen.OfferMatch():
                return await self._offer(visit, request)
            case screen.PickGame(opponent=opponent):
                return await self._pick(visit, opponent)
            case screen.PlayAgain(match=str(match)):
                return await self._play_again(visit, match)
            case screen.ShowBoard(match=str(match)):
                return await self._show_board(visit, match)
            case screen.ShowHand(match=str(match)):
                return await self._show_hand(visit, match)
            case screen.VerifyDeal(match=str(match)):
                return await self._verify(visit, match)
            case _ if isinstance(request, Acted):
                return await self._act(visit, request)
            case _ if isinstance(request, Asked):
                return await self._information.answer(visit, request)
        raise TypeError(f"nobody sees to {type(request).__name__}")

    # Challenges

    async def _offer(self, visit: Visit, request: screen.OfferMatch) -> Answer:
        invited = None
        if request.opponent is not None:
            invited = await self._people.find(visit.chat.platform, request.opponent)
            if invited is None:
                return note(visit.texts("no.unknown_person", name=request.opponent[:QUOTED]))
        try:
            opened = lobby.challenge(
                request, visit.player, invited, draws=self._draws(), press=visit.entropy, at=visit.at
            )
        except RefusedByMatch:
            return note(visit.texts("no.yourself"))
        except Refused as refused:
            return note(presenter.refusal(refused, Voice(visit.texts, {}), asked=request.game))
        try:
            return await self._open(visit, opened)
        except VersionConflict:  # The id is taken, a chance of one in many millions: draw another one.
            return await self._offer(visit, request)

    async def _pick(self, visit: Visit, opponent: str) -> Answer:
        """Which game is it to be?"""
        player = await self._people.find(visit.chat.platform, opponent)
        if player is None:
            return note(visit.texts("no.unknown_person", name=opponent[:QUOTED]))
        voice = Voice(visit.texts, await self._people.cast([player], visit.chat.platform))
        return private(presenter.pick_page(opponent, voice.name(player), voice))

    async def _play_again(self, visit: Visit, match_id: MatchId) -> Answer:
        """The rematch of a match is one: whoever asks second accepts it, or is shown it again."""
        match = await self._archive.load(match_id)
        try:
            opened = lobby.rematch(match, visit.player, draws=self._draws(), press=visit.entropy, at=visit.at)
        except Refused as refused:
            return await self._refuse(visit, match, refused, None)
        for code in lobby.rematch_ids(match_id):
            row = await self._store.row(code)
            if row is None:
                try:
                    return await self._open(visit, replace(opened, match=code))
                except VersionConflict:  # The other one was quicker.
                    return await self._play_again(visit, match_id)
            if row.phase == Phase.CHALLENGE.value and visit.player in row.awaited:
                return await self._act(visit, screen.AcceptMatch(code))
            if row.phase not in (Phase.DECLINED.value, Phase.CANCELLED.value):
                return await self._show_board(visit, code)
        return note(visit.texts("no.no_more_rematches"))

    async def _open(self, visit: Visit, opened: Challenged) -> Answer:
        """Store a challenge and show it here, and to the invited person where this chat is not his."""
        boards = [visit.new_board(opened.match)]
        if visit.chat.private and opened.invited:
            boards.append(await self._board_for(opened.invited, visit, opened.match))
        try:
            match = await self._archive.open(
                opened, press=visit.press, boards=tuple(boards), shown=self.boards.unsaved()
            )
        except PressedBefore:
            known = await self._store.pressed(visit.press)
            match = await self._archive.load(known or opened.match)
            boards = [visit.new_board(match.opened.match)]
        answer = await self._post(visit, match, boards[0])
        await self.boards.refresh(match.opened.match)
        return answer

    async def _board_for(self, player: PlayerId, visit: Visit, match: MatchId) -> Board:
        """A board in the private chat of somebody else."""
        account = (await self._people.cast([player], visit.chat.platform))[player]
        chat = self._adapters[account.platform].private_chat(account.id)
        there = replace(visit, incoming=replace(visit.incoming, chat=chat), player=player)
        return there.new_board(match)

    def _draws(self) -> Draws:
        return Draws(seed=self._draw(SEED_BYTES), code=self._draw(lobby.CODE_LENGTH))

    # In a match

    async def _act(self, visit: Visit, request: Acted) -> Answer:
        """Whatever can make something happen in a match: lock, decide, store, show."""
        match_id = request.match or ""
        async with self._archive.lock(match_id):
            try:
                answer = await self._decide_and_show(visit, request, match_id)
            except VersionConflict:  # What was in memory was older than the log: decide once more.
                answer = await self._decide_and_show(visit, request, match_id)
        await self.boards.refresh(match_id)
        return answer

    async def _decide_and_show(self, visit: Visit, request: Acted, match_id: MatchId) -> Answer:
        match = await self._archive.load(match_id)
        here = await self._board_here(visit, match, request)
        board = here or visit.new_board(match_id)
        try:
            events = _decide(match, visit, request)
        except Refused as refused:
            if not await self._store.pressed(visit.press):
                return await self._refuse(visit, match, refused, board)
            events = ()  # The same press again gets the same answer again.
        if events:
            new = [board] if here is None and isinstance(request, screen.AcceptMatch) else []
            new += await self._private_boards(visit, match.after(events), request)
            match = await self._store_events(visit, match, events, tuple(new))
        return await self._show(visit, match, request, board, known=here is not None)

    async def _store_events(
        self, visit: Visit, match: Match, events: tuple[Event, ...], boards: tuple[Board, ...]
    ) -> Match:
        shown = self.boards.unsaved()
        try:
            return await self._archive.append(match, events, press=visit.press, boards=boards, shown=shown)
        except PressedBefore:
            return match

    async def _private_boards(self, visit: Visit, match: Match, request: Acted) -> list[Board]:
        """Where a game keeps secrets, each seat gets a board of its own as soon as it is dealt."""
        if not isinstance(request, screen.AcceptMatch) or not match.players or match.plays_openly:
            return []
        there = {board.player for board in await self._store.boards_of(request.match)}
        if visit.chat.private:
            there.add(visit.player)
        missing = [player for player in match.players if player not in there]
        return [await self._board_for(player, visit, request.match) for player in missing]

    async def _board_here(self, visit: Visit, match: Match, request: Acted) -> Board | None:
        """The board of the match in this chat: the pressed one, if it was one that was pressed."""
        place = (visit.chat.platform, visit.chat.id)
        boards = [
            board
            for board in await self._store.boards_of(match.opened.match)
            if (board.platform, board.chat) == place and board.moved_to is None
        ]
        pressed = None if visit.incoming.alone else visit.incoming.message
        for board in boards:
            if pressed is not None and board.message == pressed:
                return board
        if pressed is not None and isinstance(request, OnBoardsOnly):
            return await self._adopted(visit, match, boards, pressed)
        return boards[-1] if boards else None

    async def _adopted(self, visit: Visit, match: Match, boards: list[Board], pressed: str) -> Board:
        """A message with the buttons of a board is one, though nothing is known of it (any more)."""
        nameless = [board for board in boards if board.message is None]  # posted, but its id got lost
        board = nameless[0] if nameless else visit.new_board(match.opened.match)
        adopted = replace(board, message=pressed)
        await self._store.put_boards([adopted])
        return adopted

    async def _show(self, visit: Visit, match: Match, request: Acted, board: Board, *, known: bool) -> Answer:
        """The answer to a request that was granted."""
        pressed, alone = visit.incoming.message, visit.incoming.alone
        if isinstance(request, screen.GiveUp) and not request.sure:
            return await self._confirm(visit, match)
        if pressed is not None and not alone and board.message == pressed:
            return await self._update(visit, match, board, request)
        # What is left was pressed on a message of the person's own, or typed.
        own = pressed is not None and (alone or visit.chat.private)
        if isinstance(request, screen.Choose):
            view = await self._own_view(visit, match, request)
            return Answer(update=view) if own else Answer(note=view)
        if isinstance(request, screen.AcceptMatch) and not known:
            return await self._post(visit, match, board)
        voice = await self._display.voice(match, visit.chat.platform, visit.texts)
        done = Message(presenter.done(request, self._display.view(match, visit.player), voice))
        return Answer(update=done) if own else Answer(note=done)

    async def _refuse(self, visit: Visit, match: Match, refused: Refused, board: Board | None) -> Answer:
        """Say why not, to this person alone; a press on an old board gets the present one with it."""
        voice = await self._display.voice(match, visit.chat.platform, visit.texts)
        view = self._display.view(match, visit.player)
        asked = " ".join(getattr(visit.incoming.request, "words", ()))
        told = note(presenter.refusal(refused, voice, view, asked))
        if visit.incoming.message is None or not _moved_on(refused):
            return told
        if visit.incoming.alone:
            return replace(told, update=await self._own_view(visit, match))
        if board is None or board.message != visit.incoming.message:
            return told
        return replace(await self._update(visit, match, board), note=told.note)

    # Screens

    async def _update(
        self, visit: Visit, match: Match, board: Board, request: screen.Request | None = None
    ) -> Answer:
        message = await self._board(visit, match, board, request)
        self.boards.lease(board, message)
        return Answer(update=message, delivery=Delivery(board.id, match.version))

    async def _post(self, visit: Visit, match: Match, board: Board) -> Answer:
        message = await self._board(visit, match, board)
        self.boards.lease(board, message)
        return Answer(post=message, delivery=Delivery(board.id, match.version))

    async def _board(
        self, visit: Visit, match: Match, board: Board, request: screen.Request | None = None
    ) -> Message:
        texts = visit.texts if board.private else texts_for(DEFAULT)
        words, page = _choice(request)
        return await self._display.board(match, board.player, board.platform, texts, words=words, page=page)

    async def _own_view(self, visit: Visit, match: Match, request: screen.Request | None = None) -> Message:
        words, page = _choice(request)
        return await self._display.board(
            match, visit.player, visit.chat.platform, visit.texts, words=words, page=page
        )

    async def _show_board(self, visit: Visit, match_id: MatchId) -> Answer:
        match = await self._archive.load(match_id)
        board = visit.new_board(match_id)
        boards = await self._store.boards_of(match_id)
        if all(known.id != board.id for known in boards):
            await self._store.put_boards([board])
        return await self._post(visit, match, board)

    async def _show_hand(self, visit: Visit, match_id: MatchId) -> Answer:
        match = await self._archive.load(match_id)
        if match.seat_of(visit.player) is None:
            reason = Reason.NO_SEAT if match.players else Reason.NOT_RUNNING
            return await self._refuse(visit, match, RefusedByMatch(reason), None)
        if visit.chat.private:
            return await self._show_board(visit, match_id)
        return Answer(note=await self._own_view(visit, match))

    async def _confirm(self, visit: Visit, match: Match) -> Answer:
        voice = await self._display.voice(match, visit.chat.platform, visit.texts)
        return private(presenter.confirm_resignation(self._display.view(match, visit.player), voice))

    async def _verify(self, visit: Visit, match_id: MatchId) -> Answer:
        match = await self._archive.load(match_id)
        try:
            proof = match.proof(match.seat_of(visit.player))
        except Refused as refused:
            return await self._refuse(visit, match, refused, None)
        voice = await self._display.voice(match, visit.chat.platform, visit.texts)
        return private(presenter.verify_page(match.seen_by(None), proof, voice))


def _decide(match: Match, visit: Visit, request: Acted) -> tuple[Event, ...]:
    if isinstance(request, lobby.Answered):
        return lobby.respond(match, visit.player, request, press=visit.entropy, at=visit.at)
    return referee.rule(match, visit.player, request, visit.at)


def _moved_on(refused: Refused) -> bool:
    """The board that was pressed may show an older version than the match has reached."""
    return isinstance(refused, RefusedByMatch) and refused.reason in (
        Reason.STALE,
        Reason.NOT_RUNNING,
        Reason.NO_CHALLENGE,
        Reason.NO_OFFER,
    )


def _choice(request: screen.Request | None) -> tuple[Words, int]:
    """What a board has to show as chosen: nothing, once the move is played."""
    if isinstance(request, screen.Choose) and not request.final:
        return request.words, request.page
    return (), 0
