"""How long a text is for whoever has to show it."""

from __future__ import annotations


def units(text: str) -> int:
    """Its length in UTF-16 units, as Telegram counts; no platform counts more."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
