"""The languages that the quick tests speak where each takes its time; the long ones speak all."""

from __future__ import annotations

import hashlib

import pytest

from bot.texts import DEFAULT, LANGUAGES
from bot.texts.catalogue import catalogues


def _drawn() -> str:
    """One of the languages, by lot: another one when texts have changed, but the same on every machine."""
    contents = (file.read_bytes() for tag in LANGUAGES for file in catalogues(tag))
    lot = int.from_bytes(hashlib.sha256(b"".join(contents)).digest()[:8])
    return list(LANGUAGES)[lot % len(LANGUAGES)]


SAMPLE = frozenset({DEFAULT, "de", _drawn()})
"""German has long words."""

some_languages = pytest.mark.parametrize(
    "language",
    [tag if tag in SAMPLE else pytest.param(tag, marks=pytest.mark.long) for tag in LANGUAGES],
)
"""A test for each language, most of them long."""
