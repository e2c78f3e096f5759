"""/forget_me: what leads to a person goes, what others played stays, and nothing is done without asking."""

from __future__ import annotations

import asyncio
from contextlib import closing

import pytest

from bot.interface import ForgetMe, Incoming, ShowHand
from storage.sqlite import database
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, HouseWithFile, account, private_chat


async def test_it_tells_first_what_is_kept_and_what_will_follow(house: House) -> None:
    await house.start()
    await house.type(ADA, "/play sator")
    await house.restart()  # what boards show is stored by then
    before = await house.stored()
    await house.type(ADA, "/forget_me")
    told = house.notes[ADA.id][-1]
    assert "I know you as Ada on fake." in told.text
    assert "1 match is under way: you resign it" in told.text
    assert "1 challenge is open" in told.text
    assert house.labels(told) == ["Yes, forget me", "No"]
    assert await house.stored() == before


@pytest.mark.parametrize("game", ["sahara", "sator"])
async def test_nothing_that_leads_to_the_person_is_left(house: House, game: str) -> None:
    await house.start(f"/play {game}")
    await house.type(ADA, "/link", private_chat(ADA))
    await house.type(ADA, "/link GUESS", private_chat(ADA))
    assert await house.stored("'Ada'", "'@ada'", "'ada'")
    await house.forget(ADA, private_chat(ADA))
    assert await house.stored("'Ada'", "'@ada'", "'ada'") == []
    assert "I have forgotten you" in house.note(ADA)


@pytest.mark.house(kind=HouseWithFile)
async def test_the_files_hold_nothing_of_them_either(house: HouseWithFile) -> None:
    somebody = account("Zwetschgenkompott")
    await house.meet(BEN)
    await house.type(somebody, "/play sahara Ben", private_chat(somebody))
    assert b"zwetschgen" in house.bytes().lower()
    await house.ask(somebody, ForgetMe(sure=True), private_chat(somebody))
    assert b"zwetschgen" not in house.bytes().lower()


@pytest.mark.house(kind=HouseWithFile)
async def test_while_somebody_reads_the_files_it_is_not_said_that_nothing_is_left(
    house: HouseWithFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_MS", 1)
    await house.restart()
    somebody = account("Zwetschgenkompott")
    await house.type(somebody, "/play sahara", private_chat(somebody))
    with closing(await house.by_hand()) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        answer = (await house.ask(somebody, ForgetMe(sure=True), private_chat(somebody))).noted
        assert "they still hold the deleted data" in answer.text
        assert b"Zwetschgen" in house.bytes()
        reader.execute("COMMIT")
    await house.restart()
    assert b"Zwetschgen" not in house.bytes()


async def test_typing_alone_is_no_meeting(house: House) -> None:
    """Commands are completed at every letter: that does not undo being forgotten."""
    await house.start()
    await house.forget(ADA, private_chat(ADA))
    await house.restart()  # what boards show is stored by then
    before = await house.stored()
    found = await house.dispatcher.complete(ADA, private_chat(ADA), "/pl")
    assert [completion.line for completion in found] == ["/play"]
    assert await house.stored() == before


async def test_the_ids_of_presses_lead_to_nobody(house: House) -> None:
    await house.meet(BEN)
    await house.type(ADA, "/play sahara Ben", private_chat(ADA), press="@ada/1")  # as platforms name it
    assert (await house.stored("@ada/"))[1:] == []  # the board in their private chat
    await house.forget(ADA, private_chat(ADA))
    assert await house.stored("@ada") == []


async def test_a_board_that_arrives_when_they_are_forgotten_is_not_kept(house: House) -> None:
    await house.start("/play sator")
    late = await house.handle(Incoming(ADA, private_chat(ADA), ShowHand(None), "late"))
    await house.forget(ADA, private_chat(ADA))
    assert late.delivery
    await house.dispatcher.delivered(late.delivery, "4711")
    await house.dispatcher.worker.settled()
    assert await house.stored("@ada", "4711") == []


async def test_what_they_have_chosen_goes_and_so_do_their_blocks(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/settings theme=dark", private_chat(ADA))
    await house.type(ADA, "/settings block=Ben", private_chat(ADA))
    assert await house.stored('INTO "preferences"')
    assert await house.stored('INTO "blocks"')
    await house.forget(ADA, private_chat(ADA))
    assert await house.stored('INTO "preferences"', 'INTO "blocks"') == []


async def test_open_challenges_are_withdrawn_or_declined_and_those_of_others_stay(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara")
    await house.type(BEN, "/play sahara Ada")
    await house.type(BEN, "/play sator")
    own, named, foreign = house.platform.in_chat(CHANNEL)
    await house.forget(ADA, private_chat(ADA))
    shown = house.platform.messages
    assert "withdrew the challenge" in shown[own.id].message.text
    assert "declined" in shown[named.id].message.text
    assert "Accept" in house.labels(shown[foreign.id].message)


async def test_finished_matches_stay_for_the_opponent_with_an_unnamed_seat(house: House) -> None:
    await house.start()
    code = house.board().code
    await house.forget(ADA, private_chat(ADA))
    await house.type(BEN, f"/board {code}")
    assert "someone" in house.board().message.title
    await house.restart()
    await house.type(BEN, f"/verify {code}")
    assert "someone" in house.note(BEN)


async def test_whoever_comes_again_is_somebody_new(house: House) -> None:
    await house.start()
    await house.forget(ADA, private_chat(ADA))
    await house.type(ADA, "/matches", private_chat(ADA))
    assert "no running match" in house.note(ADA)
    await house.type(ADA, "/play sahara")
    await house.press(CLEO, "Accept")
    assert "Ada" in house.board().message.title


async def test_two_who_play_each_other_are_forgotten_at_the_same_time(house: House) -> None:
    await house.start()
    await house.start()
    sure = (house.ask(who, ForgetMe(sure=True), private_chat(who)) for who in (ADA, BEN))
    assert all(answer.succeeded for answer in await asyncio.gather(*sure))
    for who in (ADA, BEN):
        assert "I have forgotten you" in house.note(who)
        assert await house.store.people.person("fake", who.id) is None


async def test_a_log_that_cannot_be_read_keeps_nobody_from_being_forgotten(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    await house.start()
    code = house.board().code
    await house.change_by_hand("UPDATE events SET body = '{}' WHERE version = 1")
    await house.forget(ADA, private_chat(ADA))
    assert "I have forgotten you" in house.note(ADA)
    assert await house.stored("'Ada'", "'@ada'", "'ada'") == []
    assert code in caplog.text


async def test_help_leads_to_what_is_kept_and_from_there_to_being_forgotten(house: House) -> None:
    await house.type(ADA, "/help")
    await house.press_note(ADA, "What I keep", house.notes[ADA.id][-1])
    page = house.notes[ADA.id][-1]
    assert "each account that has spoken to me" in page.text
    await house.press_note(ADA, "Forget me …", page)
    assert "I know you as Ada" in house.note(ADA)
