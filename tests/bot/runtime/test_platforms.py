"""The platforms that the bot knows, as they declare themselves."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from bot.interface import EVERYWHERE
from bot.platforms.spec import AnyPlatform
from bot.runtime.platforms import PLATFORMS
from bot.runtime.settings import Settings


def test_a_screen_for_all_platforms_is_made_for_the_strictest_of_each() -> None:
    known = [asdict(platform.capabilities) for platform in PLATFORMS]
    assert asdict(EVERYWHERE) == {name: min(one[name] for one in known) for name in known[0]}


def test_the_keys_of_platforms_differ() -> None:
    keys = [platform.key for platform in PLATFORMS]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.key)
def test_what_a_platform_needs_can_be_set(platform: AnyPlatform) -> None:
    assert issubclass(Settings, platform.settings)
    assert not platform.wanted(Settings.model_construct())
