"""Two bots on one store: nothing is lost, doubled or refused because the other one did something."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.interface import Account, Chat, LinkAccounts, ShowHand
from games.events import MatchId
from storage.changes import Change
from storage.errors import VersionConflict
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.two_processes import Two


def code(house: House) -> MatchId:
    return house.board().code


async def play(house: House, label: str = "") -> None:
    """Whoever is to move presses the first cup that they can."""
    digits = [one for one in house.labels(house.board().message) if one.isdigit()]
    await house.press(house.to_act(), label or digits[0])


async def test_two_first_presses_of_a_person_make_one_player(two: Two) -> None:
    met = await asyncio.gather(*(house.services.accounts.register(ADA) for house in two for _ in range(3)))
    assert len(set(met)) == 1


async def test_whoever_is_linked_elsewhere_is_the_same_player_here(two: Two) -> None:
    one, other = two
    await one.start()
    asked = (await one.type(BEN, "/link", private_chat(BEN))).note
    assert asked
    (link,) = re.findall(r"/link ([A-Z0-9]{6,})", asked.text)
    there = Account("elsewhere", "ben there", "Ben there")
    chat = Chat("elsewhere", "@ben there", private=True)
    strangers = {await house.services.accounts.register(there) for house in two}
    await other.ask(there, LinkAccounts(link), chat)
    met = {await house.services.accounts.register(who) for house in two for who in (BEN, there)}
    assert len(met) == 1
    assert not met & strangers
    for house in two:
        assert (await house.ask(there, ShowHand(code(one)), chat)).succeeded


async def test_what_is_chosen_on_one_process_is_known_to_the_other(two: Two) -> None:
    one, other = two
    await one.start()
    player = await one.services.accounts.register(ADA)
    for house in two:
        await house.type(ADA, "/board")
    await one.type(ADA, "/settings theme=dark", private_chat(ADA))
    await other.type(ADA, "/settings reminders=off", private_chat(ADA))
    for house in two:
        chosen = await house.services.preferences.of(player)
        assert (chosen.theme, chosen.reminders) == ("dark", "off")


async def test_two_settings_chosen_at_once_both_hold(two: Two) -> None:
    one, other = two
    await one.meet(ADA)
    for house in two:
        await house.type(ADA, "/settings", private_chat(ADA))
    await asyncio.gather(
        one.type(ADA, "/settings theme=dark", private_chat(ADA)),
        other.type(ADA, "/settings reminders=off", private_chat(ADA)),
    )
    chosen = await one.store.settings.preferences(await one.services.accounts.register(ADA))
    assert (chosen.theme, chosen.reminders) == ("dark", "off")


async def test_who_joins_a_tournament_on_either_process_takes_part(two: Two) -> None:
    one, other = two
    for house in two:
        await house.meet(ADA, BEN, CLEO)
    await one.type(ADA, "/tournament sahara clock=1d")
    page = one.board()
    await asyncio.gather(one.press(BEN, "Join", page), other.press(CLEO, "Join", page))
    tournament = await one.store.tournaments.tournament_in("fake", CHANNEL.place)
    assert tournament
    players = {await one.services.accounts.register(who) for who in (BEN, CLEO)}
    assert players <= {entrant.player for entrant in tournament.entrants}


async def test_whoever_finds_others_quicker_several_times_is_answered_all_the_same(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two
    await one.start()
    append, refused = one.store.append, iter(range(3))

    async def late(change: Change) -> None:
        if next(refused, None) is not None:
            raise VersionConflict
        await append(change)

    monkeypatch.setattr(one.store, "append", late)
    await play(one)
    assert (next(refused, None), len(await one.store.matches.load(code(one))), one.notes) == (None, 3, {})


async def test_a_press_that_another_process_counts_meanwhile_is_answered_by_what_came_of_it(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    await one.start()
    board, append = one.board(), one.store.append
    who, label = one.to_act(), next(label for label in one.labels(board.message) if label.isdigit())
    press = one.button(board.message, label).request

    async def late(change: Change) -> None:
        monkeypatch.setattr(one.store, "append", append)
        await one.ask(who, press, board.chat, message=board.id, press="the same")
        await append(change)

    monkeypatch.setattr(one.store, "append", late)
    answer = await other.ask(who, press, board.chat, message=board.id, press="the same")
    assert answer.delivery
    assert (answer.delivery.version, len(await one.store.matches.load(code(one)))) == (3, 3)


async def test_a_deadline_that_both_see_to_is_settled_once_without_a_word(
    two: Two, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = two
    await one.start("/play sahara clock=1h")
    for house in two:
        house.now += 2 * 3600
    for house in two:
        house.dispatcher.worker.look()
    await asyncio.gather(*(house.settled() for house in two))
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    assert await other.store.jobs.count_deadlines_due(other.now) == 0
    kinds = [type(event).__name__ for event in await one.store.matches.load(code(one))]
    assert kinds.count("TimeExpired") == 1
