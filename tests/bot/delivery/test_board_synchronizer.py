"""Boards: shown state that catches up after faults and restarts; the newest version, never an older one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.delivery.board_tracker import BoardState
from bot.interface import Chat, Choose, Incoming, OfferDraw, RetryLater, Screen, Unreachable
from tests.bot.memory_platform import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    House,
    Platform,
    Seen,
    Shown,
    other,
    private_chat,
)


async def begun(house: House) -> None:
    """Ada and Ben play from their private chats: each press leaves one board behind."""
    await house.start_alone()


pytestmark = pytest.mark.house(meet=(ADA, BEN), begin=begun)


def both(house: House) -> list[str]:
    return [house.board(private_chat(who)).message.text.splitlines()[0] for who in (ADA, BEN)]


async def move(house: House, label: str) -> Seen:
    (first,) = house.board(private_chat(ADA)).message.awaits
    return await house.press(first, label, house.board(private_chat(first)))


async def comes_after(house: House, *waits: int) -> None:
    """Both boards show the same when so much time has passed, after which the bot tries again each time."""
    for wait in waits:
        await house.wait(wait - 1)
        assert len(set(both(house))) == 2
        await house.wait(1)
    assert len(set(both(house))) == 1


async def test_a_passing_fault_delays_and_waits_longer_each_time(house: House) -> None:
    house.platform.faults = [RetryLater(3.0), RetryLater(1.0), RetryLater(100.0)]
    await move(house, "1")
    await comes_after(house, 3, 4, 100)


async def test_a_time_that_the_platform_has_named_is_not_stretched(house: House) -> None:
    house.platform.faults = [RetryLater(3.0), RetryLater(160.0, due=True), RetryLater(70.0, due=True)]
    await move(house, "1")
    await comes_after(house, 3, 160, 70)


async def test_a_second_that_the_platform_has_named_is_waited_for_at_once(house: House) -> None:
    house.platform.faults = [RetryLater(1.0, due=True)]
    await move(house, "1")
    assert len(set(both(house))) == 1


async def test_after_an_outage_only_the_newest_version_is_sent(house: House) -> None:
    house.platform.faults = [RetryLater(), RetryLater()]
    (first,) = house.board(private_chat(ADA)).message.awaits
    assert first in (ADA, BEN)
    mover, watcher = (ADA, BEN) if first == ADA else (BEN, ADA)
    for label in ("4", "1"):  # C1 and C2: the same seat moves again
        await house.press(mover, label, house.board(private_chat(mover)))
    edits = house.board(private_chat(watcher)).edits
    await house.wait(2)
    assert "and captured 4 beans." in house.board(private_chat(watcher)).message.text
    assert house.board(private_chat(watcher)).edits == edits + 1


async def test_a_deleted_message_is_posted_anew(house: House) -> None:
    (first,) = house.board(private_chat(ADA)).message.awaits
    watcher = BEN if first == ADA else ADA
    old = house.board(private_chat(watcher))
    del house.platform.messages[old.id]
    await house.press(first, "1", house.board(private_chat(first)))
    fresh = house.board(private_chat(watcher))
    assert fresh.id != old.id
    assert "sowed hollow 1" in fresh.message.text


async def test_a_closed_chat_is_given_up_and_stops_no_match(house: House) -> None:
    house.platform.faults = [Unreachable()]
    await move(house, "4")
    house.platform.faults = [AssertionError("nobody may write there any more")]
    await move(house, "1")
    assert house.platform.faults


async def test_a_restart_brings_every_board_up_to_date(house: House) -> None:
    """The bot stores a move and dies before it shows anything."""
    (first,) = house.board(private_chat(ADA)).message.awaits
    board = house.board(private_chat(first))
    request = house.button(board.message, "4").request
    await house.dispatcher.worker.close()
    await house.handle(Incoming(first, private_chat(first), request, "last", board.id))
    await house.services.boards.close()
    await house.store.close()
    async with House(house.folder, house.platform) as again:
        assert all("sowed hollow 4" in text for text in both(again)), both(again)


async def test_an_answer_that_never_arrived_is_made_good(house: House) -> None:
    (first,) = house.board(private_chat(ADA)).message.awaits
    board = house.board(private_chat(first))
    request = house.button(board.message, "4").request
    answer = await house.handle(Incoming(first, private_chat(first), request, "lost", board.id))
    assert answer.delivery
    await house.dispatcher.worker.settled()
    assert house.platform.messages[board.id].edits == board.edits  # nobody else touches a leased board
    await house.dispatcher.delivered(answer.delivery, None)
    await house.dispatcher.worker.settled()
    assert "sowed hollow 4" in house.platform.messages[board.id].message.text


async def test_an_answer_that_is_reported_twice_has_arrived_once(house: House) -> None:
    answer = await move(house, "1")
    assert answer.delivery
    (shown,) = [one for one in house.platform.messages.values() if one.message == answer.update]
    before = dict(house.platform.messages)
    for arrived in (shown.id, None):
        await house.dispatcher.delivered(answer.delivery, arrived)
        await house.settled()
        assert house.platform.messages == before


async def test_what_happens_while_an_answer_is_on_its_way_is_shown_when_it_has_arrived(house: House) -> None:
    first = await house.start()
    board, second = house.board(), other(first)
    answer = await house.handled(first, "1", board)
    await house.type(second, f"/move 1 {board.code}", private_chat(second))
    await house.deliver(first, answer, CHANNEL, board.id)
    assert house.board().message.awaits == (second,)
    await house.settled()
    assert house.board().message.awaits == (first,)


async def test_what_an_answer_has_shown_is_not_shown_again(house: House) -> None:
    await move(house, "1")
    await house.type(ADA, "/board", private_chat(ADA))
    await house.settled()
    assert await house.store.boards.count_boards_behind() == 0


async def test_who_dies_before_a_newer_version_is_sent_leaves_it_to_be_sent_by_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that arrives meanwhile shows an older version."""
    await move(house, "1")
    (first,) = house.board(private_chat(ADA)).message.awaits
    board = house.board(private_chat(first))
    answer = await house.handled(first, "4", board)
    monkeypatch.setattr(house.services.intake, "begin", lambda _: None)
    await house.ask(first, OfferDraw(board.code), CHANNEL)
    await house.deliver(first, answer, private_chat(first), board.id)
    assert await house.store.boards.count_boards_behind() == 2
    await house.restart()
    assert all("offers a draw" in house.board(private_chat(who)).message.text for who in (ADA, BEN))


async def test_after_the_end_no_board_is_brought_up_to_date(house: House) -> None:
    """An answer may be given up after that; the store is closed by then."""
    board = of_mover(house)
    answer = await anext(two_moves(house, board))
    await house.dispatcher.worker.settled()
    await house.dispatcher.worker.close()
    await house.services.boards.close()
    calls = house.platform.calls
    await report(house, board, answer, failed=True)
    await house.dispatcher.worker.settled()
    assert house.platform.calls == calls


@pytest.mark.parametrize("faults", [[], [RetryLater(3.0)]])
@pytest.mark.house
async def test_a_board_deleted_while_a_step_is_taken_back_is_posted_anew(
    house: House, faults: list[Exception]
) -> None:
    first, labels = await house.start("/play sato variant=open"), house.labels(house.board().message)
    await house.press(first, labels[0])
    board = house.board()
    answer = await house.handled(first, "Back", board)
    assert answer.delivery
    del house.platform.messages[board.id]
    house.platform.faults = faults
    await house.dispatcher.delivered(answer.delivery, None)
    await house.dispatcher.worker.settled()
    await house.wait(3)
    assert [house.labels(shown.message) for shown in house.live()] == [labels]
    assert house.platform.pings == []


@pytest.mark.house
async def test_a_step_that_is_taken_while_a_board_waits_for_its_turn_is_not_taken_back(
    house: House,
) -> None:
    first, labels = await house.start("/play sato variant=open"), house.labels(house.board().message)
    board = house.board()

    house.platform.faults = [RetryLater(3.0)]
    answer = await house.handled(first, labels[0], board)
    assert answer.delivery
    await house.dispatcher.delivered(answer.delivery, None)
    await house.dispatcher.worker.settled()
    assert house.platform.faults == []
    await house.press(first, labels[0], board)
    await house.wait(3)
    assert "Back" in house.labels(house.board().message)


class Impatient:
    """A house that does not wait long for an answer, and a press whose answer is not handed back."""

    def __init__(self, folder: Path) -> None:
        self.house = House(folder, longest_answer=60.0)

    async def __aenter__(self) -> Impatient:
        house = await self.house.__aenter__()
        await house.start()
        self.first, self.board = house.to_act(), house.board()
        self.answer = await house.handled(self.first, "1", self.board)
        await house.wait(30)
        assert "sowed hollow 1" not in self.shown
        await house.wait(30)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.house.__aexit__()

    @property
    def shown(self) -> str:
        return self.house.platform.messages[self.board.id].message.text


async def test_an_answer_that_is_never_handed_back_freezes_no_board(tmp_path: Path) -> None:
    async with Impatient(tmp_path) as impatient:
        assert "sowed hollow 1" in impatient.shown
        await impatient.house.type(impatient.first, "/draw")
        assert "offers a draw" in impatient.shown


async def test_an_answer_that_is_handed_back_much_later_ends_with_the_newest(tmp_path: Path) -> None:
    async with Impatient(tmp_path) as impatient:
        house = impatient.house
        await house.type(impatient.first, "/draw")
        await house.deliver(
            impatient.first, impatient.answer, CHANNEL, impatient.board.id
        )  # without the offer
        await house.dispatcher.worker.settled()
        assert "offers a draw" in impatient.shown


async def two_moves(house: House, pressed: Shown) -> AsyncIterator[Seen]:
    """The answers to two moves of the same player, as if the board had been brought up to date in between."""
    (first,) = pressed.message.awaits
    for label, version in (("4", 2), ("1", 3)):
        request = house.button(pressed.message, label).request
        assert isinstance(request, Choose)
        request = replace(request, version=version)
        incoming = Incoming(first, pressed.chat, request, f"press {label}", pressed.id)
        yield await house.handle(incoming)


def of_mover(house: House) -> Shown:
    (first,) = house.board(private_chat(ADA)).message.awaits
    return house.board(private_chat(first))


def take_effect(house: House, pressed: Shown, answer: Seen) -> None:
    """The platform shows an answer; the bot does not know yet."""
    assert answer.update
    house.platform.messages[pressed.id] = replace(pressed, message=answer.update)


async def report(house: House, pressed: Shown, answer: Seen, *, failed: bool = False) -> None:
    """The adapter tells that an answer was delivered."""
    assert answer.delivery
    await house.dispatcher.delivered(answer.delivery, None if failed else pressed.id)


@pytest.mark.parametrize("shown", ["older last", "newer last"])
@pytest.mark.parametrize("reported", ["older last", "newer last"])
async def test_answers_that_arrive_in_any_order_end_with_the_newest(
    house: House, shown: str, reported: str
) -> None:
    """Platforms report in another order than they show, as where a second call belongs to an answer."""
    board = of_mover(house)
    answers = [answer async for answer in two_moves(house, board)]
    for answer in answers if shown == "newer last" else reversed(answers):
        take_effect(house, board, answer)
    house.platform.takes_repeats = True  # which of them came last is not known
    for answer in answers if reported == "newer last" else reversed(answers):
        await report(house, board, answer)
    await house.dispatcher.worker.settled()
    assert "and captured 4 beans." in house.platform.messages[board.id].message.text


@pytest.mark.parametrize("reported", ["edit first", "answer first"])
async def test_an_edit_that_takes_effect_after_a_newer_answer_is_made_good(
    house: House, reported: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a restart: a board that is behind is brought up to date, and pressed meanwhile."""
    board, under_way, go_on = of_mover(house), asyncio.Event(), asyncio.Event()
    edit = house.platform.edit

    async def slow(chat: Chat, message: str, shown: Screen) -> None:
        if message == board.id:
            under_way.set()
            await go_on.wait()
        await edit(chat, message, shown)

    monkeypatch.setattr(house.platform, "edit", slow)
    moves = two_moves(house, board)
    await report(house, board, await anext(moves), failed=True)
    await under_way.wait()
    answer = await anext(moves)
    take_effect(house, board, answer)
    if reported == "answer first":
        await report(house, board, answer)
    go_on.set()
    await house.dispatcher.worker.settled()
    if reported == "edit first":
        await report(house, board, answer)
        await house.dispatcher.worker.settled()
    assert "and captured 4 beans." in house.platform.messages[board.id].message.text


async def test_what_was_overtaken_counts_as_shown_only_when_it_is_certain(house: House) -> None:
    """Whatever the platform shows in the end, the bot is killed before it shows the newest version again."""
    board = of_mover(house)
    answers = [answer async for answer in two_moves(house, board)]
    for answer in reversed(answers):
        take_effect(house, board, answer)
    house.platform.faults = [RetryLater(3.0)] * 2  # the board of the other player is behind as well

    async def never(_: float) -> None:
        await asyncio.Event().wait()

    house.held = never
    for answer in answers:
        await report(house, board, answer)
    await house.dispatcher.worker.close()
    await house.services.boards.close()
    await house.store.close()
    async with House(house.folder, house.platform):
        assert "and captured 4 beans." in house.platform.messages[board.id].message.text


@pytest.mark.house
async def test_an_old_board_that_is_pressed_while_it_is_deleted_leaves_one_that_shows_the_press(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, old = await house.start(), house.board()
    answers: list[Seen] = []
    delete = house.platform.delete

    async def pressed_meanwhile(chat: Chat, message: str) -> None:
        await delete(chat, message)
        if not answers:
            answers.append(await house.handled(first, "1", old))

    monkeypatch.setattr(house.platform, "delete", pressed_meanwhile)
    await house.type(CLEO, "/board")
    (answer,) = answers
    await house.deliver(first, answer, CHANNEL, old.id)
    await house.settled()
    (board,) = house.platform.in_chat(CHANNEL)
    assert "sowed hollow 1" in board.message.text
    assert [each.message for each in await house.store.boards.boards_of(old.code)] == [board.id]


@pytest.mark.house
async def test_a_press_that_comes_after_its_board_was_deleted_counts_and_makes_no_second_board(
    house: House,
) -> None:
    first, old = await house.start(), house.board()
    await house.type(CLEO, "/board")
    assert old.id not in house.platform.messages
    await house.deliver(first, await house.handled(first, "1", old), CHANNEL, old.id)
    await house.settled()
    (board,) = house.platform.in_chat(CHANNEL)
    assert "sowed hollow 1" in board.message.text
    assert [each.message for each in await house.store.boards.boards_of(old.code)] == [board.id]


@pytest.mark.house
async def test_a_board_that_cannot_be_deleted_is_left_as_a_line_with_a_link(house: House) -> None:
    await house.start()
    house.platform.lasting = {CHANNEL.id}
    old = house.board()
    await house.type(CLEO, "/board")
    line = house.platform.messages[old.id].message
    assert line.text == "The board is further down."
    assert line.links[0].message == house.board().id
    assert not line.rows
    assert [each.message for each in await house.store.boards.boards_of(old.code)] == [house.board().id]


@pytest.mark.house
async def test_an_old_board_that_somebody_else_deleted_is_forgotten(house: House) -> None:
    await house.start()
    old = house.board()
    del house.platform.messages[old.id]
    await house.type(CLEO, "/board")
    (board,) = house.platform.in_chat(CHANNEL)
    assert [each.message for each in await house.store.boards.boards_of(old.code)] == [board.id]


@pytest.mark.house
async def test_an_old_board_that_is_pressed_while_it_shrinks_lives_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.start()
    house.platform.lasting = {CHANNEL.id}
    first, old = house.to_act(), house.board()
    answers: list[Seen] = []
    edit = house.platform.edit

    async def pressed_meanwhile(chat: Chat, message: str, shown: Screen) -> None:
        await edit(chat, message, shown)
        if not answers:
            answers.append(await house.handled(first, "1", old))

    monkeypatch.setattr(house.platform, "edit", pressed_meanwhile)
    await house.type(CLEO, "/board")
    (answer,) = answers
    assert old.id in {board.message for board in await house.store.boards.boards_of(old.code)}
    await house.deliver(first, answer, CHANNEL, old.id)
    await house.dispatcher.worker.settled()
    assert house.platform.messages[old.id].message.text == "The board is further down."
    assert "sowed hollow 1" in house.board().message.text
    assert [board.message for board in await house.store.boards.boards_of(old.code)] == [house.board().id]


@pytest.mark.house
async def test_an_old_board_that_shrinks_before_an_answer_takes_effect_shrinks_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.start()
    house.platform.lasting = {CHANNEL.id}
    first, old, answers = house.to_act(), house.board(), list[Seen]()
    edit = house.platform.edit

    async def answered_meanwhile(chat: Chat, message: str, shown: Screen) -> None:
        await edit(chat, message, shown)
        if not answers:
            answers.append(await house.handled(first, "1", old))
            await house.deliver(first, answers[0], CHANNEL, old.id)

    monkeypatch.setattr(house.platform, "edit", answered_meanwhile)
    await house.type(CLEO, "/board")
    assert house.platform.messages[old.id].message.text == "The board is further down."
    assert "sowed hollow 1" in house.board().message.text
    assert [board.message for board in await house.store.boards.boards_of(old.code)] == [house.board().id]


def test_what_a_message_shows_after_an_edit_that_failed_is_unknown() -> None:
    """It may have taken effect, or a part of it: what was shown before has to be sent again."""
    state, before, after = BoardState(), Screen("Before."), Screen("After.")
    state.appears(before)
    with suppress(RetryLater), state.send(1):
        raise RetryLater
    assert not state.shows(before)
    assert not state.shows(after)


async def test_nothing_is_sent_that_changes_nothing(tmp_path: Path) -> None:
    """Enforced by the platform of these tests: after a clean restart nothing is behind."""
    platform = Platform()
    async with House(tmp_path, platform) as house:
        await house.start()
        await house.press(house.to_act(), "4")
    calls = platform.calls
    async with House(tmp_path, platform):
        assert platform.calls == calls
    assert platform.in_chat(CHANNEL)[-1].message.image
