"""Which sentences were spoken, and which of them were read by somebody."""

from __future__ import annotations

from collections import defaultdict

import pytest

from bot.screen import Message
from bot.texts import Texts
from tests.bot.screens.holding import words_of

KEPT = 50  # sentences of one key that nobody has read yet


class Spoken:
    """Remembers what is said, until a message shows it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on everything that any language says is remembered."""
        self.read: defaultdict[str, set[str]] = defaultdict(set)
        """The keys that somebody has read, by language."""
        self._said: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        said = Texts.__call__

        def speak(texts: Texts, key: str, **values: object) -> str:
            sentence = said(texts, key, **values)
            if key not in self.read[texts.language]:
                waiting = self._said[texts.language, key]
                waiting[sentence] = None
                if len(waiting) > KEPT:
                    del waiting[next(iter(waiting))]
            return sentence

        monkeypatch.setattr(Texts, "__call__", speak)

    def heard(self, message: Message) -> None:
        """Somebody has received this."""
        words = "\n".join(words_of(message)).casefold()
        for (language, key), sentences in list(self._said.items()):
            if any(sentence.casefold() in words for sentence in sentences):
                self.read[language].add(key)
                del self._said[language, key]
