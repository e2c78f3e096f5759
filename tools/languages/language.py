"""A language as its translator sees it: entries of catalogues, and what `language.toml` decides."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.texts import DEFAULT

FOLDER = Path(__file__).parents[2] / "bot/texts"
DECISIONS = "language.toml"
MAIN = "house"
"""The catalogue whose header names the translator and whether a native has read the language."""

_HEADER = re.compile(r'^"([\w-]+): (.*)\\n"$', re.MULTILINE)

Forms = tuple[str, ...]
"""A sentence, or its plural forms."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A message of a catalogue."""

    key: str
    catalogue: str
    """The name of the file, without suffix."""
    english: Forms
    said: Forms
    """In English the `msgid`, else the `msgstr`; empty strings if it is not translated."""
    note: str = ""
    """What translators are told of it."""
    fuzzy: bool = False

    @property
    def is_filled(self) -> bool:
        """Whether it is translated, in each plural form."""
        return bool(self.said) and all(self.said)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a language, and where."""

    language: str
    catalogue: str
    key: str
    problem: str
    said: str = ""

    def __str__(self) -> str:
        place = f"{self.language}/{self.catalogue}" + (f" {self.key}" if self.key else "")
        return f"{place}: {self.problem}" + (f"\n    {self.said!r}" if self.said else "")


@dataclass(frozen=True)
class Language:
    """Catalogues by name and entries by key, with the decisions of a language."""

    tag: str
    catalogs: Mapping[str, Catalog]
    entries: Mapping[str, Entry]
    decisions: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)
    """Those of the main catalogue."""

    @property
    def filled(self) -> list[Entry]:
        """The translated entries."""
        return [entry for entry in self.entries.values() if entry.is_filled]

    def table(self, name: str) -> Mapping[str, Any]:
        """A table of `language.toml`, empty if it is not there."""
        found = self.decisions.get(name, {})
        return found if isinstance(found, dict) else {}

    def seen(self, what: str) -> frozenset[str]:
        """The keys or words that somebody has looked at and found right."""
        return frozenset(self.table("seen").get(what, ()))

    def finding(self, entry: Entry, problem: str, said: str = "") -> Finding:
        """Something that is wrong with an entry."""
        return Finding(self.tag, f"{entry.catalogue}.po", entry.key, problem, said)

    def about(self, file: str, problem: str, key: str = "") -> Finding:
        """Something that is wrong with a file."""
        return Finding(self.tag, file, key, problem)


@cache
def language(tag: str, folder: Path = FOLDER) -> Language:
    """Read all files of a language.

    Raises:
        LookupError: it has no folder.
        babel.messages.pofile.PoFileError: a file is not a valid catalogue.
        tomllib.TOMLDecodeError: `language.toml` is not valid.
    """
    home = folder / tag
    if not home.is_dir():
        raise LookupError(f"there is no folder {home}")
    catalogs = {path.stem: _catalog(path) for path in sorted(home.glob("*.po"))}
    entries = {entry.key: entry for name, each in catalogs.items() for entry in _entries(name, each, tag)}
    decisions, main = home / DECISIONS, home / f"{MAIN}.po"
    decided = tomllib.loads(decisions.read_text(encoding="utf-8")) if decisions.exists() else {}
    return Language(tag, catalogs, entries, decided, _headers(main) if main.exists() else {})


def _headers(path: Path) -> dict[str, str]:
    """All fields of a header; Babel forgets those that it does not know."""
    header, *_ = path.read_text(encoding="utf-8").split("\n\n", 1)
    return dict(_HEADER.findall(header))


def _catalog(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def _entries(name: str, catalog: Catalog, tag: str) -> Iterator[Entry]:
    for message in catalog:
        if message.id:
            english, said = _forms(message.id), _forms(message.string)
            note = " ".join(message.auto_comments)
            said = english if tag == DEFAULT else said
            yield Entry(str(message.context), name, english, said, note, message.fuzzy)


def _forms(said: Any) -> Forms:
    return (said,) if isinstance(said, str) else tuple(said or ())
