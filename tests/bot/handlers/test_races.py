"""What a fresh pair of eyes found: races, side doors and dead ends that must stay shut."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from bot import interface
from bot.interface import Account
from bot.repositories.matches import row_of
from games import GAMES, actions
from games.match import fold
from storage.boards import ChatId
from storage.changes import Change
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, code_of, private_chat


async def test_a_new_name_is_known_at_once(house: House) -> None:
    await house.start()
    await house.dispatcher.register(Account("fake", "ada", "Countess"))
    assert "Countess" in (await house.type(CLEO, "/board")).posted.title


@pytest.mark.parametrize(
    "name",
    [
        *("Robot (level 5)", "ROBOT  LEVEL 5", "Roboter (Stufe 5)", "Robot (nivell 9)"),
        *(
            "R\u043eb\u043et (level 5)",
            "\u0433\u03bf\u042c\u03bf\u03c4 5",
            "R0b0t (level 5)",
        ),  # other alphabets
        *(
            "\uff32\uff4f\uff42\uff4f\uff54 5",
            "\U0001d411\U0001d428bot",
            "\U0001f181\U0001f17e\U0001f171\U0001f17e\U0001f183",
        ),
        *(
            "Rob\u200bot 5",
            "\u2060Robot 5",
            "\u3164Robot 5",
            "R\u00adobot",
            "Ro\u0301bot 5",
        ),  # unseen, accents
        *("\U0001f916 Robot 5", "Roboter 5"),
    ],
)
async def test_nobody_passes_for_a_robot_by_their_name(house: House, name: str) -> None:
    await house.type(Account("fake", "ada", name), "/play sahara")
    assert f"{name} – a person" in house.board().message.text


@pytest.mark.parametrize("name", ["Robert", "Bo", "Рома", "Βασίλης", "Ada Robot", "オロチ"])
async def test_other_names_stay_as_they_are(house: House, name: str) -> None:
    await house.type(Account("fake", "ada", name), "/play sahara")
    assert name in house.board().message.text
    assert "a person" not in house.board().message.text


async def test_a_rematch_asked_for_by_both_at_once_is_one_match(house: House) -> None:
    await house.start()
    await house.ask(ADA, interface.Resign(code_of(house), sure=True), CHANNEL)
    over = house.board()
    await asyncio.gather(*(house.press(who, "Rematch", over) for who in (ADA, BEN)))
    rows = await house.store.matches.matches_in("fake", ChatId("channel"), ["challenge", "running"])
    assert len(rows) == 1


async def test_the_code_of_a_rematch_does_not_follow_from_that_of_the_match(tmp_path: Path) -> None:
    """Else whoever has seen the one could ask for what two people agree on in private."""
    before, after = set[str](), set[str]()
    for folder in ("one", "another"):
        (tmp_path / folder).mkdir()
        async with House(tmp_path / folder) as house:
            await house.start()
            before.add(code := code_of(house))
            await house.ask(ADA, interface.Resign(code, sure=True), CHANNEL)
            await house.press(ADA, "Rematch")
            after.add(code_of(house))
            await house.restart()
            await house.ask(BEN, interface.OfferRematch(code), CHANNEL)
            assert code_of(house) in after
    assert (len(before), len(after)) == (1, 2)


async def test_a_challenge_between_two_people_is_shown_to_them_alone(house: House) -> None:
    await house.meet(ADA, BEN, CLEO)
    await house.type(ADA, "/play sahara @Ben", private_chat(ADA))
    code = house.board(private_chat(ADA)).code
    for where in (CHANNEL, private_chat(CLEO)):
        answer = await house.type(CLEO, f"/board {code}", where)
        assert answer.post is None
        assert house.platform.in_chat(where) == []
    unknown = await house.type(CLEO, "/board ZZZZZZ", private_chat(CLEO))
    assert answer.note
    assert unknown.note
    assert answer.note.text.replace(code, "ZZZZZZ") == unknown.note.text
    assert (await house.type(ADA, f"/board {code}", private_chat(ADA))).post
    assert (await house.type(BEN, f"/board {code}", CHANNEL)).post
    assert (await house.type(CLEO, f"/board {code}", CHANNEL)).post, "it stands there for all"


async def test_a_declined_rematch_can_be_asked_for_again(house: House) -> None:
    await house.start()
    await house.ask(ADA, interface.Resign(code_of(house), sure=True), CHANNEL)
    over = house.board()
    await house.press(ADA, "Rematch", over)
    await house.press(BEN, "Decline")
    await house.press(ADA, "Rematch", over)
    assert "Ada asks Ben for a rematch" in house.board().message.text


async def test_a_move_is_decided_once_more_where_the_log_is_newer_than_the_memory(
    house: House,
) -> None:
    mover, before = await house.start(), fold(await house.store.matches.load(code_of(house)))
    assert before.players
    watcher = before.players[1 - before.awaited[0]]
    events, after = before.decide(actions.OfferDraw(watcher), house.now)
    await house.store.append(Change(row_of(after), events))
    assert (await house.press(mover, "1")).succeeded
    moved = fold(await house.store.matches.load(code_of(house)))
    assert (moved.version, moved.offer) == (after.version + 1, after.offer)


async def test_names_from_right_to_left_leave_the_order_of_a_sentence_alone(house: House) -> None:
    adah = Account("fake", "adah", "עדה")
    await house.meet(adah, BEN)
    await house.type(adah, "/play sahara ben")
    await house.press(BEN, "Accept")
    board = house.board().message
    text = f"{board.title} {board.text}"
    assert "\u2068עדה\u2069" in text
    assert text.count("\u2068") == text.count("\u2069")


async def test_a_draw_offer_does_not_restart_the_turn(house: House) -> None:
    await house.start()
    house.now += 3 * 86400
    await house.press(ADA, "Offer draw")
    assert "for 3 days" in (await house.type(ADA, "/matches")).noted.text


async def test_a_private_challenge_shows_each_what_they_can_do(house: House) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, "/play sahara ben", private_chat(ADA))
    assert house.labels(house.board(private_chat(ADA)).message) == ["Cancel", "Rules", "Lesson"]
    assert house.labels(house.board(private_chat(BEN)).message) == [
        "Accept",
        "Decline",
        "Rules",
        "Lesson",
    ]


async def test_a_first_game_is_offered_to_whoever_has_not_finished_one(house: House) -> None:
    async def offered(line: str) -> bool:
        await house.type(ADA, line)
        return "Lesson" in house.labels(house.board().message)

    await house.start("/play sahara")
    await house.ask(ADA, interface.Resign(code_of(house), sure=True), CHANNEL)
    await house.meet(CLEO)
    assert not await offered("/play sahara")
    assert not await offered("/play sahara ben")
    assert await offered("/play sahara cleo")
    assert await offered("/play sato"), "the challenger is new to it"


async def test_no_name_of_an_account_stands_in_the_log(house: House) -> None:
    await house.start()
    for event in await house.store.matches.load(code_of(house)):
        assert "fake:" not in repr(event)
        assert "ada" not in repr(event).lower().replace("'sahara'", "")


@pytest.mark.parametrize("fault", [False, True])
async def test_nothing_that_somebody_hides_or_says_stands_in_the_logs_of_the_host(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, fault: bool
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("disk on fire")

    await house.start("/play sator")
    answer = (await house.type(ADA, "/link", private_chat(ADA))).noted
    if fault:
        monkeypatch.setattr(house.store, "append", broken)
    with caplog.at_level(logging.DEBUG):
        board = house.board(private_chat(ADA))
        first = house.button(board.message, "b").request
        await house.ask(ADA, first, board.chat, message=board.id)
        for line in (
            "/move hide b d",
            "/move hide b d",
            "/move hide bb dd",
            "/say green frogs",
            "/link FROGS",
        ):
            for who in (ADA, BEN):
                await house.type(who, line, private_chat(who))
        await house.restart()
    assert fault == ("disk on fire" in caplog.text)
    told = caplog.text + repr([vars(record) for record in caplog.records])
    for secret in ("hide", "'b', 'd'", "frogs", "FROGS", answer.text.split("/link ")[1][:10]):
        assert secret not in told


async def test_a_secret_choice_forged_into_the_channel_shows_nothing(house: House) -> None:
    await house.start("/play sator")
    board = house.board()
    before = board.message
    forged = interface.Choose(
        code_of(house), fold(await house.store.matches.load(code_of(house))).version, ("hide", "b"), False, 0
    )
    answer = await house.ask(ADA, forged, CHANNEL, message=board.id)
    assert answer.update is None or answer.update == before


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_can_be_leafed_through(house: House, game: str) -> None:
    answer = (await house.type(ADA, f"/rules {game}", private_chat(ADA))).noted
    note, pages = answer, [answer.title]
    while "Next" in house.labels(note):
        turned = (await house.press_note(ADA, "Next", note)).updated
        note = turned
        pages.append(note.title)
        assert note.image
    assert len(set(pages)) == len(pages) == len(GAMES[game].rule_pages)
