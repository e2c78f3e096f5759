"""How a language writes quotation marks, spaces and stops.

Its `language.toml` says in the table `habits` what is usual; what it leaves out is as in English:

    quotes = ["«", "»", "“", "”"]   # each opening mark before its closing one
    before = ";:!?»"                # signs with a no-break space before them
    after = "«"                     # signs with a no-break space after them
    stop = "."                      # ends a sentence: "。", "।"
    comma = ","
    question = "?"
    exclamation = "!"
    opened = "¿¡"                   # signs that open what ? and ! end
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tools.languages.checks import TYPED
from tools.languages.language import DECISIONS, Entry, Finding, Language

Habit = Callable[[Language, str], Iterator[str]]
"""Names what is unusual in a form of a sentence."""

QUOTES = '"“”„‟«»‹›‘‚‛「」『』〝〞'
USUAL = {
    "stop": ".",
    "comma": ",",
    "question": "?",
    "exclamation": "!",
    "opened": "",
    "before": "",
    "after": "",
}
NO_BREAK = "\u00a0\u202f"
UNTOUCHED = re.compile(rf"\{{\w*\}}|https?://\S+|\d[\d:.,]*\d|(?:{TYPED.pattern})", TYPED.flags)
"""Places and what is typed: they have no habits."""
WORD = "¤"  # stands for those
LETTER = (
    rf"[{WORD}\u00c0-\u1fff\u2c00-\u2dff\u3040-\u9fff]"  # of any script, with its marks; not those of ASCII
)
KANA_OR_HAN = r"[\u3041-\u30ff\u4e00-\u9fff]"
NO_SENTENCE = ("called.", "no.words_not_plain")  # names to type; a list of signs


def usual(ours: Language, name: str) -> str:
    """What the language has for a sign."""
    return str(ours.table("habits").get(name, USUAL[name]))


def quotes(ours: Language, form: str) -> Iterator[str]:
    """The language's own marks, as many closing as opening ones; an apostrophe is no quotation mark."""
    own = [str(mark) for mark in ours.table("habits").get("quotes", ())]
    strange = sorted({mark for mark in form if mark in QUOTES and mark not in own})
    if strange:
        yield f"quotation marks {' '.join(strange)}, where the language has {' '.join(own)}"
    for opening, closing in zip(own[::2], own[1::2], strict=False):
        if opening != closing and form.count(opening) != form.count(closing):
            yield f"{form.count(opening)} times {opening}, but {form.count(closing)} times {closing}"
    if "'" in form and ours.tag != "en":
        yield "straight apostrophe ', where ’ is usual"


def spaces(ours: Language, form: str) -> Iterator[str]:
    """None before a sign, unless the language has no-break ones there; never two."""
    before, after = usual(ours, "before"), usual(ours, "after")
    if "  " in form:
        yield "two blanks"
    for sign in re.findall(rf"(?<!{WORD})[^\S\n{NO_BREAK}]([,.;:!?»”)])(?=\s|$)", form):
        yield f"ordinary blank before {sign}"
    for sign in before:
        ends = r"(?=\s|$)" if sign in ":;!?" else ""  # within a word they are notation
        if re.search(rf"[^\s{NO_BREAK}:;!?…(]{re.escape(sign)}{ends}", form):
            yield f"no no-break space before {sign}"
    for sign in after:
        if re.search(rf"{re.escape(sign)}(?![{NO_BREAK}])", form):
            yield f"no no-break space after {sign}"
    if re.search(rf"{KANA_OR_HAN} {KANA_OR_HAN}", form):
        yield "blank between two Japanese letters"


def stops(ours: Language, form: str) -> Iterator[str]:
    """The language's own full stop, comma, question and exclamation mark, behind letters and places."""
    for name in ("stop", "comma", "question", "exclamation"):
        sign, own = USUAL[name], usual(ours, name)
        if own != sign and re.search(rf"{LETTER}{re.escape(sign)}(?=\s|$|{LETTER})", form):
            yield f"{sign}, where the language has {own}"
    for opening, closing in zip(usual(ours, "opened"), "?!", strict=False):
        if form.count(opening) != form.count(closing):
            yield f"{form.count(closing)} times {closing}, but {form.count(opening)} times {opening}"
    if "..." in form:
        yield "three full stops in place of …"


HABITS: tuple[Habit, ...] = (quotes, spaces, stops)


def habits(ours: Language) -> Iterator[Finding]:
    """What is not written as the language usually is; `seen.habits` has keys that somebody found right."""
    if not ours.table("habits").get("quotes"):
        yield ours.about(DECISIONS, "habits.quotes: which quotation marks has the language?")
        return
    for entry in ours.filled:
        if entry.key in ours.seen("habits") or entry.key.startswith(NO_SENTENCE):
            continue
        for form in entry.said:
            for problem in _unusual(ours, form):
                yield ours.finding(entry, problem, form)
        yield from _ended(ours, entry)


def _unusual(ours: Language, form: str) -> Iterator[str]:
    plain = UNTOUCHED.sub(WORD, form)
    for habit in HABITS:
        yield from habit(ours, plain)


def _ended(ours: Language, entry: Entry) -> Iterator[Finding]:
    """A sentence ends with a stop where the English does, and only there."""
    ends = {
        "ends with a stop, a question or an exclamation": tuple(".?!…"),
        "ends with a colon": (":", "："),
    }
    own = tuple(usual(ours, name) for name in ("stop", "question", "exclamation"))
    closing = "".join(map(str, ours.table("habits").get("quotes", ())[1::2])) + ")）" + NO_BREAK
    for said, signs in ends.items():
        theirs = entry.english[-1].rstrip("”)").endswith(signs)
        for form in entry.said:
            if form.rstrip(closing).endswith((*signs, *own) if signs[0] == "." else signs) != theirs:
                yield ours.finding(entry, f"English {said}: here it {'does not' if theirs else 'does'}", form)
