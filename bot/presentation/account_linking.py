"""Sentences about two accounts that become one player, and about those that come apart."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interface import Account, Button, Dismiss, Message, Screen, UnlinkAccount
from bot.presentation.phrasing import Phrasing, isolated, shortened
from bot.presentation.prompts import in_rows
from bot.texts import Texts


def link_code(code: str, seconds: int, texts: Texts) -> Message:
    """The code, for the eyes of its owner, and how long it is good."""
    return Message(texts("link.code", code=code, time=texts.duration(seconds)))


def linked(other: Account, texts: Texts) -> Message:
    """What one account is told: with whom it is one player now."""
    return Message(texts("link.joined", **_called(other, texts)))


def unlink_page(accounts: Sequence[Account], under_way: int, phrasing: Phrasing) -> Screen:
    """Ask which account is to be a player of its own.

    Args:
        accounts: theirs, several.
        under_way: how many challenges and matches stay with the others.
        phrasing: theirs.
    """
    texts = phrasing.texts
    lines = [texts("unlink.ask")]
    if under_way:
        lines.append(texts("unlink.under_way", count=under_way))
    ways = [
        Button(
            texts("button.unlink", platform=_called(one, texts)["platform"]),
            UnlinkAccount(one.platform),
            "danger",
        )
        for one in accounts
    ]
    return Screen("\n".join(lines), rows=in_rows([*ways, Button(texts("button.never_mind"), Dismiss())]))


def unlinked(account: Account, texts: Texts) -> Message:
    """What the accounts that came apart are told."""
    return Message(texts("unlink.done", **_called(account, texts)))


def _called(account: Account, texts: Texts) -> dict[str, str]:
    platform = texts.get(f"platform.{account.platform}", account.platform)
    return {"name": isolated(shortened(account.name)), "platform": platform}
