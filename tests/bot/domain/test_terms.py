"""House rules as people type them."""

from __future__ import annotations

import pytest

from bot.domain.terms import CLOCKS, DAY, HOUR, Clock, clock_of
from bot.domain.terms_parser import DuplicateTerm, split_off_terms, terms
from games.game import UnknownHouseRule

SMALL = {"variant": "hidden", "table": "small"}


@pytest.mark.parametrize(
    "typed",
    [
        "variant=hidden table=small", "Hidden, small table", "hidden small", "small; HIDDEN",
        "table small,hidden",
        "variant = hidden, table = small", "Variant hidden, table=small,",
    ],
)  # fmt: skip
def test_values_are_understood_without_the_names_of_their_rules(typed: str) -> None:
    assert terms("sato", tuple(typed.split())).house_rules == SMALL


def test_a_value_of_two_rules_needs_a_name() -> None:
    """In Sahara both the target and the clock can be none."""
    assert terms("sahara", ("none", "clock")).clock == 0
    assert terms("sahara", ("clock", "none", "30")) == terms("sahara", ("clock=none", "target=30"))
    with pytest.raises(UnknownHouseRule) as refused:
        terms("sahara", ("None",))
    assert refused.value.text == "None"


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ("Hiden, small table", "Hiden"),
        ("Target=31", "Target=31"),
        ("hidden=", "hidden="),
        ("small clock", "clock"),
        ("table", "table"),
    ],
)
def test_what_is_no_house_rule_is_quoted_as_it_was_typed(typed: str, quoted: str) -> None:
    with pytest.raises(UnknownHouseRule) as refused:
        terms("sahara" if "Target" in typed else "sato", tuple(typed.split()))
    assert refused.value.text == quoted
    assert "clock=none|5m|1h|12h|1d|2d|3d|5d|7d|14d|3d+12h|7d+1d" in refused.value.allowed


def test_a_rule_that_is_said_twice_in_different_ways_is_named() -> None:
    with pytest.raises(DuplicateTerm, match="table"):
        terms("sato", ("small", "table=small"))


@pytest.mark.parametrize(
    ("said", "name", "rules"),
    [
        ("Ben hidden small", "Ben", ("hidden", "small")),
        ("hidden Ben Bean", "Ben Bean", ("hidden",)),
        ("Ben, hidden, small", "Ben", ("hidden,", "small")),
        ("Ben table small", "Ben", ("table", "small")),
        ("Ben Bean", "Ben Bean", ()),
        ("hidden", "hidden", ()),
        ("Ben ,", "Ben ,", ()),
    ],
)
def test_house_rules_beside_a_name_are_told_from_it(said: str, name: str, rules: tuple[str, ...]) -> None:
    assert split_off_terms("sato", said) == (name, rules)


@pytest.mark.parametrize(
    "word",
    [
        "7d+",
        "+1d",
        "1d+7d",
        "0d+1h",
        "7d+1",
        "7+1d",
        "15d+1d",
        "9999999d+1d",
        "1m+1m",
        "-7d+1d",
        "7d+1d+1d",
        "4d",
    ],
)
def test_what_is_no_clock_stands_for_none(word: str) -> None:
    """More with each move than there is at the beginning, too little, too much, or no numbers."""
    assert clock_of(word) is None


def test_a_supply_of_time_may_be_any() -> None:
    assert clock_of("10d+12h") == Clock(10 * DAY, 12 * HOUR)
    assert clock_of("12h+12h") == Clock(12 * HOUR, 12 * HOUR)
    assert clock_of("5m+5m") == Clock(HOUR // 12, HOUR // 12)


def test_a_clock_that_is_offered_is_what_its_word_says() -> None:
    units = {"m": 60, "h": HOUR, "d": DAY}
    said = {
        word: [int(part[:-1]) * units[part[-1]] for part in word.split("+")]
        for word in CLOCKS
        if word != "none"
    }
    assert {word: Clock(*seconds) for word, seconds in said.items()} | {"none": Clock(0)} == CLOCKS
    agreed = terms("sato", ("small", "10d+12h"))
    assert (agreed.clock, agreed.increment) == (10 * DAY, 12 * HOUR)


def test_a_head_start_is_named_and_unrated() -> None:
    agreed = terms("sahara", ("head_start", "3", "rated=yes"))
    assert (agreed.house_rules, agreed.head_start, agreed.rated) == ({"head_start": "3"}, True, False)
    assert terms("sahara", ("head_start=none",)) == terms("sahara", ())
    assert terms("sato", ("none",)).clock == 0
    for typed in ("3", "stone", "head_start=4"):
        with pytest.raises(UnknownHouseRule):
            terms("sahara", (typed,))
