"""Matches followed by others: the spectator's view and nothing else, in the watcher's private chat."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.handlers.matches import MOST_WATCHED
from bot.interface import Account, Choose, Incoming, Screen, ShowBoard, Unwatch
from games import GAMES
from games.events import MatchId
from tests.bot.handlers.test_account_linking import link
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.two_platforms import BEN_THERE, Houses, own_chat

STOP = "Stop watching"


async def watch(house: House, who: Account = CLEO, code: str = "") -> str:
    """Watch the match of the channel from there; gives its code."""
    code = code or house.board().code
    await house.type(who, f"/watch {code}")
    return code


def seen(message: Screen) -> Screen:
    """What is told on a board; the picture's own words tell all that it shows, but for what can be chosen."""
    image = message.image and replace(message.image, data=b"", regions=tuple)
    return replace(message, image=image, rows=(), awaits=(), pings=False)


async def act(house: House) -> None:
    """Whoever is to act chooses on a board of their own until a move is played."""
    before = house.board().message
    for who in (ADA, BEN):
        await house.type(who, f"/hand {house.board().code}", private_chat(who))
        while house.board().message == before:
            board = house.board(private_chat(who))
            buttons = [button for row in board.message.rows for button in row if not button.disabled]
            choices = [button for button in buttons if isinstance(button.request, Choose)]
            if not choices:
                break
            await house.press(who, choices[0].label, board)


@pytest.mark.parametrize("game", GAMES)
async def test_a_watcher_sees_what_the_channel_sees_and_nothing_else(house: House, game: str) -> None:
    """Nor can they press anything of it."""
    await house.start(f"/play {game}")
    await watch(house)
    assert "stays up to date" in house.note(CLEO)
    for _ in range(2):
        channel, own = house.board(), house.board(private_chat(CLEO))
        assert seen(own.message) == seen(channel.message)
        assert house.labels(own.message) == ["More"]
        assert house.labels(await house.more(CLEO, own)) == [STOP, "Rules", "Symbols"]
        assert own.message.image
        assert list(own.message.image.regions()) == []
        assert len(house.platform.in_chat(private_chat(CLEO))) == 1
        await act(house)
    for who in (ADA, BEN):
        assert house.notes.get(who.id, []) == []  # nobody is told who watches
    await house.restart()
    await house.type(ADA, "/draw")
    assert seen(house.board(private_chat(CLEO)).message) == seen(house.board().message)


async def test_who_stops_gets_nothing_more_and_others_still_watch(house: House) -> None:
    await house.start()
    dora = Account(CLEO.platform, "dora", "Dora")
    await watch(house, dora)
    code = await watch(house)
    board = house.board(private_chat(CLEO))
    await house.press(CLEO, STOP, board)
    assert house.note(CLEO).startswith(f"You are not watching {code} any more")
    await house.press(house.to_act(), "1")
    for _ in range(2):
        assert house.board(private_chat(CLEO)).message == board.message
        assert seen(house.board(private_chat(dora)).message) == seen(house.board().message)
        await house.restart()
    await house.press(CLEO, STOP, board)
    assert house.note(CLEO) == "You are not watching this match."
    await watch(house, code=code)
    assert seen(house.board(private_chat(CLEO)).message) == seen(house.board().message)


async def test_a_board_that_is_stored_only_after_its_reader_has_stopped_is_not_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.start()
    code = MatchId(await watch(house))
    answer = await house.handle(Incoming(CLEO, private_chat(CLEO), ShowBoard(code), "late"))
    assert answer.delivery
    storing, stops = house.hold_boards(monkeypatch)
    arrives = asyncio.create_task(house.dispatcher.delivered(answer.delivery, "4711"))
    await storing.wait()
    stopped = asyncio.create_task(house.ask(CLEO, Unwatch(code), private_chat(CLEO)))
    for _ in range(100):
        await asyncio.sleep(0)
    stops.set()
    await asyncio.gather(arrives, stopped)
    assert all(not board.private for board in await house.store.boards.boards_of(code))


async def test_a_player_cannot_lose_their_own_board_by_it(house: House) -> None:
    await house.start("/play sator")
    code = house.board().code
    boards = await house.store.boards.boards_of(code)
    await house.ask(ADA, Unwatch(code), private_chat(ADA))
    assert house.note(ADA) == "You are not watching this match."
    assert await house.store.boards.boards_of(code) == boards


async def test_a_channel_lists_what_everybody_sees_there_and_a_private_chat_what_one_watches(
    house: House,
) -> None:
    await house.start("/play sato")
    code = house.board().code
    await house.type(BEN, "/play sahara ada", private_chat(BEN))
    await house.press(ADA, "Accept", house.board(private_chat(ADA)))
    hidden = house.board(private_chat(ADA)).code
    await house.type(CLEO, "/watch")
    assert {code, hidden} & set(house.note(CLEO).replace("(", " ").replace(")", " ").split()) == {code}
    assert "Sato: " in house.note(CLEO)
    assert house.labels(house.notes[CLEO.id][-1]) == [f"Watch {code}"]
    await house.type(CLEO, "/watch", private_chat(CLEO))
    assert "You are not watching any match" in house.note(CLEO)
    await watch(house, code=code)
    await house.type(CLEO, "/watch", private_chat(CLEO))
    assert house.labels(house.notes[CLEO.id][-1]) == [f"Stop watching {code}"]
    await house.type(ADA, "/watch", private_chat(ADA))
    assert "You are not watching any match" in house.note(ADA)


async def test_a_match_of_private_chats_is_followed_by_whoever_was_given_its_code(house: House) -> None:
    """As with /board: the code is what a player shares."""
    await house.start_alone("/play sator ben")
    await watch(house, code=house.board(private_chat(BEN)).code)
    assert "Sator" in house.board(private_chat(CLEO)).message.title
    assert house.platform.in_chat(CHANNEL) == []


async def test_so_many_matches_are_watched_at_a_time(house: House) -> None:
    for _ in range(MOST_WATCHED):
        await house.start()
        await watch(house)
    await house.start()
    code = await watch(house)
    assert "more are not possible" in house.note(CLEO)
    await house.press(CLEO, STOP, house.board(private_chat(CLEO)))
    await watch(house, code=code)
    assert "stays up to date" in house.note(CLEO)


async def test_what_does_not_run_is_not_watched(house: House) -> None:
    await house.type(ADA, "/play sahara")
    code = await watch(house)
    assert house.note(CLEO) == f"{code} has not begun yet."
    await house.press(BEN, "Accept")
    await house.resign(ADA)
    await watch(house, code=code)
    assert f"/replay {code}" in house.note(CLEO)
    await house.start()
    house.services.presence.mark_closed("fake", private_chat(CLEO).id)
    await watch(house)
    assert "Open a private chat with me" in house.note(CLEO)


@pytest.mark.house(kind=Houses)
async def test_whoever_becomes_one_with_a_player_sees_their_own_view_from_then_on(house: Houses) -> None:
    await house.start("/play sator")
    code = house.board().code
    await house.type(BEN_THERE, f"/watch {code}", own_chat(BEN_THERE))
    assert STOP in house.labels(await house.more(BEN_THERE, house.board(own_chat(BEN_THERE))))
    await link(house, BEN, BEN_THERE)
    await house.settled()
    await house.type(BEN_THERE, f"/hand {code}", own_chat(BEN_THERE))
    assert STOP not in house.labels(await house.more(BEN_THERE, house.board(own_chat(BEN_THERE))))


async def test_a_command_that_comes_twice_makes_one_board(house: House) -> None:
    await house.start()
    line = f"/watch {house.board().code}"
    await house.type(CLEO, line, press="the same")
    await house.restart()
    calls = house.platform.calls
    await house.type(CLEO, line, press="the same")
    assert house.platform.calls == calls
    assert len(house.platform.in_chat(private_chat(CLEO))) == 1
