"""The rules of each game as a page beside its code, from `/rules`: `python -m tests.rules_pages`."""

from __future__ import annotations

from pathlib import Path

from bot.presentation import Phrasing
from bot.presentation.rules import example, rules_page
from bot.texts import texts_for
from games import GAMES
from tests import ROOT


def path(game: str) -> Path:
    return ROOT / "games" / game / "RULES.md"


def page(game: str) -> str:
    """All pages of `/rules` in English, below the picture of the game."""
    texts = texts_for("en")
    phrasing, pages = Phrasing(texts, {}), GAMES[game].rule_pages
    lines = [f"# {texts(f'{game}.name')}", f"![A match](../../docs/pictures/{game}.png)"]
    for number, shown in enumerate(pages, 1):
        view = example(game, shown)
        lines.append(
            rules_page(game, shown.key, view, phrasing, page=number, pages=len(pages), robots=False).text
        )
    lines.append(f"In the chat, `/rules {game}` shows each of these with a picture, in your language.")
    return "\n\n".join(lines) + "\n"


def main() -> None:
    """Write the files."""
    for game in GAMES:
        path(game).write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
