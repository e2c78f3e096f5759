"""What several tests of handlers are given."""

from __future__ import annotations

import pytest

from tests.bot.simple_robots import FirstMoves


@pytest.fixture
def robots() -> FirstMoves:
    return FirstMoves()
