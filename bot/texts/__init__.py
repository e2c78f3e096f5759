"""The texts of the bot; each language is a folder of catalogues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from math import inf
from types import MappingProxyType
from typing import Literal

from babel import Locale
from babel.dates import format_skeleton, format_time, format_timedelta, get_datetime_format, get_timezone
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.texts.catalogue import SOURCE, Message, Plural, languages, read

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "Message",
    "Plural",
    "Texts",
    "begun",
    "folded",
    "joined",
    "language_names",
    "texts_for",
    "translations",
    "units",
    "whole",
    "words",
]

DEFAULT = SOURCE
KEPT = 1024  # cached moments: each board of a match repeats the same deadlines

SCRIPT = 4  # letters of a script in a tag
FULL_WIDTH = ("。", "！", "？")
"""Ends of sentences that are as wide as a letter and the blank after it."""
TWO_KINDS_OF_I = frozenset({"az", "tr"})
"""The languages in which i and ı are different letters, each with its capital."""
OTHER_LOCALES = {"en": "en_GB"}

RECOGNIZED = (
    *(".ask.move", ".button.never_mind", ".called.", ".choice.", ".language.name", ".phrase.", ".place.show"),
    *(".move", ".robot.name", ".setting."),
)
"""What occurs in the keys of texts that are understood in every language, after a full stop."""

Unit = Literal["day", "hour", "minute", "second"]
UNITS: Mapping[Unit, int] = MappingProxyType({"day": 86_400, "hour": 3_600, "minute": 60, "second": 1})
"""Seconds in each unit of durations, largest first."""


@dataclass(frozen=True)
class Texts:
    """The texts of one language, with its formats of dates, durations, numbers and lists."""

    language: str
    locale: str
    """CLDR name of the locale for formats; `en` uses `en_GB`."""

    def unkept(self) -> Texts:
        """The same texts; unless somebody speaks the language, its catalogues are forgotten with them.

        For what is said once in every language, such as the menus of commands.
        """
        return self if "messages" in vars(self) else replace(self)

    @cached_property
    def messages(self) -> Mapping[str, Message]:
        """All texts by key, read on first use.

        Untranslated texts are in English.
        """
        ours = read(self.language)
        return MappingProxyType(ours if self.language == DEFAULT else {**texts_for(DEFAULT).messages, **ours})

    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """As in HTML."""
        return "rtl" if Locale.parse(self.locale).character_order == "right-to-left" else "ltr"

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with its placeholders filled.

        Raises:
            KeyError: there is no such text, or a placeholder has no value.
        """
        message = self.messages[key]
        if isinstance(message, Plural):
            count = values["count"]
            message = message.form(count if isinstance(count, int) else 0)
        return message.format_map(values)

    def get(self, key: str, otherwise: str, **values: object) -> str:
        return self(key, **values) if key in self.messages else otherwise

    def date(self, at: float, zone: str = "UTC") -> str:
        """A day, such as `Sat, 21 Nov 2026`, in a time zone of the IANA database.

        Raises:
            LookupError: there is no such zone.
        """
        return format_skeleton("yMMMEd", at, tzinfo=get_timezone(zone), locale=self.locale)

    def day(self, at: float, zone: str = "UTC") -> str:
        """A short day, such as `21 Nov`; the arguments are those of `date`."""
        return format_skeleton("MMMd", at, tzinfo=get_timezone(zone), locale=self.locale)

    @lru_cache(maxsize=KEPT)  # noqa: B019 (of these there are as many as languages)
    def moment(self, at: float, zone: str = "UTC") -> str:
        """A day without year and a time, such as `Sat 21 Nov, 18:23 UTC`; no zone but UTC is named.

        Raises:
            LookupError: there is no such zone.
        """
        place = get_timezone(zone)
        day = format_skeleton("MMMEd", at, tzinfo=place, locale=self.locale)
        time = format_time(at, "short", tzinfo=place, locale=self.locale)
        text = str(get_datetime_format("medium", self.locale)).format(time, day)
        return f"{text} UTC" if zone == "UTC" else text

    def duration(self, seconds: int, parts: Literal[1, 2] = 2) -> str:
        """A duration in its largest units: `5 minutes`; `1 hour, 30 minutes`. Smaller units are left out.

        Args:
            seconds: 0 or more.
            parts: most units; Babel has no longer lists of units in British English.
        """
        counted, rest = dict[Unit, int](), seconds
        for unit, length in UNITS.items():
            count, rest = divmod(rest, length)
            if count or counted or unit == "second":
                counted[unit] = count
        units = list(counted)[:parts]
        words = [self._in_unit(counted[unit], unit) for unit in units if counted[unit] or unit == units[0]]
        return format_list(words, self._of_units, locale=self.locale)

    @cached_property
    def _of_units(self) -> Literal["unit", "standard"]:
        """The style of lists of units; Babel has half of that of some languages, such as Spanish."""
        patterns = Locale.parse(self.locale).list_patterns
        return "unit" if "unit" in patterns and "2" in patterns["unit"] else "standard"

    def upper(self, text: str) -> str:
        """A text in capital letters, as the language has them."""
        dotted = self.language.split("-")[0] in TWO_KINDS_OF_I
        return (text.replace("i", "İ") if dotted else text).upper()

    def number(self, number: float) -> str:
        return format_decimal(number, locale=self.locale)

    def listed(self, words: Iterable[str]) -> str:
        """Join words as in a sentence: `a, b and c`."""
        return format_list(list(words), locale=self.locale)

    def _in_unit(self, count: int, unit: Unit) -> str:
        """Format a count in a certain unit; the infinite threshold keeps Babel from choosing another one."""
        return format_timedelta(count * UNITS[unit], unit, threshold=inf, locale=self.locale)


def locale_of(language: str) -> str:
    """CLDR's name of the locale whose formats a language uses."""
    first, *further = language.split("-")
    parts = (part.title() if len(part) == SCRIPT else part.upper() for part in further)
    return OTHER_LOCALES.get(language, "_".join((first, *parts)))


LANGUAGES: Mapping[str, Texts] = MappingProxyType({tag: Texts(tag, locale_of(tag)) for tag in languages()})
"""Languages by lower-case tag: a language (`pt`) or a regional variant (`pt-br`)."""


def translations(key: str) -> Mapping[str, str]:
    """A text that the bot recognizes when people type it, by language.

    Raises:
        KeyError: it is none of those.
    """
    return _recognized()[key]


def words(key: str) -> list[str]:
    """All words of such a text in all languages, each once and `folded`."""
    return list(dict.fromkeys(word for said in translations(key).values() for word in folded(said).split()))


def folded(text: str) -> str:
    """A text as people's words are compared: in small letters, and with one i for the two of Turkish."""
    return text.replace("İ", "i").casefold().replace("ı", "i")


def units(text: str) -> int:
    """The length of a text in UTF-16 units, as Telegram counts; no platform counts higher."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def begun(text: str, most: int) -> str:
    """The beginning of a text, in at most so many UTF-16 units."""
    return text.encode("utf-16-le", "surrogatepass")[: 2 * most].decode("utf-16-le", "ignore")


def whole(text: str) -> str:
    """Replace lone surrogates by `?`: JSON can contain them, but UTF-8 cannot."""
    return text.encode("utf-8", "replace").decode()


def joined(sentences: Iterable[str]) -> str:
    """The sentences one after the other, with blanks where their language has some."""
    text = ""
    for sentence in sentences:
        text += f" {sentence}" if text and not text.endswith(FULL_WIDTH) else sentence
    return text


def language_names() -> Mapping[str, str]:
    """Languages by tag, each by its own name: `Deutsch`, `Català`."""
    return translations("language.name")


@cache
def _recognized() -> Mapping[str, Mapping[str, str]]:
    """The texts that are recognized, by key; catalogues need not stay in memory for them."""
    found: dict[str, dict[str, str]] = {}
    for tag, texts in LANGUAGES.items():
        for key, message in texts.unkept().messages.items():
            if isinstance(message, str) and any(part in f".{key}" for part in RECOGNIZED):
                found.setdefault(key, {})[tag] = message
    return found


def texts_for(tag: str, languages: Mapping[str, Texts] | None = None) -> Texts:
    """The texts for a person whose account names this language: `de-AT`, `pt_BR`, `zh-hant-tw`.

    Those of the region if they exist, else of the language, else of another region, else English.
    """
    languages = LANGUAGES if languages is None else languages
    parts = tag.lower().replace("_", "-").split("-")
    regional = f"{parts[0]}-{parts[-1]}"  # without the script of zh-hant-tw
    for key in ("-".join(parts), regional, parts[0]):
        if key in languages:
            return languages[key]
    for key in languages:
        if key.split("-")[0] == parts[0]:
            return languages[key]
    return languages[DEFAULT]
