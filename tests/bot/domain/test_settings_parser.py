"""Settings in words: what is said is what is chosen, and whatever else is said changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.settings_parser import (
    CHALLENGERS,
    NotAllowed,
    adjusted,
    adjusted_chat,
    as_words,
    choices,
    pairs,
)
from bot.domain.time_zones import REGIONS, all_zones, quiet_until, zones_of
from bot.interface import ChangeSettings
from bot.platforms import callback_data
from bot.texts import LANGUAGES
from games.events import PlayerId
from renderers.theme import THEMES
from storage.people import ChatSettings, Preferences

HOURS = st.lists(st.integers(0, 23), min_size=2, max_size=2, unique=True)
CHOSEN = st.builds(
    Preferences,
    st.just("ada"),
    st.sampled_from(["", *LANGUAGES]),
    st.sampled_from(sorted(THEMES)),
    st.booleans(),
    st.sampled_from(["off", "quarter", "hour", "both"]),
    st.none() | HOURS.map(lambda hours: (60 * hours[0], 60 * hours[1])),
    st.sampled_from(all_zones()),
)
CHAT = st.builds(
    ChatSettings,
    st.just("web"),
    st.just("channel"),
    st.sampled_from(["", *LANGUAGES]),
    st.sampled_from(sorted(THEMES)),
    st.booleans(),
    st.sampled_from(CHALLENGERS),
)


@given(CHOSEN, CHOSEN)
def test_what_is_told_of_a_choice_makes_it_again(before: Preferences, after: Preferences) -> None:
    assert adjusted(before, tuple(as_words(after).items())) == after


@given(CHAT, CHAT)
def test_what_is_told_of_a_chat_makes_it_again(before: ChatSettings, after: ChatSettings) -> None:
    assert adjusted_chat(before, tuple(as_words(after).items())) == after


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        *(("language", "tlh"), ("theme", "pink"), ("text", "yes"), ("reminders", "")),
        *(("quiet", "22"), ("quiet", "22-22"), ("quiet", "7-24"), ("quiet", "-1-7"), ("quiet", "²-3")),
        *(("zone", "Mars/Olympus"), ("zone", ""), ("zone", "../../etc/passwd"), ("challengers", "ada")),
    ],
)
def test_anything_else_is_not_allowed(setting: str, said: str) -> None:
    with pytest.raises(NotAllowed) as wrong:
        adjusted(Preferences(PlayerId("ada")), ((setting, said),))
    assert (wrong.value.setting, wrong.value.said) == (setting, said)


def test_a_word_without_a_sign_belongs_to_the_name_before_it() -> None:
    known = ("theme", "block")
    said = pairs(("block=@Ben", "von", "Bean", "THEME=dark"), known)
    assert said == (("block", "@Ben von Bean"), ("theme", "dark"))
    for words in (("dark",), ("colour=dark",), ("block=Ben", "colour=dark")):
        with pytest.raises(NotAllowed) as wrong:
            pairs(words, known)
        assert wrong.value.setting == ""


def test_every_zone_that_is_offered_exists_and_fits_into_a_button() -> None:
    assert len(all_zones()) > 400
    for zone in (zone for region in REGIONS for zone in zones_of(region)):
        assert ZoneInfo(zone).key == zone
        callback_data.encode(ChangeSettings((f"zone={zone}",), "~1234567890123456789"))
    assert all(zones_of(region) for region in REGIONS)
    settings = {"language", "theme", "text", "reminders", "words", "challengers", "seeks", "threads"}
    assert settings == set(choices())


def at(zone: str, text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


NIGHT = Preferences(PlayerId("ada"), quiet=(22 * 60, 7 * 60), zone="Europe/Berlin")


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-05-01 21:59:59", None),
        ("2026-05-01 22:00", "2026-05-02 07:00"),
        ("2026-05-02 00:00", "2026-05-02 07:00"),
        ("2026-05-02 06:59:59", "2026-05-02 07:00"),
        ("2026-05-02 07:00", None),
        ("2026-03-28 23:00", "2026-03-29 07:00"),  # this night has seven hours
        ("2026-10-24 23:00", "2026-10-25 07:00"),  # and this one nine
    ],
)
def test_quiet_hours_are_hours_of_the_local_day(now: str, until: str | None) -> None:
    seconds = at("Europe/Berlin", now)
    assert quiet_until(NIGHT, seconds) == (at("Europe/Berlin", until) if until else seconds)


def test_quiet_hours_may_lie_within_a_day_and_in_another_zone() -> None:
    noon = Preferences(PlayerId("ada"), quiet=(12 * 60, 14 * 60), zone="Asia/Tokyo")
    inside = int(datetime(2026, 5, 1, 4, 30, tzinfo=UTC).timestamp())  # half past one in Tokyo
    assert quiet_until(noon, inside) == inside + 30 * 60
    assert quiet_until(noon, inside + 30 * 60) == inside + 30 * 60
    assert quiet_until(Preferences(PlayerId("ada")), inside) == inside
