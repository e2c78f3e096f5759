"""Sentences that readers find odd. The same words about the same sentence are one row, whoever says them."""

from __future__ import annotations

from storage.sentences import MOST_ODD, OddSentence
from storage.sql.database import Part, Rows, Statement, reader
from storage.sql.table import Table

ODD_SENTENCES = Table(
    "odd_sentences",
    "*language text, *keys text, *comment text, said text, day integer",
    indexes="(day)",
)
TABLES = (ODD_SENTENCES,)

_TO_SENTENCE = reader(OddSentence)
_ALL = f"{ODD_SENTENCES.select} ORDER BY language, keys, day, comment"
_KEY = ", ".join(ODD_SENTENCES.key)
_MAKE_ROOM = Statement(
    f"""
    DELETE FROM odd_sentences WHERE ({_KEY}) NOT IN (
        SELECT {_KEY} FROM odd_sentences ORDER BY day DESC, {_KEY} LIMIT {MOST_ODD}
    )
    """
)


class Sentences(Part):
    """What readers have told of the bot's sentences."""

    async def put_odd(self, sentence: OddSentence) -> None:
        await self._write(ODD_SENTENCES.keep(sentence), (_MAKE_ROOM, ()))


# For the host


async def odd_sentences(rows: Rows) -> tuple[OddSentence, ...]:
    """All of them, by language and key."""
    return tuple(map(_TO_SENTENCE, await rows(_ALL, ())))
