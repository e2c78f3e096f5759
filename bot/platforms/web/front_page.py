"""The page of the web chat with its own sentences written in."""

from __future__ import annotations

import json
from html import escape
from string import Template

from bot.texts import Message, Texts

PREFIX = "web."


def front_page(template: str, texts: Texts) -> str:
    """The page in the language of these texts.

    Args:
        template: HTML with the places `$language`, `$noscript` and, within a script element, `$texts`.
        texts: those of the reader.
    """
    said = json.dumps(sentences(texts), ensure_ascii=False).replace("<", "\\u003c")  # no text ends the script
    values = {"language": texts.language, "texts": said, "noscript": escape(texts(f"{PREFIX}noscript"))}
    return Template(template).substitute(values)


def sentences(texts: Texts) -> dict[str, Message]:
    """The page's own sentences, by the names that its scripts have for them."""
    return {
        key.removeprefix(PREFIX): message for key, message in texts.messages.items() if key.startswith(PREFIX)
    }
