"""Boards for ears: what is new comes first, the position on request, and time does not run out unheard."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bot.domain.deadlines import REMINDERS
from bot.domain.terms import HOUR, MINUTE
from bot.interface import Account, ChangeChat, Replay, RetryLater
from games import GAMES
from games.events import MatchId
from games.match import Match
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, private_chat
from tests.storage.facts import deadlines_of

OWN = private_chat(ADA)
LINES = [f"/play {game}" for game in GAMES if game != "sato"] + ["/play sato table=small"]


async def choose(house: House, words: str, who: Account = ADA) -> None:
    assert (await house.type(who, f"/settings {words}", private_chat(who))).succeeded
    await house.settled()


async def choose_for_chat(house: House, words: str) -> None:
    house.managers = {ADA.id}
    assert (await house.ask(ADA, ChangeChat("channel", (words,)), CHANNEL)).succeeded
    await house.settled()


async def play(house: House, code: MatchId, plies: int) -> Match:
    """The first legal moves, typed; gives the match after them."""
    for _ in range(plies):
        match = await house.services.matches.load(code)
        assert match.state
        assert match.players
        seat = match.awaited[0]
        who = (await house.store.people.people([match.players[seat]]))[0].account
        move = match.state.legal_moves(seat)[0]
        mover = next(one for one in (ADA, BEN) if one.id == who)
        assert (await house.type(mover, f"/move {move} {code}", private_chat(mover))).succeeded
        await house.settled()
    return await house.services.matches.load(code)


async def own_board(house: House, code: MatchId) -> Shown:
    """Ada's own board, as she asks for it."""
    await house.type(ADA, f"/board {code}", OWN)
    return house.board(OWN)


async def position(house: House, who: Account, board: Shown) -> str:
    """What somebody alone is told who presses the button of a board."""
    answer = await house.press(who, "Position", board)
    assert (answer.post, answer.update) == (None, None)
    return house.note(who)


# The board


@pytest.mark.parametrize("line", LINES)
async def test_the_latest_turn_comes_first_and_the_position_when_it_is_asked_for(
    house: House, line: str
) -> None:
    await house.start(line)
    code = house.board().code
    for _ in range(4):
        await play(house, code, 1)
        await choose(house, "text=on")
        whole = (await own_board(house, code)).message
        await choose(house, "text=changes")
        board = await own_board(house, code)
        told = await position(house, ADA, board)
        assert {*told.split("\n")} <= {*whole.text.split("\n")}
        asked = [line for line in whole.text.split("\n") if line not in told.split("\n")]
        new = board.message.text.split("\n")
        assert [line for line in new if line in asked] == asked
        turn = "\n".join(line for line in new if line not in asked)
        assert len(turn) < len(told)
        assert {line for line in turn.split("\n") if line} <= {*told.split("\n"), *scores(turn)}
        assert board.message.image is None
        assert [label for label in house.labels(board.message) if label != "Position"] == house.labels(whole)
        await house.type(ADA, f"/where position {code}", CHANNEL)
        assert house.note(ADA) == told


async def test_a_board_in_words_begins_with_whose_turn_it_is_and_what_happened(house: House) -> None:
    """Then come the position, the question and what can be chosen, for those who listen on."""
    first = await house.start("/play sahara")
    code = house.board().code
    await house.type(first, f"/move 6 {code}")
    await choose(house, "text=on")
    told = (await own_board(house, code)).message.text.split("\n")
    assert told[0].startswith("It is ")
    assert " sowed hollow 6" in told[1]
    assert [" in hollows 1 to 6 " in line for line in told[2:4]] == [True, True]


def scores(turn: str) -> Sequence[str]:
    """What a turn says of the score, which a position says in its own way."""
    return [line for line in turn.split("\n") if line.startswith("In the stores")]


async def test_half_a_move_repeats_no_turn(house: House) -> None:
    await house.start("/play sato table=small")
    code = house.board().code
    match = await play(house, code, 1)
    while await mover_of(house, match) != ADA:
        match = await play(house, code, 1)
    await choose(house, "text=changes")
    board = await own_board(house, code)
    assert "Score: " in board.message.text
    half = (await house.press(ADA, house.labels(board.message)[0], board)).updated
    assert half.text.startswith("It is your turn, Ada. Until ")
    assert "Score: " not in half.text


async def mover_of(house: House, match: Match) -> Account:
    assert match.players
    person = (await house.store.people.people([match.players[match.awaited[0]]]))[0]
    return next(one for one in (ADA, BEN) if one.id == person.account)


async def test_a_chat_can_want_it_and_each_is_told_what_they_may_know(house: House) -> None:
    await house.start("/play stacko")
    await choose_for_chat(house, "text=changes")
    await play(house, house.board().code, 2)
    board = house.board()
    assert board.message.text_only
    assert "tower from the bottom" not in board.message.text
    for who in (ADA, BEN, CLEO):
        towers = dict(
            re.findall(r"^(\w+)'s tower from the bottom up: (.*)\.$", await position(house, who, board), re.M)
        )
        assert {name for name, tower in towers.items() if "x" in tower} == {"Ada", "Ben"} - {who.name}
    assert house.platform.messages[board.id].message == board.message


async def test_what_a_round_ended_with_is_told_before_the_next_one_is_dealt(house: House) -> None:
    await house.start("/play sahara target=30")
    await choose_for_chat(house, "text=changes")
    code = house.board().code
    match = await house.services.matches.load(code)
    while match.seen_by(None).view is not None and not match.seen_by(None).view.before_deal:  # type: ignore[union-attr]
        match = await play(house, code, 1)
    told = house.board().message
    assert "Next game" in house.labels(told)
    assert told.text.count("in hollows 1 to 6") == 2
    assert told.text.index("sowed") < told.text.index("in hollows 1 to 6")


async def test_a_finished_match_and_its_replay_are_told_so_too(house: House) -> None:
    await house.start()
    await choose(house, "text=changes")
    code = house.board().code
    await play(house, code, 3)
    await house.resign(ADA, code)
    board = await own_board(house, code)
    assert "sowed hollow" in board.message.text
    assert "in hollows 1 to 6" not in board.message.text
    assert "in hollows 1 to 6" in await position(house, ADA, board)
    replayed = (await house.ask(ADA, Replay(code, 3), OWN)).noted
    assert replayed.text.index("sowed hollow") < replayed.text.index("in hollows 1 to 6")


async def test_before_it_is_dealt_there_is_no_position(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara")
    answer = await house.type(ADA, f"/where position {house.board().code}")
    assert not answer.succeeded


# Time that runs out


@pytest.mark.parametrize(
    ("chosen", "clock", "loud", "silent"),
    [
        ("reminders=quarter", "3d", ["18 hours"], ["1 hour"]),
        ("reminders=hour", "3d", ["1 hour"], ["18 hours"]),
        ("reminders=both", "3d", ["18 hours", "1 hour"], []),
        ("reminders=off", "3d", [], []),
        ("reminders=quarter", "1h", ["15 minutes"], []),
        ("reminders=quarter", "2h+1h", ["30 minutes"], ["1 hour"]),
        ("text=on", "3d", ["18 hours"], []),
    ],
)
async def test_who_plays_by_ear_is_told_once_more_and_silently(
    house: House, chosen: str, clock: str, loud: list[str], silent: list[str]
) -> None:
    who = await house.start(f"/play sahara clock={clock}")
    await choose(house, f"text=changes {chosen}", who)
    assert await reminders_until_the_end(house, who) == (loud, silent)


async def reminders_until_the_end(house: House, who: Account) -> tuple[list[str], list[str]]:
    """The times that are left when somebody is reminded by a board that notifies them, and silently."""
    deadlines = await deadlines_of(house.store, house.board().code)
    loud, pinged = list[str](), len(house.platform.pings)
    for at in sorted(one.due for one in deadlines if one.kind in REMINDERS):
        await house.wait(at - house.now)
        await house.restart()  # what was told is not told again
        await house.wait(0)
        loud += told_left(house.board()) if len(house.platform.pings) > pinged else []
        pinged = len(house.platform.pings)
    return loud, [left for shown in house.platform.in_chat(private_chat(who)) for left in told_left(shown)]


def told_left(shown: Shown) -> list[str]:
    return re.findall(r"^Reminder for \w+: (.*) left for", shown.message.text)


async def test_the_silent_reminder_leads_to_the_board(house: House) -> None:
    who = await house.start("/play sahara clock=1d")
    await choose(house, "text=changes", who)
    await house.wait(18 * HOUR)
    await house.wait(5 * HOUR)
    own = house.board(private_chat(who))
    assert own.message.title == house.board().message.title
    assert (own.message.pings, own.message.image) == (False, None)
    await house.press(who, "Open the board", own)
    assert house.board(private_chat(who)).message.turn == "yours"


@pytest.mark.parametrize("moves", [False, True])
async def test_who_has_moved_meanwhile_is_told_nothing(house: House, *, moves: bool) -> None:
    who = await house.start("/play sahara clock=1d")
    await choose(house, "text=changes", who)
    await house.wait(18 * HOUR)
    house.platform.faults.append(RetryLater(5 * MINUTE))
    await house.wait(5 * HOUR)
    if moves:
        await house.type(who, "/move 1")
    await house.wait(5 * MINUTE)
    told = [left for shown in house.platform.in_chat(private_chat(who)) for left in told_left(shown)]
    assert told == ([] if moves else ["55 minutes"])


@pytest.mark.parametrize("shut", ["the chat is closed", "it is night"])
async def test_it_is_left_out_where_it_would_disturb_or_cannot_be_said(house: House, shut: str) -> None:
    who = await house.start("/play sahara clock=1d")  # it is 13:46; an hour is left at 12:46
    night = " quiet=12-13" if shut == "it is night" else ""
    await choose(house, f"text=changes{night}", who)
    house.platform.closed = set() if night else {private_chat(who).id}
    await house.wait(18 * HOUR)
    pings, others = list(house.platform.pings), house.platform.in_chat(CHANNEL)
    await house.wait(5 * HOUR)
    await house.wait(30 * MINUTE)
    assert not any(map(told_left, house.platform.in_chat(private_chat(who))))
    assert (house.platform.pings, house.platform.in_chat(CHANNEL)) == (pings, others)
