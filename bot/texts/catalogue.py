"""Reads gettext catalogues: in each language some for the bot itself, and one a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable

from babel.messages.pofile import read_po

SUFFIX = ".po"

SOURCE = "en"
"""The language that the others are translated from: its sentences are the ids of all catalogues."""


@dataclass(frozen=True, slots=True)
class Plural:
    """A sentence in each plural form of its language."""

    forms: tuple[str, ...]
    rule: Callable[[int], int]
    """From a number to its form, as the catalogue's header says."""

    def form(self, count: int) -> str:
        """The sentence for this number."""
        return self.forms[self.rule(count)]


Message = str | Plural
"""A sentence with places such as {name}; or one for each plural form, chosen by the value `count`."""


def catalogues(language: str) -> list[Traversable]:
    """The files of a language, in the order of their names.

    Raises:
        LookupError: it has no folder.
    """
    folder = files(__package__) / language
    if not folder.is_dir():
        raise LookupError(f"there are no catalogues of the language {language!r}: no folder {folder}")
    return sorted(
        (file for file in folder.iterdir() if file.name.endswith(SUFFIX)), key=lambda file: file.name
    )


def read(language: str) -> dict[str, Message]:
    """The messages of a language by key (`msgctxt`); those that are not translated yet are left out.

    Raises:
        LookupError: the language has no folder.
        babel.messages.pofile.PoFileError: a file is no catalogue.
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
