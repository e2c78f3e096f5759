"""A busy group is not flooded: what a day of forty people leaves in their chat, and who is notified of it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.bot.group_days import DAY, SOLVERS, Counting, Group, Posted
from tests.bot.memory_platform import CHANNEL, House, Shown

MOST_MESSAGES = 30  # that a chat is left with, or that come in a day besides boards of turns and ends
MOST_PINGS = 2  # a person and day, besides turns and ends
HALF_PAST_EIGHT = 12 * DAY + 8 * 3600 + 1800


@pytest.mark.house(plays=True, platform=Counting, later=HALF_PAST_EIGHT - 1_000_000)
async def test_a_day_of_a_group_with_six_matches_a_tournament_and_a_puzzle_is_quiet(house: House) -> None:
    group = Group(house)
    await group.begin()
    await group.live()
    posted = group.platform.posted
    left = group.platform.in_chat(CHANNEL)
    assert happened(posted, left)
    assert len(left) < MOST_MESSAGES
    assert group.most_in_chat < MOST_MESSAGES
    besides = [one for one in posted if one.chat == CHANNEL and not one.of_match]
    assert len(besides) < MOST_MESSAGES
    pings = Counter(who for one in posted if not one.of_match for who in one.rung)
    assert max(pings.values()) <= MOST_PINGS, pings.most_common(3)
    assert not any(len(one.rung) > 1 for one in posted), "nobody is notified of what others are asked"


def happened(posted: list[Posted], left: list[Shown]) -> bool:
    """All played on, voted and solved."""
    titles = [one.message.title for one in posted]
    turns = Counter(title for one, title in zip(posted, titles, strict=True) if one.of_match and one.rung)
    texts = "\n".join(shown.message.text for shown in left)
    return (
        len([title for title, count in turns.items() if count >= 5]) == 5 + 3  # the round has three
        and sum("#channel" in title for title in titles) >= 5
        and any("round 1" in title for title in titles)
        and f"{len(SOLVERS)} people have solved it so far." in texts
    )
