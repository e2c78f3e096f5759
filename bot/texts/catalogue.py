"""Read gettext catalogues: in each language some for the bot itself, and one per game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable

from babel.messages.pofile import read_po

SUFFIX = ".po"

SOURCE = "en"
"""The source language, whose texts are the message ids of all catalogues."""


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


def catalogues(language: str) -> list[Traversable]:
    """The catalogue files of a language, sorted by name.

    Raises:
        LookupError: the language has no folder.
    """
    folder = files(__package__) / language
    if not folder.is_dir():
        raise LookupError(f"there are no catalogues of the language {language!r}: no folder {folder}")
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(SUFFIX)), key=lambda file: file.name
    )


def read(language: str) -> dict[str, Message]:
    """The messages of a language by key (`msgctxt`), without untranslated ones.

    Raises:
        LookupError: the language has no folder.
        babel.messages.pofile.PoFileError: a file is not a valid catalogue.
    """
    return {key: message for file in catalogues(language) for key, message in _messages(file, language)}


def _messages(file: Traversable, language: str) -> Iterator[tuple[str, Message]]:
    with file.open("rb") as stream:
        catalog = read_po(stream, abort_invalid=True)
    rule = c2py(catalog.plural_expr)
    for message in catalog:
        if not message.context:  # the header
            continue
        forms = message.id if language == SOURCE else message.string
        if isinstance(forms, str):
            if forms:
                yield message.context, forms
        elif forms and all(forms):
            yield message.context, Plural(tuple(forms), rule)
