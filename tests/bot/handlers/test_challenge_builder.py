"""A bare /play puts a challenge together by buttons: game, opponent, terms, then it is sent."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from bot.domain.terms import MINUTE, choices
from bot.domain.terms_parser import terms
from bot.interface import BuildChallenge, Chat, Incoming, PickGame, PickOpponent, PickRobot
from bot.interface.requests import OVERVIEW, TERMS
from bot.platforms import callback_data
from bot.presentation.challenge_builder import Draft, owner_of
from bot.texts import texts_for
from games import GAMES
from games.events import ChallengeOffered
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Seen, Shown, account, private_chat

LEVELS = [*(f"Level {level}" for level in range(1, 6)), "My level"]


pytestmark = pytest.mark.house(plays=True)


async def opened(house: House, chat: Chat = CHANNEL) -> Shown:
    """What /play asks, with the robot in mind where there is one, as a message on which one can press."""
    answer = await house.type(ADA, "/play robot" if house.dispatcher.robot_games else "/play", chat)
    assert answer.note
    assert not answer.succeeded
    return house.platform.messages[house.platform.put(chat, answer.note, f"builder {chat.id}")]


async def press(house: House, *labels: str, shown: Shown) -> Seen:
    """Press one button after the other on the same message."""
    for label in labels:
        answer = await house.press(ADA, label, house.platform.messages[shown.id])
    return answer


def text(house: House, shown: Shown) -> str:
    return house.platform.messages[shown.id].message.text


def labels(house: House, shown: Shown) -> list[str]:
    return house.labels(house.platform.messages[shown.id].message)


async def offered(house: House, chat: Chat = CHANNEL) -> ChallengeOffered:
    """The challenge whose board stands last."""
    (first, *_) = await house.store.matches.load(house.board(chat).code)
    assert isinstance(first, ChallengeOffered)
    return first


async def test_three_words_and_two_presses_begin_a_match_with_the_robot(house: House) -> None:
    shown = await opened(house)
    assert labels(house, shown) == [texts_for("en")(f"{game}.name") for game in GAMES]
    await press(house, "Sahara", "Start", shown=shown)
    assert "Robot (level 1)" in house.board().message.title
    assert "has begun" in text(house, shown)


async def test_all_that_is_chosen_is_sent(house: House) -> None:
    shown = await opened(house)
    await press(house, "Sato", "Against: Robot (level 1)", "Anyone here", shown=shown)
    await press(house, "open supplies", "hidden supplies", "medium table", "small table", shown=shown)
    await press(house, "3 days for each move", "5 minutes for each move", "rated", "not rated", shown=shown)
    assert "hidden supplies · small table · 5 minutes for each move · not rated" in text(house, shown)
    await press(house, "Send the challenge", shown=shown)
    challenge = await offered(house)
    assert challenge.house_rules == {"variant": "hidden", "table": "small"}
    assert (challenge.clock, challenge.rated, challenge.invited) == (5 * MINUTE, False, None)
    assert "House rules: hidden supplies, small table." in house.board().message.text


async def test_a_level_is_chosen_and_against_a_robot_nothing_is_rated(house: House) -> None:
    shown = await opened(house)
    await press(house, "Stacko", "Against: Robot (level 1)", shown=shown)
    assert labels(house, shown) == [
        *("✓ Level 1" if level == "Level 1" else level for level in LEVELS),
        *("Anyone here", "This channel plays together", "Back"),
    ]
    await press(house, "Level 2", shown=shown)
    assert labels(house, shown) == [
        *("Start", "Against: Robot (level 2)", "no time limit", "who begins is drawn by lot", "Another game")
    ]


async def test_another_game_keeps_what_holds_for_any_game(house: House) -> None:
    shown = await opened(house)
    await press(house, "Sahara", "one game", "series to 30", shown=shown)
    await press(house, "no time limit", "1 hour for each move", "Another game", "Sator", shown=shown)
    assert "1 hour for each move" in text(house, shown)
    assert "series" not in text(house, shown)


async def test_whom_somebody_has_played_is_offered_to_them_alone(house: House) -> None:
    await house.start("/play sahara")
    for chat, there in ((CHANNEL, False), (private_chat(ADA), True)):
        shown = await opened(house, chat)
        await press(house, "Sator", "Against: Robot (level 1)", shown=shown)
        assert ("Ben" in labels(house, shown)) == there
    await press(house, "Ben", "Send the challenge", shown=shown)
    assert "Ada challenges Ben" in house.board(private_chat(BEN)).message.text


async def test_who_is_in_the_chat_is_offered_by_name(house: House) -> None:
    await house.meet(ADA, BEN)
    request = PickOpponent("sator")
    answer = (await house.handle(Incoming(ADA, CHANNEL, request, "1", present=(BEN, CLEO)))).noted
    assert house.labels(answer)[-3:] == ["Ben", "Cleo", "Back"]


async def test_where_one_is_alone_anyone_is_whoever_gets_the_code(house: House) -> None:
    shown = await opened(house, private_chat(ADA))
    await press(house, "Sahara", "Against: Robot (level 1)", "A friend, by link or code", shown=shown)
    assert "anyone with the link or code" in text(house, shown)
    await press(house, "Send the challenge", shown=shown)
    assert "/join" in house.board(private_chat(ADA)).message.text


async def test_nobody_else_can_press_it(house: House) -> None:
    shown = await opened(house)
    await house.press(BEN, "Sahara", shown)
    assert "/play" in house.note(BEN)
    assert "Sahara" in labels(house, shown)
    await press(house, "Sahara", shown=shown)
    await house.press(BEN, "Start", house.platform.messages[shown.id])
    assert len(house.platform.messages) == 1


@pytest.mark.parametrize("forgotten", [False, True])
async def test_a_refusal_leaves_what_is_chosen(house: House, forgotten: bool) -> None:
    await house.start("/play sahara")
    shown = await opened(house, private_chat(ADA))
    await press(house, "Sato", "medium table", "small table", "Against: Robot (level 1)", "Ben", shown=shown)
    if forgotten:
        await house.forget(BEN, private_chat(BEN))
    else:
        await house.type(BEN, "/settings block=Ada", private_chat(BEN))
    before = labels(house, shown)
    answer = await press(house, "Send the challenge", shown=shown)
    assert answer.note
    assert not answer.succeeded
    assert labels(house, shown) == before
    await press(house, before[1], "A friend, by link or code", shown=shown)
    await press(house, "Send the challenge", shown=shown)
    assert (await offered(house, private_chat(ADA))).house_rules == {"table": "small"}


async def test_without_robots_anyone_is_asked_first(tmp_path: Path) -> None:
    async with House(tmp_path / "house.db") as house:
        shown = await opened(house)
        await press(house, "Sahara", shown=shown)
        usual = "Against: anyone here\nPress “Send the challenge”, or change something first."
        assert text(house, shown) == usual  # the buttons tell the rest
        await press(house, "no head start", "3 beans for the player who begins", shown=shown)
        assert "3 beans for the player who begins · the player who accepts begins" in text(house, shown)
        await press(house, "Against: anyone here", shown=shown)
        assert labels(house, shown) == ["✓ Anyone here", "This channel plays together", "Back"]


async def test_other_ways_in_have_chosen_a_part_already(house: House) -> None:
    await house.meet(BEN)
    for request, part in (
        (PickGame(BEN.id), "Ben"),
        (PickOpponent("sahara"), "/play sahara"),
        (PickRobot("sato"), "Robot (level 1)"),
    ):
        answer = await house.ask(ADA, request, CHANNEL)
        assert part in house.note(ADA)
        assert not answer.succeeded
    assert not house.platform.messages


async def test_the_help_says_what_matters_in_ten_lines_and_begins_with_a_new_game(house: House) -> None:
    answer = (await house.type(ADA, "/help")).noted
    assert len(answer.text.splitlines()) <= 10
    assert [button.request for button in answer.rows[0][:2]] == [PickGame(None), PickRobot(None)]


async def test_a_game_that_is_gone_is_named(house: House) -> None:
    await house.ask(ADA, PickOpponent("chess"), CHANNEL)
    assert "chess" in house.note(ADA)


def test_whatever_can_be_chosen_fits_into_a_button_and_is_what_was_meant() -> None:
    for game in GAMES:
        rules = choices(game)
        for values in product(*(rule.values for rule in rules)):
            if {"3", "stone"} & {*values} and not {"you", "3d+12h"} <= {*values}:
                continue  # who gets a head start is not drawn; beside it the longest clock will do
            draft = Draft(game, "1" * 20)
            for rule, value in zip(rules, values, strict=True):
                draft = draft.with_term(rule.word, value)
            request = BuildChallenge("abcde", game, draft.against, draft.words, TERMS + len(rules) - 1)
            assert callback_data.decode(callback_data.encode(request)) == request
            assert tuple(Draft.of(request).chosen.values()) == values
            full = tuple(f"{rule.word}={value}" for rule, value in zip(rules, values, strict=True))
            assert terms(game, draft.offer.house_rules) == terms(game, full)


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


async def test_no_press_that_was_made_up_puts_a_challenge_together_in_the_place_of_a_board(
    house: House,
) -> None:
    """A client that was tampered with sends what it likes."""
    await house.meet(CLEO)
    await house.start()
    cleo, board = await house.store.people.person("fake", CLEO.id), house.board()
    assert cleo is not None
    built = BuildChallenge(owner_of(cleo.player), "sahara", None, (), OVERVIEW)
    await house.ask(CLEO, built, CHANNEL, message=board.id)
    assert "no longer works" in house.note(CLEO)
    assert house.board() == board


async def test_what_two_terms_come_to_together_is_told_beside_them(house: House) -> None:
    shown, owner = await opened(house), owner_of(await house.services.accounts.register(ADA))
    told = "If the sides are swapped, the player with the 3 beans ahead keeps them"
    for words, said in ((("swap",), False), (("head_start=3",), False), (("swap", "head_start=3"), True)):
        request = BuildChallenge(owner, "sahara", None, words, OVERVIEW)
        await house.ask(ADA, request, CHANNEL, message=shown.id)
        assert (told in text(house, shown)) is said
