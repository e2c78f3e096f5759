"""The sentences that readers find odd, for the command line."""

from __future__ import annotations

from collections.abc import Iterator

from bot.runtime import databases
from bot.runtime.settings import Settings
from bot.texts import LANGUAGES, Plural
from bot.texts.catalogue import file_of
from storage.sentences import OddSentence
from storage.sql.sentences import odd_sentences as odd_sentences_in


async def odd_sentences(settings: Settings) -> list[str]:
    """A line for each key: the file, the key, the sentence as it is now, and what somebody says of it.

    They are separated by tabs. Sentences that have changed since are left out.

    Raises:
        UnusableDatabase: the database cannot be read.
    """
    async with databases.opened(settings) as rows:
        return [line for odd in await odd_sentences_in(rows) for line in _lines(odd)]


def _lines(odd: OddSentence) -> Iterator[str]:
    for key in odd.keys.split():
        if odd.said in _forms(odd.language, key):
            columns = (file_of(odd.language, key), key, odd.said, odd.comment)
            yield "\t".join(map(_plain, columns))


def _forms(language: str, key: str) -> tuple[str, ...]:
    """How the language says it now; nothing if there is no such language or key any more."""
    message = LANGUAGES[language].messages.get(key, "") if language in LANGUAGES else ""
    return message.forms if isinstance(message, Plural) else (message,)


def _plain(column: str) -> str:
    """Without control characters; a line break as catalogues write it."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in column.replace("\n", "\\n"))
