"""One request in: what is stored, what is shown and where, and what is said to those who may not."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Literal

import pytest

from bot import interface
from bot.interface import Chat, Completion, InvalidPayload, Looks
from games.events import MatchId
from games.match import fold
from storage.errors import StoreUnavailable
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, code_of, other, private_chat


async def plies(house: House) -> list[str]:
    match = fold(await house.store.matches.load(code_of(house)))
    return [getattr(event, "notation", "") for event in await house.store.matches.load(match.opened.match)][
        2:
    ]


async def test_a_challenge_becomes_the_board_in_the_same_message(house: House) -> None:
    await house.type(ADA, "/play sahara")
    challenge = house.board()
    assert "Ada offers a game of Sahara" in challenge.message.text
    await house.press(BEN, "Accept")
    board = house.board()
    assert board.id == challenge.id
    assert board.message.image
    assert "turn" in board.message.text


async def test_a_press_plays_and_updates_the_pressed_board(house: House) -> None:
    await house.start()
    answer = await house.press(house.to_act(), "4")
    assert answer.update
    assert answer.note is None
    assert "sowed hollow 4" in house.board().message.text
    assert await plies(house) == ["4"]


async def test_a_named_challenge_can_only_be_answered_by_its_person(house: House) -> None:
    await house.meet(BEN, CLEO)
    await house.type(ADA, "/play sahara @ben")
    await house.press(CLEO, "Accept")
    assert house.note(CLEO) == "This challenge is for Ben."
    await house.press(BEN, "Decline")
    assert house.board().message.text == "Ben declined Ada's challenge to Sahara."


async def test_only_the_challenger_cancels(house: House) -> None:
    await house.type(ADA, "/play sahara")
    await house.press(BEN, "Cancel")
    assert house.note(BEN) == "Only Ada can withdraw this challenge."
    await house.press(ADA, "Cancel")
    assert "withdrew the challenge" in house.board().message.text


async def test_nobody_accepts_their_own_challenge(house: House) -> None:
    await house.type(ADA, "/play sahara")
    await house.press(ADA, "Accept")
    assert "your own challenge" in house.note(ADA)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/play sahara @nobody", "anybody called “nobody”"),
        ("/play sahara ada", "against yourself"),
        ("/play sahara target=31", "Allowed: target=none|30|40|50"),
        ("/play sahara target=30 target=40", "“target” is given twice"),
        ("/play go", "I know: sahara, sator, stacko, sato"),
        ("/join", "/join CODE"),
        ("/dance", "I do not know /dance"),
        ("hello", "/help"),
        ("/join NOSUCH", "no match NOSUCH"),
        ("/join " + "X" * 250, "no match XXXX"),
        ("/move 4", "no running match here"),
        ("/board", "No match is shown in this chat"),
        ("/verify ABCDEF", "no match ABCDEF"),
        ("/rematch", "no finished match"),
        ("/move " + "9" * 10_000, "at most 300 characters"),
    ],
)
async def test_bad_input_is_named_and_changes_nothing(house: House, line: str, said: str) -> None:
    await house.type(ADA, line)
    assert said in house.note(ADA)
    assert len(house.note(ADA)) < 400
    assert not house.platform.messages


async def test_what_is_possible_is_named_as_it_is_typed_and_as_its_button_says(house: House) -> None:
    """A button *Lay nothing* and an answer that knows only *pass* seem to be two things."""
    first = await house.start("/play sato table=small")
    await house.type(first, "/move done e9")
    assert "pass (Lay nothing)" in house.note(first)


async def test_the_wrong_seat_a_stranger_and_an_empty_hollow_are_told_why_not(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    first = await house.start()
    second = BEN if first == ADA else ADA
    await house.press(second, "4")
    assert house.note(second) == f"It is {first.name}'s turn, not yours."
    await house.press(CLEO, "4")
    assert "You do not play in this match" in house.note(CLEO)
    await house.press(first, "4")
    await house.type(first, "/move 4")
    assert house.note(first) == "4 is not possible: hollow 4 is empty. Possible: 1, 2, 3, 5, 6."
    await house.type(first, "/move four")
    assert "“four” is not one of this match's moves. Possible: 1, 2, 3, 5, 6." in house.note(first)
    await house.type(first, "/move 6 feed")
    assert "skip the opponent's store" in house.note(first)
    assert await plies(house) == ["4"]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_press_on_an_older_position_shows_the_present_one(house: House) -> None:
    first, board = await house.start(), house.board()
    old = house.button(board.message, "1").request
    await house.press(first, "4")
    assert (await house.ask(first, old, CHANNEL, message=board.id)).update
    assert house.note(first) == "The match has moved on since."
    assert await plies(house) == ["4"]


@pytest.mark.parametrize(
    ("days", "known"),
    [
        pytest.param([], True, id="at once"),
        pytest.param([1, 1], True, id="two days later and after restarts: Telegram repeats for a day"),
        pytest.param([4], False, id="when nobody knows it any more it is stale"),
    ],
)
async def test_a_press_counts_once_and_gets_the_same_answer_again(
    house: House, days: list[int], known: bool
) -> None:
    first, board = await house.start(), house.board()
    request = house.button(board.message, "1").request
    one = await house.ask(first, request, CHANNEL, message=board.id, press="twice")
    for each in days:
        await house.wait(86_400 * each)
        await house.restart()
    two = await house.ask(first, request, CHANNEL, message=board.id, press="twice")
    assert (two.note is None) is known
    assert days or one.update == two.update
    assert [ply for ply in await plies(house) if ply] == ["1"], "after days also that time is up"


async def test_a_command_counts_once(house: House) -> None:
    one = await house.type(ADA, "/play sahara", press="twice")
    assert one == (await house.type(ADA, "/play sahara", press="twice"))
    assert len(house.platform.messages) == 1


async def test_a_forged_button_is_answered(house: House) -> None:
    await house.start()
    board = house.board()
    await house.handle(interface.Incoming(CLEO, CHANNEL, InvalidPayload(), "p", board.id))
    forged = interface.Choose(MatchId("ZZZZZZ"), 1, ("4",), True, 0)
    await house.ask(CLEO, forged, CHANNEL, message=board.id)
    assert "no match ZZZZZZ" in house.note(CLEO)
    nonsense = interface.Choose(code_of(house), 2, ("<script>",), True, 0)
    await house.ask(house.to_act(), nonsense, CHANNEL, message=board.id)
    assert "is not one of this match's moves" in house.note(house.to_act())


async def test_my_view_is_for_the_seats_and_for_their_eyes_alone(house: House) -> None:
    await house.start()
    answer = await house.press(BEN, "My view")
    assert answer.post is None
    assert answer.note
    assert answer.note.image
    await house.type(CLEO, f"/hand {code_of(house)}")
    assert "You do not play" in house.note(CLEO)


async def test_one_can_move_from_ones_own_view(house: House) -> None:
    first = await house.start()
    answer = (await house.press(first, "My view")).noted
    played = await house.press_note(first, "1", answer)
    await house.dispatcher.worker.settled()
    assert played.update
    assert played.delivery is None
    assert "sowed hollow 1" in house.board().message.text


async def test_a_fresh_board_comes_to_the_end_and_the_old_one_is_deleted(house: House) -> None:
    await house.start()
    old = house.board()
    await house.type(CLEO, "/board")
    fresh = house.board()
    assert fresh.id != old.id
    assert house.platform.in_chat(CHANNEL) == [fresh]
    await house.press(house.to_act(), "1")
    assert "sowed hollow 1" in house.board().message.text


async def test_a_match_between_private_chats_has_a_board_in_each(house: House) -> None:
    await house.meet(BEN)
    await house.type(ADA, "/play sahara ben", private_chat(ADA))
    assert "challenges Ben" in house.board(private_chat(BEN)).message.text
    await house.press(BEN, "Accept", house.board(private_chat(BEN)))
    boards = {who: house.board(private_chat(who)) for who in (ADA, BEN)}
    assert all(board.message.image for board in boards.values())
    (first,) = boards[ADA].message.awaits
    await house.press(first, "1", boards[first])
    for who in (ADA, BEN):
        assert f"{first.name} sowed hollow 1" in house.board(private_chat(who)).message.text


@pytest.mark.parametrize(
    ("apart", "answered"), [("", "update"), ("here", "update alone"), ("beside", "note")]
)
async def test_what_is_half_chosen_is_shown_to_its_chooser_only_where_that_can_be(
    house: House, apart: Literal["", "here", "beside"], answered: str
) -> None:
    await house.start("/play sato variant=split")
    board, chooser = house.board(), house.to_act()
    request = board.message.rows[0][0].request
    asked = interface.Incoming(chooser, CHANNEL, request, "half", board.id, apart=apart)
    answer = await house.handle(asked)
    told = {"update": answer.update, "note": answer.note}
    ((way, shown),) = ((name, message) for name, message in told.items() if message)
    assert (f"{way} alone" if answer.alone else way) == answered
    assert "Choose a place for" in shown.text
    assert bool(answer.delivery) == (answered == "update"), "what the others see has not changed"


async def test_completion_knows_games_house_rules_and_legal_moves(house: House) -> None:
    first = await house.start()
    assert await house.dispatcher.complete(ADA, CHANNEL, "/play sah") == (Completion("/play sahara"),)
    assert Completion("/play sahara target=30") in await house.dispatcher.complete(
        ADA, CHANNEL, "/play sahara t"
    )
    await house.press(first, "4")
    moves = await house.dispatcher.complete(first, CHANNEL, "/move ")
    code = code_of(house)
    assert {move.line for move in moves} == {f"/move {word}" for word in ("1", "2", "3", "5", "6")}
    other = BEN if first == ADA else ADA
    known = Completion(f"/Board {code}", f"Sahara against {other.name}, your turn")
    assert await house.dispatcher.complete(first, CHANNEL, "/Board ") == (known,)
    assert await house.dispatcher.complete(CLEO, CHANNEL, "/move ") == ()


async def test_codes_are_completed_with_what_they_mean(house: House) -> None:
    async def told(line: str) -> list[str]:
        return [found.description for found in await house.dispatcher.complete(ADA, CHANNEL, line)]

    await house.meet(ADA, BEN)
    await house.type(BEN, "/play sahara ada")
    assert await told("/join ") == ["Sahara, a challenge by Ben"]
    await house.press(ADA, "Decline")
    await house.type(ADA, "/play sato")
    assert await told("/join ") == ["Sato, your challenge to anyone"]
    assert await told("/join x") == []
    await house.start("/play sahara")
    await house.ask(ADA, interface.Resign(code_of(house), True), CHANNEL)
    assert await told("/rematch ") == ["Sahara against Ben, over"]


async def test_what_goes_wrong_is_logged_with_ids_and_answered(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("disk on fire")

    await house.start()
    monkeypatch.setattr(house.store, "append", broken)
    await house.press(house.to_act(), "4")
    said = house.note(house.to_act())
    assert "Something went wrong" in said
    request = said.split("Report ")[1][:8]
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.getMessage() == f"request {request} failed: Choose in {code_of(house)}"


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (RuntimeError("disk on fire"), "Bei mir ging etwas schief."),
        (StoreUnavailable("away"), "Ich komme gerade nicht"),
    ],
)
async def test_that_something_went_wrong_is_said_in_the_language_of_the_account(
    house: House, monkeypatch: pytest.MonkeyPatch, fault: Exception, said: str
) -> None:
    async def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr(house.services.matches, "read_press", broken)
    answer = await house.type(replace(ADA, language="de"), "/help")
    assert said in answer.noted.text
    assert answer.language == "de"


async def test_a_person_looks_as_they_have_chosen_also_before_they_ask_for_anything(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    german = replace(ADA, language="de-AT")
    assert await house.dispatcher.looks(german) == Looks("de", "")
    await house.type(german, "/settings language=fr theme=dark")
    assert await house.dispatcher.looks(german) == Looks("fr", "dark")
    monkeypatch.setattr(house.services.accounts, "player_of", away)
    assert await house.dispatcher.looks(german) == Looks("de", None)


@pytest.mark.parametrize(
    "line",
    [
        "/play sahara target=\x003\u202e1",
        "/play \x00go\u202e",
        "/play sahara \x00ben\u202e",
        "/\x00dance\u202e",
        "/rules sahara \x00\u202e",
        "/join \x00\u202e",
        "/settings \x00=\u202e",
        "/settings theme=\x00\u202e",
        "/move \x00\u202e",
        "/import hello \x00\u202e there",
    ],
)
async def test_what_cannot_be_seen_in_typed_words_is_shown_by_a_sign(house: House, line: str) -> None:
    who = await house.start()
    await house.type(who, line)
    told = house.note(who)
    assert "\ufffd" in told
    assert not {"\x00", "\u202e"} & set(told)


LONG_AGO = 301  # seconds, more than five minutes
BAR = Chat("fake", "bar", private=False)


async def test_what_is_typed_where_no_board_is_posts_none(house: House) -> None:
    await house.start()
    answer = await house.type(ADA, f"/draw {house.board().code}", BAR)
    assert answer.note
    assert answer.succeeded
    assert house.platform.in_chat(BAR) == []
    assert "offers a draw" in house.board(CHANNEL).message.text


async def test_who_sees_it_accepted_where_only_answers_are_posted_needs_no_notice(house: House) -> None:
    """They have just acted in that chat, and the answer is a board in it."""
    await house.start()
    house.platform.by_press = {BAR.id}
    await house.type(ADA, f"/board {house.board().code}", BAR)
    await house.type(house.to_act(), "/move 1")  # now it is known that the board in the bar cannot be edited
    house.platform.pings.clear()
    await house.type(ADA, "/play sahara begins=me")
    code = house.board().code
    house.now += LONG_AGO
    await house.type(ADA, "/help", BAR)
    assert (await house.type(BEN, f"/join {code}", BAR)).post
    assert house.platform.pings == []
    assert {board.chat for board in await house.store.boards.boards_of(code)} == {CHANNEL.id, BAR.id}


async def test_that_a_look_could_not_be_stored_is_told_to_the_host(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await house.start("/play sahara")
    who = other(house.to_act())
    line, chat = f"/hand {code_of(house)}", private_chat(who)

    async def away(*_: object) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as broken, caplog.at_level(logging.WARNING):
        broken.setattr(house.store.jobs, "drop_seen_notice", away)
        assert (await house.type(who, line, chat)).succeeded
        await house.settled()
    (record,) = caplog.records
    assert record.getMessage() == "that somebody has seen a match could not be stored"
    assert record.exc_info
    assert isinstance(record.exc_info[1], StoreUnavailable), "so that it is one line"
