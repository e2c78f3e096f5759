"""Challenges and rematches: offered, shown, and found again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot import interface, presentation
from bot.delivery.board_synchronizer import Boards
from bot.delivery.presence import Reach
from bot.delivery.routing import Places, new_board
from bot.domain import challenge_requests
from bot.domain.challenge_requests import Draws
from bot.domain.commands import QUOTED
from bot.handlers.challenge_policy import Manners
from bot.handlers.context import Visit
from bot.handlers.help import note, private
from bot.handlers.moves import Turns
from bot.handlers.responses import Answers
from bot.interface import Answer
from bot.presentation import Voice
from bot.repositories.accounts import People
from bot.repositories.matches import Archive
from games.dice import SEED_BYTES
from games.events import Challenged, MatchId
from games.game import Refused
from games.match import Match, Phase
from games.requests import Reason, RefusedByMatch
from storage.store import Board, Notice, PressedBefore, Store, VersionConflict

ENDED_UNPLAYED = (Phase.DECLINED.value, Phase.CANCELLED.value, Phase.EXPIRED.value)
Before = (
    interface.OfferMatch
    | interface.PickGame
    | interface.AcceptMatch
    | interface.DeclineMatch
    | interface.PlayAgain
)


class Challenges:
    """Everything before a match."""

    def __init__(
        self,
        store: Store,
        archive: Archive,
        people: People,
        boards: Boards,
        answers: Answers,
        turns: Turns,
        places: Places,
        reach: Reach,
        manners: Manners,
        draw: Callable[[int], bytes],
    ) -> None:
        self._store, self._archive, self._people = store, archive, people
        self._boards, self._answers, self._turns = boards, answers, turns
        self._places, self._reach, self._manners = places, reach, manners
        self._draw = draw

    async def answer(self, visit: Visit, request: Before) -> Answer:
        """What comes of a challenge, or of an answer to one."""
        match request:
            case interface.OfferMatch():
                return await self._offer(visit, request)
            case interface.PickGame():
                return await self._pick(visit, request.opponent)
            case interface.AcceptMatch():
                return await self._accept(visit, request)
            case interface.DeclineMatch():
                return await self._decline(visit, request)
            case interface.PlayAgain():
                return await self._play_again(visit, request.match or "")

    async def _offer(self, visit: Visit, request: interface.OfferMatch) -> Answer:
        """Challenge somebody, or everybody who sees it."""
        invited = None
        if request.opponent is not None:
            invited = await self._people.find(visit.chat.platform, request.opponent)
            if invited is None:
                return note(visit.texts("no.unknown_person", name=request.opponent[:QUOTED]))
        try:
            opened = challenge_requests.challenge(
                request, visit.player, invited, draws=self._draws(), press=visit.entropy, at=visit.at
            )
        except RefusedByMatch:
            return note(visit.texts("no.yourself"))
        except Refused as wrong:
            return note(presentation.refusal(wrong, Voice(visit.texts, {}), asked=request.game))
        if refused := await self._manners.refusal(visit, opened.invited):
            return refused
        try:
            return await self._open(visit, opened)
        except VersionConflict:  # The id is taken, a chance of one in many millions: draw another one.
            return await self._offer(visit, request)

    async def _accept(self, visit: Visit, request: interface.AcceptMatch) -> Answer:
        """Take a challenge, unless it is from somebody who wants to play with others."""
        match = await self._archive.load(request.match)
        if refused := await self._manners.keeps_away(visit, match):
            return refused
        return await self._turns.act(visit, request)

    async def _decline(self, visit: Visit, request: interface.DeclineMatch) -> Answer:
        """Refuse a challenge; he may want no other one of this person: his own board asks so, else a note."""
        answer = await self._turns.act(visit, request)
        if not answer.granted or visit.chat.private or visit.incoming.alone:
            return answer
        challenger = (await self._archive.load(request.match)).opened.challenger
        voice = Voice(visit.texts, await self._people.cast([challenger], visit.chat.platform))
        return replace(answer, note=private(presentation.declined(challenger, voice)).note)

    async def _pick(self, visit: Visit, opponent: str) -> Answer:
        """Which game is it to be?"""
        player = await self._people.find(visit.chat.platform, opponent)
        if player is None:
            return note(visit.texts("no.unknown_person", name=opponent[:QUOTED]))
        voice = Voice(visit.texts, await self._people.cast([player], visit.chat.platform))
        return private(presentation.pick_page(opponent, voice.name(player), voice), granted=False)

    async def _play_again(self, visit: Visit, match_id: MatchId) -> Answer:
        """The rematch of a match is one: whoever asks second accepts it, or is shown it again.

        So is the challenge that is made once more because it expired.
        """
        match = await self._archive.load(match_id)
        offered = challenge_requests.again if match.phase is Phase.EXPIRED else challenge_requests.rematch
        try:
            opened = offered(match, visit.player, draws=self._draws(), press=visit.entropy, at=visit.at)
        except Refused as refused:
            if isinstance(refused, RefusedByMatch) and refused.reason is Reason.OWN_CHALLENGE:
                return note(visit.texts("no.yourself"))
            return await self._answers.refuse(visit, match, refused, None)
        for code in challenge_requests.rematch_ids(match_id):
            row = await self._store.row(code)
            if row is None:
                if why_not := await self._manners.refusal(visit, opened.invited):
                    return why_not
                try:
                    return await self._open(visit, replace(opened, match=code), before=match_id)
                except VersionConflict:  # The other one was quicker.
                    return await self._play_again(visit, match_id)
            if row.phase == Phase.CHALLENGE.value and visit.player in row.awaited:
                return await self._accept(visit, interface.AcceptMatch(code))
            if row.phase not in ENDED_UNPLAYED:
                return await self._answers.show_board(visit, code)
        return note(visit.texts("no.no_more_rematches"))

    async def _open(self, visit: Visit, opened: Challenged, before: MatchId | None = None) -> Answer:
        """Store a challenge and show it here, and to the invited person where this chat is not his.

        `before` is the match that is played again.
        """
        notice = Notice(opened.invited, question=1) if opened.invited else None
        here = notice is None or await self._places.is_on(visit.chat.platform, notice.player)
        if notice and (visit.chat.private or not here):
            board = visit.new_board(opened.match)
            there = await self._where_he_played(visit, opened, notice, before) if before and not here else ()
            theirs = there or await self._private_board(visit, opened, notice)
        else:
            board, theirs = visit.new_board(opened.match, notice), ()
        self._places.misses(theirs)
        shown = self._boards.unsaved()
        try:
            match = await self._archive.open(
                opened, press=visit.press, boards=(board, *theirs), shown=shown, seen=visit.seen
            )
            self._boards.saved(shown)
        except PressedBefore:
            match, board = await self._opened_before(visit, opened)
        return await self._boards.after(match.opened.match, self._answers.post(visit, match, board))

    async def _where_he_played(
        self, visit: Visit, opened: Challenged, notice: Notice, before: MatchId
    ) -> tuple[Board, ...]:
        """The challenge where the invited person is told of the match that is played again."""
        chat = await self._places.to_tell(notice.player, before, await self._store.boards_of(before))
        if chat is None or not await self._manners.lets_in(chat):
            return ()
        reader = notice.player if chat.private else None
        return (new_board(chat, opened.match, reader, after=visit.press, at=visit.at, notice=notice),)

    async def _private_board(self, visit: Visit, opened: Challenged, notice: Notice) -> tuple[Board, ...]:
        """The challenge in the private chat of the invited person."""
        board = await self._places.private_board(
            notice.player,
            opened.match,
            prefer=visit.chat.platform,
            after=visit.press,
            at=visit.at,
            notice=notice,
        )
        if board is None:
            self._reach.cuts_off(notice.player, opened.match)
        return (board,) if board else ()

    async def _opened_before(self, visit: Visit, opened: Challenged) -> tuple[Match, Board]:
        """The challenge that the same press made already, and its board here."""
        match = await self._archive.load(await self._store.pressed(visit.press) or opened.match)
        made = visit.new_board(match.opened.match)
        known = await self._store.boards_of(match.opened.match)
        return match, next((board for board in known if board.id == made.id), made)

    def _draws(self) -> Draws:
        return Draws(seed=self._draw(SEED_BYTES), code=self._draw(challenge_requests.CODE_LENGTH))
