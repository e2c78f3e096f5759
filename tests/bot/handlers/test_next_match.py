"""After a move, where one person reads the answer: the way to their most urgent turn in another match."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.interface import Account, OpenMatch
from games.events import MatchId
from tests.bot.handlers.test_reads_of_a_press import count_store
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, Shown, private_chat
from tests.bot.simple_robots import FirstMoves

NEXT = "Next: Ben – Sator"


pytestmark = pytest.mark.house(meet=(ADA, BEN))


async def begun(house: House, line: str, *, to_move: Account = ADA) -> MatchId:
    """The code of a match in the channel in which this person is to move."""
    await house.start(line)
    if house.to_act() != to_move:
        (first, *_) = house.labels(house.board().message)
        await house.press(house.to_act(), first)
    assert house.to_act() == to_move
    return house.board().code


async def sator(house: House, clock: str = "none") -> MatchId:
    """A match of Sator in which both choose, with boards of their own."""
    await house.start(f"/play sator clock={clock}")
    return house.board().code


async def private_turn(house: House) -> Shown:
    """A board of Sahara in Ada's private chat, on which it is her turn."""
    there = private_chat(ADA)
    code = await begun(house, "/play sahara")
    await house.type(ADA, f"/board {code}", there)
    return house.board(there)


async def test_after_a_move_on_an_own_board_a_button_leads_to_the_most_urgent_other_turn(
    house: House,
) -> None:
    await sator(house, "7d")
    urgent = await sator(house, "1d")
    board = await private_turn(house)
    answer = await house.press(ADA, "2", board)
    assert answer.update is not None
    assert (answer.note, answer.post) == (None, None)
    assert house.button(answer.update, NEXT).request == OpenMatch(urgent)
    everywhere = [shown for shown in house.platform.messages.values() if shown.id != board.id]
    assert not [shown for shown in everywhere if NEXT in house.labels(shown.message)]
    opened = await house.press(ADA, NEXT, house.platform.messages[board.id])
    assert (opened.note, opened.update) == (None, None)
    assert urgent in house.board(private_chat(ADA)).message.title


async def test_in_a_chat_of_many_nobody_learns_of_other_matches(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sator(house)
    await begun(house, "/play sahara")
    calls = count_store(monkeypatch, house)
    answer = await house.press(ADA, "2")
    assert answer.update is not None
    assert NEXT not in house.labels(answer.update)
    assert calls["next_turn_of"] == 0


async def test_on_a_view_of_ones_own_the_next_match_takes_its_place(house: House) -> None:
    urgent = await sator(house)
    code = await begun(house, "/play sahara")
    await house.ask(ADA, OpenMatch(code), CHANNEL)
    played = await house.press_note(ADA, "2", house.notes[ADA.id][-1])
    assert played.update is not None
    assert house.button(played.update, NEXT).request == OpenMatch(urgent, again=True)
    following = await house.press_note(ADA, NEXT, played.update)
    assert (following.note, following.post) == (None, None)
    assert following.update is not None
    assert urgent in following.update.title


async def test_a_typed_move_is_answered_with_the_way_on(house: House) -> None:
    urgent = await sator(house)
    code = await begun(house, "/play sahara")
    answer = await house.type(ADA, f"/move 2 {code}")
    assert answer.note is not None
    assert answer.note.text == "Played: 2."
    assert house.button(answer.note, NEXT).request == OpenMatch(urgent)


async def test_where_no_other_match_waits_there_is_no_button_and_one_read_found_that_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(house, "/play sahara", to_move=BEN)
    board = await private_turn(house)
    calls = count_store(monkeypatch, house)
    answer = await house.press(ADA, "2", board)
    assert answer.update is not None
    assert not [label for label in house.labels(answer.update) if label.startswith("Next")]
    assert calls["next_turn_of"] == 1


async def test_a_robot_answers_at_once_so_that_nobody_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path, robots=FirstMoves()) as house:
        await house.meet(ADA, BEN)
        await sator(house)
        there = private_chat(ADA)
        await house.type(ADA, "/play sahara robot clock=none", there)
        calls = count_store(monkeypatch, house)
        answer = await house.press(ADA, house.labels(house.board(there).message)[1], house.board(there))
    assert answer.update is not None
    assert (calls["append"] > 0, calls["next_turn_of"]) == (True, 0)
