"""The pictures in the README, all made anew: `python -m tests.readme_pictures`."""

from __future__ import annotations

from tests.bot.platforms.web import moving_picture
from tests.renderers import game_pictures


def main() -> None:
    """Write the files."""
    game_pictures.main()
    moving_picture.main()


if __name__ == "__main__":
    main()
