"""Plays on Discord in few words, and a log in which no fault of Discord's may look like an error."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.bot.platforms.discord.setup import Table, choices, mover
from tests.loopback.discord.people import Asked
from tests.loopback.discord.sight import Shown

CALLBACK, HOOK = r"/callback$", r"^/webhooks/"
POST, BY_ITSELF = r"^/channels/\d+/messages$", r"^/channels/\d+/messages/\d+$"
EDIT = rf"{BY_ITSELF}|{HOOK}.*/messages/"  # by the bot itself, or by the token of a press
OURS = ("bot", "discord", "asyncio")


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """No fault of Discord's is an error of ours, and no record tells a token or what a button carries."""
    caplog.set_level(logging.INFO)
    logging.getLogger("bot").setLevel(logging.DEBUG)
    yield caplog
    logging.getLogger("bot").setLevel(logging.NOTSET)
    records = [record for record in caplog.records if record.name.split(".")[0] in OURS]
    assert [record.getMessage() for record in records if record.levelno >= logging.ERROR] == []
    assert not [record.getMessage() for record in records if record.exc_info]
    told = "\n".join(f"{record.getMessage()} {record.exc_text or ''}" for record in records)
    for secret in ("aW50ZXJhY3Rpb24", "tests.of-the-table", "custom_id", "c:", "hollow"):
        assert secret not in told


def public(there: Table) -> list[Shown]:
    return there.discord.messages(there.channel)


async def play(there: Table, *, wait: bool = True) -> Asked:
    """Whoever is asked plays the first thing on offer."""
    board = there.board()
    asked = there.person(mover(board)).press(board, choices(board)[0])
    if wait:
        await asked
        await there.answered()
    return asked


def plies(there: Table) -> int:
    """How many plies the newest board in the channel shows."""
    return plies_of(there.board())


def plies_of(board: Shown) -> int:
    """Its buttons carry the version of the match."""
    return int((choices(board)[0].custom_id or "").split(":")[2], 36) - 2


async def show_privately(there: Table, *names: str) -> None:
    """These people look at the match in their private chats too."""
    code = there.board().text.splitlines()[0].split()[-1]
    for name in names:
        await there.person(name).use("board", there.discord.dm(there.person(name)), match=code)
    await there.answered()


def owns(there: Table) -> list[Shown]:
    """The newest messages in the private chats."""
    return [shown for name in ("Ada", "Ben") if (shown := there.own(name))]


def told(shown: Shown) -> str:
    """What a board says of the last turn."""
    return shown.text.splitlines()[1]
