"""Challenges in any chat by inline mode: honest, sealed, and once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.handlers.access import Rate, RateLimits
from bot.platforms import callback_data
from bot.platforms.telegram.inline import Offer, Seals
from bot.texts import texts_for
from games import GAMES
from tests.bot.platforms.telegram.setup import Table, choices, table
from tests.games.walks import CASES

SAY = texts_for("en")
SEALS = Seals("900:token")
USUAL = ("none", "skip", "plain", "open", "medium")
"""Values that nobody needs to say."""


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_game_under_all_house_rules_fits_into_a_button_and_is_read_again(case) -> None:  # type: ignore[no-untyped-def]
    words = tuple("=".join(word) for word in case.words if word[1] not in USUAL)
    offer = Offer("9999999999", (case.key, *words), "abcde")
    payload = SEALS.write(offer)
    assert payload is not None
    assert len(payload.encode()) <= callback_data.PAYLOAD_MAX_BYTES
    assert SEALS.read(payload) == offer


def test_an_offer_that_was_sent_with_its_rules_in_full_is_read_as_ever() -> None:
    assert SEALS.read("i:abcdei1L3xgV1001:sahara target=30") == Offer(
        "1001", ("sahara", "target=30"), "abcde"
    )


@given(st.integers(0, 60), st.characters(min_codepoint=33, max_codepoint=126))
def test_an_offer_in_anothers_name_is_not_believed(place: int, letter: str) -> None:
    payload = SEALS.write(Offer("1001", ("sahara", "target=30"), "abcde")) or ""
    place %= len(payload)
    forged = payload[:place] + letter + payload[place + 1 :]
    assert forged == payload or SEALS.read(forged) is None
    assert Seals("900:another").read(payload) is None


def test_an_offer_is_no_request_of_the_bot() -> None:
    payload = SEALS.write(Offer("1001", ("sahara",), "abcde")) or ""
    assert type(callback_data.decode(payload)).__name__ == "InvalidPayload"


@pytest.mark.parametrize("feedback", [True, False])
async def test_a_friend_accepts_by_one_press_in_a_chat_without_the_bot(there: Table, feedback: bool) -> None:
    there.telegram.settings.inline_feedback = feedback
    there.start_all()
    dm = there.telegram.between(there.ada, there.ben)
    found = await there.ada.inline("sahara target=30", dm)
    sent = there.ada.choose(found, dm)
    offered = await there.ben.sees(lambda one: "Sahara" in one.text, dm)
    if feedback:
        offered = await there.ben.sees(lambda one: "Seal of the deal" in one.text, dm)
    await there.ben.press(offered, "Accept")
    await there.settled()
    for _ in range(3):
        board = there.ben.still(sent)
        assert "30" in board.text
        mover = next(
            one for one in (there.ada, there.ben) if SAY("turn.one", name=one.user.first_name) in board.text
        )
        await mover.press(board, choices(board)[0].label)
        await there.settled()
        assert there.ada.now(sent) != board
    seen = {one.chat for person in (there.ada, there.ben) for one in person.messages()}
    assert seen <= ({dm} if feedback else {dm, there.ada.private})


async def test_whoever_types_letter_by_letter_is_offered_challenges_to_the_end(tmp_path: Path) -> None:
    typed = "sahara target=30 clock=1d rated=no"
    async with table(tmp_path, rates=RateLimits()) as there:
        for length in range(1, len(typed) + 1):  # all within a second
            found = await there.ada.inline(typed[:length])
        assert [one.title for one in found.results] == ["Sahara · target=30, clock=1d, rated=no"]


async def test_what_is_offered_follows_what_is_typed(there: Table) -> None:

    async def titles(query: str) -> list[str]:
        return [one.title for one in (await there.ada.inline(query)).results]

    assert await titles("") == [texts_for("en")(f"{game}.name") for game in GAMES]
    assert await titles("sah") == ["Sahara"]
    assert (await titles("sahara "))[0] == "Sahara"
    assert await titles("sahara target=30") == ["Sahara · target=30"]
    assert await titles("Sahara TARGET=30 foreign_store=choice") == [
        "Sahara · target=30, foreign_store=choice"
    ]
    assert await titles("sahara target=31") == []
    assert await titles("sahara nonsense=1 target=30") == []
    assert await titles("chess") == []
    assert await titles("x" * 250) == []
    assert (await there.ada.inline("chess")).button is not None


async def test_what_can_be_sent_has_a_picture_beside_it_where_pages_are_served(there: Table) -> None:
    assert not any(one.thumbnail for one in (await there.ada.inline("")).results)
    await there.close()
    there.pages = "https://play.example.org/"
    await there.open()
    offered = (await there.ada.inline("")).results
    beside = {one.thumbnail for one in offered}
    assert {f"https://play.example.org/{game}.png" for game in GAMES} == beside
    assert all(one.description for one in offered)


async def test_nobody_accepts_their_own_offer_and_nothing_is_stored_by_typing(there: Table) -> None:
    """What is typed after @bot is seen at every letter: that does not undo being forgotten."""
    there.telegram.settings.inline_feedback = False
    found = await there.ada.inline("sahara", there.group)
    assert await there.store.people.person("telegram", str(there.ada.id)) is None
    sent = there.ada.choose(found, there.group)
    answer = await there.ada.press(sent, "Accept")
    assert answer.text == SAY("no.own_challenge")
    assert await matches(there) == 0


async def matches(there: Table) -> int:
    """How many challenges and matches Ada is in."""
    person = await there.store.people.person("telegram", str(there.ada.id))
    phases = ["challenge", "running", "over"]
    return len(await there.store.matches.matches_of(person.player, phases)) if person else 0


async def test_of_two_who_accept_one_plays(there: Table) -> None:
    there.telegram.settings.inline_feedback = False
    there.start_all()
    found = await there.ada.inline("sahara", there.group)
    there.ada.choose(found, there.group)
    seen = await there.ben.sees(lambda one: "Accept" in one.labels, there.group)
    presses = [there.ben.tap(seen, "Accept"), there.cleo.tap(seen, "Accept")]
    await there.telegram.until(lambda: all(press.answers for press in presses))
    await there.settled()
    answers = sorted(press.answers[0].text for press in presses)
    assert answers == sorted(["", SAY("no.no_challenge")])
    assert await matches(there) == 1


async def test_after_a_restart_an_old_offer_still_works_in_the_challengers_name(there: Table) -> None:
    there.telegram.settings.inline_feedback = False
    there.start_all()
    sent = there.ada.choose(await there.ada.inline("sahara", there.group), there.group)
    await there.close()
    await there.open()
    seen = there.ben.still(sent)
    await there.ben.press(seen, "Accept")
    await there.settled()
    begun = there.ben.still(sent)
    assert choices(begun)
    assert "Ada" in begun.text


async def test_a_challenge_that_stands_is_shared_by_its_code(there: Table) -> None:
    there.start_all()
    there.ada.say(there.ada.private, "/play sahara")
    own = await there.ada.sees(lambda one: "Share" in one.labels)
    code = own.key("Share").query
    dm = there.telegram.between(there.ada, there.ben)
    assert (await there.cleo.inline(code)).results == ()  # it is not hers
    there.ada.choose(await there.ada.inline(code, dm), dm)
    offered = await there.ben.sees(lambda one: "Accept" in one.labels, dm)
    await there.ben.press(offered, "Accept")
    await there.settled()
    begun = there.ben.still(offered)
    assert choices(begun)
    assert await matches(there) == 1
    late = await there.cleo.inline(code)
    assert late.results == ()


async def test_a_forged_press_on_what_was_sent_is_answered(there: Table) -> None:
    sent = there.ada.choose(await there.ada.inline("sahara", there.group), there.group)
    answer = await there.ben.press(sent, payload="i:abcde12345671001:sahara")
    assert answer.text == SAY("no.unreadable")[:200]
    assert (await there.ben.press(sent, payload="ok:AAAAAA")).text == SAY("no.unknown_match", match="AAAAAA")


async def test_who_presses_an_offer_over_and_over_silences_nobody_but_themselves(tmp_path: Path) -> None:
    async with table(tmp_path, rates=RateLimits(commands=Rate(3, 1))) as there:
        found = await there.ada.inline("sahara", there.group)
        sent = there.ada.choose(found, there.group)
        await there.ben.sees(lambda one: "Cancel" in one.labels, there.group)
        for _ in range(4):
            await there.cleo.press(sent, payload=found.results[0].id)
        there.ada.say(there.ada.private, "/help")
        told = await there.ada.sees(lambda one: one.chat is there.ada.private)
        assert "at once" not in told.text


async def test_however_many_accept_at_once_the_challenge_is_opened_once(tmp_path: Path) -> None:
    """The challenger's own requests are not used up by it."""
    async with table(tmp_path, rates=RateLimits(commands=Rate(3, 1))) as there:
        there.telegram.settings.inline_feedback = False
        found = await there.ada.inline("sahara", there.group)
        there.ada.choose(found, there.group)
        seen = await there.ben.sees(lambda one: "Accept" in one.labels, there.group)
        presses = [who.tap(seen, "Accept") for who in (there.ben, there.cleo) for _ in range(2)]
        await there.telegram.until(lambda: all(press.answers for press in presses))
        there.ada.say(there.ada.private, "/help")
        told = await there.ada.sees(lambda one: one.chat is there.ada.private)
        assert "at once" not in told.text
