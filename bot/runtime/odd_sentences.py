"""The sentences that readers find odd, for the command line."""

from __future__ import annotations

from collections.abc import Iterator

from bot.runtime import databases
from bot.runtime.settings import Settings
from bot.texts import LANGUAGES, Plural
from bot.texts.catalogue import file_of
from storage.sentences import OddSentence
from storage.sql.sentences import odd_sentences as told_in


async def odd_sentences(settings: Settings) -> list[str]:
    """A line for each key: the file, the key, the sentence as it is now, and what somebody says of it.

    They are separated by tabs. Sentences that have changed since are left out.

    Raises:
        UnusableDatabase: the database cannot be read.
    """
    async with databases.opened(settings) as rows:
        return [line for told in await told_in(rows) for line in _lines(told)]


def _lines(told: OddSentence) -> Iterator[str]:
    for key in told.keys.split():
        if told.said in _forms(told.language, key):
            columns = (file_of(told.language, key), key, told.said, told.comment)
            yield "\t".join(map(_plain, columns))


def _forms(language: str, key: str) -> tuple[str, ...]:
    """How the language says it now; nothing if there is no such language or key any more."""
    message = LANGUAGES[language].messages.get(key, "") if language in LANGUAGES else ""
    return message.forms if isinstance(message, Plural) else (message,)


def _plain(column: str) -> str:
    """Without control characters; a line break as catalogues write it."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in column.replace("\n", "\\n"))
