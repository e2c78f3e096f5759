"""The page of a match: shows one match to one person and carries out their presses.

It is not a chat, and nothing on it is stored: after each change, the board is made from the viewer's view. A
person is admitted by a link from the bot, by Telegram, by Discord, or by the session that the page got when
it was first opened.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from yarl import URL

from bot.interface import (
    GUEST,
    Account,
    Answer,
    AskHint,
    Choose,
    Dismiss,
    ForgetMe,
    Incoming,
    LinkAccounts,
    Note,
    OpenMatch,
    OpenPage,
    PageFront,
    Post,
    Request,
    Screen,
    SeenMatch,
    ShowBoard,
    ShowHand,
    ShowLegend,
    ShowMore,
    ShowRules,
    Unwatch,
    Update,
    Watch,
    cancel_tasks,
    delivered,
    match_of,
)
from bot.platforms import callback_data
from bot.platforms.embedding import Embedding, NoAnswer, Unidentified
from bot.platforms.spec import HOST
from bot.platforms.web import messages
from bot.platforms.web.frames import Frame, Hello, Malformed, NotLetIn, Open, Press, encode, problem
from bot.platforms.web.guests import Guests, account_id, guest_account
from bot.platforms.web.launches import Launches
from bot.platforms.web.passes import (
    ExpiredInitData,
    ForgedInitData,
    Links,
    Pass,
    Sessions,
    is_browser_secret,
    verify_init_data,
)
from bot.platforms.web.public_pages import PublicPages, WaysIn
from bot.platforms.web.server import Connection, Page, Server, page_texts
from bot.texts import texts_for
from games.events import MatchId, match_id_of

FRAME_MAX_BYTES = 16 * 1024
MOST_PAGES = 8  # open at a time, for one person
FRAMED_BY = "https://web.telegram.org"
ON_PAGE = "table"
"""The message id of presses on the page; only the viewer sees that message, as with a note."""
BOARD, NOTE, SAID = "board", "note", "said"
"""The ids of the messages of a page; what the opponent said stays while other notes come and go."""

_ONLY_IN_CHATS = (ShowBoard, ShowHand, OpenMatch, OpenPage, Watch, Unwatch)
"""Requests that only make sense in a chat."""

_FOR_GUESTS = (LinkAccounts, ForgetMe, Dismiss)
"""Requests about an account that has no chat in which to make them."""

log = logging.getLogger(__name__)


class MatchPages:
    """All open pages of matches, and the check of who may open one."""

    def __init__(
        self,
        front: PageFront,
        public_url: str,
        port: int,
        sessions: Sessions,
        *,
        token: str = "",
        embedding: Embedding | None = None,
        guests: Guests | None = None,
        ways_in: WaysIn = lambda _: (),
    ) -> None:
        """Prepare the pages; `start` opens the port.

        Args:
            front: the bot.
            public_url: the URL of the pages.
            port: on 127.0.0.1; 0 takes a free one.
            sessions: with which pages are opened again.
            token: of the bot on Telegram; "": Telegram opens no page.
            embedding: shows the pages in a frame of its own.
            guests: the adapter for people without an account; None: nobody writes to them.
            ways_in: links into the chats with the bot.
        """
        self.front = front
        self.sessions = sessions
        self._links = Links(sessions.clock)
        self._url = URL(public_url)
        self._token = token
        self._embedding = embedding
        self._launches = Launches(front.shared_value, front.change_shared)
        self.open: set[MatchPage] = set()
        """The pages whose viewers were admitted."""
        self.public = PublicPages(front, self._url, ways_in)
        self.offered: dict[MatchPage, str] = {}
        """The pages that offer a seat, by the secret of its link."""
        self.guests = guests or Guests()
        proxies = [str(self._url.origin()), *([embedding.origin] if embedding else [])]
        # Without a proxy only names of this machine lead here.
        straight = embedding is None and self._url == URL(f"http://{HOST}:{port}/")
        self._server = Server(
            "match",
            port,
            open_page=self.open_page,
            frame_max=FRAME_MAX_BYTES,
            origins=[] if straight else proxies,
            framed_by=f"{FRAMED_BY} {embedding.framed_by}" if embedding else FRAMED_BY,
            routes=self.public.routes,
        )
        front.serve_pages(self)
        front.when_forgotten(self._forget)

    @property
    def port(self) -> int:
        """The port to which a proxy forwards requests."""
        return self._server.port

    async def start(self) -> None:
        """Open the port.

        Raises:
            OSError: it is taken or forbidden.
        """
        await self._server.start()

    async def stop(self) -> None:
        await self._server.stop()

    def link(self, account: Account, match: MatchId) -> str:
        """A URL that shows the match to this person; valid once."""
        fragment = self._links.create(Pass(account.platform, account.id, match))
        return str(self._url.with_fragment(fragment))

    def public_link(self, match: MatchId) -> str:
        return self.public.link(match)

    def seat_link(self, secret: str) -> str:
        return str(self._url.with_fragment(f"seat={secret}"))

    def changed(self, match: MatchId | None) -> None:
        """Mark the pages of this match as behind; None: all pages."""
        for page in self.open:
            if match in (None, page.match):
                page.fall_behind()

    @property
    def embedded_in(self) -> str:
        return self._embedding.platform if self._embedding else ""

    async def launched(self, account: Account, instance: str, match: MatchId) -> None:
        """Remember the match, and show it on the page that this person has open in the instance."""
        await self._launches.note(instance, account.id, match)
        for page in self.open:
            if page.instance == instance and page.is_of(account.platform, account.id):
                page.switch_to(match)

    def open_page(self, connection: Connection) -> MatchPage:
        """Create the state of a page that was opened."""
        return MatchPage(self, connection)

    def has_many(self, viewer: Pass) -> bool:
        """Whether a person has reached the limit of open pages."""
        return sum(page.is_of(viewer.platform, viewer.account) for page in self.open) >= MOST_PAGES

    async def identify(self, frame: Open) -> tuple[Pass, MatchId | None]:
        """Identify the person who opens a page, and the match that they ask for.

        Raises:
            NotLetIn: none of the page's credentials is valid; the message gives the reason.
        """
        if frame.code or (frame.instance and not frame.session):
            return await self._identify_embedded(frame)
        texts = texts_for(frame.language)
        match = match_id_of(frame.match)
        opens = texts("button.table_embedded" if frame.instance else "button.table")
        refusal = texts("no.table_forged", button=opens)
        if frame.telegram:
            try:
                launch = verify_init_data(frame.telegram, self._token, self.sessions.clock())
                await self.front.register(launch.account)
                return Pass(launch.account.platform, launch.account.id, None), launch.match or match
            except ExpiredInitData:
                refusal = texts("no.table_aged")
            except ForgedInitData:
                pass
        if frame.link:
            if viewer := self._links.redeem(frame.link):
                return viewer, viewer.match
            refusal = texts("no.table_link", button=texts("button.table"))
        if viewer := self.sessions.read(frame.session):
            return viewer, viewer.match or match
        if is_browser_secret(frame.browser):
            return Pass(GUEST, account_id(frame.browser), None), match
        raise NotLetIn(refusal)

    async def _identify_embedded(self, frame: Open) -> tuple[Pass, MatchId | None]:
        """The same in the frame of a platform: one's own launch there counts first, then that of others."""
        texts = texts_for(frame.language)
        try:
            if self._embedding is None or not (frame.code and frame.instance):
                raise Unidentified
            account = await self._embedding.identify(frame.code, frame.instance)
        except Unidentified:
            raise NotLetIn(texts("no.table_embedded_forged", button=texts("button.table_embedded"))) from None
        except NoAnswer:
            raise NotLetIn(texts("no.table_embedded_later")) from None
        await self.front.register(account)
        match = await self._launches.match_of(frame.instance, account.id)
        return Pass(account.platform, account.id, None), match

    async def _forget(self, account: Account) -> bool:
        """Revoke the links and end the pages of a person who is forgotten."""
        self._links.revoke(account.platform, account.id)
        if account.platform == GUEST:
            self.guests.forget(account.id)
        for page in self.open:
            if page.is_of(account.platform, account.id):
                key = "seat.forgotten" if account.platform == GUEST else "no.table_nobody"
                page.end(texts_for(account.language)(key))
        return True


class MatchPage(Page):
    """One open page: shows its match and keeps it up to date."""

    def __init__(self, pages: MatchPages, connection: Connection) -> None:
        super().__init__(connection)
        self._pages = pages
        self._front = pages.front
        self._viewer: Pass | None = None
        self._seen: SeenMatch | None = None
        self._shown: messages.Shown = {}
        self._behind = 0  # changes that it does not show yet
        self._more = False  # its note is what is behind *More*, and follows the match
        self._pressed = False  # a press is being handled, whose answer may show them
        self._ended = False
        self.instance = ""
        """What its viewer shares with others in one frame; only what the page says."""
        self._next: MatchId | None = None  # shown instead of the present match when it catches up
        self._catching_up = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None  # catches up

    @property
    def match(self) -> MatchId | None:
        """The match that it shows; None before its viewer is admitted."""
        return self._seen.match if self._seen else None

    @property
    def is_over(self) -> bool:
        """Whether the match that it shows has ended."""
        return self._seen is not None and self._seen.message.turn == "over"

    def is_of(self, platform: str, account: str) -> bool:
        """Whether this account is its viewer."""
        viewer = self._viewer
        return viewer is not None and (viewer.platform, viewer.account) == (platform, account)

    @property
    def is_admitted(self) -> bool:
        return self._seen is not None

    async def admit(self, first: Hello | Open) -> None:
        if not isinstance(first, Open):
            raise Malformed("the page of a match is no chat")
        viewer, seen = await self._arrival(first)
        if viewer is None:  # they are offered a seat
            return
        if isinstance(seen, str):
            raise NotLetIn(seen)
        if self._pages.has_many(viewer):
            raise NotLetIn(texts_for(first.language)("no.too_fast", count=60))
        self._viewer = viewer
        self._seen = seen
        self.instance = first.instance
        self.connection.keep_open()
        self._welcome(viewer, seen)
        self._show(seen)
        self._pages.open.add(self)
        if viewer.platform == GUEST:
            self._pages.guests.arrive(self, viewer.account)
        self.fall_behind()  # something may have happened while it was being opened

    async def _arrival(self, first: Open) -> tuple[Pass | None, SeenMatch | str]:
        """Who has opened the page, and what they see, or a refusal; nobody if they are offered a seat."""
        if first.seat and first.name:
            return await self._sit_down(first)
        if first.seat:
            guest = account_id(first.browser) if is_browser_secret(first.browser) else ""
            offered = await self._front.offered_seat(first.seat, first.language, guest)
            if isinstance(offered, Screen):
                self._offer_seat(first, offered)
                return None, ""
            return Pass(GUEST, guest, None), offered
        viewer, match = await self._pages.identify(first)
        return viewer, await self._front.see_match(viewer.platform, viewer.account, match, opening=True)

    def _offer_seat(self, first: Open, offered: Screen) -> None:
        """Show the challenge behind a link to a person who has not taken the seat yet."""
        others = [
            page for page, seat in self._pages.offered.items() if seat == first.seat and page is not self
        ]
        if len(others) >= MOST_PAGES:
            raise NotLetIn(texts_for(first.language)("no.too_fast", count=60))
        self._pages.offered[self] = first.seat
        self.connection.keep_open()
        message = messages.unstored(offered, id=BOARD, chat=ON_PAGE)
        language = offered.language
        self.connection.send(
            encode("offered", message=message, language=language, texts=page_texts(texts_for(language)))
        )

    async def _sit_down(self, first: Open) -> tuple[Pass, SeenMatch | str]:
        if not is_browser_secret(first.browser):
            raise Malformed("'browser' must be a secret of this browser")
        account = guest_account(first.name, first.language, first.browser)
        return Pass(GUEST, account.id, None), await self._front.take_seat(first.seat, account)

    async def serve(self, frame: Frame) -> None:
        if self._seen is None or not isinstance(frame, Press):
            raise Malformed("the page of a match is no chat")
        await self._press(self._seen.match, frame)

    async def leave(self) -> None:
        self._pages.open.discard(self)
        self._pages.offered.pop(self, None)
        self._pages.guests.leave(self)
        if self._task is not None:
            await cancel_tasks(self._task)

    def fall_behind(self) -> None:
        """Note that the match has changed, and start to catch up."""
        self._behind += 1
        if not self._pressed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._catch_up())

    def switch_to(self, match: MatchId) -> None:
        """Show another match from now on."""
        self._next = match
        self.fall_behind()

    def end(self, why: str) -> None:
        """Stop showing the match and answering presses."""
        self._ended = True
        self.connection.send(problem(NotLetIn.problem, why))

    def _welcome(self, viewer: Pass, seen: SeenMatch) -> None:
        session = self._pages.sessions.sign(viewer)
        language = seen.message.language
        texts = page_texts(texts_for(language))
        self.connection.send(
            encode("welcome", session=session, match=seen.match, language=language, texts=texts)
        )

    async def _press(self, match: MatchId, frame: Press) -> None:
        """Pass a press to the dispatcher and show the answer; ignore requests about other matches."""
        await self._catch_up()  # the viewer's account may have changed meanwhile
        request = callback_data.decode(frame.payload)
        seen = self._seen
        if seen is None or self._ended or not serves(request, match, guest=seen.guest):
            return
        press = f"{ON_PAGE}/{seen.account.id}/{frame.id}"
        account, chat = seen.account, seen.chat
        incoming = Incoming(
            account, chat, request, press, ON_PAGE, ephemeral=True, on_page=True, dark=frame.dark
        )
        self._pressed = True
        try:
            answer = await self._front.handle(incoming)
        finally:
            self._pressed = False
        async with delivered(self._front, answer):
            pass  # boards in chats are updated by the bot itself
        self._show_answer(seen, request, frame.message, answer)
        await self._catch_up()

    def _show_answer(self, seen: SeenMatch, request: Request, pressed: str, answer: Answer) -> None:
        """Show choices on the board, and any other answer in the note; `pressed` is one of these two."""
        board: Screen | None = None
        note: Screen | None = None
        match messages.in_language(answer):
            case Update(gives_way=True):
                pass
            # A choice changes the board, and so does an update with a note; any other answer is a note.
            case Update(screen, note=None) if not isinstance(request, Choose | AskHint):
                note = screen
            case Update(screen, note=beside):
                board, note = screen, beside
            case Post(screen):
                note = replace(screen, rows=())
            case Note(screen):
                note = screen
        # The answer shows the change that it made; what a finished match offers, it does not know.
        played = isinstance(request, Choose) and request.final and note is None
        if board is not None and self._behind <= (played and board.turn != "over"):
            self._behind = 0
            self._show(replace(seen, message=board))
        if note is not None:
            self.show_note(note, more=isinstance(request, ShowMore))
        elif pressed == NOTE or isinstance(request, Choose | AskHint):
            # the note is outdated
            self.connection.send(encode("deleted", chat=ON_PAGE, id=NOTE))

    def show_note(self, note: Screen, *, more: bool = False, again: bool = False, said: bool = False) -> None:
        """Show something beside the board; `again`: only if the note before it is still open."""
        if self._seen is not None and not self._ended:
            self._more = self._more if said else more
            drawn = _drawn(messages.dismissed_by_page(note), self._seen, SAID if said else NOTE)
            self.connection.send(encode("note", message={**drawn, "kind": "note", "again": again}))

    async def _catch_up(self) -> None:
        """Show the current match, unless the page shows it already."""
        async with self._catching_up:
            while self._viewer and self._behind and not self._ended:
                self._behind = 0
                viewer, before, match = self._viewer, self.match, self._next or self.match
                self._next = None
                try:
                    seen = await self._front.see_match(viewer.platform, viewer.account, match)
                except Exception:
                    log.exception("a page of match %s could not be brought up to date", self.match)
                    return
                if isinstance(seen, str):
                    self.end(seen)
                    return
                self._seen = seen
                if seen.match != before:
                    self._welcome(viewer, seen)
                    for note in (NOTE, SAID):
                        self.connection.send(encode("deleted", chat=ON_PAGE, id=note))
                    self._more = False
                self._show(seen)
                await self._follow(seen)

    async def _follow(self, seen: SeenMatch) -> None:
        """Bring what is behind *More* up to date."""
        if not self._more or seen.message.turn == "over":
            return
        more = await self._front.own_view(seen.chat, seen.account.id, seen.match, NOTE, more=True)
        if more and self._more:
            self.show_note(more, more=True, again=True)

    def _show(self, seen: SeenMatch) -> None:
        drawn = _drawn(seen.message, seen, BOARD)
        if drawn != self._shown:
            self._shown = drawn
            self.connection.send(encode("edit", message=drawn))


def serves(request: Request, match: MatchId, *, guest: bool = False) -> bool:
    """Whether the page of a match answers this request, for a guest or anybody else."""
    if isinstance(request, ShowRules | ShowLegend) or (guest and isinstance(request, _FOR_GUESTS)):
        return True
    return match_of(request) == match and not isinstance(request, _ONLY_IN_CHATS)


def _drawn(message: Screen, seen: SeenMatch, message_id: str) -> messages.Shown:
    """The message, with only those buttons that work here."""
    rows = (
        tuple(button for button in row if serves(button.request, seen.match, guest=seen.guest))
        for row in message.rows
    )
    served = replace(message, rows=tuple(filter(None, rows)))
    return messages.unstored(served, id=message_id, chat=ON_PAGE)
