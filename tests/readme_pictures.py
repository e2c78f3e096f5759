"""The pictures in the README, all made anew: `python -m tests.readme_pictures`."""

from __future__ import annotations

from tests.bot.platforms.web import screenshot
from tests.renderers import contact_sheet


def main() -> None:
    """Write the files."""
    contact_sheet.main()
    screenshot.main()


if __name__ == "__main__":
    main()
