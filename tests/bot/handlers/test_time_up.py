"""Clock and rating on the challenge, and what the opponent of a late seat may press."""

from __future__ import annotations

import pytest

from bot import interface
from bot.domain.terms import CLOCKS
from bot.interface import Account, Completion
from bot.repositories.matches import row_of
from games import actions
from games.match import Match, fold
from storage.changes import Change
from tests.bot.memory_platform import ADA, CHANNEL, CLEO, House, code_of, other

DAY = 86400  # seconds


async def match_of(house: House) -> Match:
    return fold(await house.store.matches.load(code_of(house)))


async def noted(house: House, request: actions.Action) -> None:
    """The bot finds out something by itself; a restarted bot reads it in the log."""
    match = await match_of(house)
    events, after = match.decide(request, house.now)
    await house.store.append(Change(row_of(after), events))
    await house.restart()


async def late(house: House, line: str = "/play sahara clock=1d") -> Account:
    """A match in which the time of this person is up."""
    who = await house.start(line)
    house.now += DAY
    (seat,) = (await match_of(house)).awaited
    await noted(house, actions.ExpireTime(seat))
    return who


# On the challenge


@pytest.mark.parametrize(
    ("words", "told", "seconds"),
    [
        ("", "Clock: 3 days for each move.", 3 * DAY),
        ("clock=1d", "Clock: 1 day for each move.", DAY),
        ("clock=5m", "Clock: 5 minutes for each move.", 300),
        ("clock=14d", "Clock: 14 days for each move.", 14 * DAY),
        ("clock=7d+1d", "Clock: 7 days each, and 1 day more with every move.", 7 * DAY),
        ("10d+90m", "Clock: 10 days each, and 1 hour, 30 minutes more with every move.", 10 * DAY),
        ("CLOCK=1h", "Clock: 1 hour for each move.", 3600),
        ("clock=none", "No clock: take as long as you like.", 0),
    ],
)
async def test_the_challenge_always_tells_the_clock(
    house: House, words: str, told: str, seconds: int
) -> None:
    await house.type(ADA, f"/play sator {words}")
    assert told in house.board().message.text
    assert "House rules" not in house.board().message.text
    assert (await match_of(house)).opened.clock == seconds


async def test_a_match_is_rated_unless_it_is_said_that_it_is_not(house: House) -> None:
    await house.type(ADA, "/play sahara")
    assert (await match_of(house)).opened.rated
    assert "ated" not in house.board().message.text
    await house.type(ADA, "/play sahara rated=no target=30")
    assert not (await match_of(house)).opened.rated
    assert "Not rated." in house.board().message.text
    assert "House rules: series to 30." in house.board().message.text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "clock=4d",
            "Allowed: clock=none|5m|1h|12h|1d|2d|3d|5d|7d|14d|3d+12h|7d+1d, rated=yes|no,",
        ),
        ("clock=1d+7d", "“clock=1d+7d” is not a house rule of Sator."),
        ("rated=maybe", "“rated=maybe” is not a house rule of Sator."),
        (
            "target=30",
            "Allowed: clock=none|5m|1h|12h|1d|2d|3d|5d|7d|14d|3d+12h|7d+1d, rated=yes|no,",
        ),
        ("clock=1d clock=3d", "“clock” is given twice."),
    ],
)
async def test_what_is_not_allowed_is_refused_and_what_is_is_named(
    house: House, words: str, said: str
) -> None:
    await house.type(ADA, f"/play sator {words}")
    assert said in house.note(ADA)
    assert not house.platform.messages


async def test_clock_and_rating_are_completed_with_the_house_rules(house: House) -> None:
    clocks = await house.dispatcher.complete(ADA, CHANNEL, "/play sato variant=open cl")
    assert clocks[0] == Completion("/play sato variant=open clock=none")
    assert len(clocks) == len(CLOCKS)
    rated = await house.dispatcher.complete(ADA, CHANNEL, "/play sator clock=1d ")
    begins = ("begins=lot", "begins=me", "begins=you")
    further = ("channel", "rated=yes", "rated=no", "weekends=count", "weekends=off", *begins)
    assert [found.line for found in rated] == [f"/play sator clock=1d {word}" for word in further]


async def test_a_rematch_copies_clock_and_rating(house: House) -> None:
    await house.start("/play sahara clock=7d rated=no")
    await house.ask(ADA, interface.Resign(code_of(house), sure=True), CHANNEL)
    await house.press(ADA, "Rematch")
    opened = (await match_of(house)).opened
    assert (opened.clock, opened.rated) == (7 * DAY, False)
    assert "Clock: 7 days for each move." in house.board().message.text


# When a time is up


async def test_the_board_tells_whose_time_is_up_and_what_may_be_made_of_it(house: House) -> None:
    who = await late(house)
    text = house.board().message.text
    assert f"{who.name}'s time is up: {other(who).name} may claim the win, call it a draw, or wait." in text
    assert {"Claim the win", "Call it a draw", "Wait"} <= set(house.labels(house.board().message))


async def test_the_opponent_calls_it_a_draw(house: House) -> None:
    who = await late(house)
    await house.press(other(who), "Call it a draw")
    assert "Time ran out, and the match was called a draw." in house.board().message.text


async def test_the_opponent_waits_and_may_still_choose_otherwise(house: House) -> None:
    who = await late(house)
    version = (await match_of(house)).version
    assert (await house.press(other(who), "Wait")).update is None
    assert f"Until {who.name} moves, you may still claim the win" in house.note(other(who))
    assert (await match_of(house)).version == version
    await house.press(other(who), "Claim the win")
    assert "wins" in house.board().message.text


@pytest.mark.parametrize("label", ["Claim the win", "Call it a draw", "Wait"])
async def test_nobody_else_may_make_anything_of_it(house: House, label: str) -> None:
    who = await late(house)
    await house.press(who, label)
    assert house.note(who) == (f"{other(who).name}'s time is not up. You can claim the win only when it is.")
    await house.press(CLEO, label)
    assert "You do not play in this match" in house.note(CLEO)
    assert (await match_of(house)).awaited


async def test_a_press_that_comes_too_late_shows_the_present_board(house: House) -> None:
    who = await late(house)
    claim = house.button(house.board().message, "Claim the win").request
    await house.press(who, "1")
    assert (await house.ask(other(who), claim, CHANNEL, message=house.board().id)).update
    assert "Claim the win" not in house.labels(house.board().message)
    assert "time is not up" in house.note(other(who))


async def test_in_a_set_up_where_both_are_late_nobody_has_buttons_to_claim(house: House) -> None:
    await house.start("/play sator clock=1d")
    house.now += DAY
    await noted(house, actions.ExpireTime(0))
    await noted(house, actions.ExpireTime(1))
    assert "To claim the win, make your own choice first." in house.board().message.text
    assert "Claim the win" not in house.labels(house.board().message)
    await house.ask(ADA, interface.ClaimWin(code_of(house)), CHANNEL)
    assert "choose first, then claim" in house.note(ADA)
