"""Who has themselves forgotten and comes back finds all that others decided, and every count, as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.deadlines import EXPIRES_AFTER
from bot.domain.match_requests import MOST_OPEN
from bot.handlers.access import Pauses, Rate, RateLimits
from bot.handlers.accounts import MOST_WRONG
from bot.interface import ForgetMe, Screen
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, UNHURRIED, House, Seen, private_chat

RATES = replace(UNHURRIED, pauses=Pauses())
pytestmark = pytest.mark.house(rates=RATES, managers=[CLEO], meet=(ADA, BEN, CLEO))


async def forget(house: House) -> Seen:
    """Ada is sure."""
    return await house.ask(ADA, ForgetMe(sure=True), private_chat(ADA))


async def page_of_blocks(house: House) -> Screen:
    shown = (await house.type(BEN, "/settings", private_chat(BEN))).noted
    others = (await house.press_note(BEN, "Other people", shown)).updated
    return (await house.press_note(BEN, "Blocked", others)).updated


async def test_who_is_blocked_stays_blocked_and_can_be_let_through_again(house: House) -> None:
    await house.type(BEN, "/settings block=Ada", private_chat(BEN))
    for _ in range(2):
        await forget(house)
        page = await page_of_blocks(house)
        assert "Blocked: 1 person\nsomeone\n" in page.text
        assert "A person shown as “someone” here has deleted their data." in page.text
        assert not (await house.type(ADA, "/play sahara Ben")).succeeded
        assert "is not taking challenges from you" in house.note(ADA)
    page = await page_of_blocks(house)
    assert "Blocked: 1 person\nAda\n" in page.text
    assert "has deleted their data" not in page.text
    await house.press_note(BEN, "Unblock Ada", page)
    assert (await house.type(ADA, "/play sahara Ben")).succeeded


async def test_somebody_who_is_forgotten_can_be_let_through_as_well(house: House) -> None:
    await house.type(BEN, "/settings block=Ada", private_chat(BEN))
    await forget(house)
    await house.press_note(BEN, "Unblock someone", await page_of_blocks(house))
    assert "Blocked: 0 people" in (await page_of_blocks(house)).text
    assert (await house.type(ADA, "/play sahara Ben")).succeeded


async def test_who_is_muted_is_not_heard(house: House) -> None:
    await house.start("/play sato")
    code = house.board().code
    ben = await house.services.accounts.register(BEN)
    await house.type(ADA, f"/say hello {code}")
    await house.press(BEN, "Mute Ada")
    await forget(house)
    assert "Muted: someone" in (await page_of_blocks(house)).text
    again = await house.services.accounts.register(ADA)
    assert await house.store.talk.muted_by(ben) == (again,)
    await house.press_note(BEN, "Unmute Ada", await page_of_blocks(house))
    assert await house.store.talk.muted_by(ben) == ()


async def test_whose_words_are_hidden_in_a_chat_cannot_speak_there(house: House) -> None:
    async def moderated() -> Screen:
        page = (await house.type(CLEO, "/moderate")).note
        assert page
        return page

    await house.start("/play sato")
    code = house.board().code
    await house.type(ADA, f"/say you cheat {code}")
    await house.press(BEN, "Report …")
    await house.press_note(BEN, "Yes, report", house.notes[BEN.id][-1])
    await house.press_note(CLEO, "Hide Ada's messages", await moderated())
    await forget(house)
    assert "Messages hidden: someone\nA person shown as “someone” here" in (await moderated()).text
    await house.type(ADA, "/play sahara")
    await house.press(BEN, "Accept")
    assert "Messages hidden: Ada\n" in (await moderated()).text
    code = house.board().code
    assert not (await house.type(ADA, f"/say hello {code}")).succeeded
    await house.press_note(CLEO, "Show Ada's messages", await moderated())
    assert (await house.type(ADA, f"/say hello {code}")).succeeded


async def test_pauses_between_challenges_go_on(house: House) -> None:
    while (await house.type(ADA, "/play sahara Ben")).succeeded:
        pass
    assert "several times lately. You can do so again in 30 seconds." in house.note(ADA)
    await forget(house)
    assert not (await house.type(ADA, "/play sahara Ben")).succeeded
    assert "You can do so again in 30 seconds." in house.note(ADA)
    house.now += 30
    assert (await house.type(ADA, "/play sahara Ben")).succeeded
    await forget(house)
    house.now += 59
    assert not (await house.type(ADA, "/play sahara Ben")).succeeded
    house.now += 1
    assert (await house.type(ADA, "/play sahara Ben")).succeeded
    await house.press(BEN, "Accept")
    await forget(house)
    assert (await house.type(ADA, "/play sahara Ben")).succeeded  # as for anybody with whom Ben plays


async def test_no_more_challenges_are_open_within_a_day(house: House) -> None:
    for _ in range(MOST_OPEN):
        assert (await house.type(ADA, "/play sahara")).succeeded
    assert (await house.type(BEN, "/play sahara")).succeeded
    await forget(house)
    house.now += EXPIRES_AFTER
    assert not (await house.type(ADA, "/play sahara")).succeeded
    assert house.note(ADA) == (
        "Challenges from before /forget_me count for a day: with them you have 20. Try again later, please."
    )
    assert (await house.type(BEN, "/play sahara")).succeeded
    house.now += 1
    assert (await house.type(ADA, "/play sahara")).succeeded


@pytest.mark.house(rates=RateLimits(forgets=Rate(1000, 60)))
async def test_rates_are_those_of_the_account(house: House) -> None:
    answered = 0
    for _ in range(100):
        answered += (await house.type(ADA, "/help", private_chat(ADA))).succeeded
        await forget(house)
    assert answered <= RateLimits().commands.burst
    assert "That was a lot at once." in house.note(ADA)
    assert (await house.type(BEN, "/help", private_chat(BEN))).succeeded


async def test_whoever_guesses_codes_of_others_does_not_guess_on(house: House) -> None:
    for _ in range(MOST_WRONG):
        await house.type(ADA, "/link GUESS", private_chat(ADA))
    await forget(house)
    await house.type(ADA, "/link GUESS", private_chat(ADA))
    assert "10 minutes" in house.note(ADA)


@pytest.mark.house(rates=RateLimits())
async def test_being_forgotten_has_a_rate_and_nobody_waits_for_who_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.type(ADA, "/settings language=de", private_chat(ADA))
    for _ in range(RateLimits().forgets.burst):
        assert (await forget(house)).succeeded
    monkeypatch.setattr(house.services.matches, "read_press", None)
    refused = await forget(house)
    assert refused.language == "en"
    assert refused.noted.text == (
        "I have forgotten you several times lately. You can ask for it again in 20 minutes."
    )
    monkeypatch.undo()
    house.now += 1200
    assert (await forget(house)).succeeded
    assert not (await forget(house)).succeeded
    assert (await house.type(BEN, "/help", CHANNEL)).succeeded
