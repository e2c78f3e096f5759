"""Plans: what a player answers to what the opponent may play, in games that hide nothing."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.domain.terms import DAY, HOUR
from bot.interface import Account
from games.events import MovePlayed
from games.game import View, on_offer
from games.match import Match
from tests.bot.handlers.test_channel_matches import vote
from tests.bot.handlers.test_data_copies import copy_of
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, code_of, other, private_chat
from tests.bot.two_processes import Two

STORED = 'INTO "plans"'

pytestmark = pytest.mark.house(start="/play sahara")


async def plies(house: House) -> list[tuple[int, str]]:
    """What was played in the match of the channel."""
    log = await house.store.matches.load(code_of(house))
    return [(event.seat, event.notation) for event in log if isinstance(event, MovePlayed)]


async def notations(house: House) -> list[str]:
    return [notation for _, notation in await plies(house)]


def told(house: House, who: Account) -> list[str]:
    """The messages in somebody's private chat."""
    return [shown.message.text for shown in house.platform.in_chat(private_chat(who))]


def waiting(house: House) -> Account:
    return other(house.to_act())


async def test_of_a_typed_line_the_ply_that_cannot_be_is_named(house: House) -> None:
    owner = waiting(house)
    for line, named in (("77", "77"), ("5, 88", "88"), ("5, 99, 2", "99")):
        assert f"“{named}”" in (await house.type(owner, f"/if {line}")).noted.text
    assert await house.stored(STORED) == []


async def test_a_plan_is_made_by_buttons_and_played_at_once_when_it_comes_true(house: House) -> None:
    owner = waiting(house)
    mover = house.to_act()
    opened = (await house.press(owner, "If …")).noted
    assert f"What could {mover.name} play?" in opened.text
    assert "Nobody else sees this." in opened.text
    answered = (await house.press_note(owner, "5", opened)).updated
    assert f"If {mover.name} plays 5: no answer yet." in answered.text
    assert "What do you play then?" in answered.text
    kept = (await house.press_note(owner, "2", answered)).updated
    assert f"If {mover.name} plays 5, you play 2." in kept.text
    assert "2 of 20 moves are planned." in kept.text
    house.platform.pings.clear()
    await house.press(mover, "5")
    assert await notations(house) == ["5", "2"]
    assert house.to_act() == mover
    assert told(house, owner)[-1].endswith(f"{mover.name} played 5, so I played 2 for you.")
    assert house.platform.pings == [(owner.id, f"@{owner.id}")]
    assert told(house, mover) == []


async def test_it_goes_on_as_long_as_it_comes_true_and_survives_restarts(house: House) -> None:
    owner, mover = waiting(house), house.to_act()
    await house.type(owner, "/if 5, 2, 1, 1, 2, 3")
    assert house.note(owner).startswith(f"If {mover.name} plays 5, you play 2.")
    await house.restart()
    await house.press(mover, "5")
    await house.restart()
    await house.press(mover, "1")
    await house.restart()
    await house.press(mover, "6")
    assert await notations(house) == ["5", "2", "1", "1", "6"]
    assert house.to_act() == owner


async def test_several_lines_and_a_new_answer_replaces_the_old_one(house: House) -> None:
    owner, mover = waiting(house), house.to_act()
    for line in ("5, 2, 1, 1", "1, 5", "5, 3"):
        await house.type(owner, f"/if {line}")
    await house.type(owner, "/if")
    text = house.note(owner)
    assert f"If {mover.name} plays 1, you play 5." in text
    assert f"If {mover.name} plays 5, you play 3." in text
    assert "you play 2" not in text
    await house.press(mover, "1")
    assert await notations(house) == ["1", "5"]


async def test_a_turn_of_several_plies_is_waited_for_and_answered_in_whole(house: House) -> None:
    """Hollow 4 ends in the store, so that its player moves again."""
    owner, mover = waiting(house), house.to_act()
    await house.type(owner, "/if 4, 5, 4, 6")
    assert f"If {mover.name} plays 4 and 5, you play 4 and 6." in house.note(owner)
    await house.press(mover, "4")
    assert await notations(house) == ["4"]
    await house.press(mover, "5")
    assert await notations(house) == ["4", "5", "4", "6"]
    assert f"{mover.name} played 5, so I played 4 and 6 for you." in told(house, owner)[-1]


async def test_when_it_does_not_come_true_it_is_gone_and_the_turn_is_the_owners(house: House) -> None:
    owner, mover = waiting(house), house.to_act()
    await house.type(owner, "/if 5, 2")
    house.platform.pings.clear()
    await house.look_away()
    await house.press(mover, "6")
    assert await notations(house) == ["6"]
    assert house.to_act() == owner
    assert not await house.stored(STORED)
    assert told(house, owner) == []


async def test_it_is_dropped_from_a_place_on_or_as_a_whole(house: House) -> None:
    owner, mover = waiting(house), house.to_act()
    await house.type(owner, "/if 5, 2, 1, 1")
    await house.type(owner, "/if 1, 5")
    deep = (await house.press_note(owner, "One move back", house.notes[owner.id][-1])).updated
    assert f"If {mover.name} plays 1: no answer yet." in deep.text
    dropped = (await house.press_note(owner, "Drop from here", deep)).updated
    assert f"If {mover.name} plays 1" not in dropped.text
    assert f"If {mover.name} then plays 1, you play 1." in dropped.text
    await house.press_note(owner, "Drop all", dropped)
    assert not await house.stored(STORED)
    await house.type(owner, "/if 5, 2")
    await house.type(owner, "/if off")
    assert "If" not in house.note(owner)
    await house.press(mover, "5")
    assert await notations(house) == ["5"]


async def test_an_old_panel_changes_nothing_any_more(house: House) -> None:
    owner, mover = waiting(house), house.to_act()
    opened = (await house.press(owner, "If …")).noted
    await house.press(mover, "5")
    answer = await house.press_note(owner, "4", opened)
    assert answer.note
    assert not await house.stored(STORED)
    await house.press(owner, "2")
    assert waiting(house) == owner
    assert not (await house.press_note(owner, "4", opened)).succeeded, "it was asked of another position"
    assert not await house.stored(STORED)
    await house.press(mover, "1")
    await house.press(owner, "1")
    await house.type(owner, "/if 2, 3")
    dropping = house.notes[owner.id][-1]
    await house.type(owner, "/if off")
    await house.press_note(owner, "Drop from here", dropping)
    assert house.note(owner) == "This is not in your plan any more. /if shows your plan."


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("/if 9", "9"),
        ("/if 5, 7", "7"),
        ("/if 5, 2, 1, 1, 5, abc", "abc"),
        ("/if ,", "no move"),
        ("/if 5 2", "5 2"),
    ],
)
async def test_what_is_wrong_with_a_line_is_named(house: House, line: str, refusal: str) -> None:
    owner = waiting(house)
    answer = await house.type(owner, line)
    assert not answer.succeeded
    assert not await house.stored(STORED)


async def test_on_ones_own_turn_in_others_matches_and_after_the_end_nothing_is_planned(house: House) -> None:
    owner, mover = waiting(house), house.to_act()
    await house.type(mover, "/if 5, 2")
    assert house.note(mover) == "It is your turn. You can plan answers while your opponent is to move."
    assert "If …" not in house.labels(await house.more(mover))
    await house.type(CLEO, f"/if 5, 2 {code_of(house)}")
    assert "play" in house.note(CLEO)
    await house.type(owner, "/if 5, 2")
    await house.resign(owner)
    assert not await house.stored(STORED)


async def test_a_plan_has_twenty_moves_at_most(house: House) -> None:
    owner = waiting(house)
    lines = ("2, 1, 1, 2, 4, 3", "2, 1, 1, 2, 3, 4", "3, 1, 1, 2, 2, 3", "6, 2, 1, 1", "5, 2")
    for line in lines:
        assert (await house.type(owner, f"/if {line}")).succeeded, line
    assert "20 of 20 moves are planned." in house.note(owner)
    assert not (await house.type(owner, "/if 1, 1")).succeeded
    assert house.note(owner) == "A plan has at most 20 moves. Drop some of them first."
    assert (await house.type(owner, "/if 5, 3")).succeeded  # in place of another answer
    await house.type(owner, "/if")
    assert "more line" in house.note(owner)


# What else happens in a match


async def test_a_restored_turn_drops_it(house: House) -> None:
    """A ply that is taken back leaves another position."""
    mover, owner = house.to_act(), waiting(house)
    await house.press(mover, "6")
    await house.press(owner, "2")
    await house.type(owner, "/if 1, 1")
    await house.type(owner, "/takeback")
    await house.press(mover, "Allow take-back")
    assert not await house.stored(STORED)
    assert house.to_act() == owner


async def test_offers_and_time_leave_it_as_it_is_and_wait_for_an_answer(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    await house.type(owner, "/if 5, 2")
    await house.type(mover, "/draw")
    await house.type(owner, "/more_time")
    await house.press(mover, "5")
    assert await notations(house) == ["5", "2"]


@pytest.mark.house(start="/play sahara clock=2h+1h")
async def test_it_takes_no_time_of_its_owner(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    await house.type(owner, "/if 5, 2")
    house.now += 600
    await house.press(mover, "5")
    log = await house.store.matches.load(code_of(house))
    assert [event.used for event in log if isinstance(event, MovePlayed)] == [600, 0]


async def test_a_crash_before_the_answer_is_shown_loses_and_doubles_nothing(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    await house.type(owner, "/if 5, 2")
    await house.handled(mover, "5", house.board())
    await house.restart()
    await house.settled()
    assert await notations(house) == ["5", "2"]
    assert house.to_act() == mover
    assert len(told(house, owner)) == 1
    await house.restart()
    assert len(told(house, owner)) == 1


async def test_a_press_that_comes_again_is_answered_and_counted_once(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    await house.type(owner, "/if 5, 2", press="again")
    await house.type(owner, "/if off")
    assert (await house.type(owner, "/if 5, 2", press="again")).succeeded
    assert not await house.stored(STORED)
    await house.press(mover, "5")
    assert await notations(house) == ["5"]


async def test_quiet_hours_put_off_what_the_owner_is_told(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    await house.type(owner, "/if 5, 2")
    hour = house.now % DAY // HOUR
    await house.type(owner, f"/settings quiet={hour}-{(hour + 2) % 24}")
    await house.press(mover, "5")
    assert told(house, owner) == []
    await house.wait(2 * HOUR)
    assert len(told(house, owner)) == 1


async def test_who_has_to_move_again_is_notified_by_the_board_alone(house: House) -> None:
    """The answer ends in the store: its player goes on, and is told silently what was planned."""
    mover, owner = house.to_act(), waiting(house)
    await house.type(owner, "/if 5, 4")
    await house.look_away()
    house.now += DAY
    house.platform.pings.clear()
    await house.press(mover, "5")
    assert house.to_act() == owner
    assert len(told(house, owner)) == 1
    assert house.platform.pings == [(owner.id, "channel")]


async def test_the_copy_of_ones_data_has_it_and_no_others(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    await house.type(owner, "/if 5, 2")
    assert [one["lines"] for one in (await copy_of(house, owner))["plans"]] == [["5, 2"]]
    assert (await copy_of(house, mover))["plans"] == []


async def test_who_is_forgotten_leaves_none(house: House) -> None:
    await house.type(waiting(house), "/if 5, 2")
    await house.forget(waiting(house))
    assert not await house.stored(STORED)


async def test_the_words_of_a_line_are_completed_as_the_moves_that_may_come_then(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)

    async def offered(who: Account, line: str) -> list[str]:
        return [one.line for one in await house.dispatcher.complete(who, CHANNEL, line)]

    assert await offered(owner, "/if 5, ") == [f"/if 5, {hollow}" for hollow in range(1, 7)]
    assert await offered(owner, "/if 5, 2, ") == [f"/if 5, 2, {hollow}" for hollow in (1, 2, 3, 4, 6)]
    assert await offered(mover, "/if 5, ") == []
    assert await offered(owner, "/if 9, ") == []


# Other games and opponents


@pytest.mark.house(start="/play sahara start=swap foreign_store=choice target=30 clock=1d")
async def test_the_choice_of_sides_can_be_planned(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    assert (await house.type(owner, "/if 6, swap")).succeeded
    assert "you play swap" in house.note(owner)
    await house.press(mover, "6")
    assert await notations(house) == ["6", "swap"]


async def test_the_end_of_the_match_can_be_planned_and_nothing_after_it(house: House) -> None:
    while (pair := ending_pair((await match_of(house)).seen_by(None).view)) is None:
        view = (await match_of(house)).seen_by(None).view
        await house.type(house.to_act(), f"/move {legal(view)[0]}")
    mover, owner = house.to_act(), waiting(house)
    first, second = pair
    await house.type(owner, f"/if {first}, {second}")
    assert "That would end the match." in house.note(owner)
    assert not (await house.type(owner, f"/if {first}, {second}, 1")).succeeded
    assert house.note(owner) == f"After {second} the match would be over."
    await house.type(mover, f"/move {first}")
    assert (await match_of(house)).ending
    assert not await house.stored(STORED)


def ending_pair(view: View | None) -> tuple[str, str] | None:
    """A ply of each seat, of which the second ends the match."""
    for first in legal(view):
        after = view and view.foreseen(first)
        if view is None or after is None or after.to_act in ((), view.to_act):
            continue
        for second in legal(after):
            last = after.foreseen(second)
            if last and not last.to_act:
                return str(first), str(second)
    return None


def legal(view: View | None) -> list[Any]:
    assert view
    assert view.to_act
    return [end.move for end in on_offer(view, view.to_act[0]).ends()]


async def match_of(house: House) -> Match:
    return await house.services.matches.load(code_of(house))


@pytest.mark.house(start="/play sato table=small")
async def test_a_turn_of_sato_is_planned_as_far_as_the_stones_are_known(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    view = (await match_of(house)).seen_by(None).view
    assert view
    turns = [(laid, view.foreseen(laid)) for laid in legal(view)]
    laid, after = next((laid, after) for laid, after in turns if after and after.to_act != view.to_act)
    answer = legal(after)[0]
    await house.type(owner, f"/if {laid}, {answer}")
    assert re.search(f"If {mover.name} plays the .* stone on .*, you play the .* stone on", house.note(owner))
    assert "What comes next is not known yet" in house.note(owner)
    assert not (await house.type(owner, f"/if {laid}, {answer}, pass")).succeeded
    assert house.note(owner) == f"What comes after {answer} is not known yet, so the line has to end there."
    await house.type(mover, f"/move {laid}")
    assert await notations(house) == [str(laid), str(answer)]


@pytest.mark.house(start="/play sato table=small variant=split")
async def test_stones_points_and_ways_are_chosen_by_buttons(house: House) -> None:
    mover, owner = house.to_act(), waiting(house)
    shown = (await house.press(owner, "If …")).noted
    for _ in range(20):
        if "you play" in shown.text and f"What could {mover.name} play then?" in shown.text:
            break
        shown = (await house.press_note(owner, house.labels(shown)[0], shown)).updated
    first, *others = (await copy_of(house, owner))["plans"][0]["lines"][0].split(", ")
    await house.type(mover, f"/move {first}")
    assert await notations(house) == [first, *others]


@pytest.mark.house(start="/play sato table=small")
async def test_what_cannot_be_answered_is_not_planned_for(house: House) -> None:
    """After some stones the owner has none that fits, and what is drawn then nobody knows."""
    view = (await match_of(house)).seen_by(None).view
    assert view
    unanswered = next(laid for laid in legal(view) if view.foreseen(laid) is None)
    assert not (await house.type(waiting(house), f"/if {unanswered}")).succeeded
    assert f"You cannot plan an answer to {unanswered}" in house.note(waiting(house))
    assert not await house.stored(STORED)


@pytest.mark.house(start="/play sato variant=hidden")
async def test_where_supplies_are_hidden_nothing_is_planned(house: House) -> None:
    owner = waiting(house)
    await house.type(owner, "/if pass, pass")
    assert house.note(owner).startswith("You can plan answers only in games that hide nothing")


@pytest.mark.house(start="/play sator")
async def test_nor_in_games_with_hidden_parts(house: House) -> None:
    for who in (ADA, BEN):
        await house.type(who, f"/if a4, b5 {code_of(house)}")
        assert house.note(who).startswith("You can plan answers only in games that hide nothing")


@pytest.mark.house(plays=True)
async def test_the_move_of_a_robot_comes_true_as_anybodys(house: House) -> None:
    """A robot that keeps the quiet hours of its opponent gives time to plan."""
    hour = house.now % DAY // HOUR
    await house.type(ADA, f"/settings quiet={hour}-{(hour + 2) % 24}")
    await house.type(ADA, "/play sahara robot level=1 clock=1d begins=you")
    assert await plies(house) == []
    await house.type(ADA, "/if 1, 4, 5")
    assert "If the robot plays 1, you play 4 and 5." in house.note(ADA)
    await house.wait(2 * HOUR)
    assert (await notations(house))[:3] == ["1", "4", "5"]
    assert len(await notations(house)) > 3  # and it goes on


@pytest.mark.house(meet=(ADA, BEN, CLEO))
async def test_the_vote_of_a_channel_comes_true_and_a_channel_plans_nothing(house: House) -> None:
    await house.type(ADA, "/play sahara channel begins=me")
    await house.press(BEN, "Accept")
    code = code_of(house)
    await house.type(BEN, f"/if 1, 4, 5 {code}")
    await vote(house, CLEO, "1")
    await house.wait(HOUR)
    assert await notations(house) == ["1", "4", "5"]
    assert len(told(house, BEN)) == 1
    await vote(house, CLEO, "2")
    await house.wait(HOUR)
    await house.type(CLEO, f"/if 1, 1 {code}")
    assert house.note(CLEO).startswith("You do not play in this match")
    assert "If …" not in house.labels(await house.more(CLEO))


# Several processes


@pytest.mark.house(start="/play sahara")
async def test_a_plan_of_another_process_is_followed(two: Two) -> None:
    one, beside = two
    mover = await one.start()
    owner = other(mover)
    await beside.type(owner, "/if 5, 2")
    await one.press(mover, "5")
    assert await notations(one) == ["5", "2"]
    await one.type(owner, "/if 1, 1")
    await beside.type(mover, f"/move 1 {code_of(one)}")
    assert await notations(beside) == ["5", "2", "1", "1"]


async def test_a_plan_and_the_move_at_once_are_one_after_the_other(two: Two) -> None:
    one, beside = two
    mover = await one.start()
    planned, _ = await asyncio.gather(beside.type(other(mover), "/if 5, 2"), one.press(mover, "5"))
    played = await notations(one)
    assert played == (["5", "2"] if planned.succeeded else ["5"])
    plan = (await one.services.matches.read(code_of(one))).plan
    assert not (plan and plan.lines)
