"""Which sentences were spoken, and which of them were read by somebody."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from bot.texts import Texts

KEPT = 50  # sentences of one key that nobody has read yet
BEGIN, END = "\ue000", "\ue001"
LINE_NUMBER = re.compile(r"^\d+\. ", re.MULTILINE)
MARKED = re.compile(f"{BEGIN}[^{BEGIN}{END}]*{END}")


def bare(words: str) -> str:
    """What no catalogue has said."""
    found = 1
    while found:
        words, found = MARKED.subn("", words)
    return words


class Spoken:
    """Remembers what is said, until somebody reads it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, marks: bool = False) -> None:
        """From now on everything that any language says is remembered.

        Args:
            monkeypatch: ends it.
            marks: every sentence is put between two signs, to find words that stand in no catalogue.
        """
        self.read: defaultdict[str, set[str]] = defaultdict(set)
        """The keys that somebody has read, by language."""
        self.filled: defaultdict[str, set[str]] = defaultdict(set)
        """With marks: what filled the places of sentences and stands in no catalogue, by place."""
        self.unsaid = set[str]()
        """With marks: words that somebody has read and that stand in no sentence."""
        self.marks = marks
        self._said: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        said = Texts.__call__

        def speak(texts: Texts, key: str, **values: object) -> str:
            sentence = said(texts, key, **values)
            if self.marks:
                for place, value in values.items():
                    self.filled[place].add(bare(str(value)))
                return f"{BEGIN}{sentence}{END}"
            if key not in self.read[texts.language]:
                waiting = self._said[texts.language, key]
                waiting[sentence] = None
                if len(waiting) > KEPT:
                    del waiting[next(iter(waiting))]
            return sentence

        monkeypatch.setattr(Texts, "__call__", speak)

    def heard(self, *words: str) -> None:
        """Somebody has received these."""
        if self.marks:
            self.unsaid |= {left for said in words if (left := bare(said).strip())}
        received = "\n".join(words).casefold()
        received += LINE_NUMBER.sub("", received)  # of lists, whose lines may stand in a catalogue
        for (language, key), sentences in list(self._said.items()):
            if any(sentence.casefold() in received for sentence in sentences):
                self.read[language].add(key)
                del self._said[language, key]
