"""Every sentence that the bot says, by language. A language is one more folder and one more line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.texts import english

Message = str | Mapping[str, str]
"""A sentence with places such as {name}; or one for each plural form, chosen by the value `count`."""


@dataclass(frozen=True)
class Texts:
    """The sentences of one language."""

    language: str
    messages: Mapping[str, Message]
    plural: Callable[[int], str]
    """From a number to the plural form of the language, a key such as `one` or `other`."""

    def __call__(self, key: str, **values: object) -> str:
        """The sentence with its places filled.

        Raises:
            KeyError: there is no such sentence, or a place has no value.
        """
        message = self.messages[key]
        if not isinstance(message, str):
            count = values["count"]
            message = message[self.plural(count if isinstance(count, int) else 0)]
        return message.format_map(values)

    def get(self, key: str, otherwise: str, **values: object) -> str:
        """The sentence, or `otherwise` where the language has no such key."""
        return self(key, **values) if key in self.messages else otherwise


LANGUAGES: Mapping[str, Texts] = MappingProxyType(
    {"en": Texts("en", english.MESSAGES, english.plural)},
)
DEFAULT = "en"


def texts_for(language: str) -> Texts:
    """The texts of a language such as `de` or `de-AT`; English where we do not speak it."""
    return LANGUAGES.get(language.split("-")[0].lower(), LANGUAGES[DEFAULT])
