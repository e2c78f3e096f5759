"""What somebody did not see happen is told once: at once, five minutes later, or when their night is over."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.handlers.match_lists import ON_A_PAGE
from bot.interface import Account, Chat, ForgetMe, RetryLater, Screen
from games.events import MatchId
from storage.people import Preferences
from tests.bot.handlers.test_account_linking import link
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, code_of, other, private_chat
from tests.bot.two_platforms import ADA_THERE, Houses, own_chat
from tests.bot.two_processes import Two
from tests.storage.facts import notices_due

HOUR, DAY = 3600, 86400
LONG_AGO, FIVE_MINUTES = 301, 300
NIGHT = (22 * 60, 7 * 60)  # minutes of a day
ELEVEN_AT_NIGHT = 1_033_200  # seconds since 1970, 23:00 UTC


async def begun(house: House, line: str = "/play sahara clock=7d") -> tuple[Account, Account]:
    """Ada and Ben have begun in the channel, and been told; gives who is to move, and the other one."""
    await house.start(line)
    house.platform.pings.clear()
    return house.to_act(), other(house.to_act())


async def matches(house: House, number: int) -> tuple[Account, Account, list[MatchId]]:
    """So many in the channel in which the same person is to move; gives them, and the other one."""
    await house.meet(ADA, BEN)
    codes = []
    for _ in range(number):
        await house.type(BEN, "/play sahara ada clock=7d begins=me")
        await house.press(ADA, "Accept")
        codes.append(code_of(house))
    await house.look_away()
    house.platform.pings.clear()
    return BEN, ADA, codes


async def choose(house: House, who: Account, **chosen: object) -> None:
    person = await house.store.people.person("fake", who.id)
    assert person
    await house.store.settings.put_preferences(replace(Preferences(person.player), **chosen))  # type: ignore[arg-type]
    await house.restart()


def told(house: House, who: Account) -> list[str]:
    """Where they were notified."""
    return [chat for account, chat in house.platform.pings if account == who.id]


def board_of(house: House, code: MatchId, chat: Chat = CHANNEL) -> Shown:
    return next(one for one in reversed(house.live(chat)) if code in one.message.title)


# How it ends, and what became of a challenge


async def test_who_was_away_when_the_match_ended_is_told_once_and_who_ended_it_is_not(house: House) -> None:
    first, second = await begun(house)
    house.now += LONG_AGO
    await house.resign(first)
    assert house.platform.pings == [(second.id, CHANNEL.id)]
    assert "resigned" in house.board().message.text
    for _ in range(3):
        await house.wait(DAY)
        await house.restart()
    assert house.platform.pings == [(second.id, CHANNEL.id)]


async def test_who_saw_the_end_on_the_board_and_does_nothing_is_told_five_minutes_later(
    house: House,
) -> None:
    first, second = await begun(house)
    await house.resign(first)
    await house.wait(FIVE_MINUTES - 1)
    assert house.platform.pings == []
    await house.wait(1)
    await house.wait(30 * DAY)
    assert house.platform.pings == [(second.id, CHANNEL.id)]


async def test_whose_opponent_is_forgotten_is_told_that_they_gave_up(house: House) -> None:
    await begun(house)
    house.now += LONG_AGO
    await house.forget(ADA, private_chat(ADA))
    assert house.platform.pings == [(BEN.id, CHANNEL.id)]


@pytest.mark.parametrize("seconds", [0, LONG_AGO], ids=["there", "away"])
@pytest.mark.parametrize(
    ("terms", "answer", "says"),
    [("begins=you", "Accept", "Ben's turn"), ("", "Decline", "declined")],
)
async def test_a_challenger_is_told_what_became_of_it(
    house: House, seconds: int, terms: str, answer: str, says: str
) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, f"/play sahara ben {terms}")
    house.now += seconds
    house.platform.pings.clear()
    await house.press(BEN, answer)
    await house.wait(0 if seconds else FIVE_MINUTES)
    assert told(house, ADA) == [CHANNEL.id]
    await house.wait(HOUR)
    assert told(house, ADA) == [CHANNEL.id]
    assert says in house.board().message.text or says == "Ben's turn"


async def test_a_challenger_is_told_that_nobody_accepted(house: House) -> None:
    await house.type(ADA, "/play sahara")
    await house.wait(DAY)
    await house.wait(DAY)
    assert house.platform.pings == [(ADA.id, CHANNEL.id)]


async def test_who_takes_a_challenge_back_tells_nobody(house: House) -> None:
    await house.type(ADA, "/play sahara")
    house.now += LONG_AGO
    await house.press(ADA, "Cancel")
    await house.wait(DAY)
    assert house.platform.pings == []


# Five minutes later


async def test_a_turn_that_comes_while_somebody_is_there_is_told_when_they_do_not_act(house: House) -> None:
    first, second = await begun(house)
    house.now += LONG_AGO
    await house.press(second, "My view")
    house.now += 299
    await house.press(first, "1")
    old = house.board()
    await house.wait(FIVE_MINUTES - 1)
    assert house.platform.pings == []
    await house.restart()
    await house.wait(1)
    assert house.platform.pings == [(second.id, CHANNEL.id)]
    assert house.board().id != old.id
    assert house.board().message.awaits == (second,)
    await house.wait(HOUR)
    assert len(house.platform.pings) == 1


@pytest.mark.parametrize("how", ["My view", "/help", "/board", "1"])
async def test_who_does_anything_there_is_not_told_any_more(house: House, how: str) -> None:
    first, second = await begun(house)
    await house.press(first, "1")
    house.now += 200
    await (house.type(second, how) if how.startswith("/") else house.press(second, how))
    house.platform.pings.clear()
    await house.wait(100)
    await house.wait(HOUR)
    assert told(house, second) == []


async def test_who_asks_another_process_for_the_board_is_not_told_by_this_one(two: Two) -> None:
    one, another = two
    first, second = await begun(one)
    await one.press(first, "1")
    another.now += 60
    await another.type(second, f"/hand {code_of(one)}", private_chat(second))
    for house in two:
        house.now = 1_000_000 + FIVE_MINUTES
        await house.wait(0)
    assert told(one, second) == []


async def test_two_processes_tell_it_once(two: Two) -> None:
    one, another = two
    first, second = await begun(one)
    await one.press(first, "1")
    for _ in range(3):
        for house in (another, one):
            await house.wait(FIVE_MINUTES)
    assert told(one, second) == [CHANNEL.id]


async def test_killed_before_it_is_posted_it_comes_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await begun(house)
    await house.press(first, "1")
    monkeypatch.setattr(house.services.intake, "begin", lambda _: None)
    await house.wait(FIVE_MINUTES)
    assert house.platform.pings == []
    await house.restart()
    await house.wait(HOUR)
    assert told(house, second) == [CHANNEL.id]


@pytest.mark.house(kind=Houses)
async def test_a_turn_of_a_linked_account_is_told_once(house: Houses) -> None:
    await house.meet(ADA, BEN)
    await house.type(BEN, "/play sahara ada clock=1d begins=me")
    await house.press(ADA, "Accept")
    await house.press(BEN, "1")
    await link(house, ADA, ADA_THERE)
    house.platform.pings.clear()
    await house.wait(HOUR)
    assert house.pings() in ([(ADA.id, CHANNEL.id)], [(ADA_THERE.id, own_chat(ADA_THERE).id)])


# In the night


async def at_night(house: House, who: Account, *, clock: int = ELEVEN_AT_NIGHT) -> None:
    await choose(house, who, quiet=NIGHT)
    house.now = clock
    await house.look_away()
    house.platform.pings.clear()


@pytest.mark.parametrize("meanwhile", ["nothing", "answered", "forgotten"])
async def test_what_comes_in_quiet_hours_is_told_when_they_end_if_it_is_still_news(
    house: House, meanwhile: str
) -> None:
    first, second = await begun(house)
    await at_night(house, second)
    await house.press(first, "1")
    await house.restart()
    if meanwhile == "answered":
        await house.press(second, "1")
    elif meanwhile == "forgotten":
        await house.ask(second, ForgetMe(sure=True), private_chat(second))
    before = told(house, second)
    await house.wait(8 * HOUR - 1)
    assert (told(house, second), before) == ([], [])
    await house.wait(1)
    assert told(house, second) == ([CHANNEL.id] if meanwhile == "nothing" else [])
    assert meanwhile != "nothing" or house.board().message.awaits == (second,)
    await house.wait(DAY)
    assert len(told(house, second)) == (meanwhile == "nothing")
    assert meanwhile != "forgotten" or await notices_due(house.store, house.now + DAY) == ()


async def test_so_are_the_end_of_a_match_and_a_challenge(house: House) -> None:
    first, second = await begun(house)
    await at_night(house, second)
    await house.resign(first)
    await house.meet(CLEO)
    await choose(house, CLEO, quiet=NIGHT)
    await house.type(first, "/play sator cleo")
    assert house.platform.pings == []
    await house.wait(8 * HOUR)
    assert sorted(house.platform.pings) == sorted([(second.id, CHANNEL.id), (CLEO.id, private_chat(CLEO).id)])


# Many at a time


async def play_all(house: House, who: Account, codes: list[MatchId]) -> None:
    for code in codes:
        await house.press(who, "1", board_of(house, code))


async def test_three_come_at_once_and_the_rest_in_one_message(house: House) -> None:
    first, second, codes = await matches(house, 8)
    house.now += LONG_AGO
    await play_all(house, first, codes)
    assert house.platform.pings == [(second.id, CHANNEL.id)] * 3
    await house.wait(FIVE_MINUTES)
    assert house.platform.pings[3:] == [(second.id, private_chat(second).id)]
    page = house.board(private_chat(second)).message
    assert page.text.splitlines()[:2] == ["8 matches wait for you.", "Your turn (8)"]
    assert "Next: Ben – Sahara" in house.labels(page)
    answer = (await house.press(second, "Next: Ben – Sahara", house.board(private_chat(second)))).posted
    assert "Sahara" in answer.title
    await house.wait(DAY)
    assert len(house.platform.pings) == 4


@pytest.mark.parametrize("brought", ["challenges", "seeks"])
async def test_what_comes_with_a_new_match_counts_among_the_three_that_come_at_once(
    house: House, brought: str
) -> None:
    first, second, codes = await matches(house, 3)
    for game in ("sahara", "sator", "sato") if brought == "seeks" else ():
        await house.type(second, f"/seek {game}", private_chat(second))
    house.now += LONG_AGO
    for game in ("sahara", "sator", "sato"):
        line = f"/seek {game}" if brought == "seeks" else f"/play {game} {second.name} clock=7d"
        await house.type(first, line, private_chat(first))
    assert told(house, second) == [private_chat(second).id] * 3
    await play_all(house, first, codes)
    assert len(told(house, second)) == 3
    await house.wait(FIVE_MINUTES)
    assert told(house, second) == [private_chat(second).id] * 4
    await house.wait(HOUR)
    assert len(told(house, second)) == 4


async def test_one_that_is_left_comes_as_its_board(house: House) -> None:
    first, second, codes = await matches(house, 4)
    house.now += LONG_AGO
    await play_all(house, first, codes)
    await house.wait(FIVE_MINUTES)
    assert house.platform.pings == [(second.id, CHANNEL.id)] * 4


async def test_what_the_night_held_back_comes_in_one_message(house: House) -> None:
    first, second, codes = await matches(house, 5)
    await at_night(house, second)
    await play_all(house, first, codes[:3])
    await house.resign(first, codes[3])
    await house.wait(8 * HOUR)
    assert house.platform.pings == [(second.id, private_chat(second).id)]
    text = house.board(private_chat(second)).message.text
    assert text.startswith(f"3 matches wait for you.\n{codes[3]} · ")
    assert ", won\nYour turn (3)" in text


async def test_of_more_than_a_page_of_news_the_rest_is_counted(house: House) -> None:
    first, second, codes = await matches(house, ON_A_PAGE + 2)
    await at_night(house, second)
    for code in codes:
        await house.resign(first, code)
    await house.wait(8 * HOUR)
    lines = house.board(private_chat(second)).message.text.splitlines()
    assert [sum(", won" in line for line in lines), lines[ON_A_PAGE]] == [ON_A_PAGE, "and 2 more"]


async def test_reminders_that_the_night_held_back_come_in_one_message(house: House) -> None:
    house.now = ELEVEN_AT_NIGHT
    await matches(house, 5)
    await choose(house, BEN, quiet=NIGHT)
    await house.wait(5 * DAY + 6 * HOUR)  # a quarter of seven days is left at 5:00
    assert told(house, BEN) == []
    await house.wait(2 * HOUR)
    assert told(house, BEN) == [private_chat(BEN).id]
    assert house.board(private_chat(BEN)).message.text.startswith("5 matches wait for you.")


async def test_a_reminder_that_others_put_off_until_time_is_up_does_not_come(house: House) -> None:
    first, second, codes = await matches(house, 2)
    house.now += LONG_AGO
    await house.type(first, "/play sahara ada clock=5m begins=me")
    await house.press(second, "Accept")
    short = code_of(house)
    await house.wait(HOUR)  # who moves late may still move
    house.platform.pings.clear()
    await play_all(house, first, [short, *codes])
    assert told(house, second) == [CHANNEL.id] * 3
    await house.wait(240)  # a quarter of five minutes is left
    assert await notices_due(house.store, house.now + HOUR) == ()
    await house.wait(HOUR)
    assert told(house, second) == [CHANNEL.id] * 3


async def test_where_private_chats_are_closed_each_comes_as_its_board_three_at_a_time(house: House) -> None:
    first, second, codes = await matches(house, 8)
    house.platform.closed = {private_chat(second).id}
    house.now += LONG_AGO
    await play_all(house, first, codes)
    for expected in (6, 8, 8):
        await house.wait(FIVE_MINUTES)
        assert house.platform.pings == [(second.id, CHANNEL.id)] * expected


async def test_a_message_that_was_refused_for_now_comes_later(house: House) -> None:
    first, second, codes = await matches(house, 3)
    await at_night(house, second)
    await play_all(house, first, codes)
    house.platform.faults = [RetryLater()]
    await house.wait(8 * HOUR)
    assert house.platform.pings == []
    await house.wait(60)
    await house.wait(DAY)
    assert house.platform.pings == [(second.id, private_chat(second).id)]


async def test_while_one_process_sends_it_another_leaves_it_alone(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, another = two
    first, second, codes = await matches(one, 3)
    await one.type(second, "/settings quiet=22-7 zone=UTC")
    one.now = another.now = ELEVEN_AT_NIGHT
    await one.look_away()
    await play_all(one, first, codes)
    post, sent = one.platform.post, list[str]()

    async def slow(chat: Chat, message: Screen, nonce: str) -> str:
        sent.append(nonce)
        if len(sent) == 1:
            another.now = one.now
            await another.wait(0)
        return await post(chat, message, nonce)

    monkeypatch.setattr(one.platform, "post", slow)
    await one.wait(8 * HOUR)
    assert len(sent) == 1


async def test_killed_after_it_was_posted_it_does_not_come_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, codes = await matches(house, 3)
    await at_night(house, second)
    await play_all(house, first, codes)

    async def killed(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(house.store.jobs, "settle_notices", killed)
        await house.wait(8 * HOUR)
        assert len(house.platform.pings) == 1
    await house.restart()
    await house.wait(60)
    await house.wait(DAY)
    assert house.platform.pings == [(second.id, private_chat(second).id)]
