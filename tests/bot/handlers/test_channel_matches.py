"""A channel plays as one: how its matches begin, how people vote, and what is refused."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.domain import commands
from bot.domain.teams import MARKED_EVERY
from bot.domain.terms import HOUR, MINUTE
from bot.interface import Account, Chat, PickOpponent, Resign, Screen
from games.events import Event, MatchId, MovePlayed, Resigned
from games.match import Match, fold
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.two_platforms import ADA_THERE, ELSEWHERE, Houses, own_chat
from tests.bot.two_processes import Two

pytestmark = pytest.mark.house(plays=True, meet=(ADA, BEN, CLEO))

AGAINST_ROBOT = "/play sahara channel robot begins=me"


async def log(house: House, code: MatchId | str) -> tuple[Event, ...]:
    return await house.store.matches.load(MatchId(code))


async def match_of(house: House) -> Match:
    return fold(await log(house, house.board().code))


async def moves(house: House) -> list[str]:
    return [event.notation for event in await log(house, house.board().code) if isinstance(event, MovePlayed)]


async def vote(house: House, who: Account, move: str) -> str:
    """Vote for a move of one button, whatever marks it has; what the person is told."""
    shown = house.board()
    label = next(label for label in house.labels(shown.message) if label.split()[0] == move)
    await house.press(who, label, shown)
    return house.note(who)


async def begun(house: House, line: str = AGAINST_ROBOT) -> None:
    await house.type(ADA, line)


async def vote_often(house: House, *people: Account) -> None:
    """So many votes are closed that it is known who takes part."""
    for _ in range(3):
        await vote_once(house, *people)


async def vote_once(house: House, *people: Account) -> None:
    first = next(label.split()[0] for label in house.labels(house.board().message))
    for who in people:
        await vote(house, who, first)
    await house.wait(HOUR)


# A match of a channel


async def test_a_channel_plays_the_robot_and_its_title_is_its_name(house: House) -> None:
    await begun(house)
    shown = house.board().message
    assert "#channel – Robot (level 1)" in shown.title
    assert "It is #channel's turn." in shown.text
    assert "0 votes so far" in shown.text
    more = (await house.more(BEN)).text
    assert "#channel plays as one: everybody there votes for each of its moves, for 1 hour at most." in more
    assert "Not rated." in more
    assert house.platform.pings == []
    assert len(house.platform.in_chat(CHANNEL)) == 1


async def test_the_move_with_most_votes_is_played_when_the_time_is_over(house: House) -> None:
    await begun(house)
    assert await vote(house, ADA, "1") == "You vote for 1. You can change that until the vote closes."
    await vote(house, BEN, "2")
    await vote(house, CLEO, "2")
    await house.wait(HOUR - 1)
    assert await moves(house) == []
    await house.wait(1)
    assert (await moves(house))[0] == "2"


async def test_marks_say_how_many_and_never_who(house: House) -> None:
    await begun(house)
    await vote(house, BEN, "2")
    await vote(house, CLEO, "2")
    await house.wait(MARKED_EVERY)
    shown = house.board().message
    assert {"1", "2 ✓2", "3"} <= {*house.labels(shown)}
    assert "2 votes so far" in shown.text
    assert not {name for name in ("Ben", "Cleo") if name in f"{shown}"}
    assert house.platform.pings == []


async def test_marks_are_edited_at_most_once_in_ten_seconds(house: House) -> None:
    await begun(house)
    await house.wait(-house.now % MARKED_EVERY)
    edits = house.board().edits
    for move in "123456":
        await vote(house, ADA, move)
        await house.wait(1)
    await house.wait(MARKED_EVERY)
    assert house.board().edits == edits + 1


async def test_who_votes_twice_has_changed_their_vote(house: House) -> None:
    await begun(house)
    await vote(house, ADA, "1")
    await vote(house, ADA, "3")
    await house.type(ADA, "/move 4")
    await house.wait(HOUR)
    assert (await moves(house))[0] == "4"


async def test_a_bare_move_said_in_the_channel_is_a_vote(house: House) -> None:
    await begun(house)
    said = commands.read_talk("5")
    assert said
    answer = await house.ask(CLEO, said, CHANNEL)
    assert answer.noted.text == "You vote for 5. You can change that until the vote closes."


async def test_a_tie_is_drawn_from_the_seed_among_those_that_have_most(house: House) -> None:
    drawn = set()
    for _ in range(5):
        await begun(house)
        await vote(house, ADA, "5")
        await vote(house, BEN, "4")
        await house.wait(HOUR)
        drawn.add((await moves(house))[0])
        await house.change_by_hand("UPDATE matches SET phase = 'over'")  # so that another one may begin
    assert drawn == {"4", "5"}


async def test_while_nobody_votes_the_vote_stays_open(house: House) -> None:
    await begun(house)
    await house.wait(HOUR)
    await house.wait(HOUR)
    assert await moves(house) == []
    await house.wait(MARKED_EVERY)
    await vote(house, ADA, "1")
    await house.wait(HOUR)
    assert (await moves(house))[0] == "1"


async def test_a_vote_closes_before_the_time_for_the_move_is_up(house: House) -> None:
    await begun(house, f"{AGAINST_ROBOT} clock=5m vote=2d")
    await vote(house, ADA, "1")
    await house.wait(5 * MINUTE - 31)
    assert await moves(house) == []
    await house.wait(1)
    assert (await moves(house))[0] == "1"


async def test_it_closes_when_all_have_voted_who_did_so_lately(house: House) -> None:
    await begun(house)
    await vote_once(house, ADA, BEN, CLEO)
    for _ in range(3):
        await vote_once(house, ADA, BEN)
    plies = len(await moves(house))
    await vote(house, ADA, house.labels(house.board().message)[0])
    assert len(await moves(house)) == plies
    await vote(house, BEN, house.labels(house.board().message)[1])
    assert len(await moves(house)) > plies, "Cleo has not voted for long"


async def test_there_are_three_votes_before_one_closes_early(house: House) -> None:
    await begun(house)
    for number in range(4):
        plies = len(await moves(house))
        await vote(house, ADA, house.labels(house.board().message)[0])
        assert (len(await moves(house)) > plies) == (number == 3)
        await house.wait(HOUR)


async def test_a_person_plays_against_the_channel_and_has_no_vote(house: House) -> None:
    await begun(house, "/play sahara channel begins=me")
    assert "#channel plays as one" in house.board().message.text
    await house.press(BEN, "Accept")
    assert "#channel – Ben" in house.board().message.title
    await house.press(BEN, "1")
    assert "turn" in house.note(BEN)
    await vote(house, CLEO, "1")
    await house.wait(HOUR)
    assert await moves(house) == ["1"]
    await house.press(CLEO, "3")
    assert "It is not #channel's turn" in house.note(CLEO) or "turn" in house.note(CLEO)
    await house.press(BEN, "3")
    assert await moves(house) == ["1", "3"]


async def test_an_invited_person_is_told_and_anybody_there_may_withdraw_the_challenge(house: House) -> None:
    await house.type(ADA, "/play sahara channel vote=10m @ben")
    assert "#channel challenges Ben" in house.board().message.text
    assert house.platform.pings == [("ben", "channel")]
    await house.press(CLEO, "Cancel")
    assert "#channel" in house.board().message.text
    assert "Accept" not in house.labels(house.board().message)


async def test_a_rematch_is_offered_to_the_channel_and_accepted_by_anybody_there(house: House) -> None:
    await begun(house, "/play sahara channel")
    await house.press(BEN, "Accept")
    await house.resign(BEN, house.board().code)
    await house.press(BEN, "Rematch")
    assert "Ben asks #channel for a rematch" in house.board().message.text
    await house.press(CLEO, "Accept")
    assert "plays as one" in (await house.more(ADA)).text
    assert await match_of(house)


async def test_lists_and_profiles_go_on_where_a_channel_plays(house: House) -> None:
    await begun(house, "/play sahara channel")
    await house.press(BEN, "Accept")
    code = house.board().code
    assert "#channel" in (await house.type(BEN, "/matches")).noted.text
    assert "#channel" in (await house.type(CLEO, "/board")).posted.title
    await house.resign(BEN, code)
    assert "#channel" in house.board().message.text
    assert (await house.type(CLEO, "/profile ben")).noted.title == "Ben"
    assert "#channel" in (await house.type(BEN, "/history")).noted.text
    assert "#channel" not in (await house.type(CLEO, "/leaderboard")).noted.text
    told = (await house.type(CLEO, "/profile #channel")).noted
    assert "#channel" in told.text
    assert not told.image


# Two thirds


async def test_two_thirds_of_those_who_voted_lately_resign(house: House) -> None:
    await begun(house)
    await vote_often(house, ADA, BEN, CLEO)
    code = house.board().code
    await house.resign(ADA, code)
    asked = (await house.type(ADA, f"/resign {code}")).noted
    told = (await house.press_note(ADA, "Yes, resign", asked)).updated.text
    assert told == "You are for it. It is done when 2 of those who voted lately are; so far it is 1."
    await house.wait(MARKED_EVERY)
    assert "Resign ✓1" in house.labels(house.board().message)
    assert not [event for event in await log(house, code) if isinstance(event, Resigned)]
    await house.press(BEN, "Resign ✓1")
    assert [event for event in await log(house, code) if isinstance(event, Resigned)]
    assert "Rematch" in house.labels(house.board().message)
    assert await house.stored('INSERT INTO "votes"') == []


async def test_draws_and_take_backs_are_answered_by_two_thirds(house: House) -> None:
    await begun(house, "/play sahara channel begins=me vote=10m")
    await house.press(CLEO, "Accept")
    await vote(house, ADA, "1")
    await vote(house, BEN, "1")
    await house.wait(10 * MINUTE)
    await house.press(CLEO, "Offer draw")
    await house.press(ADA, "Accept draw")
    assert (await match_of(house)).ending is None
    await house.press(ADA, "Decline draw")
    await house.wait(MARKED_EVERY)
    assert {"Accept draw ✓1", "Decline draw ✓1"} <= {*house.labels(house.board().message)}
    await house.press(BEN, "Accept draw ✓1")
    ending = (await match_of(house)).ending
    assert ending
    assert ending.reason == "agreed"


async def test_who_voted_in_one_of_the_last_three_votes_takes_part(house: House) -> None:
    await begun(house)
    await vote_once(house, ADA, BEN, CLEO)
    for ended in (False, False, True):
        await vote_once(house, ADA)
        await house.ask(ADA, Resign(house.board().code, sure=True), CHANNEL)
        assert bool((await match_of(house)).ending) is ended


async def test_after_a_move_whoever_was_for_resigning_is_asked_anew(house: House) -> None:
    await begun(house)
    await vote_often(house, ADA, BEN, CLEO)
    code = house.board().code
    await house.ask(ADA, Resign(code, sure=True), CHANNEL)
    await vote_once(house, ADA, BEN, CLEO)
    await house.ask(BEN, Resign(code, sure=True), CHANNEL)
    assert "so far it is 1" in house.note(BEN)
    assert (await match_of(house)).ending is None


async def test_nobody_decides_alone_before_it_is_known_who_takes_part(house: House) -> None:
    await begun(house)
    await vote(house, ADA, "1")
    await house.resign(ADA, house.board().code)
    assert "no vote is over yet" in house.note(ADA)
    await house.wait(HOUR)
    await house.resign(CLEO, house.board().code)
    assert house.note(CLEO) == "That is decided by those who voted lately. Vote for a move first."
    assert (await match_of(house)).ending is None


# Bad input


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/play sahara channel robot vote=5h", "vote=5h"),
        ("/play sahara robot vote=1h", "vote=1h"),
        ("/play sahara channel robot vote=1h vote=2d", "vote"),
    ],
)
async def test_an_unknown_time_is_named(house: House, line: str, told: str) -> None:
    answer = await house.type(ADA, line)
    assert told in answer.noted.text
    assert house.platform.in_chat(CHANNEL) == []


async def test_where_nobody_else_is_no_channel_plays(house: House) -> None:
    told = await house.type(ADA, "/play sahara channel robot", private_chat(ADA))
    assert (
        told.noted.text == "A channel plays where several people can vote: ask for it in a group or channel."
    )
    await house.type(ADA, "/play sahara")
    told = await house.type(BEN, f"/join {house.board().code} channel")
    assert "not to a channel" in told.noted.text


@pytest.mark.house(Houses, plays=True, meet=(ADA, BEN, CLEO, ADA_THERE))
async def test_nobody_votes_from_outside(house: Houses) -> None:
    await begun(house)
    code = house.board().code
    shown = (await house.type(ADA_THERE, f"/board {code}", ELSEWHERE)).posted
    await house.press(ADA_THERE, house.labels(shown)[0], house.board(ELSEWHERE))
    assert house.note(ADA_THERE) == "#channel plays this match: only people there vote."
    await vote(house, BEN, "1")
    told = await house.type(BEN, f"/move 2 {code}", private_chat(BEN))
    assert told.noted.text.startswith("You vote for 2."), "who has voted is known"


async def test_a_vote_for_a_move_of_before_is_refused_and_changes_nothing(house: House) -> None:
    await begun(house)
    before = house.board()
    await vote(house, ADA, "1")
    await house.wait(HOUR)
    stored = await house.stored("votes")
    await house.press(BEN, "2", before)
    assert "moved on" in house.note(BEN) or "out of date" in house.note(BEN) or house.note(BEN)
    assert await house.stored("votes") == stored


# What is kept


async def test_a_vote_survives_a_kill_and_closes_once(house: House) -> None:
    await begun(house)
    shown = house.board()
    answer = await house.handled(ADA, "2", shown)  # the bot dies before anybody sees the answer
    assert answer.note
    await house.restart()
    house.now += HOUR
    await house.restart()
    await house.settled()
    await house.wait(2 * HOUR)
    assert (await moves(house)).count("2") == 1
    mine = [event for event in await log(house, house.board().code) if isinstance(event, MovePlayed)]
    assert len(mine) == 2, "one of the channel, and the robot's answer"


@pytest.mark.house(plays=True)
async def test_two_processes_count_each_vote_and_close_it_once(two: Two) -> None:
    one, other = two
    await one.meet(ADA, BEN, CLEO)
    await begun(one)
    shown = one.board()
    labels = ((one, ADA, "1"), (other, BEN, "2"), (one, CLEO, "2"))
    await asyncio.gather(*(house.press(who, label, shown) for house, who, label in labels))
    one.now = other.now = one.now + HOUR
    for house in two:
        house.dispatcher.worker.look()
    await asyncio.gather(*(house.settled() for house in two))
    for house in two:
        await house.settled()
    played = await moves(one)
    assert played[0] == "2"
    assert len(played) == 2, "one of the channel, and the robot's answer"


async def test_a_repeated_press_is_one_vote(house: House) -> None:
    await begun(house)
    for _ in range(2):
        told = await house.type(ADA, "/move 3", press="the same")
        assert told.noted.text.startswith("You vote for 3.")
    await house.wait(MARKED_EVERY)
    assert "3 ✓1" in house.labels(house.board().message)


@pytest.mark.house(Houses, plays=True, meet=(ADA, BEN, CLEO, ADA_THERE))
async def test_linked_accounts_count_once(house: Houses) -> None:
    await begun(house)
    await vote(house, ADA, "1")
    await vote(house, BEN, "2")
    await house.type(ADA_THERE, f"/link {await link_code(house, BEN)}", ELSEWHERE)
    await house.type(ADA_THERE, f"/move 3 {house.board().code}", ELSEWHERE)
    await house.wait(MARKED_EVERY)
    assert {"1 ✓1", "2", "3 ✓1"} <= {*house.labels(house.board().message)}


async def link_code(house: House, who: Account) -> str:
    told = (await house.type(who, "/link", private_chat(who))).noted
    return next(word for word in told.text.replace(".", " ").split() if len(word) == 10 and word.isupper())


async def test_who_is_forgotten_has_no_vote_any_more(house: House) -> None:
    await begun(house)
    await vote(house, ADA, "1")
    await vote(house, BEN, "2")
    await house.forget(BEN)
    await house.wait(MARKED_EVERY)
    await house.wait(HOUR)
    assert (await moves(house))[0] == "1"
    assert "ben" not in "".join(await house.stored("votes"))


async def test_the_board_counts_no_vote_of_who_is_forgotten(house: House) -> None:
    await begun(house)
    await vote(house, ADA, "1")
    await vote(house, BEN, "2")
    await house.wait(MARKED_EVERY)
    assert "2 votes so far" in house.board().message.text
    await house.forget(BEN)
    await house.wait(MARKED_EVERY)
    assert "1 vote so far" in house.board().message.text


async def test_what_somebody_voted_for_is_forgotten_with_the_move(house: House) -> None:
    await begun(house)
    await vote(house, ADA, "2")
    await house.wait(HOUR)
    rows = await house.store.votes.votes_in(house.board().code)
    assert [(row.words, row.number) for row in rows] == [("", 1)]


# Games with secrets


async def test_the_board_asks_nobody_who_watches_to_choose(house: House) -> None:
    """One board serves the players and those who watch."""
    first = await house.start("/play stacko")
    told = house.board().message.text
    assert f"It is {first.name}'s turn." in told
    assert "The choice is made in private, under My view." in told


async def in_team(house: House, who: Account) -> Screen:
    """The side of the team, as who joins it sees it."""
    return (await house.press(who, "Join the team")).noted


async def test_only_who_joins_the_team_sees_its_side(house: House) -> None:
    await begun(house, "/play sator channel robot")
    told = await house.press(BEN, "My view")
    assert "Only those who join the team of #channel see its side and vote." in told.noted.text
    own = await in_team(house, ADA)
    assert house.labels(own)
    again = await house.press(ADA, "My view")
    assert again.noted.image == own.image
    private = await house.type(ADA, f"/hand {house.board().code}", private_chat(ADA))
    assert private.noted.image == own.image
    assert house.platform.in_chat(private_chat(ADA)) == []
    told = await house.type(BEN, f"/move 1 {house.board().code}")
    assert "Only those who join" in told.noted.text


async def test_who_watches_elsewhere_may_see_all_that_needs_no_side(house: House) -> None:
    await begun(house, "/play sator channel robot")
    elsewhere = Chat("fake", "elsewhere", private=False)
    await house.type(BEN, f"/board {house.board().code}", elsewhere)
    assert "#channel" in (await house.more(BEN, house.board(elsewhere))).title


async def test_the_opponent_cannot_join(house: House) -> None:
    await begun(house, "/play sator channel")
    await house.press(BEN, "Accept")
    told = await house.press(BEN, "Join the team")
    assert told.noted.text == "You play against this team yourself."
    told = await house.press(CLEO, "My view")
    assert "Only those who join" in told.noted.text


# Beside the match


async def test_a_channel_can_be_blocked(house: House) -> None:
    await begun(house, "/play sahara channel @ben")
    declined = await house.press(BEN, "Decline")
    assert declined.note
    blocked = await house.press_note(BEN, house.labels(declined.note)[0], declined.note)
    assert "#channel" in (blocked.note or blocked.updated).text
    refused = await house.type(ADA, "/play sahara channel @ben")
    assert refused.noted.text.startswith("Ben")


@pytest.mark.house(Houses, plays=True, meet=(ADA, BEN, CLEO, ADA_THERE))
async def test_people_of_a_channel_and_their_opponent_write_to_each_other(house: Houses) -> None:
    """Each in their own name; who is muted, or whose channel is, is not heard."""
    await begun(house, "/play sahara channel")
    code = house.board().code
    there = own_chat(ADA_THERE)
    await house.type(ADA_THERE, f"/join {code}", there)
    said = (await house.type(BEN, "/say well played")).noted
    assert said.text == "Sent. Ada there will not see it if they have muted you or turned chat off."
    heard = house.other.in_chat(there)[-1].message
    assert heard.text == "Ben (#channel): “Well played!”"
    await house.type(ADA_THERE, "/say hello all", there)
    shown = house.platform.in_chat(CHANNEL)[-1].message
    assert shown.text == "Ada there to #channel: “hello all”"
    assert house.labels(shown) == ["Answer …", "Report …"]
    answering = (await house.press(CLEO, "Answer …", house.board())).noted
    await house.press_note(CLEO, "Thank you!", answering)
    await house.settled()
    assert house.other.in_chat(there)[-1].message.text == "Cleo (#channel): “Thank you!”"
    asked = (await house.type(ADA_THERE, "/say", there)).noted
    await house.press_note(ADA_THERE, "Mute #channel", asked, there)
    before = len(house.other.in_chat(there))
    await house.type(BEN, f"/say hello {code}")
    assert len(house.other.in_chat(there)) == before


@pytest.mark.house(meet=(ADA, BEN, CLEO))
async def test_each_of_a_channel_mutes_its_opponent_for_themselves(house: House) -> None:
    await begun(house, "/play sahara channel")
    await house.press(ADA, "Accept")
    asked = (await house.type(BEN, "/say")).noted
    await house.press_note(BEN, "Mute Ada", asked)
    assert "Unmute Ada" in house.labels((await house.type(BEN, "/say")).noted)
    assert "Mute Ada" in house.labels((await house.type(CLEO, "/say")).noted)


@pytest.mark.parametrize("game", ["sahara", "sator"])
async def test_a_hint_for_the_channel_is_shown_to_who_asks_alone(house: House, game: str) -> None:
    """In games with secrets, to those who joined the team."""
    await begun(house, f"/play {game} channel robot begins=me")
    board = house.board()
    if game == "sator":
        assert "Only those who join the team" in (await house.type(BEN, "/hint")).noted.text
        await in_team(house, BEN)
    assert "The robot would play" in (await house.type(BEN, "/hint")).noted.text
    assert "The robot would play" in (await house.press(BEN, "Hint", board)).noted.text
    assert house.board() == board
    if game == "sator":
        asked = f"/hint {board.code}"
        assert "The robot would play" in (await house.type(BEN, asked, private_chat(BEN))).noted.text


async def test_whoever_is_blocked_challenges_in_no_channels_name(house: House) -> None:
    await house.type(ADA, "/play sahara @ben")
    declined = await house.press(BEN, "Decline")
    assert declined.note
    await house.press_note(BEN, house.labels(declined.note)[0], declined.note)
    refused = await house.type(ADA, "/play sahara channel @ben")
    assert refused.noted.text.startswith("Ben")


async def test_the_channel_is_an_opponent_to_pick_where_a_challenge_is_put_together(house: House) -> None:
    asked = (await house.type(ADA, "/play sahara")).posted
    assert asked
    picked = await house.ask(ADA, PickOpponent("sahara"), CHANNEL)
    await house.press_note(ADA, "This channel plays together", picked.noted)
    assert "#channel" in house.board().message.text
    alone = await house.ask(ADA, PickOpponent("sahara"), private_chat(ADA))
    assert "This channel plays together" not in house.labels(alone.noted)


async def test_the_standing_message_lists_a_channel_that_plays(house: House) -> None:
    house.managers = {ADA.id}
    await begun(house)
    await house.type(ADA, "/standing")
    assert "#channel" in house.board().message.text


async def test_a_channel_whose_id_changes_stays_who_it_was(house: House) -> None:
    """As when a group of Telegram becomes a supergroup."""
    await begun(house)
    await vote(house, ADA, "1")
    new = replace(CHANNEL, id="new")
    await house.dispatcher.moved("fake", CHANNEL.id, new.id)
    await house.settled()
    shown = house.board(new)
    label = next(label for label in house.labels(shown.message) if label.startswith("2"))
    told = await house.press(BEN, label, shown)
    assert told.noted.text.startswith("You vote for 2.")


async def test_the_channel_and_the_time_of_its_votes_complete_a_command(house: House) -> None:
    async def offered(line: str, chat: Chat = CHANNEL) -> set[str]:
        return {one.line for one in await house.dispatcher.complete(ADA, chat, line)}

    assert "/play sahara channel" in await offered("/play sahara c")
    assert "/play sahara channel vote=10m" in await offered("/play sahara channel vote")
    assert "/play sahara channel" not in await offered("/play sahara c", private_chat(ADA))
