"""Makes the pictures of the README and of the rules that it links to: `python -m tests.readme_pictures`."""

from __future__ import annotations

from tests import rules_pages
from tests.bot.platforms.web import moving_picture
from tests.renderers import game_pictures


def main() -> None:
    """Write the files."""
    rules_pages.main()
    game_pictures.main()
    moving_picture.main()


if __name__ == "__main__":
    main()
