"""Where the pages of matches are, once they are served."""

from __future__ import annotations

from bot.interface import Account, TablePages
from games.events import MatchId


class TableLinks:
    """Leads to the pages, and tells them what has changed; without pages there is no way."""

    def __init__(self) -> None:
        self._pages: TablePages | None = None

    @property
    def are_served(self) -> bool:
        """Matches can be opened as pages."""
        return self._pages is not None

    def serve(self, pages: TablePages) -> None:
        """From now on there are such pages."""
        self._pages = pages

    def link(self, account: Account, match: MatchId) -> str:
        """The address of a match for somebody; "" without pages."""
        return self._pages.link(account, match) if self._pages else ""

    def changed(self, match: MatchId | None) -> None:
        """A match, or who sees which (None), is not any more as the pages show it."""
        if self._pages:
            self._pages.changed(match)
