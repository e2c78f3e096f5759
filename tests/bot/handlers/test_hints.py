"""Hints in matches with robots: for the one who is to move, from their view alone, and nothing happens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import pytest

from bot import presentation
from bot.domain.robot_players import HINT_LEVEL, LEVELS
from bot.interface import Account, AskHint, ChangeChat, Chat, Choose, Incoming, Screen
from bot.presentation import Phrasing
from bot.texts import texts_for
from games import GAMES
from games.dice import Dice
from games.events import MatchId
from games.game import View
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, Platform, Shown, private_chat
from tests.bot.simple_robots import FirstMoves

ENGLISH = Phrasing(texts_for("en"), {})

pytestmark = pytest.mark.house(plays=True)


async def begun(house: House, game: str = "sahara", chat: Chat = CHANNEL) -> MatchId:
    """A match of Ada with the robot in which she is to move; gives its code."""
    await house.type(ADA, f"/play {game} robot", chat)
    await house.settled()
    return house.board(chat).code


@dataclass
class EditingAlone(Platform):
    """A platform where one person can see a message of all differently."""

    alone: dict[str, Screen] = field(default_factory=dict)

    async def edit_alone(self, chat: Chat, message_id: str, reader: str, message: Screen) -> None:
        self.alone[reader] = message


async def half_chosen(house: House, board: Shown) -> Screen:
    """What Ada alone sees when she has chosen the first word of the first move."""
    requests = [button.request for row in board.message.rows for button in row]
    choose = next(one for one in requests if isinstance(one, Choose))
    press = str(next(house.presses))
    return (await house.handle(Incoming(ADA, CHANNEL, choose, press, board.id, apart="here"))).updated


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("chat", [CHANNEL, private_chat(ADA)], ids=["channel", "private"])
async def test_it_names_a_legal_move_to_whoever_asks_alone(
    house: House, robots: FirstMoves, game: str, chat: Chat
) -> None:
    code = await begun(house, game, chat)
    log, board = await house.store.matches.load(code), house.board(chat)
    answer = await house.press(ADA, "Hint", board)
    view, level, _ = robots.asked[-1]
    assert level == HINT_LEVEL == LEVELS[-1]
    assert not answer.post
    assert bool(answer.update) == chat.private
    shown = answer.update or answer.noted
    match = await house.services.matches.load(code)
    assert view.viewer is not None
    moves = view.imagine(Dice.from_seed(bytes(32))).legal_moves(view.viewer)
    told = {presentation.hint_text(match.seen_by(view.viewer), str(move), ENGLISH) for move in moves}
    assert any(shown.text.endswith(one) for one in told)
    assert await house.store.matches.load(code) == log, "nothing happens in the match"
    assert chat.private or house.board(chat).message == board.message


async def test_its_move_is_marked_on_the_board_of_whoever_asks_until_it_is_made(house: House) -> None:
    at = private_chat(ADA)
    await begun(house, "sator", at)
    for _ in range(2):  # in the set-up, and on the board
        board = house.board(at)
        marked = (await house.press(ADA, "Hint", board)).updated
        assert picture_of(marked) != picture_of(board.message)
        assert [button.label for row in marked.rows for button in row] == house.labels(board.message)
        await house.type(ADA, "/settings theme=dark", at)
        await house.services.boards.redraw_matches([board.code])
        await house.settled()
        assert picture_of(house.board(at).message) != picture_of(marked)
        await house.type(ADA, "/settings theme=light", at)
        await house.services.boards.redraw_matches([board.code])
        await house.settled()
        assert picture_of(house.board(at).message) == picture_of(marked), "it stays, whatever else changes"
        await house.type(ADA, "/move hide a b", at)
        await house.settled()


async def test_a_typed_one_marks_the_board_that_is_there(house: House) -> None:
    at = private_chat(ADA)
    await begun(house, "sahara", at)
    before = picture_of(house.board(at).message)
    await house.type(ADA, "/hint", at)
    await house.settled()
    assert picture_of(house.board(at).message) != before


@pytest.mark.parametrize(("apart", "alone"), [("", False), ("here", True), ("beside", False)])
async def test_on_a_board_for_all_its_mark_stays_with_whoever_asked(
    house: House, apart: Literal["", "here", "beside"], alone: bool
) -> None:
    code = await begun(house)
    board = house.board()
    before = picture_of(board.message)
    incoming = Incoming(ADA, CHANNEL, AskHint(code), "hint", board.id, apart=apart)
    answer = await house.handle(incoming)
    shown = answer.updated if alone else answer.noted
    assert picture_of(shown) != before
    assert (bool(answer.update), answer.alone) == (alone, alone)
    await house.services.boards.redraw_matches([code])
    await house.settled()
    assert picture_of(house.board().message) == before


@pytest.mark.house(plays=True, platform=EditingAlone)
async def test_its_mark_comes_back_with_what_is_half_chosen_after_a_change_for_all(house: House) -> None:
    code = await begun(house, "sato variant=open table=small")
    board = house.board()
    unmarked = await half_chosen(house, board)
    await house.handle(Incoming(ADA, CHANNEL, AskHint(code), "hint", board.id, apart="here"))
    marked = await half_chosen(house, board)
    assert picture_of(marked) != picture_of(unmarked)
    house.managers = {ADA.id}
    await house.ask(ADA, ChangeChat("channel", ("theme=light",)), CHANNEL)
    await house.services.boards.redraw_matches([code])
    await house.settled()
    platform = house.platform
    assert isinstance(platform, EditingAlone)
    assert picture_of(platform.alone[ADA.id]) == picture_of(marked)


async def test_who_reads_boards_in_words_is_told_it_in_words(house: House) -> None:
    at = private_chat(ADA)
    await house.type(ADA, "/settings text=on", at)
    await begun(house, "sahara", at)
    answer = await house.press(ADA, "Hint", house.board(at))
    assert answer.noted.text.startswith("The robot would play")
    assert not answer.update


def picture_of(screen: Screen) -> bytes:
    assert screen.image
    return screen.image.data


async def test_it_names_the_move_as_its_button_does(house: House) -> None:
    await begun(house, "sator")
    await house.type(ADA, "/move hide a b")
    await house.settled()
    answer = await house.press(ADA, "Hint")
    said = answer.noted.text.partition("would play: ")[2].partition(". ")[0]
    assert said in house.labels(house.board().message)


async def test_it_is_made_from_the_view_of_whoever_asks(house: House, robots: FirstMoves) -> None:
    code = await begun(house, "stacko")
    await house.type(ADA, "/hint")
    match = await house.services.matches.load(code)
    (seat,) = match.awaited
    assert robots.asked[-1][0] == match.seen_by(seat).view


async def test_asked_again_it_says_the_same_and_nothing_is_thought_again(
    house: House, robots: FirstMoves
) -> None:
    await begun(house)
    first = await house.type(ADA, "/hint")
    thought = len(robots.asked)
    assert await house.type(ADA, "/hint") == first
    assert len(robots.asked) == thought


async def refused(house: House, who: Account, code: MatchId) -> str:
    answer = await house.ask(who, AskHint(code), CHANNEL)
    assert answer.note
    assert not answer.succeeded
    return answer.note.text


async def test_there_are_none_in_matches_of_people(house: House) -> None:
    await house.start()
    assert "Hint" not in house.labels(house.board().message)
    code = house.board().code
    assert "only for matches with a robot" in await refused(house, house.to_act(), code)


async def test_there_are_none_for_spectators(house: House) -> None:
    await house.meet(BEN)
    assert "You do not play in this match" in await refused(house, BEN, await begun(house))


async def test_there_are_none_when_it_is_not_ones_turn(house: House, robots: FirstMoves) -> None:
    code = await begun(house)
    robots.games = ()
    board = house.board()
    while board.message.awaits:
        robots.games = ()
        button = next(one for row in board.message.rows for one in row if one.label.isdigit())
        await house.ask(ADA, button.request, CHANNEL, message=board.id)
        board = house.board()
    assert "Hint" not in house.labels(board.message)
    robots.games = tuple(GAMES)
    assert "turn" in await refused(house, ADA, code)


async def test_there_are_none_after_the_end(house: House) -> None:
    code = await begun(house)
    await house.resign(ADA)
    assert "Hint" not in house.labels(house.board().message)
    assert "over" in await refused(house, ADA, code)


async def test_there_are_none_where_robots_are_switched_off(house: House, robots: FirstMoves) -> None:
    code = await begun(house)
    robots.games = ("sato",)
    assert "No robot plays this game" in await refused(house, ADA, code)
    robots.games = ()
    assert "switched off" in await refused(house, ADA, code)


async def test_a_hint_that_comes_too_late_is_not_told(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await begun(house)

    async def slow(view: View, level: int, seed: int, *, match: str) -> str:
        monkeypatch.undo()
        while (board := house.board()).message.awaits and level:
            button = next(one for row in board.message.rows for one in row if one.label.isdigit())
            await house.ask(ADA, button.request, CHANNEL, message=board.id)
            level = 0
        return "1"

    monkeypatch.setattr(robots, "choose", slow)
    assert "would play" not in await refused(house, ADA, code)


async def test_the_command_means_the_match_with_the_robot(house: House) -> None:
    await house.start()
    await begun(house)
    assert "would play" in (await house.type(ADA, "/hint")).noted.text
