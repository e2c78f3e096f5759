"""The final board tells what the match did to both ratings, or why it did nothing, and the score so far."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot import presentation
from bot.interface import Account
from bot.presentation import Circumstances, Phrasing, ResultSummary
from bot.texts import texts_for
from games import actions
from games.events import MatchId, PlayerId
from games.game import VIEWERS
from games.match import Match
from storage.results import MatchResult, Strength, Tally, Weighed
from storage.sql.results import Results
from tests.bot.finished_matches import begun, given_up
from tests.bot.memory_platform import ADA, BEN, CLEO, House
from tests.bot.presentation.running_matches import match_of
from tests.bot.presentation.test_limits import CAPTION_MAX, PHRASINGS, assert_fits
from tests.games.walks import CASES, Case, random_line
from tests.languages import cases_in_languages

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))


async def test_it_tells_both_ratings_and_that_they_are_provisional(house: House) -> None:
    await given_up(house, BEN)
    told = house.board().message.text
    found = re.search(r"Rating: (.+)\.", told)
    assert found
    changes = {
        name: (int(now), change) for name, now, change in re.findall(r"(\w+) (\d+) \((\S+),", found[1])
    }
    assert changes == {"Ada": (1477, "−23"), "Ben": (1523, "+23")}
    assert found[1].count("provisional") == 2


async def test_it_tells_the_score_of_the_two_in_this_game(house: House) -> None:
    await given_up(house, BEN)
    await given_up(house, CLEO)
    await given_up(house, BEN, "/play sator rated=no", 0)
    await given_up(house, BEN)
    told = (await house.more(ADA)).text
    assert re.search(r"Matches of Sahara won: (Ada 0, Ben 2|Ben 2, Ada 0)\.", told)


@pytest.mark.parametrize(
    ("line", "plies", "said"),
    [
        ("/play sahara rated=no", 4, "A casual match: the ratings stay as they are."),
        ("/play sahara clock=none", 4, "A casual match: the ratings stay as they are."),
        ("/play sahara", 0, "Not rated: it ended before both had played twice."),
        ("/play sahara", 3, "Not rated: it ended before both had played twice."),
    ],
)
async def test_it_says_why_a_match_is_not_rated(house: House, line: str, plies: int, said: str) -> None:
    await given_up(house, BEN, line, plies)
    assert said in house.board().message.text
    assert "Rating:" not in house.board().message.text
    assert said not in (await house.more(ADA)).text, "it is told once"


async def test_it_says_that_two_have_played_enough_for_a_day(house: House) -> None:
    for _ in range(4):
        await given_up(house, BEN)
    assert (
        "Casual: these two have already played three rated matches of this game today."
        in house.board().message.text
    )


async def test_it_tells_nothing_of_whoever_is_forgotten(house: House) -> None:
    code = await given_up(house, BEN)
    await house.forget(ADA)
    await house.type(BEN, f"/board {code}")
    told = house.board().message.text
    assert "Rating: Ben 1523 (+23, provisional)." in told
    assert " : " not in told


async def test_a_match_that_goes_on_asks_nothing_of_results(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    for name in ("result", "results_of", "rated_results_of", "rated_between", "tallies", "ratings_of"):

        async def noted(*_: Any, name: str = name, **__: Any) -> Any:
            read.append(name)
            return ()

        monkeypatch.setattr(Results, name, noted)
    await begun(house, BEN)
    await house.type(ADA, "/board")
    assert read == []


# Alone

PLAYERS = (PlayerId("ada"), PlayerId("ben"))
SETTLED = Weighed(Strength(1510.6, 60.0), 1523.4, 10, 1.0)
FEW_MATCHES = Weighed(Strength(1489.0, 200.0), 1477.4, 9, 1.0)
RATED = MatchResult(
    MatchId("M"), "sahara", "", PLAYERS, 0, "resigned", 8, 500, "rated", (SETTLED, FEW_MATCHES)
)
SUMMARY = ResultSummary(RATED, Tally("sahara", 3, 1, 2))


def phrasing(**names: str) -> Phrasing:
    return Phrasing(
        texts_for("en"), {PlayerId(player): Account("web", player, name) for player, name in names.items()}
    )


def resigned(case: Case) -> Match:
    match = match_of(case, random_line(case, 1).states[1])
    return match.decide(actions.Resign(PlayerId("ada")), 500).after


def test_changes_are_those_of_the_numbers_that_are_told() -> None:
    match, names = resigned(CASES[0]).seen_by(None), phrasing(ada="Ada", ben="Ben")
    told = presentation.board(match, names, known=Circumstances(summary=SUMMARY)).text
    assert "Rating: Ada 1523 (+12) and Ben 1477 (−12, provisional)." in told
    more = presentation.more_page(match, names, Circumstances(summary=SUMMARY), apart=True).text
    assert "Matches of Sahara won: Ada 3, Ben 2, 1 draw." in more
    same = Weighed(Strength(1500.2, 60.0), 1499.8, 10, 1.0)
    drawn = replace(SUMMARY, result=replace(RATED, weighed=(same, same)))
    shown = presentation.board(
        resigned(CASES[0]).seen_by(None), phrasing(ada="Ada"), known=Circumstances(summary=drawn)
    )
    assert "Rating: Ada 1500 (±0)." in shown.text
    assert "Sahara: 3" not in shown.text


@pytest.mark.long
@cases_in_languages
def test_final_boards_fit_below_a_picture(case: Case, language: str) -> None:
    after = replace(SUMMARY, result=replace(RATED, weighed=(FEW_MATCHES, FEW_MATCHES)))
    for viewer in VIEWERS:
        match = resigned(case).seen_by(viewer)
        shown = presentation.board(match, PHRASINGS[language], known=Circumstances(summary=after))
        assert_fits(shown)
        assert len(f"{shown.title}\n{shown.text}") <= CAPTION_MAX
        more = presentation.more_page(match, PHRASINGS[language], Circumstances(summary=after), apart=True)
        assert len(re.findall(r"\b3\b.*…\W+2\b", more.text)) == 1
