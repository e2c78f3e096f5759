"""Matches that begin at a position of a finished one: against the robot, its opponent or anybody."""

from __future__ import annotations

import pytest

from bot import interface
from bot.domain.match_requests import MOST_OPEN
from bot.domain.players import is_robot
from bot.domain.terms import DAY
from bot.interface import ANYBODY, OPPONENT, ROBOT, Account
from games import record
from games.events import MatchId
from games.game import VIEWERS, other
from games.match import Match, plies_before
from games.replay import positions
from tests.bot.finished_matches import players
from tests.bot.handlers.test_replays import file_of, finished, page_of, play, secret
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Seen, code_of, private_chat
from tests.bot.simple_robots import FirstMoves
from tests.games.test_record import EXAMPLE

pytestmark = pytest.mark.house(plays=True, meet=(ADA, BEN, CLEO))
BEYOND = "There is no move 4 in this match: it has 3."


async def onward(house: House, who: Account, code: MatchId, number: int, against: str | None = None) -> Seen:
    return await house.ask(who, interface.PlayOn(code, number, against), CHANNEL)


async def of(house: House, code: MatchId) -> Match:
    return await house.services.matches.load(code)


async def continued(house: House, number: int = 2) -> tuple[MatchId, MatchId]:
    """A finished match, and one that goes on from it between the same two."""
    code = await finished(house)
    await onward(house, ADA, code, number, OPPONENT)
    await house.press(BEN, "Accept")
    return code, code_of(house)


async def finished_secret(house: House) -> MatchId:
    code = await secret(house)
    await house.ask(ADA, interface.Resign(code, sure=True), CHANNEL)
    return code


# What is offered


async def test_a_replay_leads_to_a_new_match_at_the_position_that_it_shows(house: House) -> None:
    code = await finished(house)
    page = page_of(await house.ask(BEN, interface.Replay(code, 3), CHANNEL))
    more = page_of(await house.press_note(BEN, "More", page))
    asked = page_of(await house.press_note(BEN, "Play on from here", more))
    assert asked.text == "A new casual match begins after move 2. It keeps the sides and the deal."
    assert house.labels(asked) == ["Against the robot", "Challenge Ada", "Open challenge", "Replay"]
    assert page_of(await house.press_note(BEN, "Replay", asked)).text.startswith("Move 2 of 3.")
    await house.press_note(BEN, "Challenge Ada", asked)
    board = house.board()
    assert f"Goes on from match {code} after move 2, with its deal." in board.message.text
    assert "has the side that began." in board.message.text
    assert "Not rated." in board.message.text
    assert "Seal" not in board.message.text, "nothing is drawn that a seal could fix"
    assert page_of(await house.press(CLEO, "Show the position", board)).text.startswith("Move 2 of 3.")


async def test_the_match_begins_at_that_position_with_the_same_sides_and_fresh_clocks(house: House) -> None:
    code, new = await continued(house)
    old = positions(await house.store.matches.load(code))
    before, after = await of(house, code), await of(house, new)
    assert after.state == old[2].state
    assert after.players == before.players
    assert (after.offer, after.take_back, after.left) == (None, None, (3 * DAY, 3 * DAY))
    assert after.asked_at == (house.now, house.now)
    assert after.opened.rated is False
    await house.restart()
    assert (await of(house, new)).state == old[2].state


@pytest.mark.parametrize("who", [ADA, CLEO])
async def test_the_robot_takes_the_other_side(house: House, who: Account) -> None:
    code = await finished(house)
    before = await of(house, code)
    (player,) = await players(house, who)
    state = positions(await house.store.matches.load(code))[1].state
    await onward(house, who, code, 1, ROBOT)
    match = await of(house, code_of(house))
    assert match.players
    seat = match.players.index(player)
    assert is_robot(match.players[1 - seat])
    if who == ADA:
        assert before.players
        assert seat == before.players.index(player)
    else:
        assert seat in state.to_act, "whoever only watched takes a side that is to move"
    assert (match.opened.clock, match.opened.increment) == (0, 0)


async def test_wins_from_a_given_position_make_no_robot_stronger_and_no_score(house: House) -> None:
    code = await finished(house)
    (ada,) = await players(house, ADA)
    for _ in range(3):
        await onward(house, ADA, code, 1, ROBOT)
        await house.ask(ADA, interface.Resign(code_of(house), sure=True), CHANNEL)
    result = await house.store.results.result(code_of(house))
    assert result
    assert result.counts == "continued"
    assert await house.store.results.wins_over_robots(ada, "sahara") == 0
    assert await house.store.results.last_against(ada, "sahara", "robot:") is None
    assert await house.store.results.tallies(*result.players) == ()
    assert "ating" not in house.board().message.text + (await house.more(ADA)).text, "nobody expects one"


async def test_a_review_begins_a_match_against_the_robot_before_each_costly_move(house: House) -> None:
    code = await finished(house)
    old = positions(await house.store.matches.load(code))
    for who in (ADA, BEN):
        answer = await house.ask(who, interface.AskReview(code), CHANNEL)
        shown = answer.note if answer.delivery is None else None
        shown = shown or house.platform.messages[house.platform.nonces[answer.delivery.board]].message  # type: ignore[union-attr]
        for button in (button for button in shown.buttons if "Retry" in button.label):
            assert isinstance(button.request, interface.PlayOn)
            assert button.label == f"Retry move {button.request.number + 1}"
            await house.ask(who, button.request, CHANNEL)
            match, (player,) = await of(house, code_of(house)), await players(house, who)
            assert match.state == old[button.request.number].state
            assert match.players
            assert is_robot(match.players[1 - match.players.index(player)])
            retry = f"Retry of move {button.request.number + 1}: find a better move."
            assert retry in house.board().message.text
            await play(house, str(match.state.legal_moves(match.state.to_act[0])[0]))
            assert "Retry of" not in house.board().message.text
            return
    pytest.fail("no review had a costly move")


# What holds in the new match


async def test_it_has_a_record_and_a_proof_of_its_own(house: House) -> None:
    code, new = await continued(house)
    told = page_of(await house.type(CLEO, f"/verify {new}"))
    assert f"/verify {code} checks that deal" in told.text
    await play(house, "3")
    await house.ask(ADA, interface.Resign(new, sure=True), CHANNEL)
    proof = page_of(await house.type(BEN, f"/verify {new}")).text
    assert f"Goes on from match {code} after move 2" in proof
    first, second = [
        record.read(file_of((await house.type(ADA, f"/export {one}")).note).data.decode())
        for one in (code, new)
    ]
    assert (first[0].begins, second[0].begins) == ("", f"{code} 2")
    assert (second[0].seed, second[0].match) == (first[0].seed, new)
    assert second[1] == first[1], "the same moves were played"
    row = await house.store.results.result(new)
    assert row
    assert row.plies == 1
    page = page_of(await house.type(BEN, f"/replay {new}"))
    assert page.text.startswith("The deal. 3 moves follow.")


async def test_nothing_before_its_beginning_is_taken_back_or_reviewed(
    house: House, robots: FirstMoves
) -> None:
    _, new = await continued(house)
    assert (await of(house, new)).can_take_back == ()
    mover = house.to_act()
    await play(house, "3")
    await house.type(mover, f"/takeback {new}")
    other = BEN if mover == ADA else ADA
    await house.ask(other, interface.AcceptTakeback(new), CHANNEL)
    match = await of(house, new)
    assert match.can_take_back == ()
    assert len(positions(await house.store.matches.load(new))) == 3
    await play(house, "3")
    await house.ask(ADA, interface.Resign(new, sure=True), CHANNEL)
    for who in (ADA, BEN):
        await house.ask(who, interface.AskReview(new), CHANNEL)
    await house.settled()
    assert [played for _, played, _ in robots.judged] == ["3"]


async def test_a_rematch_begins_there_too_with_the_sides_swapped(house: House) -> None:
    _, new = await continued(house)
    await house.ask(ADA, interface.Resign(new, sure=True), CHANNEL)
    await house.ask(ADA, interface.OfferRematch(new), CHANNEL)
    await house.press(BEN, "Accept")
    before, again = await of(house, new), await of(house, code_of(house))
    assert before.players
    assert again.players == before.players[::-1]
    assert plies_before(again.opened) == plies_before(before.opened)


async def test_a_match_that_went_on_can_be_played_on_from_as_well(house: House) -> None:
    _, new = await continued(house)
    await play(house, "3")
    await house.ask(BEN, interface.Resign(new, sure=True), CHANNEL)
    await onward(house, BEN, new, 3, OPPONENT)
    await house.press(ADA, "Accept")
    again = await of(house, code_of(house))
    assert again.opened.continues == new
    assert [move for _, move in plies_before(again.opened)] == ["1", "2", "3"]


async def test_from_the_match_of_a_channel_one_goes_on_alone(house: House) -> None:
    """A challenge that a channel may take has a button for it."""
    await house.type(ADA, "/play sahara channel begins=me")
    assert "Accept as a channel" in house.labels(house.board().message)
    await house.press(BEN, "Accept")
    code = code_of(house)
    await house.resign(BEN, code)
    await onward(house, CLEO, code, 0, ANYBODY)
    assert "Accept" in house.labels(house.board().message)
    assert "Accept as a channel" not in house.labels(house.board().message)


# Hidden parts


async def test_with_hidden_parts_only_those_who_know_them_play_on(house: House) -> None:
    code = await finished_secret(house)
    asked = page_of(await onward(house, ADA, code, 2))
    assert "You know it from the replay, and so does Ben; the robot does not." in asked.text
    assert house.labels(asked) == ["Against the robot", "Challenge Ben", "Replay"]
    again = page_of(await onward(house, ADA, code, 2, ANYBODY))
    assert again == asked, "an open challenge would meet somebody who does not know them"
    await onward(house, CLEO, code, 2, ROBOT)
    assert house.note(CLEO) == "Only its two players can play on from a match with hidden parts."
    page = page_of(await house.ask(CLEO, interface.ReplayMore(code, 3, both=False), CHANNEL))
    assert "Play on from here" not in house.labels(page)


async def test_what_was_hidden_is_hidden_again(house: House) -> None:
    code = await finished_secret(house)
    await onward(house, ADA, code, 2, ROBOT)
    match = await of(house, code_of(house))
    assert match.state
    seat = match.seat_of(match.opened.challenger)
    assert seat is not None
    assert match.state.view(other(seat)) != match.state.view(seat)
    for viewer in VIEWERS:
        assert match.opened.seed not in repr(match.seen_by(viewer))


# What is refused


async def test_a_position_has_to_be_there_and_undecided(house: House) -> None:
    code = await finished(house)
    await onward(house, ADA, code, 4)
    assert house.note(ADA) == BEYOND
    await house.type(ADA, "/play sahara")
    await onward(house, ADA, code_of(house), 0)
    assert house.note(ADA).startswith("There is nothing to replay yet")
    await house.press(BEN, "Accept")
    await onward(house, ADA, code_of(house), 0)
    assert "not over" in house.note(ADA)
    assert len(house.platform.in_chat(CHANNEL)) == 2


async def test_the_limit_of_open_challenges_holds(house: House) -> None:
    code = await finished(house)
    for _ in range(MOST_OPEN):
        await onward(house, CLEO, code, 1, ANYBODY)
    await onward(house, CLEO, code, 1, ANYBODY)
    assert f"{MOST_OPEN}" in house.note(CLEO)


async def test_whoever_is_forgotten_is_not_challenged(house: House) -> None:
    code = await finished(house)
    await house.forget(BEN)
    asked = page_of(await onward(house, ADA, code, 2))
    assert house.labels(asked) == ["Against the robot", "Open challenge", "Replay"]


async def test_words_do_not_fit_where_nothing_is_drawn(house: House) -> None:
    code = await finished(house)
    await onward(house, ADA, code, 2, OPPONENT)
    new = code_of(house)
    await house.type(BEN, f"/join {new} three green frogs")
    assert house.note(BEN).startswith("Nothing is drawn in this match")
    await house.type(BEN, f"/join {new}")
    assert (await of(house, new)).players


async def test_a_press_that_comes_twice_begins_one_match(house: House) -> None:
    code = await finished(house)
    for _ in range(2):
        await house.ask(ADA, interface.PlayOn(code, 2, ANYBODY), CHANNEL, press="same")
    assert len([shown for shown in house.live() if "Goes on" in shown.message.text]) == 1


async def test_a_record_is_played_on_against_the_robot_or_anybody(house: House) -> None:
    await house.ask(ADA, interface.ImportRecord(EXAMPLE.encode()), CHANNEL)
    page = house.notes[ADA.id][-1]
    more = page_of(await house.press_note(ADA, "More", page))
    asked = page_of(await house.press_note(ADA, "Play on from here", more))
    assert house.labels(asked) == ["Against the robot", "Open challenge", "Replay"]
    await house.press_note(ADA, "Open challenge", asked)
    assert "Has the deal of a recorded match." in house.board().message.text
    assert "Show the position" not in house.labels(house.board().message)
    await house.press(BEN, "Accept")
    assert (await of(house, code_of(house))).opened.continues == ""
    told = page_of(await house.type(BEN, f"/verify {code_of(house)}", private_chat(BEN)))
    assert told.text == "Has the deal of a recorded match."
