"""How long a text is for whoever has to show it, and what of it can be shown at all."""

from __future__ import annotations


def units(text: str) -> int:
    """Its length in UTF-16 units, as Telegram counts; no platform counts more."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def whole(text: str) -> str:
    """The text with a ? for each half character: JSON can write those, and nothing else can keep them."""
    return text.encode("utf-8", "replace").decode()
