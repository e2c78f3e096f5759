"""Pages about stored data, its deletion, and linked accounts."""

from __future__ import annotations

from collections.abc import Sequence

from bot import interface
from bot.interface import Account, Button, Dismiss, Screen, UnlinkAccount
from bot.presentation.button_rows import confirm_page, in_rows
from bot.presentation.phrasing import Phrasing, isolated, name_of
from bot.texts import Texts


def privacy_page(contact: str, phrasing: Phrasing, *, odd: bool = False) -> Screen:
    """What is kept; `odd`: also which sentences people find odd."""
    texts = phrasing.texts
    lines = [texts("privacy.text"), *([texts("privacy.odd")] if odd else []), texts("privacy.terms")]
    lines += [texts("privacy.contact", contact=isolated(contact))] if contact else []
    copy = Button(texts("button.my_data"), interface.ShowMyData())
    forget = Button(texts("button.forget"), interface.ForgetMe(sure=False), "danger")
    return Screen("\n".join(lines), texts("title.privacy"), rows=in_rows([copy, forget]))


def forget_page(accounts: Sequence[Account], running: int, challenges: int, phrasing: Phrasing) -> Screen:
    """Ask for confirmation, with the matches that the person resigns and the challenges that end by it."""
    texts = phrasing.texts
    named = (texts("forget.account", **_called(account, texts)) for account in accounts)
    platforms = dict.fromkeys(f"forget.on.{account.platform}" for account in accounts)
    lines = [
        texts("forget.kept", accounts=", ".join(named)),
        *([texts("forget.running", count=running)] if running else []),
        *([texts("forget.challenges", count=challenges)] if challenges else []),
        *(texts(f"forget.{key}") for key in ("finished", "others", "messages")),
        *(texts(key) for key in platforms if key in texts.messages),
    ]
    sure, title = texts("button.forget_sure"), texts("title.forget")
    return confirm_page("\n".join(lines), sure, interface.ForgetMe(sure=True), texts, title=title)


def link_code(code: str, seconds: int, texts: Texts) -> Screen:
    return Screen(texts("link.code", code=code, time=texts.duration(seconds)))


def linked(other: Account, texts: Texts) -> Screen:
    return Screen(texts("link.joined", **_called(other, texts)))


def unlink_page(accounts: Sequence[Account], under_way: int, phrasing: Phrasing) -> Screen:
    """Ask which account to unlink; what is under way stays with the others."""
    texts = phrasing.texts
    lines = [texts("unlink.ask")]
    if under_way:
        lines.append(texts("unlink.under_way", count=under_way))
    buttons = [
        Button(texts("button.unlink", **_called(account, texts)), UnlinkAccount(account.platform), "danger")
        for account in accounts
    ]
    buttons.append(Button(texts("button.never_mind"), Dismiss()))
    return Screen("\n".join(lines), rows=in_rows(buttons))


def unlinked(account: Account, texts: Texts) -> Screen:
    return Screen(texts("unlink.done", **_called(account, texts)))


def _called(account: Account, texts: Texts) -> dict[str, str]:
    platform = texts.get(f"platform.{account.platform}", account.platform)
    return {"name": name_of(account), "platform": platform}
