"""Settings in words: what is said is what is chosen, and whatever else is said changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.settings_parser import CHALLENGERS, NotAllowed, adjusted, as_words, pairs
from bot.domain.time_zones import all_zones
from bot.interface import THEMES
from bot.texts import LANGUAGES
from games.events import PlayerId
from storage.people import ChatSettings, Preferences

HOURS = st.lists(st.integers(0, 23), min_size=2, max_size=2, unique=True)
CHOSEN = st.builds(
    Preferences,
    st.just("ada"),
    st.sampled_from(["", *LANGUAGES]),
    st.sampled_from(sorted(THEMES)),
    st.sampled_from(["off", "on", "changes"]),
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
    st.sampled_from(["off", "on", "changes"]),
    st.sampled_from(CHALLENGERS),
)


@given(CHOSEN, CHOSEN)
def test_what_is_told_of_a_choice_makes_it_again(before: Preferences, after: Preferences) -> None:
    assert adjusted(before, tuple(as_words(after).items())) == after


@given(CHAT, CHAT)
def test_what_is_told_of_a_chat_makes_it_again(before: ChatSettings, after: ChatSettings) -> None:
    assert adjusted(before, tuple(as_words(after).items())) == after


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
