"""The languages that the quick tests speak where each takes its time; the long ones speak all."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest

from bot.texts import DEFAULT, LANGUAGES
from bot.texts.catalogue import catalogues
from tests.games.sampling import cases


def _drawn() -> str:
    """One of the languages, by lot: another one when texts have changed, but the same on every machine."""
    contents = (file.read_bytes() for tag in LANGUAGES for file in catalogues(tag))
    lot = int.from_bytes(hashlib.sha256(b"".join(contents)).digest()[:8])
    return list(LANGUAGES)[lot % len(LANGUAGES)]


LONG_WORDS = "de"
"""Where a language takes much room, here it takes it."""

SAMPLE = frozenset({DEFAULT, LONG_WORDS, _drawn()})

some_languages = pytest.mark.parametrize(
    "language",
    [tag if tag in SAMPLE else pytest.param(tag, marks=pytest.mark.long) for tag in LANGUAGES],
)
"""A test for each language, most of them long."""

TELLING = frozenset(
    {
        *("sahara target=30 foreign_store=choice start=swap", "sator", "stacko"),
        *("sato variant=open table=small", "sato variant=hidden table=large"),
    }
)
"""Cases in which games say nearly all that they can say; others differ from them in numbers."""


def _cases() -> Iterator[object]:
    for language in LANGUAGES:
        for case in cases():
            (named,) = case.values
            if language in SAMPLE or str(named) in TELLING:
                marks = case.marks if language in SAMPLE else pytest.mark.long
                yield pytest.param(named, language, id=f"{case.id}-{language}", marks=marks)


cases_in_languages = pytest.mark.parametrize(("case", "language"), [*_cases()])
"""Every case in some languages, and in all others, which is long, those in which much is said."""
