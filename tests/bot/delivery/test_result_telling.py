"""Results told in a channel that somebody has chosen for them: once each, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.interface import Chat, Resign, RetryLater, Screen, ShowSettings
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, private_chat
from tests.storage.facts import jobs_of

GAMES, RESULTS = (Chat("fake", f"club/{name}", private=False) for name in ("games", "results"))
ON, OFF = "Results in this channel", "Results in no channel"
GONE = "I can no longer post in the results channel"


pytestmark = pytest.mark.house(managers=[ADA], meet=(ADA, BEN))


async def page(house: House, chat: Chat) -> Screen:
    return (await house.ask(ADA, ShowSettings("chat", place="club"), chat)).noted


async def switched(house: House, label: str, chat: Chat = RESULTS) -> str:
    """What the page of the settings says after a press on it in this channel."""
    request = house.button(await page(house, chat), label).request
    answer = await house.ask(ADA, request, chat)
    shown = answer.update or answer.note
    assert shown
    return shown.text


async def played(house: House, chat: Chat = GAMES, *, boards: Sequence[Chat] = ()) -> None:
    """A match that Ben wins, and that Ada has looked at in these chats."""
    await house.type(ADA, "/play sahara", chat)
    await house.press(BEN, "Accept", house.board(chat))
    code = house.board(chat).code
    for each in boards:
        await house.type(ADA, f"/board {code}", each)
    await house.ask(ADA, Resign(code, sure=True), chat)


def told(house: House, chat: Chat = RESULTS) -> list[str]:
    return [shown.message.text.splitlines()[0] for shown in house.platform.in_chat(chat)]


BEGUN = "From now on I post match results here."


async def test_results_are_told_in_the_chosen_channel_until_nobody_wants_it_any_more(house: House) -> None:
    assert "Results of matches: only where they are played" in (await page(house, GAMES)).text
    await played(house)
    assert "Results of matches: also in this channel" in await switched(house, ON)
    assert "Results of matches: also in another channel" in (await page(house, GAMES)).text
    assert told(house) == [BEGUN]
    await played(house)
    await played(house)
    assert told(house) == [BEGUN, *["Ada resigned: Ben wins."] * 2]
    assert house.board(RESULTS).message.title.startswith("Sahara · ")
    assert "only where they are played" in await switched(house, OFF, GAMES)
    await played(house)
    assert len(told(house)) == 3
    assert house.platform.pings == [ping for ping in house.platform.pings if ping[1] != RESULTS.id]


async def test_what_is_played_in_the_chosen_channel_itself_stands_there_already(house: House) -> None:
    await switched(house, ON)
    await played(house, RESULTS)
    assert told(house)[0] == BEGUN
    assert len(told(house)) == 2  # with the board


async def test_a_kill_after_a_result_is_told_tells_it_no_second_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await switched(house, ON)

    async def killed(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as before:
        before.setattr(house.store.jobs, "done", killed)
        await played(house)
    assert len(await jobs_of(house.store)) == 1
    await house.wait(60)
    assert len(told(house)) == 2
    assert await jobs_of(house.store) == ()


async def test_a_passing_fault_only_delays_a_result(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await switched(house, ON)

    async def hiccup(chat: Chat, message: Screen, nonce: str) -> str:
        if chat == RESULTS:
            raise RetryLater
        return house.platform.put(chat, message, nonce)

    with monkeypatch.context() as before:
        before.setattr(house.platform, "post", hiccup)
        await played(house)
    assert told(house) == [BEGUN]
    await house.wait(60)
    assert told(house) == [BEGUN, "Ada resigned: Ben wins."]


async def test_a_channel_that_is_lost_is_told_of_where_the_match_was_played(house: House) -> None:
    await switched(house, ON)
    house.platform.closed = {RESULTS.id}
    await played(house, boards=(private_chat(ADA), CHANNEL))
    (lost,) = [text for text in told(house, GAMES) if text.startswith(GONE)]
    assert lost
    house.platform.closed = set()
    await played(house)
    assert told(house) == [BEGUN]
    assert await jobs_of(house.store) == ()


async def test_a_channel_where_the_bot_may_not_write_is_not_chosen(house: House) -> None:
    house.platform.closed = {RESULTS.id}
    assert (await switched(house, ON)).startswith("I cannot write in this channel.")
    assert "only where they are played" in (await page(house, GAMES)).text


async def test_a_chat_that_shares_its_settings_with_none_is_offered_no_results(house: House) -> None:
    answer = (await house.ask(ADA, ShowSettings("chat", place=CHANNEL.place), CHANNEL)).noted
    assert "Results" not in answer.text
