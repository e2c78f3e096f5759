"""What is known of people and chats lasts as long as it should, whatever the host's clock does."""

from __future__ import annotations

import pytest

from bot.delivery.routing import CLOSED_FOR, PresenceTracker
from bot.interface import Chat
from games.events import MatchId, PlayerId

ADA, FORMER = PlayerId("ada"), PlayerId("former ada")
HERE = Chat("fake", "here", private=False)
DAYS = 3 * 86_400


class Known(PresenceTracker):
    """With a clock that somebody can put on or back."""

    def __init__(self) -> None:
        self.time, self.passed = 1_000_000, 0
        super().__init__(lambda: self.time, lambda: self.passed)

    def last_active(self, player: PlayerId, platform: str = "fake") -> int:
        return self.active(player).get((platform, HERE.id), 0)

    def wait(self, seconds: int) -> None:
        self.time, self.passed = self.time + seconds, self.passed + seconds


@pytest.mark.parametrize("put_on", [0, DAYS, -DAYS])
def test_a_chat_that_refused_is_tried_again_after_an_hour(put_on: int) -> None:
    known = Known()
    known.mark_closed("fake", "here")
    known.time += put_on
    known.wait(CLOSED_FOR - 1)
    assert known.is_closed("fake", "here")
    known.wait(1)
    assert not known.is_closed("fake", "here")


@pytest.mark.parametrize("put_on", [0, DAYS, -DAYS])
def test_an_activity_is_as_long_ago_as_it_is(put_on: int) -> None:
    known = Known()
    assert known.last_active(ADA) == 0
    known.record_activity(ADA, HERE)
    known.time += put_on
    known.wait(200)
    assert known.now - known.last_active(ADA) == 200


def test_of_two_accounts_that_become_one_player_the_newer_activity_counts() -> None:
    known = Known()
    known.record_activity(FORMER, HERE)
    known.wait(100)
    known.record_activity(ADA, HERE)
    known.wait(100)
    known.merge(FORMER, ADA)
    assert known.now - known.last_active(ADA) == 100


def test_what_an_account_did_that_is_unlinked_is_no_longer_the_others() -> None:
    known, ben = Known(), PlayerId("ben")
    acted = [(ADA, "fake"), (ADA, "other"), (ben, "fake")]
    for player, platform in acted:
        known.record_activity(player, Chat(platform, "here", private=False))
    known.part(ADA, "fake", FORMER)
    everybody = [(player, platform) for player in (ADA, FORMER, ben) for platform in ("fake", "other")]
    found = [(player, platform) for player, platform in everybody if known.last_active(player, platform)]
    assert found == [(ADA, "other"), (FORMER, "fake"), (ben, "fake")]


def test_a_private_chat_that_refused_is_open_as_soon_as_they_act_there_and_a_channel_is_not() -> None:
    known = Known()
    for chat in (HERE, Chat("fake", "alone", private=True)):
        known.mark_closed(chat.platform, chat.id)
        known.record_activity(ADA, chat)
    assert known.is_closed("fake", "here")
    assert not known.is_closed("fake", "alone")


def test_a_board_of_somebodys_own_reaches_them_alone() -> None:
    known, ben, match = Known(), PlayerId("ben"), MatchId("M")
    known.mark_unreached(ADA, match)
    known.mark_unreached(ben, match)
    assert known.mark_reached(ADA, match)
    assert [known.why_unreached(who, match) for who in (ADA, ben)] == [None, "closed"]
