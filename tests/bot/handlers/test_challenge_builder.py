"""A bare /play asks for the game, then for the opponent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.interface import Message, OfferChallenge, PickGame, PickOpponent, PickRobot, Request
from games import GAMES
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, account, private_chat


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with House(tmp_path / "house.db") as house:
        yield house


def requests(message: Message | None) -> list[Request]:
    assert message
    return [button.request for row in message.rows for button in row]


async def test_a_bare_play_offers_the_games_and_opens_nothing(house: House) -> None:
    answer = await house.type(ADA, "/play")
    assert requests(answer.note) == [PickOpponent(game) for game in GAMES]
    assert not answer.succeeded
    assert not house.platform.messages


async def test_after_the_game_anyone_can_be_challenged(house: House) -> None:
    answer = await house.ask(ADA, PickOpponent("sahara"), CHANNEL)
    assert requests(answer.note) == [OfferChallenge("sahara", None, ()), PickRobot("sahara")]
    assert "/play sahara" in house.note(ADA)
    assert not answer.succeeded


async def test_with_whom_somebody_has_played_is_offered_to_them_alone(house: House) -> None:
    await house.start("/play sahara")
    open_to_all = [OfferChallenge("sator", None, ()), PickRobot("sator")]
    alone = await house.ask(ADA, PickOpponent("sator"), private_chat(ADA))
    assert requests(alone.note) == [OfferChallenge("sator", BEN.id, ()), *open_to_all]
    seen_by_all = await house.ask(ADA, PickOpponent("sator"), CHANNEL)
    assert requests(seen_by_all.note) == open_to_all


async def test_who_is_forgotten_is_offered_no_more(house: House) -> None:
    await house.start("/play sahara")
    await house.type(BEN, "/forget_me", private_chat(BEN))
    await house.press_note(BEN, house.labels(house.notes[BEN.id][-1])[0], house.notes[BEN.id][-1])
    alone = await house.ask(ADA, PickOpponent("sator"), private_chat(ADA))
    assert requests(alone.note) == [OfferChallenge("sator", None, ()), PickRobot("sator")]


async def test_a_game_that_is_gone_is_named(house: House) -> None:
    await house.ask(ADA, PickOpponent("chess"), CHANNEL)
    assert "chess" in house.note(ADA)


async def test_the_question_for_somebody_known_stays_as_it_was(house: House) -> None:
    await house.ask(BEN, PickGame(None), CHANNEL)
    answer = await house.ask(ADA, PickGame(BEN.id), CHANNEL)
    assert requests(answer.note) == [OfferChallenge(game, BEN.id, ()) for game in GAMES]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("/play sato hidden, small", False),
        ("/play sato Ben hidden small", True),
        ("/play sato small table @Ben variant=hidden", True),
    ],
)
async def test_house_rules_are_typed_without_their_names_beside_a_name_or_alone(
    house: House, line: str, named: bool
) -> None:
    await house.meet(ADA, BEN)
    await house.type(ADA, line)
    offered = house.board().message.text
    assert "hidden" in offered
    assert "small" in offered
    assert ("Ada challenges Ben" in offered) == named


async def test_a_name_that_is_known_as_a_whole_holds_no_house_rules(house: House) -> None:
    small = account("Ben Small")
    await house.meet(ADA, BEN, small)
    await house.type(ADA, "/play sato Ben Small")
    assert "Ada challenges Ben Small" in house.board().message.text


async def test_of_a_name_that_nobody_has_no_more_is_quoted_than_the_name(house: House) -> None:
    await house.type(ADA, "/play sato Nobody hidden")
    assert "Nobody" in house.note(ADA)
    assert "hidden" not in house.note(ADA)
