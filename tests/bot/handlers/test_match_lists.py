"""The list of matches: in which order, how each stands, and that it fits into a message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import presentation
from bot.domain.terms import HOUR, MINUTE
from bot.handlers.match_lists import ON_A_PAGE
from bot.interface import EVERYWHERE, ROBOT, Account, OpenMatch, Screen, ShowInbox, ShowMatchWith
from bot.presentation import SECTIONS, Inbox, Listed, Phrasing
from bot.texts import LANGUAGES, units
from games.events import MatchId
from tests.bot.handlers.test_reads_of_a_press import count_store
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, private_chat
from tests.bot.presentation.screens.holding import hold


async def begun(house: House, clock: str, *, to_move: Account) -> str:
    """The code of a match in which this person is to move."""
    await house.start(f"/play sahara clock={clock}")
    if house.to_act() != to_move:
        await house.press(house.to_act(), "1")
    assert house.to_act() == to_move
    return house.board().code


async def lines(house: House) -> list[str]:
    await house.type(ADA, "/matches")
    counts, *listed = house.note(ADA).splitlines()
    assert counts.endswith(")")
    return listed


async def test_with_somebody_only_what_is_played_with_them_is_found(house: House) -> None:
    code = await begun(house, "1h", to_move=BEN)
    assert (await house.ask(ADA, ShowMatchWith(BEN.id), CHANNEL)).succeeded
    assert code in house.board().message.title
    assert (await house.ask(ADA, ShowMatchWith(ROBOT), CHANNEL)).note


async def test_turns_come_first_then_claims_then_questions_in_each_the_next_due(
    house: House,
) -> None:
    late = await begun(house, "5m", to_move=BEN)
    await house.wait(5 * MINUTE)
    theirs_soon = await begun(house, "1h", to_move=BEN)
    draw = await begun(house, "3d", to_move=BEN)
    await house.press(BEN, "Offer draw")
    back = await begun(house, "none", to_move=ADA)
    for who, hollow in ((ADA, "1"), (BEN, "6"), (ADA, "6")):
        await house.press(who, hollow)
    await house.press(BEN, "Take move back")
    week = await begun(house, "7d", to_move=ADA)
    theirs = await begun(house, "none", to_move=BEN)
    await house.type(BEN, "/play sahara ada")
    invited = house.board().code
    await house.wait(MINUTE)
    day = await begun(house, "1d", to_move=ADA)
    told = [line.split()[0] for line in await lines(house)]
    assert told == [day, week, late, invited, draw, back, theirs_soon, theirs]
    assert house.note(ADA).splitlines()[0] == (
        "Your turn (2) · you may claim the win (1) · you are asked (3) · waiting (2)"
    )


async def test_the_list_tells_that_a_time_is_up_and_what_is_asked(house: House) -> None:
    await begun(house, "1h", to_move=BEN)
    await house.press(ADA, "Offer draw")
    await house.wait(HOUR)
    assert (await lines(house))[0].endswith(" · time is up, you may claim the win · you have offered a draw")
    await house.type(BEN, "/matches")
    assert house.note(BEN).endswith(" · your time is up · you are offered a draw")
    await house.press(BEN, "Decline draw")
    await house.press(BEN, "1")
    (line,) = await lines(house)
    assert line.endswith("1 hour left")


async def test_the_list_tells_that_a_ply_is_to_be_taken_back(house: House) -> None:
    await begun(house, "none", to_move=ADA)
    await house.press(ADA, "1")
    await house.press(ADA, "Take move back")
    await house.type(BEN, "/matches")
    assert house.note(BEN).endswith(" · you are asked to allow a take-back")
    assert "take-back" not in (await lines(house))[0]


async def test_whose_time_is_up_is_named_where_both_have_to_choose(house: House) -> None:
    await house.start("/play sator clock=1h")
    await house.wait(HOUR)
    (line,) = await lines(house)
    assert line.endswith(" · your time is up · Ben's time is up")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("zone", ["UTC", "America/Argentina/ComodRivadavia"])
def test_a_page_of_the_longest_lines_and_labels_fits_everywhere(language: str, zone: str) -> None:
    one = Listed(
        MatchId("ABCDEF"),
        "sahara",
        "Wilhelmina Augusta von der Heide",
        "Wilhelmina Augu…",
        "yours",
        yours=False,
        challenge=False,
        over=False,
        since=1_795_000_000,
        age=99_999,
        left=99_999,
        marks=("late_theirs", "draw_yours"),
    )
    listed = tuple(replace(one, match=MatchId(f"ABCDE{number}")) for number in range(ON_A_PAGE))
    inbox = Inbox(dict.fromkeys(SECTIONS, 199), listed, 19, 20)
    shown = presentation.matches_page(inbox, Phrasing(LANGUAGES[language], {}, zone=zone))
    assert units(f"{shown.title}\n{shown.text}") <= EVERYWHERE.text
    assert len(shown.text.splitlines()) == 1 + ON_A_PAGE
    hold(Screen(shown.text, shown.title, rows=shown.rows), language)


async def test_a_day_and_a_code_tell_apart_what_would_be_called_the_same(house: House) -> None:
    codes = [await begun(house, "none", to_move=ADA) for _ in range(2)]
    await house.start("/play sato")
    await house.type(ADA, "/matches")
    labels = house.labels(house.notes[ADA.id][-1])
    assert {*labels} == {
        "Ben – Sato",
        "Finished matches",
        *(f"Ben – Sahara · 12 Jan · {code}" for code in codes),
    }


async def test_the_list_is_read_with_one_query(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await begun(house, "1d", to_move=ADA)
    await begun(house, "none", to_move=BEN)
    for _ in range(2):
        await house.wait(0)  # what boards show is stored by now, and the worker knows
    calls = count_store(monkeypatch, house)
    await house.type(ADA, "/matches")
    assert calls == {"matches_of": 1, "people": 1, "read_press": 1}


async def test_the_pages_are_turned_in_place_and_count_all(house: House) -> None:
    here = private_chat(ADA)
    await house.meet(ADA, BEN)
    for _ in range(ON_A_PAGE + 2):
        await house.type(ADA, "/play sahara")
        await house.press(BEN, "Accept")
    first = (await house.type(ADA, "/matches", here)).note
    assert first is not None
    assert first.title == "Your matches (1 of 2)"
    shown = house.platform.put(here, first, "the list")
    last = (await house.press(ADA, "Next", house.platform.messages[shown])).update
    assert last is not None
    assert len(last.text.splitlines()) == 1 + 2
    assert last.text.splitlines()[0] == first.text.splitlines()[0]
    assert house.labels(last)[-2:] == ["Back", "Finished matches"]
    codes = [line.split()[0] for page in (first, last) for line in page.text.splitlines()[1:]]
    assert len({*codes}) == ON_A_PAGE + 2


@pytest.mark.parametrize("page", [0, 99])
async def test_a_page_that_is_not_there_any_more_is_the_next_best(house: House, page: int) -> None:
    await begun(house, "none", to_move=ADA)
    answer = await house.ask(ADA, ShowInbox(page), CHANNEL)
    assert answer.note is not None
    assert answer.note.title == "Your matches"


async def test_a_match_is_opened_for_its_reader_alone_and_in_a_private_chat_as_a_board(house: House) -> None:
    code = await begun(house, "none", to_move=ADA)
    await house.type(ADA, "/matches")
    answer = await house.press_note(ADA, "Ben – Sahara", house.notes[ADA.id][-1])
    assert answer.note is not None
    assert (answer.post, answer.update) == (None, None)
    assert "2" in house.labels(answer.note)
    there = private_chat(ADA)
    await house.ask(ADA, OpenMatch(MatchId(code)), there)
    assert code in house.board(there).message.title


async def test_a_challenge_can_be_answered_from_the_list(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(BEN, "/play sahara ada")
    await house.type(ADA, "/matches")
    assert house.note(ADA).splitlines()[0] == "You are asked (1)"
    answer = await house.press_note(ADA, "Ben – Sahara", house.notes[ADA.id][-1])
    assert answer.note is not None
    assert "Accept" in house.labels(answer.note)


async def test_completion_and_the_question_which_match_follow_the_same_order(house: House) -> None:
    week = await begun(house, "7d", to_move=ADA)
    theirs = await begun(house, "1h", to_move=BEN)
    day = await begun(house, "1d", to_move=ADA)
    late = await begun(house, "5m", to_move=BEN)
    await house.wait(5 * MINUTE)
    order = [day, week, late, theirs]
    assert [line.split()[0] for line in await lines(house)] == order
    offered = await house.dispatcher.complete(ADA, CHANNEL, "/resign ")
    assert [found.line.split()[-1] for found in offered] == order
    moves = await house.dispatcher.complete(ADA, CHANNEL, "/move 2 ")
    assert [found.line.split()[-1] for found in moves] == [day, week]
    await house.type(ADA, "/resign")
    assert [label.split()[-1] for label in house.labels(house.notes[ADA.id][-1])] == order


async def test_the_question_which_match_names_the_most_urgent_and_counts_the_rest(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.handlers.which_match.MOST_LISTED", 1)
    await begun(house, "7d", to_move=ADA)
    day = await begun(house, "1d", to_move=ADA)
    await house.type(ADA, "/resign")
    assert house.note(ADA) == "Which match do you mean?\nand one more"
    assert [label.split()[-1] for label in house.labels(house.notes[ADA.id][-1])] == [day]
