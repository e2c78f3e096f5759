"""Who people are in the web chat: a name is all they give, and the same name is the same person."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from bot.interface import Account
from bot.texts import texts_for

PLATFORM = "web"
NAME_MAX = 32  # characters, as on Discord

_ID = re.compile(r"[0-9a-f]{16}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_JOINERS = str.maketrans("", "", "\u200c\u200d")
"""Invisible, but Persian words and composed emoji need them."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs by category, yet nothing is seen of them."""


class Refused(ValueError):
    """Somebody cannot be here like this; the message says why, in their language."""

    problem: str
    """As frames name it."""


class BadName(Refused):
    """The name is empty, too long, not visible, or taken."""

    problem = "bad_name"


class NotLetIn(Refused):
    """Neither the token nor an earlier visit lets this browser in."""

    problem = "not_let_in"


def meet(name: str, language: str) -> Account:
    """The person of this name.

    Names that look the same are the same: compatibility forms, upper and lower case, and runs of blanks
    make no difference.

    Args:
        name: as it was typed.
        language: a tag such as `de-AT`; anything else counts as English.

    Raises:
        BadName
    """
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    visible, texts = shown.translate(_JOINERS), texts_for(language)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in visible):
        raise BadName(texts("no.name_unseen"))
    if len(shown) > NAME_MAX:
        raise BadName(texts("no.name_long", most=NAME_MAX))
    if not visible.isprintable() or not _BLANKS.isdisjoint(visible):
        raise BadName(texts("no.name_hidden"))
    return Account(PLATFORM, _id(visible), shown, language if _LANGUAGE.fullmatch(language) else "en")


def is_account_id(text: str) -> bool:
    """Whether `meet` can have given this id."""
    return _ID.fullmatch(text) is not None


def _id(visible: str) -> str:
    """Short, and of letters that fit into buttons, whatever script the name has."""
    # Folding the case can undo the normal form (Unicode, section 3.13, compatibility caseless match).
    same = unicodedata.normalize("NFKC", visible.casefold())
    return hashlib.blake2s(same.encode(), digest_size=8).hexdigest()
