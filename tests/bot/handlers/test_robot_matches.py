"""Matches with robots: how they begin, how the robot acts, and what is refused."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.delivery.worker import LEFT_FOR
from bot.domain.deadlines import ABANDONED_AFTER, WARNED_BEFORE
from bot.domain.guided import steps
from bot.domain.players import is_robot
from bot.domain.robot_players import EARLY, MOST_OPEN_WITH_ROBOTS
from bot.domain.terms import DAY, HOUR
from bot.handlers.jobs.robots import FLOOR_AFTER_DEAL
from bot.handlers.transactions import match_transaction
from bot.interface import AcceptChallenge, AnswerLesson, Chat, Help, PickRobot, ShowRules
from games import GAMES, actions
from games.events import (
    ChallengeAccepted,
    ChallengeOffered,
    DrawAccepted,
    DrawDeclined,
    Event,
    MatchId,
    MovePlayed,
    PlayerId,
    TakebackAccepted,
)
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, private_chat
from tests.bot.pressing_players import choices
from tests.bot.simple_robots import FirstMoves

ROBOT = "Robot (level 1)"


pytestmark = pytest.mark.house(plays=True)


def code(house: House, chat: Chat = CHANNEL) -> MatchId:
    return house.board(chat).code


async def log(house: House) -> tuple[Event, ...]:
    return await house.store.matches.load(code(house))


async def move(house: House) -> None:
    """Ada presses the first choice that her board offers, and the next, until it is not her turn any more."""
    board = house.board()
    await house.ask(ADA, choices(board.message)[0].request, board.chat, message=board.id)


# How a match with a robot begins


@pytest.mark.parametrize("asked", ["robot", "Tischrand", "@robot level=1"])
@pytest.mark.parametrize("chat", [CHANNEL, private_chat(ADA)], ids=["channel", "private"])
async def test_a_robot_accepts_at_once(house: House, asked: str, chat: Chat) -> None:
    await house.type(ADA, f"/play sahara {asked}", chat)
    board = house.board(chat)
    assert ROBOT in board.message.title
    assert "Ada" in board.message.title
    events = await house.store.matches.load(board.code)
    assert [type(event) for event in events[:2]] == [ChallengeOffered, ChallengeAccepted]
    assert len(house.platform.in_chat(chat)) == 1, "one message, from the challenge to the match"
    assert house.platform.pings == []


async def test_the_level_is_the_one_that_was_asked_for(house: House, robots: FirstMoves) -> None:
    await house.type(ADA, "/play sahara robot target=30 level=5")
    assert "Robot (level 5)" in house.board().message.title
    assert "series to 30" in (await house.more(ADA)).text
    for _ in range(5):
        await move(house)
    assert {level for _, level, _ in robots.asked} == {5}


async def test_who_names_no_level_meets_a_stronger_robot_with_each_win(house: House) -> None:
    """In that game: from level 1 to 3, by command and by the button on a challenge."""
    for level in (1, 2, 3, 3):
        await house.type(ADA, "/play sahara robot")
        assert f"Robot (level {level})" in house.board().message.title
        await robot_resigns(house)
        await house.type(ADA, "/play sator robot")
        assert "Robot (level 1)" in house.board().message.title
        await house.resign(ADA, house.board().code)
    await house.type(ADA, "/play sahara")
    await house.press(ADA, "Play the robot")
    assert "Robot (level 3)" in house.board().message.title
    await house.type(BEN, "/play sahara robot")
    assert "Robot (level 1)" in house.board().message.title


async def robot_resigns(house: House) -> None:
    async with match_transaction(house.services, house.board().code) as transaction:
        (robot,) = [player for player in transaction.match.players or () if is_robot(player)]
        decision = transaction.match.decide(actions.Resign(robot), house.now)
        await transaction.commit(decision, press=f"the robot gives up {house.board().code}")
    await house.settled()


async def test_a_newcomer_is_told_the_aim_until_a_match_of_the_game_is_over(house: House) -> None:
    for told in (True, False):
        await house.type(ADA, "/play sahara robot")
        assert ("Gather more beans than Robot (level 1)." in house.board().message.text) is told
        await house.resign(ADA, house.board().code)
    await house.start()
    assert "Gather" not in house.board().message.text, "it is for both"
    await house.start_alone()
    assert "Gather more beans than Ada." in house.board(private_chat(BEN)).message.text
    assert "Gather" not in house.board(private_chat(ADA)).message.text


async def test_a_robot_takes_either_seat(house: House) -> None:
    seats = set()
    for _ in range(MOST_OPEN_WITH_ROBOTS):
        await house.type(ADA, "/play sahara robot")
        seats.add(house.board().message.title.split(" · ")[1].startswith("Ada"))
    assert seats == {True, False}


async def ada(house: House) -> PlayerId:
    person = await house.store.people.person("fake", "ada")
    assert person
    return person.player


async def test_the_challenger_lets_the_robot_take_an_open_challenge(house: House) -> None:
    await house.meet(BEN)
    await house.type(ADA, "/play sahara")
    await house.press(BEN, "Play the robot")
    offered = house.notes["ben"][-1]
    assert offered.text.startswith("This is Ada's challenge: only Ada can give it to the robot.\n")
    assert "Accept" in house.labels(house.board().message)
    await house.press(ADA, "Play the robot")
    assert ROBOT in house.board().message.title
    assert len(house.platform.in_chat(CHANNEL)) == 1
    assert "Accept" not in house.labels(house.board().message)
    assert house.platform.pings == []
    await house.press_note(BEN, "Level 2", offered)
    own = house.board().message.title
    assert "Robot (level 2)" in own
    assert "Ben" in own


async def test_a_rated_challenge_that_a_robot_takes_is_unrated_and_so_is_its_rematch(house: House) -> None:
    await house.type(ADA, "/play sahara clock=1d rated=yes")
    await house.press(ADA, "Play the robot")
    assert "Not rated." in (await house.more(ADA)).text
    await house.resign(ADA)
    await house.press(ADA, "Rematch")
    assert "Not rated." in (await house.more(ADA)).text
    opened = (await log(house))[0]
    assert isinstance(opened, ChallengeOffered)
    assert (opened.clock, opened.rated) == (DAY, False)


async def test_the_challenger_lets_the_robot_take_a_challenge_to_somebody_by_name(house: House) -> None:
    """Who was challenged is told so, and nothing of a match that is not theirs."""
    await house.meet(BEN)
    await house.type(ADA, "/play sahara Ben target=30", private_chat(ADA))
    asked = house.board(private_chat(BEN))
    assert "Play the robot" not in house.labels(asked.message)
    pings = list(house.platform.pings)
    await house.press(ADA, "Play the robot", house.board(private_chat(ADA)))
    board = house.board(private_chat(ADA))
    assert ROBOT in board.message.title
    assert "series to 30" in (await house.more(ADA, board)).text
    told = house.board(private_chat(BEN)).message
    assert told.text == "Ada plays Sahara against the robot instead: the challenge is no longer open."
    assert told.rows == ()
    await house.ask(BEN, AcceptChallenge(code(house, private_chat(ADA))), private_chat(BEN), message=asked.id)
    assert house.board(private_chat(BEN)).message == told
    for _ in range(5):
        await house.ask(ADA, choices(board.message)[0].request, board.chat, message=board.id)
        board = house.board(private_chat(ADA))
    assert house.board(private_chat(BEN)).message == told
    assert house.platform.pings == pings


async def test_buttons_lead_from_the_help_and_the_rules_to_a_match(house: House) -> None:
    chat = private_chat(ADA)
    for line in ("/rules sahara", "/help", "/play robot"):
        answer = await house.type(ADA, line, chat)
        for label in ("Play the robot", "Sahara", "Against: Robot (level 1)", "Level 2", "Start"):
            page = answer.note or answer.update
            assert page
            if label in house.labels(page):
                pressed = house.platform.put(chat, page, f"{line} {label}")
                answer = await house.ask(ADA, house.button(page, label).request, chat, message=pressed)
        assert answer.post
        assert "Robot (level 2)" in answer.post.title


# What is refused


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("/play sahara robot level=9", "No robot has the level “9”. Levels go from 1 (the easiest) to 5"),
        ("/play sahara robot level=", "No robot has the level “”."),
        ("/play sahara robot level=1 level=2", "level"),
        ("/play sahara robot robot", "Robots do not play each other here"),
        ("/play sahara robot vs robot", "Robots do not play each other here"),
        ("/play sahara robot colour=red", "colour=red"),
    ],
)
async def test_what_no_robot_does_is_told(house: House, line: str, why: str) -> None:
    await house.type(ADA, line)
    assert why in house.note(ADA)
    assert house.platform.in_chat(CHANNEL) == []


async def test_the_rules_offer_no_match_to_who_is_in_the_middle_of_one(house: House) -> None:
    await house.type(ADA, "/play sahara robot")
    begins = {"Play Sahara", "Play the robot"}
    assert not begins & {*house.labels((await house.type(ADA, "/rules sahara")).noted)}
    assert begins <= {*house.labels((await house.type(BEN, "/rules sahara")).noted)}
    assert {"Play Sato"} <= {*house.labels((await house.type(ADA, "/rules sato")).noted)}


async def test_one_plays_so_many_matches_with_robots_at_a_time(house: House) -> None:
    for _ in range(MOST_OPEN_WITH_ROBOTS):
        await house.type(ADA, "/play sahara robot")
    await house.type(ADA, "/play sahara robot level=1")
    told = f"You have {MOST_OPEN_WITH_ROBOTS} matches with robots open."
    assert told in house.note(ADA)
    await house.type(ADA, "/play sahara")
    await house.press(ADA, "Play the robot")
    assert told in house.notes["ada"][-1].text
    assert len(house.notes["ada"]) == 2
    await house.meet(BEN)
    await house.press(BEN, "Accept")
    assert "Ben" in house.board().message.title, "people are not counted"


async def test_robots_may_be_switched_off(house: House, robots: FirstMoves) -> None:
    await house.type(ADA, "/play sahara")
    robots.games = ()
    await house.type(ADA, "/play sahara robot")
    assert house.note(ADA).startswith("Robots are switched off here.")
    await house.press(ADA, "Play the robot")
    assert house.note(ADA).startswith("Robots are switched off here.")
    robots.games = ("sato",)
    await house.type(ADA, "/play sahara robot")
    assert house.note(ADA) == "No robot plays this game yet."
    await house.ask(ADA, PickRobot("sahara"), CHANNEL)
    assert house.note(ADA) == "No robot plays this game yet."


async def test_a_robot_that_is_switched_off_is_offered_nowhere(house: House, robots: FirstMoves) -> None:
    last = len(steps("sahara"))
    right = AnswerLesson("sahara", last, tuple(steps("sahara")[-1].right[0].split()), True, 0)

    async def offering() -> list[bool]:
        asked = [await house.ask(ADA, one, CHANNEL) for one in (Help(), ShowRules("sahara"), right)]
        await house.type(ADA, "/play sahara")
        shown = [*(one.note for one in asked if one.note), house.board().message]
        return ["Play the robot" in house.labels(one) for one in shown]

    assert await offering() == [True] * 4
    robots.games = ()
    assert await offering() == [False] * 4
    await house.ask(ADA, PickRobot(None), CHANNEL)
    assert house.note(ADA).startswith("Robots are switched off here.")


async def test_a_match_whose_robot_is_switched_off_says_so(house: House, robots: FirstMoves) -> None:
    await house.type(ADA, "/play sahara robot")
    robots.games = ()
    while house.board().message.awaits:
        await move(house)
    assert f"{ROBOT} does not play here at present." in house.board().message.text


# How it acts


@pytest.mark.parametrize("game", [key for key in GAMES if key != "stacko"])
async def test_it_plays_whenever_it_is_asked(house: House, game: str) -> None:
    chat = private_chat(ADA)
    await house.type(ADA, f"/play {game} robot", chat)
    for _ in range(30):
        board = house.board(chat)
        if "Rematch" in house.labels(board.message):
            break
        assert [who.id for who in board.message.awaits] == ["ada"]
        await house.ask(ADA, choices(board.message)[0].request, chat, message=board.id)
    assert len(await house.store.matches.load(code(house, chat))) > 10


async def test_it_takes_a_moment_and_less_between_the_plies_of_a_turn(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.slept.clear()
    await house.type(ADA, "/play sahara robot")
    for _ in range(6):
        await move(house)
    plies = [event for event in await log(house) if isinstance(event, MovePlayed)]
    assert len(plies) > 6
    assert {0.8, 0.4} >= {slept for slept in house.slept if slept < 1}
    assert 0.8 in house.slept
    assert "the robot could not act" not in caplog.text


async def test_after_the_machine_has_slept_it_waits_no_longer(house: House, robots: FirstMoves) -> None:
    house.elapsed = lambda: 1800.0 * len(robots.asked)
    await house.type(ADA, "/play sahara robot")
    while not robots.asked:
        await move(house)
    assert max(house.slept, default=0.0) < 60


@pytest.mark.parametrize(("chance", "event"), [(0.5, DrawAccepted), (0.3, DrawAccepted), (0.8, DrawDeclined)])
async def test_it_agrees_to_a_draw_where_it_is_not_ahead(
    house: House, robots: FirstMoves, chance: float, event: type[Event]
) -> None:
    robots.chance = chance
    await house.type(ADA, "/play sahara robot")
    while len(await log(house)) < EARLY:
        await move(house)
    await house.type(ADA, "/draw")
    assert isinstance((await log(house))[-1], event)
    told = house.board()
    assert (f"{ROBOT} declined the draw." in told.message.text) is (event is DrawDeclined)
    if event is DrawDeclined:
        await move(house)
        assert "declined" not in house.board().message.text


async def test_a_match_that_has_hardly_begun_does_not_end_by_a_slip(house: House, robots: FirstMoves) -> None:
    robots.chance = 0.1
    await house.type(ADA, "/play sahara robot")
    for _ in range(3):
        await move(house)
    await house.type(ADA, "/draw")
    assert isinstance((await log(house))[-1], DrawDeclined)
    assert f"{ROBOT} declined the draw." in house.board().message.text


async def test_it_lets_people_take_their_moves_back(house: House) -> None:
    await house.type(ADA, "/play sahara robot")
    await move(house)
    answer = await house.press_note(ADA, "Take move back", await house.more(ADA))
    assert answer.update
    assert answer.update.text == "The move is taken back."
    kinds = [type(event) for event in await log(house)]
    assert TakebackAccepted in kinds
    assert [who.id for who in house.board().message.awaits] == ["ada"]


async def test_it_plays_again_at_once_with_seats_swapped(house: House) -> None:
    await house.type(ADA, "/play sahara robot level=2")
    first = house.board().message.title
    await house.resign(ADA)
    assert "ratings" not in house.board().message.text
    await house.press(ADA, "Rematch")
    again = house.board().message.title
    assert "Robot (level 2)" in again
    assert again.split(" · ")[1].startswith("Ada") != first.split(" · ")[1].startswith("Ada")


async def test_nothing_is_stored_of_it_but_its_matches(house: House) -> None:
    await house.type(ADA, "/play sahara robot clock=1h rated=yes")
    await house.resign(ADA)
    assert await house.store.people.people([PlayerId("robot:1")]) == ()
    assert await house.store.results.ratings_of(PlayerId("robot:1")) == ()
    assert await house.store.results.ratings_of(await ada(house)) == ()


async def test_it_cannot_lose_on_time(house: House, robots: FirstMoves) -> None:
    await house.type(ADA, "/play sahara robot clock=1h")
    robots.games = ()  # it does not think any more
    for _ in range(3):
        if house.board().message.awaits:
            await move(house)
    await house.wait(2 * HOUR)
    assert "time is up" not in house.board().message.text
    robots.games = tuple(GAMES)
    await house.wait(LEFT_FOR)
    assert [who.id for who in house.board().message.awaits] == ["ada"]


# A fact in the store


async def test_a_turn_that_was_lost_with_the_process_is_taken_by_the_next(
    house: House, robots: FirstMoves
) -> None:
    await house.type(ADA, "/play sahara")
    await house.press(ADA, "Play the robot")
    while house.board().message.awaits:
        robots.games = ()
        await move(house)
    plies = len(await log(house))
    robots.games = tuple(GAMES)
    await house.restart()
    await house.wait(0)
    assert len(await log(house)) > plies
    assert house.board().message.awaits


async def test_a_thought_that_is_under_way_keeps_nobody_from_closing(
    house: House, robots: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks = asyncio.Event()

    async def choose(*_: object, **__: object) -> str:
        thinks.set()
        await asyncio.Event().wait()
        return ""

    async def play() -> None:
        await house.type(ADA, "/play sahara robot")
        while not thinks.is_set():
            await move(house)

    monkeypatch.setattr(robots, "choose", choose)
    playing = asyncio.create_task(play())
    await thinks.wait()
    await house.dispatcher.worker.close()
    playing.cancel()


async def test_in_matches_of_days_it_keeps_quiet_hours(house: House) -> None:
    house.now = 20 * DAY + 23 * HOUR
    await house.type(ADA, "/settings quiet=22-7 zone=UTC")
    await house.type(ADA, "/play sahara robot clock=1d")
    while house.board().message.awaits:
        await move(house)
    plies = len(await log(house))
    await house.wait(HOUR)
    assert len(await log(house)) == plies
    await house.wait(7 * HOUR - 1)
    assert len(await log(house)) == plies
    await house.wait(1)
    assert len(await log(house)) > plies


async def test_without_a_word_about_it_no_time_runs(house: House) -> None:
    await house.type(ADA, "/play sahara robot")
    opened = (await log(house))[0]
    assert isinstance(opened, ChallengeOffered)
    assert (opened.clock, opened.rated) == (0, False)
    assert "Until" not in house.board().message.text


async def test_with_a_short_clock_it_does_not(house: House) -> None:
    house.now = 20 * DAY + 23 * HOUR
    await house.type(ADA, "/settings quiet=22-7 zone=UTC")
    await house.type(ADA, "/play sahara robot clock=1h")
    for _ in range(4):
        await move(house)
        assert house.board().message.awaits


async def test_matches_with_robots_that_nobody_goes_on_with_are_closed(house: House) -> None:
    """They run without a clock; the person is told before, and the robot's moves keep none of them open."""
    for _ in range(MOST_OPEN_WITH_ROBOTS):
        await house.type(ADA, "/play sahara robot", private_chat(ADA))
    await house.type(ADA, "/play sahara robot")
    assert "matches with robots open" in house.note(ADA)
    assert house.labels(house.notes["ada"][-1]) == ["My matches"]
    await house.look_away()
    open_ones = [board.message for board in house.live(private_chat(ADA))]
    await house.wait(ABANDONED_AFTER - WARNED_BEFORE)
    warned = house.live(private_chat(ADA))
    assert len(warned) == MOST_OPEN_WITH_ROBOTS
    assert all(board.message not in open_ones for board in warned)
    await house.wait(WARNED_BEFORE)
    boards = [board for board in house.live(private_chat(ADA)) if board.message.title != "Your matches"]
    assert all("Closed because nobody moved" in board.message.text for board in boards)
    await house.type(ADA, "/play sahara robot")
    assert ROBOT in house.board().message.title


# Where the bot can only answer, and where games keep secrets


async def test_nobody_is_offered_to_take_back_what_the_robot_did(house: House) -> None:
    await house.type(ADA, "/play sator robot")
    assert "It is Ada's turn" in house.board().message.text
    assert "Take move back" not in house.labels(house.board().message)


async def test_a_robot_leaves_the_end_of_a_game_in_sight_for_a_while(house: House) -> None:
    await house.type(ADA, "/play sahara robot target=50")
    for _ in range(200):
        if FLOOR_AFTER_DEAL in house.slept or not house.board().message.awaits:
            break
        await move(house)
    assert FLOOR_AFTER_DEAL in house.slept


# The robot of one's own level


async def own_levels(house: House, ends: str, again: str = "/play sahara robot level=mine") -> list[str]:
    """The levels at which matches begin that end in a win of Ada's (+), a loss (-) or a draw (=)."""
    levels = []
    for end in ends:
        await house.type(ADA, again)
        levels.append(house.board().message.title.partition("(level ")[2].partition(")")[0])
        if end == "=":
            await house.type(ADA, "/draw")
        elif end == "+":
            await robot_resigns(house)
        else:
            await house.resign(ADA, house.board().code)
    return levels


async def test_ones_own_level_goes_half_a_level_up_and_down_with_the_results(house: House) -> None:
    assert await own_levels(house, "-++=-+") == ["1", "1", "1½", "2", "2", "1½"]
    assert await own_levels(house, "+" * 8) == ["2", "2½", "3", "3½", "4", "4½", "5", "5"]


async def test_ones_own_level_is_of_one_game_and_one_person_and_of_no_named_level(house: House) -> None:
    await own_levels(house, "++")
    assert await own_levels(house, "-", "/play sator robot mine") == ["1"]
    assert await own_levels(house, "-", "/play sahara robot level=5") == ["5"]
    assert await own_levels(house, "-") == ["2"]
    await house.type(BEN, "/play sahara robot level=mine")
    assert "Robot (level 1)" in house.board().message.title


async def test_a_rematch_is_at_the_level_that_follows(house: House) -> None:
    await house.type(ADA, "/play sahara robot level=mine")
    for level in ("1½", "2", "2½"):
        await robot_resigns(house)
        await house.press(ADA, "Rematch")
        assert f"Robot (level {level})" in house.board().message.title
        assert "casual" not in house.board().message.title
    assert await house.store.results.ratings_of(await ada(house)) == ()


async def test_between_two_levels_each_move_is_made_at_one_of_them(house: House, robots: FirstMoves) -> None:
    await own_levels(house, "+")
    await house.type(ADA, "/play sahara robot level=mine")
    for _ in range(30):
        if house.board().message.awaits:
            await move(house)
    levels = {seed: level for _, level, seed in robots.asked if level}
    assert set(levels.values()) == {1, 2}
    assert all(level == 1 + seed % 2 for seed, level in levels.items())


async def test_ones_own_level_is_offered_by_a_button_and_told_in_the_copy_of_ones_data(house: House) -> None:
    await own_levels(house, "+")
    chat = private_chat(ADA)
    answer = await house.type(ADA, "/play robot", chat)
    offered = "Against: Robot (level 2)", "My level", "Against: Robot (your level)", "My level", "Start"
    for label in ("Sahara", *offered):
        page = answer.note or answer.update
        assert page
        (button,) = [each for row in page.rows for each in row if each.label.removeprefix("✓ ") == label]
        answer = await house.ask(ADA, button.request, chat, message=house.platform.put(chat, page, label))
    assert answer.post
    assert "Robot (level 1½)" in answer.post.title
    copy = await house.type(ADA, "/my_data", chat)
    assert copy.note
    assert copy.note.file
    assert json.loads(copy.note.file.data)["results"]["robot_levels"] == {"sahara": 1.5}


async def test_who_is_forgotten_begins_at_the_lowest_level_again(house: House) -> None:
    await own_levels(house, "+++")
    await house.forget(ADA, private_chat(ADA))
    assert await own_levels(house, "-") == ["1"]
