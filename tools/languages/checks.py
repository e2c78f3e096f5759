"""What must be right in the catalogues of every language: complete, with the places of English, short."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations

from babel import Locale

from bot.interface.registry import COMMANDS
from bot.platforms.discord.commands import OPTION_NAME
from bot.platforms.discord.layout import LABEL_MAX as DISCORD_LABEL_MAX
from bot.platforms.telegram.layout import LABEL_MAX as TELEGRAM_LABEL_MAX
from bot.platforms.telegram.profile import COMMAND_MAX as TELEGRAM_COMMAND_MAX
from bot.platforms.telegram.profile import OURS
from bot.presentation.phrasing import BRIEF_NAME_MAX
from bot.texts import DEFAULT, LANGUAGES, locale_of
from games import GAMES
from games.events import MatchId
from renderers import tables
from renderers.lettering import width
from tools.languages.language import DECISIONS, MAIN, Finding, Language, language
from tools.languages.plurals import header, is_right, plural_forms

Findings = Iterator[Finding]
Check = Callable[[Language], Findings]

LABEL_MAX = min(40, DISCORD_LABEL_MAX, TELEGRAM_LABEL_MAX)  # a phone shows hardly more than 40 characters
SHORT_LIMITS = (
    (re.compile(r"button\..*|\w+\.choice\..*|(\w+\.)?term\.\w+\.\w+|\w+\.name"), LABEL_MAX),
    (re.compile(r"menu\..*"), 32),  # Discord, name of a command at a person's name
    (re.compile(r"command\..*|\w+\.summary"), min(100, TELEGRAM_COMMAND_MAX)),  # Discord takes 100
    (re.compile(r"option\..*"), 100),  # Discord
    (re.compile(r"place\..*"), 32),  # Discord
    (re.compile(r"field\..*|title\.odd"), 45),  # Discord, in a form
    (re.compile(r"telegram\.short_description"), 120),  # Telegram
    (re.compile(r"web\..*|phrase\..*|title\..*|heading\..*"), 250),
)
"""What keys match, and how many characters there may be with the longest that fills the places."""
WIDE_LIMITS = (
    (SHORT_LIMITS[0][0], 14, 330),  # a phone of 360 has so much room for the label of a button
    (re.compile(r"heading\.(rating|low|matches|swiss|round)"), tables.SMALL, tables.MOST_HEADING),
)
"""What keys match, the height of the letters, and how many pixels of width there may be."""

TYPED = re.compile(r"(?<!\w)/[a-z_]+|\b[a-z_]+=\w+|\b[a-z]\d\w*\b", re.ASCII)
"""What a person types, such as `/play`, `target=30` or `c3`: the same in every language."""
LETTERS = re.compile(r"[A-Za-z]{2,}")
SAME_NAMES = re.compile(
    r"platform\.(discord|telegram)|heading\.(swiss|round)|\w+\.name|called\..*|robot\.name"
)
"""Called so in every language, or typed."""
GUIDE_WORDS = 60  # what a first move needs is said in as many words of English


def english() -> Language:
    """What all others are compared with."""
    return language(DEFAULT)


def places(form: str) -> set[str]:
    """The names of the placeholders."""
    return {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def in_order(said: str) -> list[str]:
    """The places of a sentence, each where it stands first; a form may leave a number out."""
    return [name for name in dict.fromkeys(re.findall(r"{(\w+)}", said)) if name != "count"]


def catalogues(ours: Language) -> Findings:
    """The files of English, with its keys, beside its sentences as they are now."""
    for name in sorted(english().catalogs.keys() ^ ours.catalogs.keys()):
        yield ours.about(
            f"{name}.po", "missing" if name in english().catalogs else "English has no such file"
        )
    for key, entry in ours.entries.items():
        theirs = english().entries.get(key)
        if theirs is None or theirs.catalogue != entry.catalogue:
            yield ours.finding(entry, "unknown: English has no such key in this file")
        elif theirs.english != entry.english:
            yield ours.finding(entry, "the English has changed; does the translation still fit?")
    for key in english().entries.keys() - ours.entries.keys():
        theirs = english().entries[key]
        yield Finding(
            ours.tag, f"{theirs.catalogue}.po", key, "missing: copy the entry from the English file"
        )


def translated(ours: Language) -> Findings:
    """Nothing is untranslated, in doubt or commented out; English is not translated again."""
    for entry in ours.entries.values():
        if not entry.is_filled:
            yield ours.finding(entry, "not translated: msgstr is empty")
        if entry.fuzzy:
            yield ours.finding(entry, "marked as fuzzy: see to it and remove the mark")
    for name, catalog in ours.catalogs.items():
        for message in catalog.obsolete.values():
            yield ours.about(f"{name}.po", "commented out; remove it", str(message.context))
        for message in catalog if ours.tag == DEFAULT else ():
            if message.id and any(message.string or ()):
                yield ours.about(f"{name}.po", "msgstr stays empty in English", str(message.context))


def headers(ours: Language) -> Findings:
    """Each file tells its language and CLDR's plural forms, and each plural has all of them."""
    count = len(plural_forms(ours.tag))
    for name, catalog in ours.catalogs.items():
        if str(catalog.locale_identifier).lower().replace("_", "-") != ours.tag:
            yield ours.about(f"{name}.po", f"the header names the language {catalog.locale_identifier}")
        if name == MAIN and not _is_signed(ours):
            yield ours.about(f"{name}.po", "the header must have Last-Translator and X-Read-By-Native")
        if not is_right(ours.tag, catalog.num_plurals, catalog.plural_expr):
            yield ours.about(f"{name}.po", f"Plural-Forms must be {header(ours.tag)}")
    for entry in ours.entries.values():
        plural = len(english().entries[entry.key].english) > 1 if entry.key in english().entries else False
        if plural and ours.tag != DEFAULT and len(entry.said) != count:
            yield ours.finding(entry, f"{len(entry.said)} plural forms, but the language has {count}")


def _is_signed(ours: Language) -> bool:
    signed = ours.tag == DEFAULT or bool(ours.headers.get("Last-Translator"))
    return signed and ours.headers.get("X-Read-By-Native", "").startswith(("yes", "no"))


def filled_in(ours: Language) -> Findings:
    """The places of English; a form such as “one stone” may leave the number out."""
    for entry in ours.filled:
        expected = places(entry.english[-1])
        for form in entry.said:
            try:
                found = places(form)
            except ValueError as error:
                yield ours.finding(entry, f"braces do not fit: {error}", form)
                continue
            if found - {"count"} != expected - {"count"} or found - expected:
                wrong = ", ".join(f"{{{name}}}" for name in sorted(found ^ expected))
                yield ours.finding(entry, f"missing or unknown places: {wrong}", form)


def counted(ours: Language) -> Findings:
    """A form for more numbers than one tells which, such as *one* of Russian, which is 21, too."""
    numbers = plural_forms(ours.tag).values()
    for entry in ours.filled:
        if len(entry.english) > 1 and "count" in places(entry.english[-1]):
            for form, meant in zip(entry.said, numbers, strict=False):
                if "count" not in places(form) and meant - {0, 1}:
                    yield ours.finding(entry, "missing: {count}, which may be several numbers", form)


def forms_in_order(ours: Language) -> Findings:
    """The words by which two plural forms differ are in the same one of them in most sentences."""
    telling = defaultdict[tuple[str, int, int], set[str]](set)
    entries = [entry for entry in ours.filled if entry.key not in ours.seen("forms")]
    for entry in entries:
        for told in _telling(entry.said):
            telling[told].add(entry.key)
    for entry in entries if ours.tag != DEFAULT else ():
        for word, form, other in _telling(entry.said):
            here, there = telling[word, form, other], telling[word, other, form]
            if len(here) <= len(there):
                problem = f"plural forms in another order than in {min(there)}: right? then seen.forms"
                yield ours.finding(entry, problem, word)


def _telling(said: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Each word that one form has and another has not, with the numbers of both."""
    words = [set(re.findall(r"\w{3,}", re.sub(r"{\w+}", "", form))) for form in said]
    for form, other in permutations(range(len(words)), 2):
        yield from ((word, form, other) for word in words[form] - words[other])


def turned(ours: Language) -> Findings:
    """Else who has won, or paid, may be told the wrong way round."""
    for entry in ours.filled:
        as_there = [in_order(form) == in_order(entry.english[-1]) for form in entry.said]
        if entry.key not in ours.seen("turned"):
            for form, same in zip(entry.said, as_there, strict=True):
                if not same:
                    yield ours.finding(
                        entry, "other order of places than in English: right? then seen.turned", form
                    )
        elif all(as_there):
            yield ours.finding(entry, "the order of places of English again: right? then not seen.turned")


def typed(ours: Language) -> Findings:
    """What is typed is the same in every language."""
    for entry in ours.filled:
        expected = set(TYPED.findall(entry.english[-1]))
        for form in entry.said:
            if not entry.key.startswith("called.") and set(TYPED.findall(form)) != expected:
                wrong = ", ".join(sorted(set(TYPED.findall(form)) ^ expected))
                yield ours.finding(entry, f"what people type differs from English: {wrong}", form)


def shaped(ours: Language) -> Findings:
    """No blanks round it, as many lines as in English, the signs that English begins lines with."""
    for entry in ours.filled:
        for form in entry.said:
            if form != form.strip():
                yield ours.finding(entry, "blanks at the beginning or the end", form)
            if form.count("\n") != entry.english[-1].count("\n"):
                yield ours.finding(entry, f"{entry.english[-1].count(chr(10))} line breaks in English", form)
            for sign in ("· ", OURS, "…"):
                if form.startswith(sign) != entry.english[-1].startswith(sign):
                    yield ours.finding(entry, f"must begin with {sign!r} if, and only if, English does", form)


def short_enough(ours: Language) -> Findings:
    """Labels and descriptions, with the longest that fills their places."""
    for entry in ours.filled:
        for pattern, most in SHORT_LIMITS:
            for form in entry.said if pattern.fullmatch(entry.key) else ():
                if places(form) == places(entry.english[-1]) and len(said := longest(ours, form)) > most:
                    yield ours.finding(entry, f"{len(said)} characters, at most {most}", said)


def narrow_enough(ours: Language) -> Findings:
    """Labels of buttons and headings in pictures, with the longest that fills their places."""
    for entry in ours.filled:
        for pattern, size, most in WIDE_LIMITS:
            for form in entry.said if pattern.fullmatch(entry.key) else ():
                if places(form) == places(entry.english[-1]):
                    said = longest(ours, form)
                    wide = round(width(_without_emoji(said), size))
                    if wide > most:
                        yield ours.finding(entry, f"{wide} pixels wide, at most {most}", said)


def _without_emoji(said: str) -> str:
    """The fonts of pictures have none; each is as wide as an M."""
    return "".join("M" if unicodedata.category(sign) == "So" else sign for sign in said)


def longest(ours: Language, form: str) -> str:
    """The sentence with the longest that its places can hold."""
    values = dict.fromkeys(places(form), "999")
    values |= {
        "game": max(
            (ours.entries[f"{game}.name"].said[0] for game in GAMES if f"{game}.name" in ours.entries),
            key=len,
        ),
        "match": MatchId("MMMMMM"),
        "letter": "m12",
        "level": "5",
        "name": "n" * BRIEF_NAME_MAX,
        "time": "30 minutes",
        "platform": "Telegram",
        "more": "30 minutes",
    }
    return form.format_map(values)


def left_over(ours: Language) -> Findings:
    """Words that read the same as in English."""
    for entry in ours.filled if ours.tag != DEFAULT else ():
        if entry.key in ours.seen("same") or SAME_NAMES.fullmatch(entry.key) or entry.said != entry.english:
            continue
        if LETTERS.search(re.sub(r"\{\w*\}", "", TYPED.sub("", "".join(entry.said)))):
            yield ours.finding(entry, "reads the same as in English: right? then seen.same", entry.said[0])


def menus(ours: Language) -> Findings:
    """What people type in menus: options of one command have different names, words of one word are one."""
    for command in COMMANDS.values():
        names = [
            ours.entries[f"place.{option.name}"].said[0]
            for option in command.options
            if f"place.{option.name}" in ours.entries
        ]
        if len(set(names)) < len(names):
            yield ours.about("*.po", f"two options of /{command.name} have the same name: {names}")
    for entry in ours.filled:
        said = entry.said[0]
        if entry.key == "place.show" and (len(said.split()) != 1 or said != said.lower()):
            yield ours.finding(entry, "must be one word in lower case", said)
        fits = [OPTION_NAME.fullmatch(name.lower().replace(" ", "_")) for name in (said, entry.english[0])]
        if entry.key.startswith("place.") and not fits[0] and fits[1]:
            yield ours.finding(entry, "only letters, digits, blanks and hyphens", said)
        if entry.key.startswith("called.") and said != said.lower():
            yield ours.finding(entry, "must be in lower case", said)


def understood(ours: Language) -> Findings:
    """Other names of commands are of one command in all languages; set phrases are of one key."""
    entry = ours.entries.get("called.commands")
    for pair in entry.said[0].split() if entry else ():
        name, _, command = pair.partition(":")
        if command not in COMMANDS or name in COMMANDS:
            yield ours.finding(entry, "not another name of a command", pair)  # type: ignore[arg-type]
        elif (other := _other_names().get(name, command)) != command:
            yield ours.finding(entry, f"another language calls /{other} so", pair)  # type: ignore[arg-type]
    for each in (entry for entry in ours.filled if entry.key.startswith("phrase.")):
        key = _phrases().get(each.said[0].casefold(), each.key)
        if key != each.key:
            yield ours.finding(each, f"in another language this means {key}", each.said[0])


@cache
def _other_names() -> dict[str, str]:
    pairs = (
        pair.partition(":")
        for tag in LANGUAGES
        for pair in language(tag).entries["called.commands"].said[0].split()
        if "called.commands" in language(tag).entries
    )
    names: dict[str, str] = {}
    for name, _, command in pairs:
        names.setdefault(name, command)
    return names


@cache
def _phrases() -> dict[str, str]:
    phrases: dict[str, str] = {}
    for tag in LANGUAGES:
        for entry in language(tag).filled:
            if entry.key.startswith("phrase."):
                phrases.setdefault(entry.said[0].casefold(), entry.key)
    return phrases


def named(ours: Language) -> Findings:
    """The language has the name that CLDR knows."""
    name = str(Locale.parse(locale_of(ours.tag)).get_language_name())
    entry = ours.entries.get("language.name")
    if entry and entry.is_filled and name.casefold() not in entry.said[0].casefold():
        yield ours.finding(entry, f"CLDR calls the language {name}", entry.said[0])


def guides(ours: Language) -> Findings:
    """What a first move needs is said in few words."""
    for game, rules in GAMES.items():
        entry = ours.entries.get(f"{game}.rules.{rules.rule_pages[0].key}")
        most = GUIDE_WORDS if ours.tag == DEFAULT else GUIDE_WORDS * 3 // 2
        if entry and entry.is_filled and len(entry.said[0].split()) > most:
            yield ours.finding(entry, f"{len(entry.said[0].split())} words, at most {most}")


def glossary(ours: Language) -> Findings:
    """Every term is decided, and how people are addressed."""
    terms = english().table("terms")
    decided = ours.table("terms")
    for term in terms if ours.tag != DEFAULT else ():
        if not decided.get(term):
            yield ours.about(DECISIONS, f"terms: {term} is not decided ({terms[term]})")
    for term in decided.keys() - terms.keys():
        yield ours.about(DECISIONS, f"terms: English has no {term}")
    if not ours.decisions.get("address"):
        yield ours.about(DECISIONS, "address: how does the bot address people?")
    for what in ("same", "turned", "forms", "terms"):
        for key in sorted(ours.seen(what) - english().entries.keys()):
            yield ours.about(DECISIONS, f"seen.{what}: there is no key {key}")


CHECKS: tuple[Check, ...] = (
    *(
        catalogues,
        translated,
        headers,
        filled_in,
        counted,
        forms_in_order,
        turned,
        typed,
        shaped,
        short_enough,
        narrow_enough,
    ),
    *(left_over, menus, understood, named, guides, glossary),
)
"""The quick ones, that need nothing but the catalogues."""
