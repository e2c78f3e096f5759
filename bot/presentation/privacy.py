"""Pages about what is kept of people, and about being forgotten."""

from __future__ import annotations

from collections.abc import Sequence

from bot import interface
from bot.interface import (
    Account,
    Button,
    Screen,
)
from bot.presentation.phrasing import (
    Voice,
    isolated,
    shortened,
)
from bot.presentation.prompts import in_rows


def privacy_page(voice: Voice) -> Screen:
    """All that is kept about people."""
    texts = voice.texts
    forget = Button(texts("button.forget"), interface.ForgetMe(sure=False), "danger")
    return Screen(texts("privacy.text"), texts("title.privacy"), rows=in_rows([forget]))


def forget_page(accounts: Sequence[Account], running: int, challenges: int, voice: Voice) -> Screen:
    """Ask once more before somebody is forgotten.

    Args:
        accounts: his, on any platform.
        running: how many matches he resigns by it.
        challenges: how many he withdraws or declines.
        voice: his.
    """
    texts = voice.texts
    lines = [texts("forget.kept", accounts=", ".join(_named(account, voice) for account in accounts))]
    if running:
        lines.append(texts("forget.running", count=running))
    if challenges:
        lines.append(texts("forget.challenges", count=challenges))
    lines += [texts("forget.finished"), texts("forget.messages")]
    sure = Button(texts("button.forget_sure"), interface.ForgetMe(sure=True), "danger")
    no = Button(texts("button.never_mind"), interface.NeverMind())
    return Screen("\n".join(lines), texts("title.forget"), rows=((sure, no),))


def _named(account: Account, voice: Voice) -> str:
    platform = voice.texts.get(f"platform.{account.platform}", account.platform)
    return voice.texts("forget.account", name=isolated(shortened(account.name)), platform=platform)
