"""Who may challenge whom and where: chats with rules, blocked people, and how many challenges are open."""

from __future__ import annotations

import pytest

from bot.domain.match_requests import MOST_OPEN
from bot.interface import Account, ChangeChat, ForgetMe, Resign, Screen
from games.events import MatchId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.two_platforms import BEN_THERE, ELSEWHERE, Houses, own_chat

pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))

NOT_TAKING = "is not taking challenges from you at the moment"


async def set_challengers(house: House, who: str) -> None:
    house.managers = {ADA.id}
    await house.ask(ADA, ChangeChat(CHANNEL.place, (f"challengers={who}",)), CHANNEL)


async def block(house: House, who: Account, name: str) -> None:
    assert (await house.type(who, f"/settings block=@{name}", private_chat(who))).succeeded


def code_of(message: Screen) -> MatchId:
    return MatchId(message.title.split()[-1])


# By the chat


async def test_where_nobody_may_challenge_nobody_does(house: House) -> None:
    await set_challengers(house, "nobody")
    for line in ("/play sahara", "/play sahara Ben"):
        assert "Nobody can challenge in this chat" in (await house.type(ADA, line)).noted.text
    assert house.platform.in_chat(CHANNEL) == []
    assert (await house.type(ADA, "/play sahara Ben", private_chat(ADA))).succeeded


async def test_where_managers_may_challenge_others_may_not(house: House) -> None:
    await set_challengers(house, "managers")
    assert "Only admins can challenge in this chat" in (await house.type(BEN, "/play sahara")).noted.text
    assert (await house.type(ADA, "/play sahara")).succeeded
    assert (await house.press(BEN, "Accept")).succeeded  # to accept is not to challenge


async def test_a_rematch_is_a_challenge(house: House) -> None:
    await house.start()
    await house.resign(ADA)
    await set_challengers(house, "nobody")
    assert "Nobody can challenge in this chat" in (await house.press(BEN, "Rematch")).noted.text


# By a block


async def test_who_is_blocked_cannot_challenge_by_name_and_nobody_is_told(house: House) -> None:
    await block(house, BEN, "Ada")
    for chat in (CHANNEL, private_chat(ADA)):
        assert (await house.type(ADA, "/play sahara Ben", chat)).noted.text.startswith(f"Ben {NOT_TAKING}")
    assert not [shown for shown in house.platform.messages.values() if shown.message.rows]
    assert house.platform.pings == []
    assert (await house.type(CLEO, "/play sahara Ben")).succeeded  # others can


async def test_who_is_blocked_cannot_take_an_open_challenge(house: House) -> None:
    await block(house, BEN, "Ada")
    await house.type(BEN, "/play sahara")
    code = code_of(house.board().message)
    pressed, typed = await house.press(ADA, "Accept"), await house.type(ADA, f"/join {code}")
    for answer in (pressed, typed):
        assert answer.note
        assert answer.note.text.startswith(f"Ben {NOT_TAKING}")
        assert answer.update is None
    assert (await house.press(CLEO, "Accept")).succeeded


async def test_who_is_blocked_can_take_what_was_offered_to_them_by_name(house: House) -> None:
    await block(house, BEN, "Ada")
    await house.type(BEN, "/play sahara Ada")
    assert (await house.press(ADA, "Accept")).succeeded


async def test_who_is_blocked_later_cannot_take_it_any_more(house: House) -> None:
    await house.type(BEN, "/play sahara Ada")
    house.now += 60
    await block(house, BEN, "Ada")
    assert (await house.press(ADA, "Accept")).noted.text.startswith(f"Ben {NOT_TAKING}")
    assert (await house.press(ADA, "Decline")).update


async def test_a_rematch_is_not_taken_from_somebody_who_wants_none_any_more(house: House) -> None:
    await house.start()
    await house.resign(ADA)
    over = house.board()
    await house.press(BEN, "Rematch", over)
    house.now += 60
    await block(house, BEN, "Ada")
    assert (await house.press(ADA, "Rematch", over)).noted.text.startswith(f"Ben {NOT_TAKING}")


async def test_who_is_blocked_is_offered_no_rematch(house: House) -> None:
    await house.start()
    await house.resign(ADA)
    await block(house, BEN, "Ada")
    assert (await house.press(ADA, "Rematch")).noted.text.startswith(f"Ben {NOT_TAKING}")


async def test_a_match_under_way_goes_on_whoever_is_blocked(house: House) -> None:
    await house.start()
    await block(house, BEN, "Ada")
    assert (await house.type(house.to_act(), "/move 1")).succeeded
    assert (await house.type(ADA, "/board")).succeeded


@pytest.mark.parametrize("wrong", ["block=Nobody", "block=Ben", "theme=plaid"])
async def test_nobody_is_blocked_by_settings_of_which_one_is_not_allowed(house: House, wrong: str) -> None:
    answer = await house.type(BEN, f"/settings block=Ada {wrong}", private_chat(BEN))
    assert not answer.succeeded or "plaid" in answer.noted.text
    assert (await house.type(ADA, "/play sahara Ben")).succeeded


async def test_a_block_outlives_a_restart_and_ends_when_it_is_taken_back(house: House) -> None:
    await block(house, BEN, "Ada")
    await house.restart()
    assert not (await house.type(ADA, "/play sahara Ben")).succeeded
    assert (await house.type(BEN, "/settings unblock=ada", private_chat(BEN))).succeeded
    assert (await house.type(ADA, "/play sahara Ben")).succeeded


async def test_whoever_declines_is_offered_to_block(house: House) -> None:
    await house.type(ADA, "/play sahara Ben")
    answers = [house.button(house.board().message, label).only_for for label in ("Accept", "Decline")]
    assert [[one.id for one in people] for people in answers] == [[BEN.id], [BEN.id]]
    declined = await house.press(BEN, "Decline")
    assert declined.note
    assert declined.update
    assert house.labels(declined.note) == ["Block Ada"]
    assert house.labels(declined.update) == []  # not for the channel
    blocked = (await house.press_note(BEN, "Block Ada", declined.note)).updated
    assert blocked.text.startswith("Ada cannot challenge you any more")
    assert not (await house.type(ADA, "/play sahara Ben")).succeeded


async def test_who_declines_on_their_own_board_is_offered_it_there(house: House) -> None:
    await house.type(ADA, "/play sahara Ben", private_chat(ADA))
    assert (await house.press(BEN, "Decline", house.board(private_chat(BEN)))).note is None
    own = house.board(private_chat(BEN))
    await house.press(BEN, "Block Ada", own)
    assert "Ada cannot challenge you any more" in house.note(BEN)
    assert house.labels(house.board(private_chat(ADA)).message) == []


# By number


async def test_a_person_has_so_many_open_challenges_and_no_more(house: House) -> None:
    for _ in range(MOST_OPEN):
        assert (await house.type(ADA, "/play sahara")).succeeded
    refused = (await house.type(ADA, "/play sahara")).noted
    assert f"{MOST_OPEN} open challenges" in refused.text
    assert "Cancel" in refused.text
    assert len(house.platform.in_chat(CHANNEL)) == MOST_OPEN
    await house.press(ADA, "Cancel")
    assert (await house.type(ADA, "/play sahara")).succeeded


async def test_challenges_of_others_do_not_count(house: House) -> None:
    for _ in range(MOST_OPEN):
        await house.type(BEN, "/play sahara Ada")
    assert (await house.type(ADA, "/play sahara")).succeeded


async def test_the_same_command_again_is_answered_as_before_though_no_more_are_allowed(house: House) -> None:
    for number in range(MOST_OPEN):
        await house.type(ADA, "/play sahara", press=f"press {number}")
    assert (await house.type(ADA, "/play sahara", press=f"press {MOST_OPEN - 1}")).succeeded
    assert len(house.platform.in_chat(CHANNEL)) == MOST_OPEN


async def test_who_is_forgotten_is_asked_for_no_rematch(house: House) -> None:
    await house.start()
    code = house.board().code
    await house.ask(ADA, ForgetMe(sure=True), private_chat(ADA))
    assert (await house.type(BEN, f"/rematch {code}")).post is None
    assert house.note(BEN).startswith("I no longer know who your opponent was")


@pytest.mark.house(kind=Houses)
@pytest.mark.parametrize("challengers", ["everyone", "managers", "nobody"])
async def test_where_not_everybody_may_challenge_it_is_shown_in_private(
    house: Houses, challengers: str
) -> None:
    await house.meet(ADA, BEN_THERE)
    await house.type(ADA, "/play sahara")
    code = house.board().code
    await house.type(BEN_THERE, f"/join {code}", ELSEWHERE)
    await house.ask(ADA, Resign(code, sure=True), CHANNEL, message=house.board().id)
    house.managers = {BEN_THERE.id}
    await house.ask(BEN_THERE, ChangeChat(ELSEWHERE.place, (f"challengers={challengers}",)), ELSEWHERE)
    assert (await house.type(ADA, f"/rematch {code}")).succeeded
    shown = ELSEWHERE if challengers == "everyone" else own_chat(BEN_THERE)
    assert "Accept" in house.labels(house.board(shown).message)
    assert ("Accept" in house.labels(house.board(ELSEWHERE).message)) == (shown == ELSEWHERE)
