"""Presses that come late, out of order, from strangers, from last year or from nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from discord.backoff import ExponentialBackoff

from bot.interface import AcceptChallenge, OfferRematch, Resign, ShowHand, VerifyDeal
from bot.platforms import callback_data
from games.events import MatchId
from tests.bot.platforms.discord.play import CALLBACK, play, plies, plies_of, public
from tests.bot.platforms.discord.setup import Table, choices, mover
from tests.loopback.discord.sight import Shown

pytestmark = pytest.mark.usefixtures("log")

YEAR = 365 * 86400
TRIES = 25  # the library would double its pauses up to a quarter of an hour
DEFERRED = 6


def other(there: Table, board: Shown) -> str:
    return "Ben" if mover(board) == "Ada" else "Ada"


# The gateway


@pytest.mark.parametrize("break_off", ["reconnect", "cut", "invalid but resumable"])
async def test_presses_during_a_break_of_the_gateway_are_heard_after_it(there: Table, break_off: str) -> None:
    await there.begin("sahara")
    gateway = there.discord.gateway
    acts: dict[str, Callable[[], None]] = {"reconnect": gateway.reconnect, "cut": gateway.cut}
    acts.get(break_off, lambda: gateway.invalidate(resumable=True))()
    asked = await play(there, wait=False)
    await asked
    await there.discord.until(lambda: gateway.resumed == 1)
    await play(there)
    assert plies(there) == 2
    assert gateway.identified == 1


@pytest.mark.parametrize("session_lost", [False, True])
async def test_while_the_gateway_is_cut_discord_counts_as_not_heard(there: Table, session_lost: bool) -> None:
    await there.begin("sahara")
    gateway = there.discord.gateway
    assert there.adapter.connected
    gateway.closed = True
    gateway.cut()
    await there.discord.until(lambda: not there.adapter.connected)
    if session_lost:
        gateway.sessions.clear()
    gateway.closed = False
    await there.discord.until(lambda: gateway.resumed + gateway.identified == 2)
    await play(there)
    assert there.adapter.connected


async def test_after_a_long_outage_the_gateway_is_tried_every_half_minute(
    there: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, tried, usual = list[float](), asyncio.Event(), ExponentialBackoff.delay

    def delay(backoff: ExponentialBackoff[bool]) -> float:
        waits.append(usual(backoff))
        if len(waits) == TRIES:
            tried.set()
        return 0.0

    monkeypatch.setattr(ExponentialBackoff, "delay", delay)
    gateway = there.discord.gateway
    gateway.closed = True
    gateway.cut()
    async with asyncio.timeout(60):
        await tried.wait()
    gateway.closed = False
    await there.discord.until(lambda: gateway.resumed + gateway.identified == 2)
    assert 5 < max(waits) <= 32


async def test_after_an_invalid_session_presses_are_heard_again(there: Table) -> None:
    await there.begin("sahara")
    there.discord.gateway.invalidate()
    await there.discord.until(lambda: there.discord.gateway.identified == 2)
    await play(there)
    assert plies(there) == 1


# Late, out of order


async def test_presses_that_overtake_each_other_all_count_in_the_order_of_their_coming(there: Table) -> None:
    await there.begin("sahara")
    board = there.board()
    asked = [there.person(mover(board)).press(board, button) for button in choices(board)[:3]]
    asked.append(there.person(other(there, board)).press(board, choices(board)[0]))
    for one in asked:
        await one
    await there.answered()
    assert plies(there) == 1
    assert sum(bool(one.replies) for one in asked) == 3


@pytest.mark.parametrize("late", [3.5, 901.0])
async def test_an_answer_that_comes_too_late_is_shown_by_an_edit(there: Table, late: float) -> None:
    await there.begin("sahara")
    held = there.discord.faults.hold("POST", CALLBACK)
    asked = await play(there, wait=False)
    await held.arrived.wait()
    there.discord.clock.advance(late)
    held.release()
    await there.discord.until(lambda: plies(there) == 1)
    await there.answered()
    assert asked.kind is None
    assert len(public(there)) == 1


@pytest.mark.parametrize("late", [3.5, 901.0])
async def test_a_challenge_that_comes_too_late_is_posted_all_the_same(there: Table, late: float) -> None:
    held = there.discord.faults.hold("POST", CALLBACK)
    there.person("Ada").use("play", there.channel, game="sahara")
    await held.arrived.wait()
    there.discord.clock.advance(late)
    held.release()
    await there.discord.until(lambda: public(there))
    await there.answered()
    await there.person("Ben").press(there.board(), "Accept")
    await play(there)
    assert plies(there) == 1
    assert len(public(there)) == 1


async def test_a_deferred_answer_whose_token_has_expired_is_shown_by_an_edit(there: Table) -> None:
    await there.begin("sahara")
    asked = there.person(mover(there.board()))
    there.patience = 0.0
    await there.restart()
    held = there.discord.faults.hold("PATCH", r"^/webhooks/")
    press = asked.press(there.board(), choices(there.board())[0])
    await press
    if press.kind == 6:  # deferred: the answer was not quicker
        await held.arrived.wait()
    there.discord.clock.advance(901)
    held.release()
    await there.discord.until(lambda: plies(there) == 1)
    await there.answered()
    assert len(public(there)) == 1


async def test_the_message_that_was_pressed_is_never_taken_for_the_new_board(there: Table) -> None:
    """Where patience was asked for, the token of the press finds the old message, and a new one is posted."""
    await there.begin("sahara")
    ada = there.person("Ada")
    more = await (await ada.press(there.board(), "More")).reply()
    await ada.press(more, "Resign")
    await ada.press(ada.now(more), "Yes, resign")
    await there.answered()
    ended = there.board()
    there.patience = 0.0
    await there.restart()
    assert (await ada.press(ended, "Rematch")).kind == DEFERRED
    await there.answered()
    old, new = public(there)
    assert (old.id, old.text) == (ended.id, ended.text)
    assert "Accept" in new.labels


# Not theirs, not now, not ours


async def test_a_board_of_last_year_can_be_played_on_after_a_restart(there: Table) -> None:
    await there.begin("sahara")
    there.discord.clock.advance(YEAR)
    there.now += YEAR
    await there.restart()
    board = there.board()
    await there.person(mover(board)).press(board, choices(board)[0])
    await there.answered()
    newest = max((shown for shown in public(there) if choices(shown)), key=plies_of)
    assert plies_of(newest) == 1


async def test_an_old_position_of_last_year_shows_the_present_one(there: Table) -> None:
    await there.begin("sahara")
    old = there.board()
    await play(there)
    there.discord.clock.advance(YEAR)
    there.now += YEAR
    await there.restart()
    note = await (await there.person(mover(old)).press(old, choices(old)[0])).reply()
    assert "moved on" in note.text
    await there.answered()
    assert plies(there) == 1


async def test_a_board_of_a_match_that_ended_last_year_shows_its_end(there: Table) -> None:
    await there.begin("sahara")
    old, ada = there.board(), there.person("Ada")
    more = await (await ada.press(old, "More")).reply()
    await ada.press(more, "Resign")
    await ada.press(ada.now(more), "Yes, resign")
    await there.answered()
    there.discord.clock.advance(YEAR)
    there.now += YEAR
    await there.restart()
    note = await (await there.person("Ben").press(old, choices(old)[0])).reply()
    assert "over" in note.text
    assert "Rematch" in there.board().labels


async def test_a_press_made_of_another_persons_buttons_plays_nothing(there: Table) -> None:
    await there.begin("stacko")
    ada, ben = there.person("Ada"), there.person("Ben")
    asked, shown = there.to_press()[0]
    thief = ben if asked is ada else ada
    own, code = there.own(thief.user.name), shown.text.splitlines()[0].split()[-1]
    assert own
    for button in choices(shown):
        reply = await (await thief.press(own, custom_id=button.custom_id)).reply()
        assert "turn" in reply.text
    cleo = there.person("Cleo")
    for request in (
        ShowHand(MatchId(code)),
        Resign(MatchId(code), sure=True),
        VerifyDeal(MatchId(code)),
        OfferRematch(MatchId(code)),
        AcceptChallenge(MatchId(code)),
    ):
        reply = await (await cleo.press(there.board(), custom_id=callback_data.encode(request))).reply()
        assert reply.ephemeral
        assert not reply.pictures
    await there.answered()
    assert asked.now(shown) == shown


# My view


async def test_my_view_is_redrawn_by_each_press_on_it_and_follows_the_match(there: Table) -> None:
    for name in ("Ada", "Ben"):
        there.discord.close_dms(there.person(name))
    await there.begin("sator")
    ada, ben = there.person("Ada"), there.person("Ben")
    first = await (await ada.press(there.board(), "My view")).reply()
    view, seen = first, {first.text}
    while choices(view):
        mark = there.discord.log.mark()
        await ada.press(view, choices(view)[0])
        await there.answered()
        assert [call.message for call in there.discord.log.since(mark, "POST")] == [view.id]
        view = ada.now(view)
        assert view.ephemeral
        assert view.text not in seen
        seen.add(view.text)
    again = await ada.press(view, custom_id=choices(first)[0].custom_id)
    await there.answered()
    assert [shown.ephemeral for shown in again.replies] == [True]
    assert first.id not in {shown.id for shown in ben.messages()}
    assert len(public(there)) == 1
