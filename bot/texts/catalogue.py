"""Read gettext catalogues: in each language some for the bot itself, and one per game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable

SUFFIX = ".po"

SOURCE = "en"
"""The source language, whose texts are the message ids of all catalogues."""

_LINE = re.compile(r'^(?:(msgctxt|msgid|msgid_plural|msgstr)(?:\[\d+\])? )?"(.*)"$', re.MULTILINE)
_RULE = re.compile(r"\bplural=([^;]+)")
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t"}


@dataclass(frozen=True, slots=True)
class Plural:
    """A text in each plural form of its language."""

    forms: tuple[str, ...]
    rule: Callable[[int], int]
    """Maps a number to the index of its form, as in the header of the catalogue."""

    def form(self, count: int) -> str:
        return self.forms[self.rule(count)]


Message = str | Plural
"""A text with placeholders such as {name}, or its plural forms, chosen by the value `count`."""


def languages() -> list[str]:
    """The languages that have a folder: English, then the others by their tags."""
    folders = (folder for folder in files(__package__).iterdir() if folder.is_dir())
    tags = {folder.name for folder in folders if any(_is_catalogue(file) for file in folder.iterdir())}
    return [SOURCE, *sorted(tags - {SOURCE})]


def catalogues(language: str) -> list[Traversable]:
    """The catalogue files of a language, sorted by name.

    Raises:
        LookupError: the language has no folder.
    """
    folder = files(__package__) / language
    if not folder.is_dir():
        raise LookupError(f"there are no catalogues of the language {language!r}: no folder {folder}")
    return sorted(filter(_is_catalogue, folder.iterdir()), key=lambda file: file.name)


def read(language: str) -> dict[str, Message]:
    """The messages of a language by key (`msgctxt`), without untranslated ones.

    Raises:
        LookupError: the language has no folder.
    """
    said = "msgid" if language == SOURCE else "msgstr"
    return {key: message for file in catalogues(language) for key, message in _messages(file, said)}


def file_of(language: str, key: str) -> str:
    """The catalogue that has a message, such as `de/house.po`; "" if none has it.

    Raises:
        LookupError: the language has no folder.
    """
    entry = f'\nmsgctxt "{key}"\n'
    found = (file.name for file in catalogues(language) if entry in file.read_text(encoding="utf-8"))
    return next((f"{language}/{name}" for name in found), "")


def _is_catalogue(file: Traversable) -> bool:
    return file.name.endswith(SUFFIX)


def _messages(file: Traversable, said: str) -> Iterator[tuple[str, Message]]:
    header, *entries = _entries(file.read_text(encoding="utf-8"))
    rule = _plural_rule("".join(header["msgstr"]))
    for entry in entries:
        forms = tuple(entry[said] + entry.get("msgid_plural", []) if said == "msgid" else entry[said])
        if all(forms):
            yield entry["msgctxt"][0], Plural(forms, rule) if "msgid_plural" in entry else forms[0]


def _entries(catalogue: str) -> Iterator[Mapping[str, list[str]]]:
    """What each entry says, by keyword: one string, or several of a keyword that comes several times."""
    entry: dict[str, list[str]] = {}
    said: list[str] = []
    for keyword, text in _LINE.findall(catalogue):
        if keyword in ("msgctxt", "msgid") and "msgstr" in entry:
            yield entry
            entry = {}
        if keyword:
            said = entry.setdefault(keyword, [])
            said.append("")
        said[-1] += _unescaped(text)
    yield entry


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), text) if "\\" in text else text


def _plural_rule(header: str) -> Callable[[int], int]:
    (rule,) = _RULE.findall(header)
    return c2py(rule)
