"""Pages about what is kept of people, and about being forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from bot import interface
from bot.interface import Account, Button, Screen
from bot.presentation.phrasing import Phrasing, isolated, shortened
from bot.presentation.prompts import in_rows


def privacy_page(contact: str, phrasing: Phrasing) -> Screen:
    """All that is kept about people; `contact`: how they reach the host, if the host tells that."""
    texts = phrasing.texts
    told = [texts("privacy.text")]
    if contact:
        told.append(texts("privacy.contact", contact=isolated(contact)))
    copy = Button(texts("button.my_data"), interface.ShowMyData())
    forget = Button(texts("button.forget"), interface.ForgetMe(sure=False), "danger")
    return Screen("\n".join(told), texts("title.privacy"), rows=in_rows([copy, forget]))


def forget_page(accounts: Sequence[Account], running: int, challenges: int, phrasing: Phrasing) -> Screen:
    """Ask once more before somebody is forgotten.

    Args:
        accounts: theirs, on any platform.
        running: how many matches they resign by it.
        challenges: how many they withdraw or decline.
        phrasing: theirs.
    """
    texts = phrasing.texts
    lines = [texts("forget.kept", accounts=", ".join(_named(account, phrasing) for account in accounts))]
    if running:
        lines.append(texts("forget.running", count=running))
    if challenges:
        lines.append(texts("forget.challenges", count=challenges))
    lines += [texts("forget.finished"), texts("forget.others"), texts("forget.messages")]
    own = (f"forget.on.{account.platform}" for account in accounts)
    lines += [texts(key) for key in dict.fromkeys(own) if key in texts.messages]
    sure = Button(texts("button.forget_sure"), interface.ForgetMe(sure=True), "danger")
    no = Button(texts("button.never_mind"), interface.Dismiss())
    return Screen("\n".join(lines), texts("title.forget"), rows=((sure, no),))


def _named(account: Account, phrasing: Phrasing) -> str:
    platform = phrasing.texts.get(f"platform.{account.platform}", account.platform)
    return phrasing.texts("forget.account", name=isolated(shortened(account.name)), platform=platform)
