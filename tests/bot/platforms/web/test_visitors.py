"""Names in the web chat: who counts as the same person, and which names are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.web.seats import NAME_MAX, BadName, account_named, is_account_id


@pytest.mark.parametrize(
    "variant",
    ["ADA", "ada", " Ada ", "Ａｄａ", "A\u200dda"],
    ids=["upper", "lower", "blanks", "wide", "joiner"],
)
def test_names_that_look_the_same_are_the_same_person(variant: str) -> None:
    assert account_named(variant, "en").id == account_named("Ada", "en").id


@given(st.text(max_size=40), st.text(max_size=12))
def test_every_name_is_refused_or_gives_a_person(name: str, language: str) -> None:
    try:
        account = account_named(name, language)
    except BadName:
        return
    assert 1 <= len(account.name) <= NAME_MAX
    assert is_account_id(account.id)
    assert account_named(account.name, "en").id == account.id
    assert account_named(account.name, "en").name == account.name


@pytest.mark.parametrize(
    ("language", "taken"), [("de-AT", "de-AT"), ("", "en"), ("../../etc", "en"), ("x" * 99, "en")]
)
def test_a_language_is_a_tag_or_english(language: str, taken: str) -> None:
    assert account_named("Ada", language).language == taken
