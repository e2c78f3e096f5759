"""What becomes due: times that are up, challenges and matches that nobody touches; after an absence, too."""

from __future__ import annotations

import logging

import pytest

from bot.domain.terms import DAY, HOUR, MINUTE
from games.events import Event, TimeExpired
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, code_of, other, private_chat
from tests.storage.facts import deadlines_of


def text(house: House) -> str:
    return house.board().message.text


async def last_event(house: House) -> Event:
    return (await house.store.matches.load(code_of(house)))[-1]


# A time for each move


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [("5m", 5 * MINUTE), ("1h", HOUR), ("1d", DAY), ("", 3 * DAY), ("14d", 14 * DAY), ("7d+1d", 7 * DAY)],
)
async def test_a_time_is_up_when_it_is_and_not_a_second_before(
    house: House, clock: str, seconds: int
) -> None:
    who = await house.start(f"/play sahara clock={clock}" if clock else "/play sahara")
    await house.wait(seconds - 1)
    assert "time is up" not in text(house)
    await house.wait(1)
    assert f"{who.name}'s time is up: {other(who).name} may claim the win" in text(house)
    assert (await last_event(house)).at == house.now


async def test_without_a_clock_no_time_is_ever_up(house: House) -> None:
    await house.start("/play sahara clock=none")
    await house.wait(26 * DAY)
    assert len(await house.store.matches.load(code_of(house))) == 2


async def test_the_opponent_is_told_once_and_claims_the_win(house: House) -> None:
    who = await house.start("/play sahara clock=1d")
    await house.wait(18 * HOUR)
    house.platform.pings.clear()
    await house.wait(6 * HOUR)
    assert house.platform.pings == [(other(who).id, CHANNEL.id)]
    await house.wait(0)
    await house.restart()
    await house.wait(0)
    assert len(house.platform.pings) == 1
    assert (
        sum(isinstance(event, TimeExpired) for event in await house.store.matches.load(code_of(house))) == 1
    )
    await house.press(other(who), "Claim the win")
    assert f"{who.name} ran out of time: {other(who).name} wins." in text(house)
    assert await deadlines_of(house.store, code_of(house)) == ()


async def test_the_opponent_who_is_watching_sees_the_board_change(house: House) -> None:
    who, board = await house.start("/play sahara clock=5m"), house.board()
    house.now += 4 * MINUTE
    await house.press(other(who), "My view")
    await house.press(who, "My view")  # and so they need no reminder either
    await house.wait(MINUTE)
    assert house.platform.pings == []
    assert "Claim the win" in house.labels(house.platform.messages[board.id].message)


async def test_who_waits_is_not_asked_again_until_the_late_one_moves(house: House) -> None:
    who = await house.start("/play sahara clock=1h")
    await house.wait(HOUR)
    await house.press(other(who), "Wait")
    house.platform.pings.clear()
    await house.wait(5 * HOUR)
    assert house.platform.pings == []
    await house.press(who, "1")
    assert f"{other(who).name}'s turn. Until" in text(house)


async def test_in_a_set_up_that_both_choose_each_has_their_own_time(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sator clock=1h")
    await house.press(BEN, "Accept")
    match = code_of(house)
    await house.wait(HOUR)
    log = await house.store.matches.load(match)
    assert {event.seat for event in log if isinstance(event, TimeExpired)} == {0, 1}
    assert "Time is up for" in house.platform.in_chat(CHANNEL)[0].message.text


async def test_when_a_ply_is_taken_back_the_time_begins_anew(house: House) -> None:
    who = await house.start("/play sahara clock=1h")
    await house.press(who, "1")
    await house.wait(30 * MINUTE)
    await house.press(who, "Take move back")
    await house.press(other(who), "Allow take-back")
    await house.wait(HOUR - 1)
    assert "time is up" not in text(house)
    await house.wait(1)
    assert f"{who.name}'s time is up" in text(house)


# After an absence


@pytest.mark.parametrize(
    ("waited", "away", "restarts", "pressed", "left"),
    [
        pytest.param(50 * MINUTE, 0, 0, "1", HOUR, id="each move has its own time"),
        pytest.param(50 * MINUTE, 0, 0, "Offer draw", 10 * MINUTE, id="an offer gives nobody more time"),
        pytest.param(50 * MINUTE, 2 * HOUR, 1, "", 10 * MINUTE, id="an absence moves it by as much"),
        pytest.param(0, 2 * HOUR, 3, "", HOUR, id="once, however often the bot comes back"),
        pytest.param(0, 59, 1, "", HOUR - 59, id="less than a minute is nobody's loss"),
        pytest.param(0, 2 * HOUR, 1, "Offer draw", HOUR, id="an offer takes no credit away"),
        pytest.param(0, 2 * HOUR, 1, "1", HOUR, id="the next move has no more than its time"),
    ],
)
async def test_what_gives_time_and_what_does_not(
    house: House, waited: int, away: int, restarts: int, pressed: str, left: int
) -> None:
    await house.start("/play sahara clock=1h")
    await house.wait(waited)
    house.now += away
    for _ in range(restarts):
        await house.restart()
    if pressed:
        await house.press(house.to_act(), pressed)
    await is_up_after(house, left)


async def is_up_after(house: House, seconds: int) -> None:
    await house.wait(seconds - 1)
    assert "time is up" not in text(house)
    await house.wait(1)
    assert "'s time is up" in text(house)


@pytest.mark.parametrize("how", ["no platform is heard", "theirs is silent"])
async def test_while_somebody_cannot_be_reached_no_time_runs(house: House, how: str) -> None:
    await house.start("/play sahara clock=1h")
    await house.wait(50 * MINUTE)
    house.hearing, house.silent = ((), ()) if how == "no platform is heard" else (None, {"fake"})
    for _ in range(12):
        await house.wait(10 * MINUTE)
    assert "time is up" not in text(house)
    house.hearing, house.silent = None, ()
    await house.wait(0)
    await is_up_after(house, 10 * MINUTE)


async def test_what_became_due_before_the_absence_is_seen_to_after_it(house: House) -> None:
    await house.start("/play sahara clock=1h")
    house.now += HOUR
    await house.store.jobs.beat(house.now)
    house.now += 5 * HOUR
    await house.restart()
    await house.wait(0)
    assert "time is up" in text(house)


async def test_the_silence_of_another_platform_gives_nobody_time(house: House) -> None:
    await house.start("/play sahara clock=1h")
    house.silent = {"discord"}
    for _ in range(6):
        await house.wait(10 * MINUTE)
    assert "time is up" in text(house)


async def test_absences_also_count_for_nobody_in_challenges_and_abandoned_matches(house: House) -> None:
    await house.type(ADA, "/play sahara")
    house.now += 2 * DAY
    await house.restart()
    await house.wait(DAY - 1)
    assert "Accept" in house.labels(house.board().message)
    await house.wait(1)
    assert "expired" in text(house)


# Challenges


async def test_a_challenge_expires_after_a_day(house: House) -> None:
    await house.type(ADA, "/play sahara")
    board = house.board()
    assert "It can be accepted until Tue 13 Jan, 13:46 UTC." in board.message.text
    await house.wait(DAY - 1)
    assert "Accept" in house.labels(house.board().message)
    await house.wait(1)
    assert text(house) == "Nobody answered Ada's challenge to Sahara: it has expired."
    assert house.labels(house.board().message) == ["Challenge again"]
    await house.meet(BEN)
    await house.type(BEN, f"/join {board.code}")
    assert "accept" not in house.board().message.text


async def test_only_the_challenger_makes_an_expired_challenge_again(house: House) -> None:
    await house.meet(ADA, BEN, CLEO)
    await house.type(ADA, "/play sahara ben target=30 clock=1d rated=no")
    first = (await house.store.matches.load(code_of(house)))[0]
    await house.wait(DAY)
    board = house.board()
    await house.press(CLEO, "Challenge again", board)
    assert "Only Ada can make this challenge again." in house.note(CLEO)
    await house.press(ADA, "Challenge again", board)
    again = (await house.store.matches.load(code_of(house)))[0]
    assert vars_of(again) == vars_of(first)
    await house.press(BEN, "Accept")
    await house.press(ADA, "Challenge again", board)
    assert "turn" in text(house)  # there is one already


def vars_of(opened: Event) -> dict[str, object]:
    """What is agreed on, without what is drawn anew."""
    names = ("game", "house_rules", "challenger", "invited", "first", "clock", "rated")
    return {name: getattr(opened, name) for name in names}


# Matches that nobody touches


async def test_after_27_days_a_match_is_warned_and_after_30_it_is_given_up(house: House) -> None:
    who = await house.start("/play sahara clock=none")
    await house.wait(27 * DAY - 1)
    assert "closed" not in text(house)
    house.platform.pings.clear()
    await house.wait(1)
    assert "If nobody moves, this match will be closed soon." in text(house)
    assert house.platform.pings == [(who.id, CHANNEL.id)]
    await house.wait(3 * DAY - 1)
    assert "Closed because nobody moved" not in text(house)
    await house.wait(1)
    assert "Closed because nobody moved. No winner" in text(house)
    assert await deadlines_of(house.store, code_of(house)) == ()


async def test_who_touches_a_match_gives_it_another_thirty_days(house: House) -> None:
    await house.start("/play sahara clock=none")
    await house.wait(28 * DAY)
    await house.press(house.to_act(), "1")
    assert "closed" not in text(house)
    await house.wait(27 * DAY - 1)
    assert "closed" not in text(house)
    await house.wait(1)
    assert "this match will be closed soon" in text(house)


async def test_a_match_that_is_warned_again_while_the_same_is_asked_is_told_again(house: House) -> None:
    who = await house.start("/play sahara clock=none")
    await house.wait(27 * DAY)
    await house.press(other(who), "Offer draw")
    await house.press(who, "Decline draw")
    house.platform.pings.clear()
    await house.wait(27 * DAY)
    assert house.platform.pings == [(who.id, CHANNEL.id)]
    assert [shown.id for shown in house.live()] == [house.board().id]


async def test_a_time_that_nobody_claims_is_settled_for_who_waited_after_both_were_warned(
    house: House,
) -> None:
    who = await house.start("/play sahara clock=1d")
    await house.wait(DAY)
    house.platform.pings.clear()
    await house.wait(26 * DAY)
    assert f"{who.name} will soon lose." in text(house)
    assert sorted(house.platform.pings) == sorted([(ADA.id, CHANNEL.id), (BEN.id, CHANNEL.id)])
    await house.wait(3 * DAY)
    assert f"{who.name} ran out of time: {other(who).name} wins." in text(house)
    assert await deadlines_of(house.store, code_of(house)) == ()


async def test_of_an_end_that_nobody_pressed_both_are_told(house: House) -> None:
    await house.start("/play sahara clock=1d")
    for days in (1, 26):
        await house.wait(days * DAY)
    house.platform.pings.clear()
    await house.wait(3 * DAY)
    assert sorted(house.platform.pings) == [(ADA.id, CHANNEL.id), (BEN.id, CHANNEL.id)]
    assert "ran out of time" in text(house)
    assert [shown.id for shown in house.live()] == [house.board().id]
    for _ in range(2):
        await house.wait(DAY)
        await house.restart()
    assert len(house.platform.pings) == 2


async def test_who_cannot_be_told_of_the_end_in_the_channel_is_told_in_private(house: House) -> None:
    await house.start("/play sahara clock=none")
    await house.wait(27 * DAY)
    house.platform.pings.clear()
    house.platform.unposted = {CHANNEL.id}
    await house.wait(3 * DAY)
    told = [(ADA.id, private_chat(ADA).id), (BEN.id, private_chat(BEN).id)]
    assert sorted(house.platform.pings) == told
    for who in (ADA, BEN):
        assert "No winner" in house.board(private_chat(who)).message.text


async def test_between_the_warning_and_the_end_there_are_three_days_also_after_an_absence(
    house: House,
) -> None:
    await house.start("/play sahara clock=none")
    house.now += 40 * DAY
    await house.restart()
    await house.wait(27 * DAY)
    assert "this match will be closed soon" in text(house)
    await house.wait(3 * DAY - 1)
    assert "this match will be closed soon" in text(house)
    await house.wait(1)
    assert "Closed because nobody moved" in text(house)


# Faults


async def test_a_fault_in_one_match_does_not_stop_the_others_and_is_tried_again(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.start("/play sahara clock=1h")
    broken = code_of(house)
    await house.start("/play sahara clock=1h")
    await house.change_by_hand("INSERT INTO events VALUES (?, 3, 'MovePlayed', '{}')", broken)
    with caplog.at_level(logging.ERROR):
        await house.wait(HOUR)
        await house.wait(MINUTE)
    told = {record.message.partition("/")[0] for record in caplog.records}
    assert told == {f"reminder of {broken}", f"time of {broken}"}
    assert len(caplog.records) == 2
    assert "time is up" in text(house)
    assert await house.services.heartbeat.overdue() == 2  # their reminder, and their time


async def test_whoever_was_quicker_has_the_last_word(house: House) -> None:
    await house.start("/play sahara clock=1h")
    house.now += HOUR
    await house.press(house.to_act(), "1")
    await house.wait(0)
    assert "time is up" not in text(house)


async def test_private_boards_are_told_as_well(house: House) -> None:
    await house.start_alone("/play sahara ben clock=1h")
    await house.wait(HOUR)
    for who in (ADA, BEN):
        assert "time is up" in house.board(private_chat(who)).message.text
