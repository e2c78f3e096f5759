"""Two bots on one store: what is decided about people while the other one decides about them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.interface import (
    AcceptChallenge,
    Account,
    ForgetMe,
    LinkAccounts,
    OfferChallenge,
    Resign,
    UnlinkAccount,
)
from games.events import MatchId, PlayerId, Resigned
from storage.changes import Change
from storage.errors import MOST_TRIES, VersionConflict
from tests.bot.memory_platform import ADA, BEN, CHANNEL, Seen, code_of, private_chat
from tests.bot.two_platforms import ADA_THERE, BEN_THERE, ELSEWHERE, Houses, account, own_chat

Two = tuple[Houses, Houses]
pytestmark = pytest.mark.house(kind=Houses)
Meanwhile = Callable[..., None]
CLEO_THERE = account("Cleo")


@pytest.fixture
def meanwhile(two: Two, monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Has something happen once, right before the store is asked for something."""

    def prepare(
        call: str, happens: Callable[[], Awaitable[object]], when: Callable[..., bool] = lambda *_: True
    ) -> None:
        store, waiting = two[0].store, [happens]
        part = next((part for part in vars(store).values() if hasattr(part, call)), store)
        original = getattr(part, call)

        async def called(*given: Any, **named: Any) -> Any:
            if waiting and when(*given):
                await waiting.pop()()
            return await original(*given, **named)

        monkeypatch.setattr(part, call, called)

    return prepare


async def code_for(house: Houses, who: Account) -> str:
    answer = await house.type(who, "/link", own_chat(who) if who.platform == "other" else private_chat(who))
    found = re.search(r"/link (\w{10}) ", answer.note.text if answer.note else "")
    assert found
    return found[1]


async def link(house: Houses, taker: Account, code: str) -> Seen:
    chat = own_chat(taker) if taker.platform == "other" else private_chat(taker)
    return await house.ask(taker, LinkAccounts(code), chat)


async def player_of(house: Houses, who: Account) -> PlayerId:
    person = await house.store.people.person(who.platform, who.id)
    assert person
    return person.player


async def played(house: Houses, other: Houses) -> MatchId:
    """Ada and Ben have played enough for their match to count; it still goes on."""
    await house.start()
    for ply in range(6):
        board = house.board()
        digits = [label for label in house.labels(board.message) if label.isdigit()]
        await (house, other)[ply % 2].press(house.to_act(), digits[0], board)
    return house.board().code


async def test_a_code_that_two_take_at_once_joins_one_of_them(two: Two) -> None:
    one, other = two
    await one.meet(BEN, BEN_THERE, CLEO_THERE)
    await other.meet(BEN, BEN_THERE, CLEO_THERE)
    code = await code_for(one, BEN)
    answers = await asyncio.gather(link(one, BEN_THERE, code), link(other, CLEO_THERE, code))
    assert sorted(answer.succeeded for answer in answers) == [False, True]
    players = [await player_of(one, who) for who in (BEN, BEN_THERE, CLEO_THERE)]
    assert len(set(players)) == 2


async def test_a_match_that_ends_while_one_of_its_players_is_linked_counts(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    match = await played(one, other)
    code = await code_for(one, BEN)
    meanwhile("join_players", lambda: other.ask(ADA, Resign(match, sure=True), private_chat(ADA)))
    assert (await link(one, BEN_THERE, code)).succeeded
    (rating,) = await one.store.results.ratings_of(await player_of(one, BEN_THERE))
    assert (rating.won, rating.lost) == (1, 0)


async def test_a_match_that_ends_right_after_a_player_became_another_counts_for_that_one(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    match = await played(one, other)
    await one.type(BEN_THERE, "/play sahara", ELSEWHERE)  # so that they go on as that one
    code = await code_for(one, BEN_THERE)
    former = await player_of(one, BEN)
    meanwhile("append", lambda: link(one, BEN, code), lambda change: change.result is not None)
    assert (await other.ask(ADA, Resign(match, sure=True), private_chat(ADA))).succeeded
    player = await player_of(one, BEN)
    assert player != former
    assert await one.store.results.ratings_of(former) == ()
    (rating,) = await one.store.results.ratings_of(player)
    assert rating.won == 1


async def test_who_comes_with_the_handle_that_was_challenged_accepts_whatever_others_choose_meanwhile(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    await one.meet(BEN)
    await one.ask(ADA, OfferChallenge("sahara", "@ben_b", ()), CHANNEL)
    match = one.board().code
    meanwhile("join_players", lambda: other.type(ADA, "/settings theme=dark", private_chat(ADA)))
    assert (await one.ask(replace(BEN, handle="ben_b"), AcceptChallenge(match), CHANNEL)).succeeded
    row = await one.store.matches.row(match)
    assert row
    assert row.phase == "running"
    assert set(row.players) == {await player_of(one, ADA), await player_of(one, BEN)}


async def test_who_begins_to_play_against_somebody_is_not_linked_to_them(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    await one.meet(ADA, BEN_THERE)
    await one.type(ADA, "/play sahara")
    match = one.board().code
    code = await code_for(one, ADA)
    meanwhile("join_players", lambda: other.ask(BEN_THERE, AcceptChallenge(match), ELSEWHERE))
    assert not (await link(one, BEN_THERE, code)).succeeded
    assert "playing each other" in one.note(BEN_THERE)
    row = await one.store.matches.row(match)
    assert row
    assert row.phase == "running"


async def test_who_challenges_while_they_are_forgotten_leaves_no_challenge(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    await one.meet(ADA)
    await other.meet(ADA)
    former = await player_of(one, ADA)
    meanwhile("forget_player", lambda: other.type(ADA, "/play sahara"))
    assert (await one.ask(ADA, ForgetMe(sure=True), private_chat(ADA))).succeeded
    assert await one.store.matches.matches_of(former, ["challenge", "running"]) == ()
    assert await one.store.people.people([former]) == ()


async def test_who_is_forgotten_while_they_challenge_does_so_as_somebody_new(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    await one.meet(ADA)
    former = await player_of(one, ADA)
    meanwhile("append", lambda: one.ask(ADA, ForgetMe(sure=True), private_chat(ADA)))
    await other.type(ADA, "/play sahara")
    fresh = await player_of(one, ADA)
    assert fresh != former
    assert await one.store.matches.last_seen(former) is None
    (row,) = await one.store.matches.matches_of(fresh, ["challenge"])
    assert row.players == (fresh,)


async def test_who_is_forgotten_while_they_move_is_told_that_it_is_over(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    await one.start()
    who = one.to_act()
    former = await player_of(one, who)
    meanwhile("append", lambda: one.ask(who, ForgetMe(sure=True), private_chat(who)))
    await other.press(who, "1")
    assert await one.store.matches.last_seen(former) is None
    assert await one.store.matches.matches_of(former, ["running"]) == ()
    assert other.notes[who.id]


async def test_who_is_forgotten_twice_at_once_is_forgotten(two: Two) -> None:
    one, _ = two
    await one.start()
    former = await player_of(one, ADA)
    answers = await asyncio.gather(*(house.ask(ADA, ForgetMe(sure=True), private_chat(ADA)) for house in two))
    assert all(answer.succeeded for answer in answers)
    assert await one.store.matches.matches_of(former, ["running"]) == ()
    assert await one.store.people.people([former]) == ()


async def test_an_account_that_is_unlinked_while_it_moves_moves_for_nobody(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    await one.start()
    who = one.to_act()
    there = {ADA.id: ADA_THERE, BEN.id: BEN_THERE}[who.id]
    await link(one, there, await code_for(one, who))
    player = await player_of(one, there)
    meanwhile(
        "append", lambda: one.ask(who, UnlinkAccount("fake"), private_chat(who)), lambda change: change.events
    )
    before = len(await one.store.matches.load(one.board().code))
    await other.press(who, "1")
    assert len(await one.store.matches.load(one.board().code)) == before
    assert await player_of(one, who) != player


async def test_settings_that_are_chosen_while_two_are_joined_are_those_of_the_one_that_is_left(
    two: Two, meanwhile: Meanwhile
) -> None:
    one, other = two
    await one.meet(BEN, BEN_THERE)
    await one.type(BEN_THERE, "/play sahara", ELSEWHERE)
    code = await code_for(one, BEN_THERE)
    meanwhile("put_preferences", lambda: link(one, BEN, code))
    await other.type(BEN, "/settings theme=dark", private_chat(BEN))
    assert (await one.store.settings.preferences(await player_of(one, BEN_THERE))).theme == "dark"


async def test_who_has_gone_to_another_platform_is_notified_there_by_every_process(two: Two) -> None:
    one, other = two
    await one.meet(ADA, BEN)
    await link(one, BEN_THERE, await code_for(one, BEN))
    await one.start()
    if one.to_act() is BEN:
        await one.press(BEN, next(iter(filter(str.isdigit, one.labels(one.board().message)))))
    await one.type(BEN, "/board")
    for house in two:
        house.now += 600
    await other.type(BEN_THERE, "/play sahara", ELSEWHERE)
    for house in two:
        house.now += 600
    one.platform.pings.clear()
    await one.press(ADA, next(iter(filter(str.isdigit, one.labels(one.board().message)))))
    assert (one.platform.pings, [who for who, _ in one.other.pings]) == ([], [BEN_THERE.id])


async def test_who_is_forgotten_leaves_no_match_under_way_however_often_others_were_quicker(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two
    await one.start()
    append, refused = one.store.append, iter(range(MOST_TRIES - 1))

    async def late(change: Change) -> None:
        if next(refused, None) is not None:
            raise VersionConflict
        await append(change)

    monkeypatch.setattr(one.store, "append", late)
    await one.ask(ADA, ForgetMe(sure=True), private_chat(ADA))
    assert isinstance((await one.store.matches.load(code_of(one)))[-1], Resigned)


async def test_who_is_forgotten_in_one_process_stays_blocked_in_both(two: Two) -> None:
    one, other = two
    await one.meet(ADA, BEN)
    for house in two:
        await house.type(BEN, "/settings block=Ada", private_chat(BEN))
        assert not (await house.type(ADA, "/play sahara Ben", private_chat(ADA))).succeeded
    for forgetting, back in ((one, other), (other, one), (one, one)):
        assert (await forgetting.ask(ADA, ForgetMe(sure=True), private_chat(ADA))).succeeded
        await back.type(BEN, "/play sahara", private_chat(BEN))  # what is known of Ben's blocks is kept
        for house in (back, *two):
            assert not (await house.type(ADA, "/play sahara Ben", private_chat(ADA))).succeeded
            assert "is not taking challenges from you" in house.note(ADA)
    await one.type(BEN, "/settings unblock=Ada", private_chat(BEN))
    for house in two:
        assert (await house.type(ADA, "/play sahara Ben", private_chat(ADA))).succeeded
