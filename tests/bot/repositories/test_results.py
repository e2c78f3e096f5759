"""Ends of matches: written down with what they say about the players, whole or not at all."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.domain.ratings import replayed
from bot.interface import Account, ClaimWin, Incoming, Resign
from bot.platforms import callback_data
from games import actions
from games.events import MatchId
from storage.results import MatchResult, Rating
from tests.bot.finished_matches import begun, given_up, move_on, players
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House
from tests.bot.two_platforms import ADA_THERE, BEN_THERE, ELSEWHERE, Houses, own_chat

DAY = 86_400


pytestmark = pytest.mark.house(meet=(ADA, BEN, CLEO))


async def result_of(house: House, match: MatchId) -> MatchResult:
    result = await house.store.results.result(match)
    assert result
    return result


async def ratings(house: House, *people: Account) -> list[Rating]:
    """Their ratings in Sahara, of those who have one."""
    known = [await house.store.results.ratings_of(player) for player in await players(house, *people)]
    return [one for each in known for one in each if one.game == "sahara"]


async def assert_all_follows_from_results(house: House, *people: Account) -> None:
    for player in await players(house, *people):
        assert {*await house.store.results.ratings_of(player)} == {
            *replayed(await house.store.results.rated_results_of(player), player)
        }


async def test_a_match_that_is_given_up_is_written_down_and_rated(house: House) -> None:
    house.now += 10
    code = await given_up(house, BEN, line="/play sahara target=30")
    result = await result_of(house, code)
    assert (result.counts, result.reason, result.ended) == ("rated", "resigned", house.now)
    assert (result.house_rules, result.plies) == ("target=30", 4)
    (ada, ben), (loser, winner) = await players(house, ADA, BEN), await ratings(house, ADA, BEN)
    assert {*result.players} == {ada, ben}
    assert result.winner is not None
    assert result.players[result.winner] == ben
    assert winner.strength.value > 1500 > loser.strength.value
    assert (winner.won, loser.lost) == (1, 1)


@pytest.mark.parametrize(
    ("line", "plies", "counts"),
    [("/play sahara", 0, "short"), ("/play sahara rated=no", 4, "casual")],
)
async def test_what_does_not_count_is_written_down_and_rates_nobody(
    house: House, line: str, plies: int, counts: str
) -> None:
    code = await given_up(house, BEN, line, plies)
    result = await result_of(house, code)
    assert (result.counts, result.weighed) == (counts, None)
    assert await ratings(house, ADA, BEN) == []


async def test_the_fourth_match_of_a_pair_and_day_rates_nobody_and_the_next_day_begins_anew(
    house: House,
) -> None:
    house.now = 20_000 * DAY + 50
    codes = [await given_up(house, BEN) for _ in range(4)]
    other = await given_up(house, CLEO)
    house.now = 20_001 * DAY
    codes.append(await given_up(house, BEN))
    assert [(await result_of(house, code)).counts for code in codes] == ["rated"] * 3 + ["often", "rated"]
    assert (await result_of(house, other)).counts == "rated"
    assert [one.matches for one in await ratings(house, ADA, BEN)] == [5, 4]
    await assert_all_follows_from_results(house, ADA, BEN, CLEO)


async def test_matches_that_end_at_the_same_time_are_all_counted(house: House) -> None:
    codes = [await begun(house, opponent) for opponent in (BEN, CLEO, BEN, CLEO)]
    presses = [
        Incoming(
            ADA,
            CHANNEL,
            callback_data.decode(callback_data.encode(Resign(code, sure=True))),
            f"end of {code}",
        )
        for code in codes
    ]
    await asyncio.gather(*map(house.dispatcher.handle, presses))
    assert [one.matches for one in await ratings(house, ADA, BEN, CLEO)] == [4, 2, 2]
    await assert_all_follows_from_results(house, ADA, BEN, CLEO)


async def test_a_challenge_that_comes_to_nothing_has_no_result(house: House) -> None:
    await house.type(ADA, "/play sahara Ben")
    code = house.board().code
    await house.press(BEN, "Decline")
    await house.type(ADA, "/play sahara")
    other = house.board().code
    await house.press(ADA, "Cancel")
    assert (await house.store.results.result(code), await house.store.results.result(other)) == (None, None)
    assert await ratings(house, ADA, BEN) == []


async def test_a_draw_is_a_draw_of_both(house: House) -> None:
    code = await begun(house, BEN)
    await house.type(ADA, f"/draw {code}")
    await house.type(BEN, f"/draw {code}")
    result = await result_of(house, code)
    assert (result.counts, result.winner, result.reason) == ("rated", None, "agreed")
    assert [one.drawn for one in await ratings(house, ADA, BEN)] == [1, 1]
    told = (await house.more(ADA)).text
    assert "Matches of Sahara won: Ada 0, Ben 0, 1 draw." in told.replace("Ben 0, Ada 0", "Ada 0, Ben 0")


@pytest.mark.parametrize(("plies", "counts", "won"), [(0, "short", []), (4, "rated", [1, 0])])
async def test_a_win_on_time_counts_when_both_have_played_twice(
    house: House, plies: int, counts: str, won: list[int]
) -> None:
    code = await begun(house, BEN, "/play sahara clock=5m", plies)
    late = house.to_act()
    await house.wait(5 * 60)
    winner = ADA if late == BEN else BEN
    await house.ask(winner, ClaimWin(code), CHANNEL)
    result = await result_of(house, code)
    assert (result.counts, result.reason, result.plies) == (counts, "time", plies)
    assert [one.won for one in await ratings(house, winner, late)] == won


async def test_a_match_that_the_bot_gives_up_is_written_down_and_rates_nobody(house: House) -> None:
    code = await begun(house, BEN)
    loaded = await house.services.matches.kept(code)
    for request, press in ((actions.WarnOfAbandonment(), "a warning"), (actions.AbandonMatch(), "the end")):
        decision = loaded.match.decide(request, house.now)
        loaded, _ = await house.services.matches.append(loaded, decision, press=press)
    result = await result_of(house, code)
    assert (result.counts, result.winner, result.weighed) == ("void", None, None)
    await house.type(ADA, f"/board {code}")
    assert "Not rated: nobody wanted to finish it." in house.board().message.text
    await house.type(ADA, "/profile")
    assert house.note(ADA) == "No rated match yet."


async def test_when_the_end_cannot_be_stored_there_is_neither_result_nor_rating(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await begun(house, BEN)

    async def full(_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(house.store.database, "write", full)
        await house.ask(ADA, Resign(code, sure=True), CHANNEL, message=house.board().id)
    assert await house.store.results.result(code) is None
    assert await ratings(house, ADA, BEN) == []
    await house.ask(ADA, Resign(code, sure=True), CHANNEL, message=house.board().id)
    assert [one.matches for one in await ratings(house, ADA, BEN)] == [1, 1]


# Two accounts of one person


@pytest.mark.house(kind=Houses)
async def test_after_accounts_are_joined_the_rating_is_what_the_results_of_both_say(house: Houses) -> None:
    await house.meet(ADA, BEN, ADA_THERE, BEN_THERE)
    await given_up(house, BEN)
    there = await given_up(house, BEN_THERE, host=ADA_THERE, chat=ELSEWHERE)
    before = await ratings(house, BEN, BEN_THERE)
    await join(house, ADA, ADA_THERE)
    (ada,), (again,) = await ratings(house, ADA), await ratings(house, ADA_THERE)
    assert ada == again
    assert (ada.matches, ada.lost) == (2, 2)
    assert await ratings(house, BEN, BEN_THERE) == before
    await assert_all_follows_from_results(house, ADA, BEN, BEN_THERE)
    result = await result_of(house, there)
    assert {*result.players} == {*await players(house, ADA, BEN_THERE)}


@pytest.mark.house(kind=Houses)
async def test_what_two_accounts_of_one_person_played_against_each_other_counts_no_more(
    house: Houses,
) -> None:
    await house.meet(ADA, BEN, ADA_THERE)
    await given_up(house, BEN)
    await house.type(ADA, "/play sahara")
    code = house.board().code
    await house.type(ADA_THERE, f"/join {code}", ELSEWHERE)
    for _ in range(4):
        board = house.board(ELSEWHERE)
        (awaited,) = board.message.awaits
        chat = ELSEWHERE if awaited == ADA_THERE else CHANNEL
        await house.ask(awaited, move_on(house.board(chat)), chat, message=house.board(chat).id)
    await house.ask(ADA, Resign(code, sure=True), CHANNEL, message=house.board().id)
    assert [one.matches for one in await ratings(house, ADA, ADA_THERE)] == [2, 1]
    await join(house, ADA, ADA_THERE)
    assert [one.matches for one in await ratings(house, ADA)] == [1]
    await assert_all_follows_from_results(house, ADA, BEN)


async def join(house: Houses, one: Account, other: Account) -> None:
    """Make one player of two accounts."""
    answer = (await house.type(one, "/link", own_chat(one))).noted
    code = re.search(r"/link (\w{10}) ", answer.text)
    assert code
    await house.type(other, f"/link {code[1]}", own_chat(other))
    first, second = await players(house, one, other)
    assert first == second
