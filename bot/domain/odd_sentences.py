"""Which of the bot's sentences somebody means who has read it, with names and numbers in its places."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.texts import Plural, Texts
from games.words import Words

WORD = "odd"
"""Begins what is told of a sentence behind `/settings`."""
ARROWS = ("->", "→", "=>")
"""Between the sentence and a better one."""
READ_MAX, BETTER_MAX = 300, 200
"""Characters of a sentence that are looked at, and of what is said of it that are kept."""
MOST_KEYS = 3
ALIKE = 0.8
"""How alike what was typed and a sentence are, as `difflib` has it, if the one may be meant by the other."""
FIXED = 0.3
"""The least share of what was typed that is not in places: else *{name}* alone would be everything."""
PART = 10
"""Letters of a part that is taken for its sentence, at least."""
SOMEBODY = "{name}"
SHORT = 3
"""Letters of a name that is found only as a whole word."""

_PLACE = re.compile(r"\{(\w*)\}")
_EDGES = " .,;:!?…。、！？।·“”„‘’«»「」\"'"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a catalogue that was recognised."""

    keys: tuple[str, ...]
    """Of the texts that read so, at most `MOST_KEYS`."""
    said: str
    """As the catalogue has it."""
    filled: tuple[tuple[str, str], ...] = ()
    """What was read in its places, each with the place: `("Ben", "{name}")`."""


@dataclass(frozen=True, slots=True)
class _Form:
    """A sentence of a catalogue, or a plural form of one, as it is compared."""

    key: str
    said: str
    parts: Sequence[str]
    """What stands before, between and behind its places, in lower case."""
    places: Sequence[str]

    @property
    def bare(self) -> str:
        return "".join(self.parts)


def split_at_arrow(words: Words) -> tuple[str, str]:
    """The sentence that was read, and the better one; "" without one."""
    at = next((at for at, word in enumerate(words) if word in ARROWS), len(words))
    return " ".join(words[:at]), " ".join(words[at + 1 :])


def find(typed: str, texts: Texts) -> Sentence | None:
    """The sentence of a language that was read; None if none is like it."""
    read, forms = _plain(typed), list(_forms(texts))
    if not read:
        return None
    return _filled(read, forms) or _around(read, forms) or _like(read, forms)


def without_names(comment: str, sentence: Sentence, names: Iterable[str]) -> str:
    """A comment with the places of the sentence instead of what was read there, and without these names."""
    hidden = {value.casefold(): place for value, place in sentence.filled if not value.isnumeric()}
    hidden |= {name.casefold(): SOMEBODY for name in names}
    for value, place in sorted(hidden.items(), key=lambda each: -len(each[0])):
        bound = r"\b" if len(value) < SHORT else ""
        if value:
            comment = re.sub(f"{bound}{re.escape(value)}{bound}", place, comment, flags=re.IGNORECASE)
    return comment


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(_EDGES)


def _forms(texts: Texts) -> Iterator[_Form]:
    for key, message in texts.messages.items():
        for said in message.forms if isinstance(message, Plural) else (message,):
            split = _PLACE.split(_plain(said))
            yield _Form(key, said, split[::2], [f"{{{name}}}" for name in split[1::2]])


def _filled(read: str, forms: Iterable[_Form]) -> Sentence | None:
    """A sentence that is exactly this, with anything in its places: the one with the fewest letters there."""
    fitting = [(form, values) for form in forms if (values := _values(read, form.parts)) is not None]
    most = max((len(form.bare) for form, _ in fitting), default=0)
    if most < max(1, FIXED * len(read)):
        return None
    best = [(form, values) for form, values in fitting if len(form.bare) == most]
    form, values = best[0]
    return _sentence([form for form, _ in best], tuple(zip(values, form.places, strict=True)))


def _values(read: str, parts: Sequence[str]) -> list[str] | None:
    """What stands between these parts; None if they are not in the text, in this order.

    Each part is taken where it first occurs, so that time only grows with length.
    """
    first, *further = parts
    if not further:
        return [] if read == first else None
    *between, last = further
    if not (read.startswith(first) and read.endswith(last)):
        return None
    at, values = len(first), list[str]()
    for part in between:
        if (found := read.find(part, at + 1)) < 0:
            return None
        values.append(read[at:found])
        at = found + len(part)
    end = len(read) - len(last)
    return [*values, read[at:end]] if at < end else None


def _around(read: str, forms: Iterable[_Form]) -> Sentence | None:
    """The shortest text of which this is a part, as a sentence is of a page of rules."""
    whole = [form for form in forms if len(read) >= PART and any(read in part for part in form.parts)]
    return _sentence([min(whole, key=lambda form: len(form.said))]) if whole else None


def _like(read: str, forms: Iterable[_Form]) -> Sentence | None:
    by_text = dict[str, list[_Form]]()
    for form in forms:
        by_text.setdefault(form.bare, []).append(form)
    near = difflib.get_close_matches(read, by_text, n=1, cutoff=ALIKE)
    return _sentence(by_text[near[0]]) if near else None


def _sentence(forms: Sequence[_Form], filled: tuple[tuple[str, str], ...] = ()) -> Sentence:
    """The first of these, and the keys of all that read the same."""
    said = forms[0].said
    keys = dict.fromkeys(form.key for form in forms if form.said == said)
    return Sentence(tuple(keys)[:MOST_KEYS], said, filled)
