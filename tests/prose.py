"""How long the sentences of a document are: without code, tables and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator

CODE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
TAGS = re.compile(r"<!--.*?-->|<[^>\n]+>", re.DOTALL)
PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
LEFT_OUT = re.compile(r"\s*(#|\|)")
ITEM = re.compile(r"^\s*(?:[-*·]\s+|\d+\.\s+|>\s*)")
END = re.compile(r"(?<=[.!?])[\"”’)*_]*\s+(?=[\"“(*_`/]*[A-ZÀ-Ž0-9`/])")
WORD = re.compile(r"[^\W_](?:[\w'’.+/-]*\w)?|`")


def sentences(markdown: str) -> Iterator[str]:
    """Each sentence; an item of a list is one at least."""
    text = LINK.sub(r"\1", PICTURE.sub("", TAGS.sub("", CODE.sub("\n\n", markdown))))
    text = re.sub(r"`[^`]*`", "`", text)  # a name in code is one word
    for block in _blocks(text):
        yield from END.split(block)


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs and items of lists, each in one line."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        if not line.strip() or LEFT_OUT.match(line) or ITEM.match(line):
            if block:
                yield " ".join(block)
            block = []
        if line.strip() and not LEFT_OUT.match(line):
            block.append(ITEM.sub("", line, count=1).strip())


def lengths(markdown: str) -> list[int]:
    """Words of each sentence."""
    return [count for sentence in sentences(markdown) if (count := words_of(sentence))]


def words_of(sentence: str) -> int:
    """How many words it has."""
    return len(WORD.findall(sentence))
