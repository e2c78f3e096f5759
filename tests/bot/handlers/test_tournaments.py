"""Tournaments of a chat: signing up, rounds that follow each other whatever is killed, and what is told."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.domain.standings import breaks_ties, standings
from bot.domain.terms import DAY, HOUR
from bot.domain.tournaments import OPEN_FOR
from bot.handlers.jobs import tournaments
from bot.handlers.transactions import MatchTransaction, open_match
from bot.interface import (
    Account,
    BeginTournament,
    ChangeChat,
    Chat,
    EndTournament,
    JoinTournament,
    RetryLater,
    ShowMore,
    Unreachable,
)
from games.events import MatchId
from storage.tournaments import Tournament
from tests.bot.finished_matches import rate
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Shown, account, private_chat
from tests.storage.facts import jobs_of

DORA = account("Dora")
RESULTS = re.compile(r"^\w+ – \w+: [01] : [01]$", re.MULTILINE)
"""What the message of a round says of each of its matches that is over."""


pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO, DORA))


async def opened(house: House, *others: Account, line: str = "/tournament sahara clock=1d") -> Shown:
    """Ada opens a tournament, and these join it."""
    assert (await house.type(ADA, line)).succeeded
    for who in others:
        assert (await house.press(who, "Join", page(house))).succeeded
    return page(house)


def page(house: House) -> Shown:
    """Where people sign up."""
    return next(shown for shown in house.platform.in_chat(CHANNEL) if "a tournament" in shown.message.title)


def words(shown: Shown) -> str:
    """All that is read there, or heard."""
    return "\n".join([shown.message.image.alt if shown.message.image else "", shown.message.text])


def told(house: House) -> list[Shown]:
    """What the chat was told of rounds and of the end, in order."""
    titles = re.compile(r"round \d+ of \d+$|is over")
    return [shown for shown in house.platform.in_chat(CHANNEL) if titles.search(shown.message.title)]


async def there(house: House) -> Tournament:
    found = await house.store.tournaments.tournament_in("fake", CHANNEL.place)
    assert found
    return found


async def due(house: House) -> int | None:
    """When it is seen to next."""
    return next((job.due for job in await jobs_of(house.store) if job.kind == "tournament"), None)


async def running(house: House) -> list[MatchId]:
    """The matches of this round that go on."""
    known = await there(house)
    return [one.match for one in known.pairings if one.match and one.outcome is None]


async def resign(house: House, match: MatchId) -> str:
    """Whoever did not begin gives a match up; the name of who wins it."""
    known = await house.services.matches.load(match)
    assert known.players
    winner, loser = [(await house.store.people.people([player]))[0] for player in known.players]
    await house.resign(Account("fake", loser.account, loser.name), match)
    return winner.name


# Signing up


async def test_buttons_of_the_sign_up_are_for_those_who_need_them(house: House) -> None:
    shown = await opened(house, BEN, CLEO)
    of = {button.label: [one.id for one in button.only_for] for button in shown.message.buttons}
    assert of == {"Join": [], "Leave": [ADA.id, BEN.id, CLEO.id], "Begin": [ADA.id], "Call off …": [ADA.id]}


async def test_people_sign_up_by_a_button_and_leave_again(house: House) -> None:
    shown = await opened(house, BEN, CLEO)
    assert shown.message.title == "Sahara: a tournament"
    assert "Signed up (3): Ada, Ben and Cleo" in shown.message.text
    assert "Anyone here can join until it begins. If it has not begun by " in shown.message.text
    ((_, ends),) = shown.message.moments
    assert ends == house.now + OPEN_FOR
    await house.press(BEN, "Leave", shown)
    assert "Signed up (2): Ada and Cleo" in page(house).message.text
    await house.press(BEN, "Leave", page(house))
    assert house.note(BEN) == "You are not taking part."
    await house.press(CLEO, "Join", page(house))
    assert house.note(CLEO) == "You have signed up already."


async def test_weekends_are_off_where_that_was_said(house: House) -> None:
    await house.type(BEN, "/settings zone=Asia/Tokyo")
    shown = await opened(house, BEN, CLEO, line="/tournament sahara 2 clock=1d weekends=off")
    assert "1 day for each move · weekends off · rated" in shown.message.text
    assert "A round takes 14 days at most." in shown.message.text
    await house.press(ADA, "Begin", shown)
    await house.settled()
    (match,) = [await house.services.matches.load(one) for one in await running(house)]
    assert match.opened.weekends_off
    assert match.accepted
    names = {one.player: one.name for one in await house.store.people.people(match.players or ())}
    zones = {match.opened.challenger: match.opened.zone, match.accepted.player: match.accepted.zone}
    assert {names[player]: zone for player, zone in zones.items()} == {"Ada": "UTC", "Ben": "Asia/Tokyo"}


async def test_a_tournament_of_two_cannot_begin(house: House) -> None:
    of_three = await opened(house, BEN, CLEO)
    await house.press(CLEO, "Leave", of_three)
    assert "Begin" not in house.labels(page(house).message)
    await house.press(ADA, "Begin", of_three)
    assert house.note(ADA) == "A tournament needs at least 3 people. Two of you can just play: /play"
    assert (await there(house)).stage == "open"


async def test_only_the_organiser_or_a_manager_begins_it_or_calls_it_off(house: House) -> None:
    shown = await opened(house, BEN, CLEO)
    for label in ("Begin", "Call off …"):
        await house.press(BEN, label, shown)
        assert house.note(BEN).startswith("Only the organiser or an admin")
    house.managers = {BEN.id}
    question = (await house.press(BEN, "Call off …", shown)).noted
    await house.press_note(BEN, "Yes, call it off", question)
    assert page(house).message.text == "This tournament was called off."
    await house.press(BEN, "Join", shown)
    assert house.note(BEN).startswith("The tournament has begun already, or was called off")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("/tournament", "There is no tournament here yet"),
        ("/tournament chess", "chess"),
        ("/tournament sahara swiss round", "round"),
        ("/tournament sahara round 5", "5"),
        ("/tournament sahara 2000", "a tournament has 1 to 15"),
        ("/tournament sahara 0", "a tournament has 1 to 15"),
        ("/tournament sahara clock=1y", "1y"),
        ("/tournament sahara begins=me", "the pairings decide who begins"),
        ("/tournament sahara clock=1d clock=3d", "clock"),
        ("/tournament sahara head_start=3", "Both players must agree on a head start"),
    ],
)
async def test_what_makes_no_tournament_is_answered(house: House, line: str, answer: str) -> None:
    await house.type(BEN, line)
    assert answer in house.note(BEN)
    assert house.platform.in_chat(CHANNEL) == []


async def test_where_there_is_none_a_button_for_each_game_opens_one(house: House) -> None:
    await house.type(ADA, "/tournament")
    assert house.note(ADA).startswith("There is no tournament here yet")
    note = house.notes[ADA.id][-1]
    assert house.labels(note)[0] == "Sahara: a tournament"
    assert (await house.press_note(ADA, "Sahara: a tournament", note)).post
    assert "Signed up (1): Ada" in page(house).message.text
    assert (await there(house)).game == "sahara"


async def test_a_private_chat_has_no_tournament(house: House) -> None:
    await house.type(ADA, "/tournament sahara", private_chat(ADA))
    assert house.note(ADA).startswith("A tournament needs a chat with several people")


async def test_a_chat_can_have_several_that_lead_to_each_other_but_who_opens_one_begins_it_first(
    house: House,
) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO))
    house.now += 1
    assert (await house.type(ADA, "/tournament sato")).succeeded
    await house.type(ADA, "/tournament sator")
    assert house.note(ADA).startswith("You have opened a tournament here already")
    for number, who in enumerate((BEN, CLEO, DORA), start=1):
        house.now += number
        assert (await house.type(who, "/tournament sator")).succeeded
    await house.type(account("Emil"), "/tournament sator")
    assert house.notes["emil"][-1].text.startswith("5 tournaments are open or running here already")
    await house.type(BEN, "/tournament")
    assert "Sator: a tournament" in house.notes[BEN.id][-1].title
    await house.press_note(BEN, "Sahara: round 1 of 3", house.notes[BEN.id][-1])


async def test_nobody_joins_from_another_chat_by_a_press_that_is_made_up(house: House) -> None:
    await opened(house, BEN)
    for chat in (Chat("fake", "elsewhere", private=False), private_chat(DORA)):
        await house.ask(DORA, JoinTournament((await there(house)).id), chat)
        assert house.note(DORA) == "You can only join in the chat of the tournament."
    assert len((await there(house)).entrants) == 2


async def test_who_manages_a_chat_of_the_same_name_on_another_platform_organises_nothing(
    house: House,
) -> None:
    await opened(house, BEN, CLEO)
    elsewhere = replace(await there(house), id="OTHER", platform="other", changes=0)
    await house.store.tournaments.put_tournament(elsewhere)
    house.managers = {DORA.id}
    for request in (BeginTournament("OTHER"), EndTournament("OTHER", True, CHANNEL.place)):
        await house.ask(DORA, request, CHANNEL)
        assert house.note(DORA).startswith("Only the organiser or an admin")
    other = await house.store.tournaments.tournament("OTHER")
    assert other
    assert other.stage == "open"


# Calling off, and what becomes of it without an organiser


@pytest.mark.parametrize("who", [ADA, DORA], ids=["the organiser", "an admin"])
async def test_one_that_runs_is_called_off_when_that_is_sure_and_the_chat_is_told(
    house: House, who: Account
) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO))
    (match,), house.managers = await running(house), {DORA.id}
    await house.type(BEN, "/tournament")
    assert "Call off …" not in house.labels(house.notes[BEN.id][-1])
    await house.ask(BEN, EndTournament((await there(house)).id, True, CHANNEL.place), CHANNEL)
    assert house.note(BEN).startswith("Only the organiser or an admin")
    asked = await house.ask(BEN, EndTournament((await there(house)).id, False, CHANNEL.place), CHANNEL)
    assert asked.managers_only, "who may be an admin is looked up"
    await house.type(who, "/tournament" if who == ADA else "/moderate")
    label = "Call off …" if who == ADA else "Call off Sahara: round 1 of 3 …"
    answer = (await house.press_note(who, label, house.notes[who.id][-1])).updated
    assert "Really call off" in answer.text
    called_off = await house.press_note(who, "Yes, call it off", answer)
    assert called_off.updated.text == "Done.", "the chat is told more"
    await house.settled()
    last = house.board().message
    assert last.title == "Sahara: the tournament was called off"
    assert last.text == "Matches that have begun may still be played to the end."
    assert ((await there(house)).stage, await due(house)) == ("cancelled", None)
    await resign(house, match)
    assert (await there(house)).round == 1
    await house.press_note(who, "Yes, call it off", answer)
    assert house.note(who) == "This tournament is over."


async def test_whose_organiser_is_forgotten_is_an_admins_who_takes_it_over(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA))
    await house.forget(ADA)
    await house.wait(60)
    news = told(house)[-1]
    assert "An admin of this chat can take it over; otherwise it ends with this round." in words(news)
    await house.press(BEN, "Take over", news)
    assert house.note(BEN).startswith("Only admins of this chat can do that.")
    house.managers = {BEN.id}
    await house.press(BEN, "Take over", news)
    assert "Call off …" in house.labels(house.notes[BEN.id][-1])
    await house.press(BEN, "Take over", news)
    assert house.note(BEN) == "This tournament has an organiser, or is over."
    before = len(told(house))
    for match in await running(house):
        await resign(house, match)
    assert (await there(house)).round == 2
    assert len(told(house)) == before + 1


async def test_whose_organiser_is_forgotten_ends_with_its_round_if_nobody_takes_it_over(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA))
    await house.forget(ADA)
    for match in await running(house):
        await resign(house, match)
    assert ((await there(house)).stage, (await there(house)).round) == ("over", 1)


async def test_an_open_one_whose_organiser_is_forgotten_says_so_and_an_admin_begins_it(house: House) -> None:
    await opened(house, BEN, CLEO, DORA)
    await house.forget(ADA)
    await house.wait(60)
    assert (await there(house)).stage == "open"
    shown = house.board()
    assert "The organiser has left" in shown.message.text
    house.managers = {BEN.id}
    await house.press(BEN, "Begin", shown)
    assert (await there(house)).stage == "running"


# When nobody plays


async def test_when_everybody_stops_it_ends_without_a_winner(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO))
    await house.wait((await there(house)).ends - house.now)
    assert (await there(house)).stage == "over"
    assert "Nobody plays any more: the tournament is over, and nobody has won." in words(told(house)[-1])
    assert "has won the tournament" not in words(told(house)[-1])


async def test_when_everybody_stops_after_a_move_it_ends_a_round_and_a_day_later(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO))
    (match,) = await running(house)
    await house.wait(12 * HOUR)
    await move(house, match)
    stopped = house.now
    while (await there(house)).stage == "running":
        await house.wait((await due(house) or 0) - house.now)
    assert house.now == stopped + 11 * DAY
    assert "nobody has won" in words(told(house)[-1])


async def test_being_away_in_a_lost_position_saves_no_half_point(house: House) -> None:
    """Nor does a move now and then: who has let more time pass loses when the round is over."""
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, line="/tournament sahara clock=7d"))
    (match,) = await running(house)
    slow = await move(house, match)
    while (quick := await move(house, match)) == slow:
        pass
    await house.wait(DAY)
    while await on_turn(house, match) == quick:
        await move(house, match)
    await house.type(slow, "/away 1970-01-13 1970-02-10")
    await house.wait((await there(house)).ends - house.now)
    known = await there(house)
    (pairing,) = [one for one in known.pairings if one.match == match]
    ids = {await house.services.accounts.register(who): who for who in (ADA, BEN, CLEO)}
    winner = {"first": pairing.first, "second": pairing.second}[str(pairing.outcome)]
    assert winner
    assert ids[winner] == quick
    assert not pairing.in_time


async def on_turn(house: House, match: MatchId) -> Account:
    known = await house.services.matches.load(match)
    assert known.players
    (seat,) = known.awaited
    (person,) = await house.store.people.people([known.players[seat]])
    return next(who for who in (ADA, BEN, CLEO, DORA) if who.id == person.account)


async def move(house: House, match: MatchId) -> Account:
    """Whoever is to move does; who that was."""
    who = await on_turn(house, match)
    known = await house.services.matches.load(match)
    assert known.state
    (seat,) = known.awaited
    await house.type(who, f"/move {known.state.legal_moves(seat)[0]} {match}")
    return who


# Who has played whom


async def test_the_crosstable_tells_who_has_played_whom_and_leads_to_the_matches(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, line="/tournament sahara round"))
    (first,) = await running(house)
    winner = await resign(house, first)
    (second,) = await running(house)
    await house.type(BEN, "/tournament")
    answer = await house.press_note(BEN, "Crosstable", house.notes[BEN.id][-1])
    shown = answer.update
    assert shown
    assert shown.image
    assert f"· {second}" in shown.text
    (link,) = shown.links
    assert (link.match, link.chat, link.label) == (second, CHANNEL, second)
    assert link.message in house.platform.messages
    lines = shown.image.alt.splitlines()
    assert len(lines) == 3
    assert [line.split()[1] for line in lines if "= 1" in line] == [winner]
    assert sum("= …" in line for line in lines) == 2
    assert sum("+" in line for line in lines) == 2
    await house.type(BEN, "/settings text=on")
    await house.type(BEN, "/tournament")
    again = (await house.press_note(BEN, "Crosstable", house.notes[BEN.id][-1])).updated
    assert again.image is None
    assert lines[0] in again.text


async def test_where_nobody_may_challenge_nobody_opens_a_tournament(house: House) -> None:
    house.managers = {BEN.id}
    await house.ask(BEN, ChangeChat(CHANNEL.place, ("challengers=managers",)), CHANNEL)
    await house.type(ADA, "/tournament sahara")
    assert "Only admins can challenge in this chat" in house.note(ADA)
    assert await house.store.tournaments.tournament_in("fake", CHANNEL.place) is None


async def test_the_same_command_again_opens_it_once(house: House) -> None:
    for _ in range(2):
        assert (await house.type(ADA, "/tournament sahara", press="twice")).post
    assert [one.player for one in (await there(house)).entrants] == [
        await house.services.accounts.register(ADA)
    ]


async def test_nobody_begins_it_for_two_weeks(house: House) -> None:
    shown = await opened(house, BEN, CLEO)
    await house.wait(OPEN_FOR)
    assert ((await there(house)).stage, await due(house)) == ("cancelled", None)
    await house.press(ADA, "Begin", shown)
    assert house.note(ADA).startswith("The tournament has begun already, or was called off")


# Rounds


async def test_a_round_opens_ordinary_matches_and_tells_the_chat(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA))
    (news,) = told(house)
    assert news.message.title == "Sahara: round 1 of 3"
    assert "A round takes" not in news.message.text
    boards = [shown for shown in house.live() if shown not in (news, page(house))]
    assert len(boards) == len(await running(house)) == 2
    assert Counter(who for who, _ in house.platform.pings) == Counter(
        who.id for shown in boards for who in shown.message.awaits
    )
    assert house.labels(page(house).message) == ["Standings"]
    assert house.labels(news.message) == ["Standings", "Crosstable"]


async def test_a_match_names_its_round_to_its_players_and_leads_to_the_standings(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO))
    (match,) = await running(house)
    assert house.board().message.title.startswith("Sahara: round 1 of 3 · ")
    more = (await house.ask(await on_turn(house, match), ShowMore(match), CHANNEL)).noted
    assert more.title == house.board().message.title
    shown = await house.press_note(BEN, "Standings", more)
    assert "Sahara: round 1 of 3" in (shown.updated if shown.update else shown.noted).title
    seen = [(await house.ask(who, ShowMore(match), CHANNEL)).noted for who in (ADA, BEN, CLEO)]
    assert sum("Standings" in house.labels(one) for one in seen) == 2, "not to who sits out"
    await resign(house, match)
    over = next(one.message for one in house.platform.in_chat(CHANNEL) if one.message.turn == "over")
    assert over.title.startswith("Sahara: round 1 of 3 · ")
    assert [button.label for button in over.buttons if button.style == "main"] == ["Standings"]


async def test_the_standings_leave_a_private_board_where_it_is(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO))
    (match,) = await running(house)
    player = await on_turn(house, match)
    own = private_chat(player)
    await house.type(player, f"/board {match}", own)
    await resign(house, match)
    board = house.live(own)[-1]
    shown = (await house.press(player, "Standings", board)).noted
    assert shown.title == "Sahara: round 2 of 3"
    assert house.platform.messages[board.id] == board
    crosstable = (await house.press_note(player, "Crosstable", shown, own)).updated
    assert (await house.press_note(player, "Standings", crosstable, own)).updated.title == shown.title


async def test_a_match_outside_a_tournament_names_none(house: House) -> None:
    await house.start()
    assert "round" not in house.board().message.title


async def test_few_people_meet_everybody_in_all_rounds(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO))
    assert (await there(house)).style == "round"
    for _ in range(3):
        (match,) = await running(house)
        await resign(house, match)
    known = await there(house)
    assert (known.stage, known.style) == ("over", "round")
    assert len({frozenset((one.first, one.second)) for one in known.pairings if one.second}) == 3


async def test_a_tie_break_is_told_of_only_where_it_decides(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA))
    told_of = []
    while (await there(house)).stage == "running":
        for match in await running(house):
            await resign(house, match)
        known = await there(house)
        if known.stage == "running":
            told_of.append(words(told(house)[-2]))
    rows = standings(await there(house))
    news = words(told(house)[-1])
    assert ("Sonneborn" in news) == breaks_ties(rows)
    assert ("Sonneborn" in told(house)[-1].message.fine_print) == breaks_ties(rows)  # the table comes first
    assert all("Buchholz" not in one for one in (*told_of, news))


async def test_who_has_joined_has_no_reason_to_join(house: House) -> None:
    shown = await opened(house, BEN)
    join = house.button(shown.message, "Join")
    assert join.not_for == (ADA, BEN)


async def test_matches_given_up_in_tournaments_put_off_no_rated_ones(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA))
    while (await there(house)).stage == "running":
        for match in await running(house):
            await resign(house, match)
    for name in (ADA, BEN, CLEO, DORA):
        player = await house.services.accounts.register(name)
        assert (await house.store.results.abandoned_by(player, 0)).number == 0


async def test_the_end_is_told_large(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA, line="/tournament sahara 1"))
    for match in await running(house):
        await resign(house, match)
    end = told(house)[-1].message
    assert end.headline
    assert end.text.startswith(end.headline.text)


async def test_those_who_are_rated_highest_do_not_meet_in_the_first_round(house: House) -> None:
    await rate(house, {CLEO: 1900, ADA: 1800})
    await rate(house, {DORA: 2000}, game="sator")
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA, line="/tournament sahara 2"))
    ids = {who: await house.services.accounts.register(who) for who in (ADA, BEN, CLEO, DORA)}
    pairs = {frozenset((one.first, one.second)) for one in (await there(house)).pairings}
    assert pairs == {frozenset((ids[CLEO], ids[BEN])), frozenset((ids[ADA], ids[DORA]))}


async def test_nobody_meets_themselves_nor_is_a_match_opened_twice(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA))
    known, fresh = await there(house), MatchId("ALONE2")
    alone = replace(known.pairings[0], match=fresh, second=known.pairings[0].first)
    before = len(house.platform.messages)
    await tournaments.open_matches(
        house.services, replace(known, pairings=(alone, *known.pairings)), house.now
    )
    assert await house.store.matches.row(fresh) is None
    assert len(house.platform.messages) == before


async def test_the_next_round_begins_with_the_last_result_and_the_end_names_the_winner(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA, line="/tournament sahara 2"))
    first = await running(house)
    await resign(house, first[0])
    (news,) = told(house)
    assert len(RESULTS.findall(news.message.text)) == 1
    house.platform.faults = [RetryLater(1)] * 2
    await resign(house, first[1])
    await house.wait(60)
    news = told(house)[0]
    assert len(RESULTS.findall(news.message.text)) == 2
    assert (news.message.title, news.edits) == ("Sahara: round 1 of 2", 2)
    assert "1. Ada: 1" in words(told(house)[1])
    for match in await running(house):
        await resign(house, match)
    (_, second, last) = told(house)
    assert len(RESULTS.findall(second.message.text)) == 2
    assert "1. Ada: 2" in words(second)
    assert last.message.title == "Sahara: the tournament is over"
    assert "has won the tournament." in last.message.text
    assert await due(house) is None
    await house.type(BEN, "/tournament")
    assert "has won the tournament." in house.note(BEN)
    shown = (await house.press_note(BEN, "Crosstable", house.notes[BEN.id][-1])).updated
    assert "has won the tournament." in shown.text


async def test_unfinished_matches_are_decided_when_the_time_is_up_and_may_be_played_on(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, line="/tournament sahara clock=none"))
    (match,) = await running(house)
    await move(house, match)
    slow = (await on_turn(house, match)).name
    await house.wait((await there(house)).ends - house.now)
    counted = r"(\w+) – (\w+) was not over in time and counts (\d : \d)\. You may still play it to the end\."
    found = re.search(counted, words(told(house)[1]))
    assert found
    assert found[3] == ("0 : 1" if found[1] == slow else "1 : 0")
    assert (await house.services.matches.load(match)).ending is None


async def test_who_has_left_stands_so_in_the_table(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA, line="/tournament sahara round"))
    await house.type(BEN, "/tournament")
    await house.press_note(BEN, "Leave", house.notes[BEN.id][-1])
    for match in await running(house):
        await resign(house, match)
    assert re.search(r"Ben: \d.* has left", words(told(house)[1]))


async def test_who_leaves_by_an_old_page_once_it_runs_is_answered_alone(house: House) -> None:
    old = await opened(house, BEN, CLEO)
    await house.press(ADA, "Begin", old)
    answer = await house.press(BEN, "Leave", old)
    assert answer.update is None
    assert "Sahara" in answer.noted.title


async def test_who_is_forgotten_has_given_up_and_is_gone(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, DORA))
    await house.forget(BEN)
    for match in await running(house):
        await resign(house, match)
    assert "Ben" not in words(told(house)[1])
    assert sum(one.gone for one in (await there(house)).entrants) == 1
    assert [one.second for one in (await there(house)).pairings if one.round == 2][-1] is None


async def test_secret_games_get_a_private_board_for_each_seat(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO, line="/tournament stacko clock=1d"))
    known = await house.services.matches.load((await running(house))[0])
    players = known.players or ()
    assert not known.plays_openly
    boards = await house.store.boards.boards_of(known.opened.match)
    assert {board.player for board in boards} == {None, *players}


async def test_what_the_chat_cannot_be_told_now_it_is_told_later(house: House) -> None:
    shown = await opened(house, BEN, CLEO)
    house.platform.faults = [RetryLater(1.0)]
    await house.press(ADA, "Begin", shown)
    assert len(await running(house)) == 1
    await house.wait(60)
    assert len(told(house)) == 1


async def test_a_chat_that_is_gone_keeps_no_tournament_from_going_on(house: House) -> None:
    shown = await opened(house, BEN, CLEO)
    house.platform.faults = [Unreachable()]
    await house.press(ADA, "Begin", shown)
    assert await due(house) == (await there(house)).ends


async def test_a_round_takes_longer_by_as_long_as_the_bot_was_away(house: House) -> None:
    await house.press(ADA, "Begin", await opened(house, BEN, CLEO))
    ends = (await there(house)).ends
    await house.wait(1)
    await house.__aexit__()
    house.now += 1000
    await house.__aenter__()
    assert (await there(house)).ends >= ends + 1000


# Kills


async def test_sixteen_play_to_the_end_whatever_is_killed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within a round, between its pairs and their matches, and between the last result and the next round."""
    people = [account(f"P{number:02}") for number in range(15)]
    await house.meet(*people)
    shown = await opened(house, *people)
    left = [3]

    def killed(*arguments: Any, **named: Any) -> AbstractAsyncContextManager[MatchTransaction]:
        left[0] -= 1
        if left[0] < 0:
            raise ConnectionAbortedError
        return open_match(*arguments, **named)

    monkeypatch.setattr("bot.handlers.jobs.tournaments.open_match", killed)
    await house.press(ADA, "Begin", shown)
    assert len(told(house)) == 1
    monkeypatch.setattr("bot.handlers.jobs.tournaments.open_match", open_match)
    await house.restart()
    await house.wait(1)
    for number in range(1, 5):
        assert (await there(house)).round == number
        for place, match in enumerate(await running(house)):
            await resign(house, match)
            if place == 2 * number:
                await house.restart()
    known = await there(house)
    assert (known.stage, known.rounds) == ("over", 4)
    matches = [one.match for one in known.pairings if one.match]
    assert len(set(matches)) == len(matches) == 32
    assert len({frozenset((one.first, one.second)) for one in known.pairings}) == 32
    assert [len(told(house)), Counter(shown.message.title for shown in told(house)).most_common(1)[0][1]] == [
        5,
        1,
    ]


async def test_who_has_blocked_the_other_does_not_play_them_and_no_round_waits_for_it(house: House) -> None:
    await house.type(ADA, "/settings block=Ben")
    shown = await opened(house, BEN, CLEO, line="/tournament sahara round clock=1d")
    await house.press(ADA, "Begin", shown)
    for _ in range(3):
        await house.wait(1)
        for match in await running(house):
            await resign(house, match)
    await house.wait(1)
    unplayed = "do not play this round; each gets half a point."
    assert sum(unplayed in words(one) for one in told(house)) == 1
    assert (await there(house)).stage == "over"
    assert len(told(house)) == 4


async def test_a_tournament_is_told_in_the_language_that_all_share_who_take_part(tmp_path: Path) -> None:
    """As a match is, where no language is chosen for the chat."""
    ada, ben, cleo = (replace(who, language="de") for who in (ADA, BEN, CLEO))
    async with House(tmp_path) as house:
        await house.meet(ada, ben, cleo)
        await house.type(ada, "/tournament sahara clock=1d")
        for who in (ben, cleo):
            await house.press(who, "Mitmachen")
        await house.press(ada, "Anfangen")
        titles = [shown.message.title for shown in house.platform.in_chat(CHANNEL)]
        assert "Sahara: ein Turnier" in titles
        assert "Sahara: Runde 1 von 3" in titles
