"""Which match is meant: codes behind moves, and of many finished matches the newest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain import commands
from bot.handlers.autocomplete import MOST, MOST_OVER
from bot.interface import Account, Help, Incoming, Note, Resign, TypeMove, Update
from games.events import MatchId, PlayerId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat

pytestmark = pytest.mark.house(meet=(ADA, BEN))


async def finished(house: House, number: int) -> list[MatchId]:
    """The codes of so many matches that Ada gave up, the oldest first."""
    codes = []
    for _ in range(number):
        house.now += 10
        await house.type(ADA, "/play sahara rated=no")
        await house.press(BEN, "Accept")
        codes.append(house.board().code)
        await house.ask(ADA, Resign(MatchId(codes[-1]), sure=True), CHANNEL, message=house.board().id)
    return codes


@pytest.mark.parametrize("command", ["/rematch", "/verify"])
async def test_the_newest_finished_matches_are_completed_newest_first(house: House, command: str) -> None:
    codes = await finished(house, MOST + 2)
    offered = [found.line for found in await house.dispatcher.complete(ADA, CHANNEL, f"{command} ")]
    assert offered == [f"{command} {code}" for code in codes[:1:-1]]
    oldest = codes[0]
    typed = f"{command} {oldest[:4].lower()}"
    assert f"{command} {oldest}" in [
        found.line for found in await house.dispatcher.complete(ADA, CHANNEL, typed)
    ]


async def test_at_a_keystroke_only_so_many_finished_matches_are_looked_at(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(house, 3)
    limits = []
    matches_of = house.store.matches.matches_of

    async def noted(player: str, phases: list[str], *, newest: int | None = None) -> object:
        limits.append(newest)
        return await matches_of(PlayerId(player), phases, newest=newest)

    monkeypatch.setattr(house.store.matches, "matches_of", noted)
    await house.dispatcher.complete(ADA, CHANNEL, "/rematch ")
    assert limits == [MOST_OVER]


async def test_a_rematch_without_a_code_is_of_the_match_that_ended_last(house: House) -> None:
    await finished(house, 2)
    await house.type(ADA, "/play sato")
    await house.press(BEN, "Accept")
    code = house.board().code
    house.now += 10
    await house.ask(BEN, Resign(code, sure=True), CHANNEL, message=house.board().id)
    await house.type(ADA, "/rematch")
    assert "Sato" in house.board().message.title


async def test_asked_elsewhere_which_one_the_newest_are_named(house: House) -> None:
    codes = await finished(house, 3)
    await house.type(ADA, "/rematch", private_chat(ADA))
    labels = house.labels(house.notes[ADA.id][-1])
    assert [code for label in labels for code in codes if code in label] == codes[::-1]
    assert "no finished match" in (await house.type(CLEO, "/rematch", private_chat(CLEO))).noted.text


async def test_a_last_word_that_is_no_code_of_a_match_is_a_word_of_the_move(house: House) -> None:
    await house.start()
    await house.type(house.to_act(), "/move 4 castle")
    assert "\u201c4 castle\u201d is not one of this match's moves" in house.note(house.to_act())


async def test_a_code_behind_a_move_names_a_match_that_this_person_can_see(house: House) -> None:
    first, code = await house.start(), house.board().code
    await house.type(CLEO, f"/move 4 {code}")
    assert "You do not play in this match" in house.note(CLEO)
    await house.type(first, f"/move {code.lower()}")
    assert "/move MOVE [match]" in house.note(first)
    assert (await house.type(first, f"/move 4 {code.lower()}", private_chat(first))).succeeded


async def test_a_code_before_a_move_names_a_match_as_well_or_is_said_to_be_unknown(house: House) -> None:
    first, code = await house.start(), house.board().code
    await house.type(first, "/move Y4E49F 4")
    assert house.note(first).startswith("There is no match Y4E49F.")
    assert (await house.type(first, f"/move {code} 4", private_chat(first))).succeeded


async def test_the_code_of_a_match_that_somebody_cannot_see_tells_them_nothing(house: House) -> None:
    await house.start()
    code = house.board().code
    there = private_chat(CLEO)
    told = [(await house.type(CLEO, f"/move 4 {word}", there)).note for word in (code, "NOSUCH")]
    assert told[0] == told[1]


async def test_alone_with_the_bot_the_only_match_is_meant_and_of_two_it_is_asked_which(house: House) -> None:
    await house.start()
    code = house.board().code
    answer = await house.type(ADA, "/board", private_chat(ADA))
    assert answer.post
    assert answer.post.title.endswith(code)
    assert (await house.type(BEN, "/board", replace(CHANNEL, id="hall"))).post is None  # others would read it
    await house.type(ADA, "/play sahara")
    await house.press(BEN, "Accept")
    answer = await house.type(BEN, "/board", private_chat(BEN))
    assert answer.post is None
    assert "Which match" in house.note(BEN)


@pytest.mark.parametrize("line", ["/resign", "/draw", "/move 4"])
async def test_of_several_matches_the_one_in_front_is_meant(house: House, line: str) -> None:
    """Unless another is named, or somebody else plays it."""
    codes = []
    for game in ("sahara", "sahara", "sato"):
        await house.start(f"/play {game}")
        codes.append(house.board().code)
    await house.type(CLEO, "/play sahara")
    await house.press(BEN, "Accept")
    others = house.board().code

    async def about(front: MatchId | None, more: str = "") -> MatchId | None:
        asked = Incoming(ADA, CHANNEL, commands.read(line + more), f"{line} {front} {more}", front=front)
        answer = await house.dispatcher.handle(asked)
        assert isinstance(answer, Note | Update)
        return answer.match

    assert [await about(code) for code in codes[:2]] == codes[:2]
    assert await about(codes[0], f" {codes[1]}") == codes[1]
    if line != "/move 4":
        assert await about(codes[0], " sato") == codes[2]
    assert [await about(front) for front in (None, others, MatchId("NOSUCH"))] == [None] * 3


async def test_what_is_said_beside_a_board_is_a_move_of_that_match(house: House) -> None:
    """Even if only another one awaits the player: they look at this."""
    codes: dict[Account, MatchId] = {}
    while len(codes) < 2:
        await house.start()
        codes[house.to_act()] = house.board().code
    for front in codes.values():
        move = replace(TypeMove(("4",), None), aside=True)
        answer = await house.dispatcher.handle(Incoming(ADA, CHANNEL, move, f"said {front}", front=front))
        assert isinstance(answer, Note | Update)
        assert answer.match == front


async def test_an_answer_says_which_match_it_is_about(house: House) -> None:
    """So does a refusal, and of a code that somebody cannot see no more than they have typed."""

    async def about(line: str, who: Account = ADA) -> str | None:
        asked = Incoming(who, CHANNEL, commands.read(line), f"press {line}")
        answer = await house.dispatcher.handle(asked)
        assert isinstance(answer, Note)
        return answer.match

    await house.start()
    code = house.board().code
    assert await about("/draw") == code
    assert await about("/draw ") == code
    for typed in (code, "NOSUCH"):
        assert await about(f"/draw {typed}", CLEO) == typed
    await house.type(ADA, "/play sato")
    await house.press(BEN, "Accept")
    assert await about("/takeback") is None
    assert await about(f"/takeback {code}") == code


async def test_who_starts_the_bot_again_and_has_matches_is_shown_these(house: House) -> None:
    welcome = (await house.ask(ADA, Help(first=True), private_chat(ADA))).note
    assert welcome
    await house.start()
    await house.dispatcher.lost("fake", private_chat(ADA).id)
    listed = (await house.ask(ADA, Help(first=True), private_chat(ADA))).note
    assert listed
    assert listed.title == "Your matches"
    assert listed.rows
    assert (await house.ask(CLEO, Help(first=True), private_chat(CLEO))).note == welcome


async def test_a_game_in_place_of_a_code_names_the_only_match_of_it_or_asks_which(house: House) -> None:
    await house.start()
    sahara = house.board().code
    await house.type(ADA, "/resign sato")
    assert sahara in house.labels(house.notes[ADA.id][-1])[0], "there is no other one"
    await house.type(ADA, "/play sato")
    await house.press(BEN, "Accept")
    sato = house.board().code
    asked = (await house.type(ADA, "/resign SATO", private_chat(ADA))).note
    assert asked
    assert asked.rows[0][0].request == Resign(sato, sure=True)
    assert (await house.type(CLEO, "/resign sato")).noted.text.startswith("There is no match SATO.")
