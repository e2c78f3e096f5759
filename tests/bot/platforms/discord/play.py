"""Plays on Discord in few words."""

from __future__ import annotations

from tests.bot.platforms.discord.setup import Table, choices, mover
from tests.loopback.discord.people import Asked
from tests.loopback.discord.sight import Shown

CALLBACK, HOOK = r"/callback$", r"^/webhooks/"
POST, BY_ITSELF = r"^/channels/\d+/messages$", r"^/channels/\d+/messages/\d+$"
EDIT = rf"{BY_ITSELF}|{HOOK}.*/messages/"  # by the bot itself, or by the token of a press


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
