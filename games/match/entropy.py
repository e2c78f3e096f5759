"""What goes into the dice beside the seed: a key that is sealed with it, and words of whoever accepts.

`docs/fairness.md` tells what each part is good for. In logs older than keys both entropies are other texts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from games.actions import Reason, RefusedByMatch
from games.dice import seal

KEY_BYTES = 16
WORDS_MAX = 60  # characters
_LOCK = re.compile(r"lock:([0-9a-f]{64})")
_ACCEPTED = re.compile(rf"(key|fresh):([0-9a-f]{{{2 * KEY_BYTES}}})(?: (.+))?")
_PUNCTUATION = frozenset(" '\N{RIGHT SINGLE QUOTATION MARK},!?-")


def lock_of(key: bytes) -> str:
    """The entropy of a challenge: it fixes the key, and does not tell it."""
    return f"lock:{seal(key)}"


def acceptance(challenge: str, key: bytes | None, words: str, draw: Callable[[int], bytes]) -> str:
    """The entropy of an acceptance.

    Args:
        challenge: the entropy of the challenge.
        key: that it locked; None if it is not known any more: then fresh bytes stand in for it.
        words: of whoever accepts, or nothing.
        draw: gives so many random bytes.

    Raises:
        RefusedByMatch: KEY_LOST, for words without a key that was fixed before them.
    """
    if key is not None and lock_of(key) == challenge:
        return f"key:{key.hex()} {words}".rstrip()
    if words:
        raise RefusedByMatch(Reason.KEY_LOST)
    return f"fresh:{draw(KEY_BYTES).hex()}"


def seal_of(seed: str, challenge: str) -> str:
    """What is shown with a challenge: the SHA-256 of the seed and, where a key is locked, of its lock.

    Args:
        seed: in hexadecimal.
        challenge: the entropy of the challenge.
    """
    lock = _LOCK.fullmatch(challenge)
    return seal(bytes.fromhex(seed) + (bytes.fromhex(lock[1]) if lock else b""))


def is_kept(challenge: str, accepted: str) -> bool:
    """Whether an acceptance brings what the challenge allows: its key, or fresh bytes without words."""
    found = _ACCEPTED.fullmatch(accepted)
    if found is None:  # a log older than keys
        return _LOCK.fullmatch(challenge) is None
    kind, drawn, words = found.groups(default="")
    if kind == "fresh":
        return not words
    return lock_of(bytes.fromhex(drawn)) == challenge and are_plain(words)


def words_in(accepted: str) -> str:
    """The words that somebody accepted with; nothing where there are none."""
    found = _ACCEPTED.fullmatch(accepted)
    return found[3] or "" if found else ""


def is_fresh(accepted: str) -> bool:
    """Whether fresh bytes stand in for the key in the entropy of an acceptance."""
    found = _ACCEPTED.fullmatch(accepted)
    return found is not None and found[1] == "fresh"


def tidy(words: str) -> str:
    """Words as they are stored and computed with: single blanks, letters in their composed form (NFC)."""
    return unicodedata.normalize("NFC", " ".join(words.split()))


def are_plain(words: str) -> bool:
    """Whether words can be stored: tidy, not too many, and only letters, digits, blanks and '’,!?-."""
    letters = all(char in _PUNCTUATION or unicodedata.category(char)[0] in "LMN" for char in words)
    return letters and len(words) <= WORDS_MAX and words == tidy(words)
