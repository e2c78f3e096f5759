"""One open page: what it shows, and what is pressed there.

| from the page | fields | meaning |
| --- | --- | --- |
| `open` | `proof` `match` | who is there: `proof` has a `link`, `session` or `telegram` to show |
| `press` | `on` `payload` `id` | a button was pressed, on the `board` or on the `note` |

| to the page | fields | meaning |
| --- | --- | --- |
| `opened` | `session` `match` | what opens it again, and the code of the match; |
| | `language` `texts` | how whoever opened it reads, and the page's own sentences |
| `closed` | `text` | nothing can be shown, and why |
| `board`, `note` | `message` | as the web chat's messages; each takes the place of the one before |
| `answered` | `id` | the press has been dealt with |
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from typing import Any

from bot.interface import (
    AtTable,
    Choose,
    Incoming,
    Message,
    OpenMatch,
    OpenTable,
    Request,
    Response,
    ShowBoard,
    ShowHand,
    ShowLegend,
    ShowRules,
    TableFront,
    Unwatch,
    Watch,
    delivered,
    match_of,
)
from bot.platforms import callback_data
from bot.platforms.table.passes import Pass
from bot.platforms.web import messages
from bot.platforms.web.connection import Connection
from games.events import MatchId

ON_PAGE = "table"
"""What a press on the page names as its message: one that its reader alone sees, as a note is."""

_ELSEWHERE = (ShowBoard, ShowHand, OpenMatch, OpenTable, Watch, Unwatch)
"""What makes sense in a chat alone."""

log = logging.getLogger(__name__)


class OpenPage:
    """Shows one match to one person, and brings it up to date."""

    def __init__(self, front: TableFront, line: Connection, known: Pass, seen: AtTable) -> None:
        self.known, self.match = known, seen.match
        self._front, self._line, self._seen = front, line, seen
        self._behind = self._ended = False
        self._showing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._shown: messages.Shown = {}
        self._show(seen.message)

    def fall_behind(self) -> None:
        """Something has happened in the match."""
        self._behind = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._catch_up())

    def end(self, why: str) -> None:
        """Show nothing more, and have nothing done."""
        self._ended = True
        self._line.send(frame("closed", text=why))

    async def finish(self) -> None:
        """It is closed."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def press(self, on: str, payload: str, press: str) -> None:
        """Have something done; a page shows one match, and asks for nothing else."""
        await self._catch_up()  # whoever looks may be somebody else by now
        request, account = callback_data.decode(payload), self._seen.account
        if self._ended or not serves(request, self.match):
            return
        incoming = Incoming(
            account, self._seen.chat, request, f"table/{account.id}/{press}", ON_PAGE, ephemeral=True
        )
        answer = await self._front.handle(incoming)
        async with delivered(self._front, answer):
            pass  # a board of a chat: the bot shows it there by itself
        self._answer(request, on, answer)
        await self._catch_up()

    def _answer(self, request: Request, on: str, answer: Response) -> None:
        """What has been chosen so far, and what there is to say besides."""
        board, said = answer.update, answer.note
        if not isinstance(request, Choose) and said is None:
            board, said = None, board
        if board is not None and not self._behind:
            self._show(replace(board, language=board.language or answer.language))
        said = said or (replace(answer.post, rows=()) if answer.post else None)
        if said is not None:
            self._line.send(frame("note", message=self._drawn(said, answer.language, "note")))
        elif on == "note" or isinstance(request, Choose):
            self._line.send(frame("note", message=None))

    async def _catch_up(self) -> None:
        """Show the match as it stands, unless the page shows that already."""
        async with self._showing:
            while self._behind and not self._ended:
                self._behind = False
                known = self.known
                try:
                    seen = await self._front.at_table(known.platform, known.account, self.match)
                except Exception:
                    log.exception("a page of match %s could not be brought up to date", self.match)
                    return
                if isinstance(seen, str):
                    self.end(seen)
                    return
                self._seen = seen
                self._show(seen.message)

    def _show(self, message: Message) -> None:
        drawn = self._drawn(message, "", "board")
        if drawn != self._shown:
            self._shown = drawn
            self._line.send(frame("board", message=drawn))

    def _drawn(self, message: Message, language: str, kind: str) -> messages.Shown:
        """A message with the buttons that work here."""
        rows = tuple(
            tuple(button for button in row if serves(button.request, self.match)) for row in message.rows
        )
        served = replace(message, rows=tuple(filter(None, rows)), language=message.language or language)
        drawn = messages.note(served, id=kind, chat=ON_PAGE, at=0, used="")
        return {**drawn, "kind": "bot"} if kind == "board" else drawn


def serves(request: Request, match: MatchId) -> bool:
    """Whether the page of a match answers this request."""
    if isinstance(request, ShowRules | ShowLegend):
        return True
    return match_of(request) == match and not isinstance(request, _ELSEWHERE)


def frame(kind: str, **fields: Any) -> str:
    """A frame for a page."""
    return json.dumps({"type": kind, **fields}, ensure_ascii=False)
