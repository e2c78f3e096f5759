"""The platforms that the bot knows, as they declare themselves."""

from __future__ import annotations

import pytest

from bot.interface import EVERYWHERE, common
from bot.platforms.spec import AnyPlatform
from bot.runtime.platforms import PLATFORMS
from bot.runtime.settings import Settings


def test_a_screen_for_all_platforms_is_made_for_the_strictest_of_each() -> None:
    assert common(platform.capabilities for platform in PLATFORMS) == EVERYWHERE


def test_the_keys_of_platforms_differ() -> None:
    keys = [platform.key for platform in PLATFORMS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.key)
def test_what_a_platform_needs_can_be_set(platform: AnyPlatform) -> None:
    assert issubclass(Settings, platform.settings)
    assert not platform.wanted(Settings.model_construct())
