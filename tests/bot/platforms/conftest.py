"""What the tests of all platforms share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from bot.platforms.discord import commands


@pytest.fixture(scope="session", autouse=True)
def menus_worked_out_once() -> Iterator[None]:
    """Discord's menus in all languages are the same at every start, and half of what a start takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "payload", cache(commands.payload))
        yield
