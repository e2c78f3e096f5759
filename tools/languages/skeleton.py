"""The files of a language for its translator: all that English has, with what is translated already."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.core import get_global
from babel.messages.pofile import normalize

from bot.texts import DEFAULT, locale_of
from tools.languages import plurals
from tools.languages.checks import english
from tools.languages.language import DECISIONS, FOLDER, MAIN, Entry, Language, language

WIDTH = 110  # of a line

HABITS: Mapping[str, str] = {
    "ca": 'quotes = ["«", "»", "“", "”"]',
    "de": 'quotes = ["„", "“", "‚", "‘"]',
    "es": 'quotes = ["«", "»", "“", "”"]\nopened = "¿¡"',
    "fr": 'quotes = ["«", "»", "“", "”"]\nbefore = ";:!?»"\nafter = "«"',
    "hi": 'quotes = ["“", "”"]\nstop = "।"',
    "it": 'quotes = ["«", "»", "“", "”"]',
    "ja": 'quotes = ["「", "」", "『", "』"]\nstop = "。"\ncomma = "、"\nquestion = "？"\nexclamation = "！"',
    "pl": 'quotes = ["„", "”", "«", "»"]',
    "ru": 'quotes = ["«", "»", "„", "“"]',
    "uk": 'quotes = ["«", "»", "„", "“"]',
}
"""What is usual, to begin with; others have English quotation marks."""
DICTIONARIES: Mapping[str, str] = {"ca": "ca", "ja": ""}
"""Of Hunspell, where they are not called as the locale with its likely region."""

SIGNED = {"Last-Translator": "", "X-Read-By-Native": "no"}

_ENTRY = re.compile(r'(?P<above>(?:#.*\n)*)(?P<said>msgctxt "(?P<key>.*)"\n(?:(?!msgstr|\n).*\n)+)')


def write(tag: str, folder: Path = FOLDER) -> list[str]:
    """Write all files of a language; what is translated stays. Returns the keys whose English has changed.

    Such an entry is marked as fuzzy. Entries that English does not have any more are left out.

    Raises:
        babel.core.UnknownLocaleError: CLDR has no such language.
    """
    home = folder / tag
    home.mkdir(exist_ok=True)
    ours = language(tag, folder)
    for name in english().catalogs:
        text = (FOLDER / DEFAULT / f"{name}.po").read_text(encoding="utf-8")
        (home / f"{name}.po").write_text(catalogue(name, text, ours), encoding="utf-8")
    if not (home / DECISIONS).exists():
        (home / DECISIONS).write_text(decisions(tag), encoding="utf-8")
    language.cache_clear()
    return [entry.key for entry in ours.filled if _has_changed(entry)]


def catalogue(name: str, source: str, ours: Language) -> str:
    """A catalogue, made from that of English."""
    return "\n".join([header(name, ours), *_entries(source, ours)])


def header(name: str, ours: Language) -> str:
    """The first entry; that of the main catalogue names people."""
    first, *further = ours.tag.split("-")
    fields = {"Language": "_".join((first, *map(str.upper, further)))}
    if name == MAIN:
        fields |= {known: ours.headers.get(known, otherwise) for known, otherwise in SIGNED.items()}
    fields |= {
        "Plural-Forms": plurals.header(ours.tag),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    lines = (f'"{field}: {value}\\n"\n' for field, value in fields.items())
    return f'msgid ""\nmsgstr ""\n{"".join(lines)}'


def _entries(source: str, ours: Language) -> Iterator[str]:
    count = len(plurals.plural_forms(ours.tag))
    for found in _ENTRY.finditer(source):
        entry = ours.entries.get(found["key"])
        said = entry.said if entry else ()
        mark = "#, fuzzy\n" if entry and entry.is_filled and (entry.fuzzy or _has_changed(entry)) else ""
        if "\nmsgid_plural " in found["said"]:
            forms = (*said, *([""] * count))[:count]
            strings = "".join(_string(f"msgstr[{at}]", form) for at, form in enumerate(forms))
        else:
            strings = _string("msgstr", "".join(said[:1]))
        yield f"{found['above']}{mark}{found['said']}{strings}"


def _string(keyword: str, text: str) -> str:
    """A string of a catalogue; one of several lines begins on a line of its own."""
    return f"{keyword} {normalize(text, width=WIDTH)}\n"


def _has_changed(entry: Entry) -> bool:
    theirs = english().entries.get(entry.key)
    return theirs is not None and theirs.english != entry.english


def decisions(tag: str) -> str:
    """`language.toml`, to be filled in."""
    likely = get_global("likely_subtags").get(tag.split("-")[0], "").split("_")
    locale = locale_of(tag)
    dictionary = locale if "_" in locale or len(likely) < 2 else f"{locale}_{likely[-1]}"
    lines = [
        f"# Decisions about {tag}, for translators and for `python -m tools.languages {tag}`.",
        "# The bot does not read them. docs/develop/new-language.md explains each.",
        "",
        'address = ""  # how the bot addresses one person, and several',
        "",
        "[habits]",
        HABITS.get(tag, 'quotes = ["“", "”"]'),
        "",
        "[spelling]",
        f'dictionary = "{DICTIONARIES.get(tag, dictionary)}"',
        "words = []  # that are right, though no dictionary has them",
        "",
        "[seen]  # keys of sentences that somebody has looked at and found right, where a check asked",
        *(f"{what} = []" for what in ("same", "turned", "forms", "terms", "habits", "language")),
        "",
        "[terms]  # each once; several forms, or a note, may follow in the same string",
    ]
    for term, meaning in english().table("terms").items():
        name = term if term.isalpha() else f'"{term}"'
        lines += [f"# {meaning}", f'{name} = ""']
    return "\n".join([*lines, ""])
