"""Whether labels and titles call a thing as the glossary has decided, and so as rules and lessons do.

A term of `language.toml` is known by the stems of its words; several forms may stand there. `seen.terms` has
keys of what is right without it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from bot.texts import DEFAULT
from tools.languages.checks import TYPED
from tools.languages.language import Finding, Language

LABELS = re.compile(r"(?:button|menu|title)\..*|\w+\.choice\..*")
_WORDS = "block chat claim face game level link match move offer part place player round row store turn"
SEVERAL_SENSES = frozenset({*_WORDS.split(), "take back"})
"""English words that mean other things, too."""
WORD = re.compile(r"[^\W\d_][\w\u0300-\u036f\u0900-\u097f\u200c\u200d]*")
END, LEAST = 2, 3
"""Letters that differ between the forms of a word, and those that are left at least."""


def terms(ours: Language) -> Iterator[Finding]:
    """Labels have the words that were decided."""
    decided = _decided(ours)
    for entry in ours.filled if ours.tag != DEFAULT else ():
        if LABELS.fullmatch(entry.key) and entry.key not in ours.seen("terms"):
            said = " ".join(entry.said).casefold()
            for term in _named(entry.english[-1], decided):
                if not any(stem in said for stem in map(_stem, WORD.findall(decided[term].casefold()))):
                    yield ours.finding(
                        entry, f"{term} is called otherwise than “{decided[term]}”: right? then seen.terms"
                    )


def _decided(ours: Language) -> Mapping[str, str]:
    """What stands for each English word, in all its senses: some are told apart in brackets."""
    found = defaultdict[str, str](str)
    for term, words in ours.table("terms").items():
        found[term.partition(" (")[0]] += f" {words}"
    return {word: found[word].strip() for word in found if word not in SEVERAL_SENSES}


def _named(sentence: str, words: Mapping[str, object]) -> Iterator[str]:
    """Which of these words an English sentence has."""
    plain = re.sub(r"\{\w*\}", " ", TYPED.sub(" ", sentence))
    return (word for word in words if re.search(rf"\b{word}(?:e?s|e?d|n)?\b", plain, re.IGNORECASE))


def _stem(word: str) -> str:
    return word[: max(LEAST, len(word) - END)]
