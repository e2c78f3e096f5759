"""The plural forms of a language: the categories of CLDR that whole numbers have."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import c2py

from babel import Locale
from babel.messages.plurals import PLURALS
from babel.plural import PluralRule, to_gettext

from bot.texts import locale_of

ORDER = ("zero", "one", "two", "few", "many", "other")
NUMBERS = range(1000)
"""Enough to meet every category but one: in Spanish and its kin, millions are *many*. We count less far."""


@cache
def plural_forms(tag: str) -> Mapping[str, frozenset[int]]:
    """The categories of a language in the order of CLDR, each with its numbers.

    Raises:
        babel.core.UnknownLocaleError: CLDR has no such language.
    """
    category = Locale.parse(locale_of(tag)).plural_form
    found = {name: frozenset(number for number in NUMBERS if category(number) == name) for name in ORDER}
    return {name: numbers for name, numbers in found.items() if numbers}


def header(tag: str) -> str:
    """`Plural-Forms` of a catalogue, as gettext writes such a rule for some language, if for any."""
    for count, usual in sorted(PLURALS.values(), key=lambda known: len(known[1])):
        if is_right(tag, count, usual):
            return f"nplurals={count}; plural={usual};"
    *told, _ = plural_forms(tag)  # what is none of these has the last form
    rules = Locale.parse(locale_of(tag)).plural_form.rules
    return to_gettext(PluralRule({name: rules[name] for name in told}))


def is_right(tag: str, count: int, rule: str) -> bool:
    """Whether a rule of gettext gives each number the form of its category."""
    chosen, forms = c2py(rule), plural_forms(tag).values()
    return count == len(forms) and all(chosen(n) == at for at, form in enumerate(forms) for n in form)
