"""A match of every game under all house rules, played by ear: without a picture, by typing moves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.interface import Account, ChangeChat
from tests.bot.handlers.test_whole_matches import line_of
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, Shown, private_chat
from tests.bot.presentation.blind import PLAYERS
from tests.bot.presentation.hearing.sentences import NAMES, standing_heard
from tests.games.walks import KNOWN_CASES, Case

MOST_MOVES = 1500
PLAIN = [case for case in KNOWN_CASES if case == next(each for each in KNOWN_CASES if each.key == case.key)]


async def text_only(house: House) -> None:
    """Everybody wants boards in words, also in the channel."""
    for who in (ADA, BEN):
        await house.type(who, "/settings text=on", private_chat(who))
    house.managers = {ADA.id}
    await house.ask(ADA, ChangeChat("channel", ("text=on",)), CHANNEL)


def people(house: House) -> tuple[Account, Account]:
    """Seat 0 and seat 1, by the title of the board."""
    first = house.board().message.title.split(" · ")[1].split(" – ")[0]
    return (ADA, BEN) if first == ADA.name else (BEN, ADA)


def heard(house: House, who: Account) -> str:
    """What somebody hears of their match: their private board if there is one, else that of the channel."""
    shown = board_of(house, who)
    assert shown.message.image is None
    first = shown.message.title.split(" · ")[1].split(" – ")[0]
    told = shown.message.text.replace("\n", " ")
    if first == NAMES[0]:
        return told
    # The readers take Ada for seat 0: where it is Ben, the names are exchanged.
    return told.replace("Ada", "\0").replace("Ben", "Ada").replace("\0", "Ben")


def board_of(house: House, who: Account) -> Shown:
    live = house.live(private_chat(who)) or house.live(CHANNEL)
    return live[-1]


async def to_the_next_deal(house: House, who: Account) -> None:
    """Where the end of a round or game is still told, go on from it."""
    shown = board_of(house, who)
    for label in {"Next round", "Next game"} & set(house.labels(shown.message)):
        await house.press(who, label, shown)


async def play_by_ear(house: House, case: Case, seed: int) -> int:
    """Play a match to its end; gives the number of moves."""
    chance = random.Random(seed)
    await text_only(house)
    await house.start(line_of(case))
    seats = people(house)
    for moves in range(MOST_MOVES):
        turns = standing_heard(heard(house, seats[0]))["turns"]
        if not turns:
            assert standing_heard(heard(house, seats[0])) == standing_heard(heard(house, seats[1]))
            return moves
        seat = chance.choice(sorted(turns))
        who = seats[seat]
        await to_the_next_deal(house, who)
        move, expected = PLAYERS[case.key](heard(house, who), seat, chance)
        answer = await house.type(who, f"/move {move}", board_of(house, who).chat)
        assert answer.succeeded, (move, answer, heard(house, who))
        expected(heard(house, who))
    raise AssertionError(f"not over after {MOST_MOVES} moves")


@pytest.mark.timeout(120)
@pytest.mark.parametrize("case", PLAIN, ids=str)
async def test_a_match_is_played_from_its_texts_alone(case: Case, tmp_path: Path) -> None:
    async with House(tmp_path) as house:
        assert await play_by_ear(house, case, 1) > 10


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("case", KNOWN_CASES, ids=str)
async def test_under_all_house_rules_a_match_is_played_from_its_texts_alone(
    case: Case, tmp_path: Path
) -> None:
    async with House(tmp_path) as house:
        assert await play_by_ear(house, case, 2) > 5
