"""Two accounts of one person: joined by a code that is good once and for ten minutes, and unlinked again."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot import presentation
from bot.domain.absences import united
from bot.interface import Account, Chat, ForgetMe, Incoming, RetryLater, ShowHand, UnlinkAccount
from bot.texts import texts_for
from games.events import MatchId
from tests.bot.handlers.test_robot_matches import robot_resigns
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO
from tests.bot.two_platforms import ADA_THERE, BEN_THERE, ELSEWHERE, Houses, own_chat
from tests.storage.facts import jobs_of

WRONG = "That code does not work"
MINUTE = 60


pytestmark = pytest.mark.house(kind=Houses)


async def code_for(house: Houses, who: Account) -> str:
    answer = await house.type(who, "/link", own_chat(who))
    assert answer.succeeded
    assert answer.note
    found = re.search(r"/link (\w{10})\b", answer.note.text)
    assert found
    return found[1]


async def link(house: Houses, giver: Account, taker: Account) -> str:
    """Join two accounts; gives what the second was told."""
    await house.type(taker, f"/link {await code_for(house, giver)}", own_chat(taker))
    return house.note(taker)


async def finished(house: Houses, one: Account, other: Account, chat: Chat) -> str:
    """A match of these two that one of them resigned; gives its code."""
    await house.meet(one, other)
    await house.type(one, "/play sahara", chat)
    await house.press(other, "Accept", house.board(chat))
    await house.type(one, "/resign", chat)
    await house.ask(one, house.button(house.notes[one.id][-1], "Yes, resign").request, chat)
    return house.board(chat).code


# The code


async def test_the_code_is_told_to_its_owner_alone_and_joins_from_the_other_platform(house: Houses) -> None:
    await house.meet(BEN)
    answer = await house.type(ADA, "/link", CHANNEL)
    assert answer.succeeded
    assert answer.note
    assert (answer.post, answer.update) == (None, None)
    assert house.platform.messages == {}
    told = await link(house, ADA, ADA_THERE)
    assert told == "Ada on fake and this account are one player now. You can go on from either."
    assert house.board(own_chat(ADA)).message.text == (
        "Ada there on other and this account are one player now. You can go on from either."
    )
    await house.type(ADA, "/play sahara")
    await house.press(BEN, "Accept")
    for who in (ADA, ADA_THERE):
        await house.type(who, "/matches", own_chat(who))
    assert house.note(ADA) == house.note(ADA_THERE)
    assert "against Ben" in house.note(ADA)


async def test_each_account_hears_of_the_other_in_the_language_of_its_own_platform(house: Houses) -> None:
    here, there = replace(ADA, language="de"), replace(ADA_THERE, language="ca")
    german, catalan = texts_for("de"), texts_for("ca")
    assert await link(house, here, there) == presentation.linked(here, catalan).text
    assert house.board(own_chat(ADA)).message == presentation.linked(there, german)
    await house.ask(there, UnlinkAccount("fake"), own_chat(there))
    assert house.note(there) == presentation.unlinked(here, catalan).text
    assert house.board(own_chat(ADA)).message == presentation.unlinked(here, german)


async def test_only_a_hash_of_the_code_is_kept(house: Houses) -> None:
    code = await code_for(house, ADA)
    assert [line for line in await house.stored() if code in line.upper()] == []


async def test_the_same_command_delivered_again_is_answered_the_same_again(house: Houses) -> None:
    code = await code_for(house, ADA)
    for _ in range(2):
        await house.type(ADA_THERE, f"/link {code}", own_chat(ADA_THERE), press="the same")
        await house.restart()
    first, second = house.notes[ADA_THERE.id]
    assert first == second
    assert len(house.platform.in_chat(own_chat(ADA))) == 1


@pytest.mark.parametrize(("minutes", "good"), [(9, True), (10, False)])
async def test_a_code_expires_after_ten_minutes_also_over_a_restart(
    house: Houses, minutes: int, *, good: bool
) -> None:
    code = await code_for(house, ADA)
    house.now += minutes * MINUTE
    await house.restart()
    await house.type(ADA_THERE, f"/link {code}", own_chat(ADA_THERE))
    assert ("one player" in house.note(ADA_THERE)) is good


async def test_a_new_code_replaces_the_one_before(house: Houses) -> None:
    old = await code_for(house, ADA)
    assert await code_for(house, ADA) != old
    await house.type(ADA_THERE, f"/link {old}", own_chat(ADA_THERE))
    assert house.note(ADA_THERE).startswith(WRONG)


async def test_a_guess_does_not_tell_whether_there_is_such_a_code(house: Houses) -> None:
    used, old = await code_for(house, ADA), await code_for(house, BEN)
    await house.type(ADA_THERE, f"/link {used}", own_chat(ADA_THERE))
    await house.type(BEN_THERE, f"/link {used}", own_chat(BEN_THERE))  # which is good once
    house.now += 10 * MINUTE
    for code in (used, old, "NONSENSE22"):
        await house.type(BEN_THERE, f"/link {code}", own_chat(BEN_THERE))
    assert len({note.text for note in house.notes[BEN_THERE.id]}) == 1
    assert house.note(BEN_THERE).startswith(WRONG)


async def test_after_five_wrong_codes_an_account_waits_ten_minutes_with_a_right_one_too(
    house: Houses,
) -> None:
    for number in range(5):
        await house.type(ADA_THERE, f"/link GUESS{number}", own_chat(ADA_THERE))
        await house.restart()
    await house.ask(ADA_THERE, ForgetMe(sure=True), own_chat(ADA_THERE))  # which changes nothing
    house.now += 9 * MINUTE
    code = await code_for(house, ADA)
    await house.type(ADA_THERE, f"/link {code}", own_chat(ADA_THERE))
    assert house.note(ADA_THERE) == "Too many codes were wrong. Wait 1 minute, then try again."
    await house.type(BEN_THERE, "/link GUESS", own_chat(BEN_THERE))
    assert house.note(BEN_THERE).startswith(WRONG)  # others are not locked
    house.now += MINUTE
    await house.type(ADA_THERE, f"/link {code}", own_chat(ADA_THERE))
    assert "one player" in house.note(ADA_THERE)


async def test_the_own_code_is_named_and_costs_nothing(house: Houses) -> None:
    code = await code_for(house, ADA)
    for _ in range(6):
        await house.type(ADA, f"/link {code}", own_chat(ADA))
    assert house.note(ADA).startswith("That is your own code")
    assert "one player" in await link(house, ADA, ADA_THERE)


async def test_accounts_of_one_platform_are_not_joined(house: Houses) -> None:
    assert "one account on each platform" in await link(house, ADA, BEN)
    await house.type(ADA, "/play sahara ben")
    await house.press(BEN, "Accept")
    assert house.to_act() in (ADA, BEN)


@pytest.mark.parametrize("at", ["before it is sent", "before that is noted"])
async def test_a_kill_loses_no_message_to_the_other_account_and_doubles_none(
    house: Houses, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    with monkeypatch.context() as killed:
        if at == "before it is sent":
            killed.setattr(house.store.jobs, "next_due", AsyncMock(return_value=None))
        else:
            killed.setattr(house.store.jobs, "done", AsyncMock(side_effect=ConnectionError))
        assert "one player" in await link(house, ADA, ADA_THERE)
    await house.restart()
    await house.wait(60)
    (told,) = house.platform.in_chat(own_chat(ADA))
    assert "Ada there on" in told.message.text
    assert await jobs_of(house.store) == ()


async def test_what_somebody_was_about_to_be_told_is_forgotten_with_them(
    house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(house.store.jobs, "next_due", AsyncMock(return_value=None))
        assert "one player" in await link(house, ADA, ADA_THERE)
        assert len(await jobs_of(house.store)) == 1
        await house.ask(ADA_THERE, ForgetMe(sure=True), own_chat(ADA_THERE))
    assert await jobs_of(house.store) == ()


async def test_a_private_chat_that_is_closed_or_hiccups_does_not_keep_accounts_apart(house: Houses) -> None:
    house.platform.closed.add(own_chat(ADA).id)
    assert "one player" in await link(house, ADA, ADA_THERE)
    house.other.faults.append(RetryLater(7.0))
    assert "one player" in await link(house, BEN_THERE, BEN)
    assert house.platform.in_chat(own_chat(BEN_THERE)) == []
    await house.wait(7)
    assert "Ben on fake" in house.board(own_chat(BEN_THERE)).message.text


# Who becomes whom


@pytest.mark.parametrize("giver_plays", [True, False])
async def test_what_is_under_way_goes_on_from_either_account(house: Houses, *, giver_plays: bool) -> None:
    await house.start()
    pair = (ADA, ADA_THERE) if giver_plays else (ADA_THERE, ADA)
    assert "one player" in await link(house, *pair)
    code = house.board().code
    while house.to_act() != ADA:
        await press_any(house, BEN, CHANNEL)
    await house.type(ADA_THERE, f"/board {code}", own_chat(ADA_THERE))
    there = house.board(own_chat(ADA_THERE))
    assert there.message.awaits == (ADA_THERE,)
    assert "Ada there" in there.message.title
    assert "Ben" in there.message.title
    await house.press(ADA_THERE, "1", there)
    assert "hollow 1" in house.board().message.text
    assert "Ada there" not in house.board().message.title


async def test_boards_elsewhere_name_the_account_of_their_platform_at_once(house: Houses) -> None:
    await house.start()
    await house.meet(ADA_THERE, BEN_THERE)
    await house.type(ADA_THERE, "/play sahara", ELSEWHERE)
    await house.press(BEN_THERE, "Accept", house.board(ELSEWHERE))
    await house.type(CLEO, f"/board {house.board(ELSEWHERE).code}")
    assert "Ada there" in house.board().message.title
    await link(house, ADA, ADA_THERE)
    assert "Ada there" not in house.board().message.title
    assert "Ada" in house.board().message.title


async def test_finished_matches_of_both_stay_reachable_after_a_restart_too(house: Houses) -> None:
    here = await finished(house, ADA, BEN, CHANNEL)
    there = MatchId(await finished(house, ADA_THERE, BEN_THERE, ELSEWHERE))
    log = await house.store.matches.load(there)
    await link(house, ADA, ADA_THERE)
    for _ in range(2):
        for code in (here, there):
            for who in (ADA, ADA_THERE):
                await house.type(who, f"/verify {code}", own_chat(who))
                assert "Seed: " in house.note(who)
                await house.type(who, f"/hand {code}", own_chat(who))
                assert house.board(own_chat(who)).code == code
        assert [(type(event), event.at) for event in await house.store.matches.load(there)] == [
            (type(event), event.at) for event in log
        ]
        await house.restart()
    await house.type(ADA, f"/rematch {there}", own_chat(ADA))
    assert "asks Ben there for a rematch" in house.board(own_chat(ADA)).message.text
    invitation = house.board(ELSEWHERE)  # where Ben played
    assert house.other.pings == [(BEN_THERE.id, ELSEWHERE.id)]
    await house.press(BEN_THERE, "Accept", invitation)
    assert {who.name for who in house.board(own_chat(ADA)).message.awaits} < {"Ada", "Ben there"}


async def test_a_match_that_both_accounts_played_was_against_oneself(house: Houses) -> None:
    await house.meet(ADA, ADA_THERE)
    await house.type(ADA, "/play sahara", CHANNEL)
    code = house.board().code
    await house.type(ADA_THERE, f"/join {code}", own_chat(ADA_THERE))
    await house.type(ADA, "/resign", CHANNEL)
    await house.ask(ADA, house.button(house.notes[ADA.id][-1], "Yes, resign").request, CHANNEL)
    await link(house, ADA, ADA_THERE)
    await house.type(ADA, "/history", own_chat(ADA))
    assert "Sahara against Ada" in house.note(ADA)


async def test_who_plays_against_their_other_account_is_refused_until_that_is_over(house: Houses) -> None:
    await house.meet(ADA, ADA_THERE)
    await house.type(ADA, "/play sahara")
    code = house.board().code
    await house.type(ADA_THERE, f"/join {code}", ELSEWHERE)
    assert "are playing each other" in await link(house, ADA, ADA_THERE)
    await house.type(ADA, "/resign")
    await house.ask(ADA, house.button(house.notes[ADA.id][-1], "Yes, resign").request, CHANNEL)
    assert "one player" in await link(house, ADA, ADA_THERE)
    await house.type(ADA_THERE, f"/rematch {code}", ELSEWHERE)
    assert house.note(ADA_THERE).startswith("You cannot play against yourself")
    for line in (f"/say {code} hello", f"/say {code}"):
        await house.type(ADA, line, own_chat(ADA))
        assert house.note(ADA).endswith("there is nobody to write to.")


async def test_nobody_challenges_themselves_through_their_other_account(house: Houses) -> None:
    await link(house, ADA, ADA_THERE)
    await house.type(ADA, "/play sahara")
    await house.type(ADA_THERE, f"/join {house.board().code}", ELSEWHERE)
    assert house.note(ADA_THERE).startswith("This is your own challenge")
    await house.meet(ADA_THERE)
    await house.type(ADA_THERE, f"/play sahara {ADA_THERE.name}", ELSEWHERE)
    assert house.note(ADA_THERE).startswith("You cannot play against yourself")


async def test_three_accounts_become_one_player_step_by_step(house: Houses) -> None:
    """Former ids of the joined player follow."""
    first = await finished(house, ADA, CLEO, CHANNEL)
    await link(house, ADA_THERE, ADA)
    third = Account("web", "ada on the web", "Ada W")
    await house.type(ADA, f"/link {await code_for(house, third)}", own_chat(ADA))
    assert "one player" in house.note(ADA)
    await house.restart()
    for who in (ADA, third, ADA_THERE):
        await house.type(who, f"/verify {first}", own_chat(who))
        assert "Seed: " in house.note(who)


# Where the joined player is told


async def press_any(house: Houses, who: Account, chat: Chat) -> None:
    board = house.board(chat)
    await house.press(who, next(label for label in house.labels(board.message) if label.isdigit()), board)


async def test_a_private_board_is_dealt_where_they_acted_last(house: Houses) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sator")
    await link(house, ADA, ADA_THERE)
    await house.press(BEN, "Accept")
    assert "Sator" in house.board(own_chat(ADA_THERE)).message.title
    assert not [shown for shown in house.platform.in_chat(own_chat(ADA)) if "Sator" in shown.message.title]


async def test_absences_of_both_are_kept_and_forgotten_with_them(house: Houses) -> None:
    for who, day in ((ADA, "1970-01-20"), (ADA_THERE, "1970-02-01"), (ADA_THERE, "1970-02-20")):
        await house.type(who, f"/away {day} {day}", own_chat(who))
    await house.type(ADA, "/settings reminders=off", own_chat(ADA))
    await link(house, ADA, ADA_THERE)
    player = await house.services.accounts.register(ADA)
    kept = await house.store.settings.preferences(player)
    assert [begin // 86400 for begin, _ in kept.away] == [19, 31, 50]
    assert kept.reminders == "off"
    await house.ask(ADA, ForgetMe(sure=True), own_chat(ADA))
    assert not (await house.store.settings.preferences(player)).away


def test_absences_of_both_are_kept_as_far_as_there_may_be_so_many_in_a_year() -> None:
    day, month = 86400, (0, 29 * 86400)
    assert united([month], [(5 * day, 9 * day)], "UTC") == (month,)
    assert united([(5 * day, 9 * day)], [(3 * day, 7 * day)], "UTC") == (
        (3 * day, 7 * day),
        (5 * day, 9 * day),
    )
    assert united([month], [(40 * day, 42 * day), (50 * day, 51 * day)], "UTC") == (
        month,
        (50 * day, 51 * day),
    )


async def test_boards_elsewhere_name_who_stays_by_their_account_there(house: Houses) -> None:
    await house.start()
    await house.type(BEN_THERE, f"/board {house.board().code}", ELSEWHERE)

    def title() -> str:
        return house.board(ELSEWHERE).message.title

    assert "Ada there" not in title()
    await link(house, ADA, ADA_THERE)
    await house.settled()
    assert "Ada there" in title()
    await unlink(house, ADA, "Unlink the account on other")
    await house.settled()
    assert "Ada there" not in title()


# Parted again


async def unlink(house: Houses, who: Account, label: str) -> str:
    """Ask on a private page, and press one of its buttons; gives what that was answered with."""
    assert not (await house.type(who, "/unlink", own_chat(who))).succeeded, "nothing is done yet"
    await house.ask(who, house.button(house.notes[who.id][-1], label).request, own_chat(who))
    return house.note(who)


@pytest.mark.parametrize("asks", [ADA, ADA_THERE])
async def test_the_account_that_is_unlinked_starts_afresh_and_the_other_plays_on(
    house: Houses, asks: Account
) -> None:
    await house.start("/play sator")
    await link(house, ADA, ADA_THERE)
    code = house.board().code
    await house.type(ADA_THERE, f"/hand {code}", own_chat(ADA_THERE))
    house.now += 3600
    told = await unlink(house, asks, "Unlink the account on other")
    assert told == "Ada there on other is a separate account now and starts over."
    await house.dispatcher.worker.settled()
    heard = [shown.message.text for shown in house.other.in_chat(own_chat(ADA_THERE))]
    assert heard.count(told) == (asks == ADA), "who asks has the answer"
    for _ in range(2):
        await house.type(ADA_THERE, "/matches", own_chat(ADA_THERE))
        assert "Sator" not in house.note(ADA_THERE)
        await house.type(ADA_THERE, f"/hand {code}", own_chat(ADA_THERE))
        assert "You do not play in this match" in house.note(ADA_THERE)
        await house.type(ADA, f"/hand {code}", own_chat(ADA))
        assert house.board(own_chat(ADA)).code == code
        await house.restart()
    assert all(board.platform == "fake" for board in await house.store.boards.boards_of(MatchId(code)))


async def test_a_board_on_its_way_to_the_account_that_leaves_is_never_brought_up_to_date(
    house: Houses,
) -> None:
    await house.start("/play sator")
    await link(house, ADA, ADA_THERE)
    code = house.board().code
    hand = Incoming(ADA_THERE, own_chat(ADA_THERE), ShowHand(MatchId(code)), "late")
    answer = await house.handle(hand)
    assert answer.delivery
    await unlink(house, ADA, "Unlink the account on other")
    await house.dispatcher.delivered(answer.delivery, "4711")
    assert all(board.platform == "fake" for board in await house.store.boards.boards_of(MatchId(code)))


async def test_a_board_that_is_stored_only_after_its_account_has_left_is_not_kept(
    house: Houses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be brought up to date there for the player that it was shown to."""
    await house.start("/play sator")
    await link(house, ADA, ADA_THERE)
    code = MatchId(house.board().code)
    answer = await house.handle(Incoming(ADA_THERE, own_chat(ADA_THERE), ShowHand(code), "late"))
    assert answer.delivery
    storing, gone = house.hold_boards(monkeypatch)
    arrives = asyncio.create_task(house.dispatcher.delivered(answer.delivery, "4711"))
    await storing.wait()
    await unlink(house, ADA, "Unlink the account on other")
    gone.set()
    await arrives
    assert all(board.platform == "fake" for board in await house.store.boards.boards_of(code))


@pytest.mark.parametrize("who", [ADA, BEN_THERE])
async def test_a_board_on_its_way_to_the_account_that_stays_and_to_the_opponent_arrives(
    house: Houses, who: Account
) -> None:
    await house.start("/play sator")
    await link(house, ADA, ADA_THERE)
    await link(house, BEN, BEN_THERE)
    code = house.board().code
    answer = await house.handle(Incoming(who, own_chat(who), ShowHand(MatchId(code)), "late"))
    assert answer.delivery
    await unlink(house, ADA, "Unlink the account on other")
    await house.dispatcher.delivered(answer.delivery, "4711")
    assert "4711" in [board.message for board in await house.store.boards.boards_of(MatchId(code))]


async def test_blocks_hold_for_the_account_that_leaves_too(house: Houses) -> None:
    await link(house, ADA, ADA_THERE)
    await link(house, BEN, BEN_THERE)
    await house.type(BEN, f"/settings block={ADA.name}", own_chat(BEN))
    await unlink(house, ADA, "Unlink the account on other")
    await house.type(ADA_THERE, f"/play sahara {BEN_THERE.name}", own_chat(ADA_THERE))
    assert "is not taking" in house.note(ADA_THERE)


async def test_who_has_one_account_has_nothing_to_unlink_by_an_old_button_neither(
    house: Houses,
) -> None:
    for _ in range(2):
        await house.type(ADA, "/unlink", own_chat(ADA))
        assert house.note(ADA) == "No other account is joined with this one. /link joins one."
        await house.ask(ADA, UnlinkAccount("other"), own_chat(ADA))
        assert house.note(ADA).startswith("No other account")
        await link(house, ADA, ADA_THERE)
        await unlink(house, ADA, "Unlink the account on fake")


@pytest.mark.house(kind=Houses, plays=True)
async def test_the_robot_of_ones_own_level_goes_on_from_the_later_result(house: Houses) -> None:
    for who, chat in ((ADA, CHANNEL), (ADA, CHANNEL), (ADA_THERE, ELSEWHERE)):
        await house.type(who, "/play sahara robot level=mine", chat)
        board = house.board(chat)
        if who == ADA:
            await robot_resigns(house)
        else:
            await house.resign(who, board.code)
        house.now += MINUTE
    await house.type(ADA, "/play sahara robot level=mine")
    assert "Robot (level 2)" in house.board().message.title
    await link(house, ADA, ADA_THERE)
    await house.type(ADA, "/play sahara robot level=mine")
    assert "Robot (level 1)" in house.board().message.title
