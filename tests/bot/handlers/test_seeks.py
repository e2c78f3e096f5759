"""Find me an opponent: who looks for the same meets once, across platforms, and nobody else learns of it."""

from __future__ import annotations

import asyncio

import pytest

from bot.domain.seeks import MOST_UNDER_WAY
from bot.handlers.seeks import MOST_LISTED
from bot.interface import Account, ChangeChat, Incoming, Resign, SeekOpponent, TakeSeek
from games.events import ChallengeAccepted, ChallengeOffered
from storage.changes import Change
from tests.bot.finished_matches import rate
from tests.bot.handlers.test_account_linking import link
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, account
from tests.bot.two_platforms import ADA_THERE, BEN_THERE, ELSEWHERE, Houses, own_chat

HOUR, DAY = 3600, 86_400


pytestmark = pytest.mark.house(kind=Houses)


async def seek(house: Houses, who: Account, line: str = "sahara") -> str:
    """Look for an opponent in private; gives what that was answered with, or "" for a board."""
    before = len(house.notes.get(who.id, ()))
    await house.type(who, f"/seek {line}".strip(), own_chat(who))
    return house.note(who) if len(house.notes.get(who.id, ())) > before else ""


async def press_note(house: Houses, who: Account, label: str) -> None:
    """Press a button on the newest private page of somebody."""
    await house.ask(who, house.button(house.notes[who.id][-1], label).request, own_chat(who))


async def running(house: Houses) -> list[set[str]]:
    """Who plays whom, by the platform's ids."""
    matches: dict[str, set[str]] = {}
    for who in (ADA, BEN_THERE, CLEO):
        if player := await house.services.accounts.player_of(who.platform, who.id):
            for row in await house.store.matches.matches_of(player, ["running"]):
                matches.setdefault(row.match, set()).add(who.id)
    return list(matches.values())


@pytest.mark.parametrize("takes", [False, True])
async def test_two_who_look_for_the_same_on_two_platforms_play_at_once_in_their_private_chats(
    house: Houses, *, takes: bool
) -> None:
    assert "You are looking for an opponent" in await seek(house, ADA, "sahara target=30 1d")
    if takes:
        listed = await seek(house, BEN_THERE, "")
        assert "1. Sahara: series to 30, 1 day for each move, rated (rating 1400 to 1600)" in listed
        await house.ask(
            BEN_THERE,
            house.button(house.notes[BEN_THERE.id][-1], "1: play Sahara").request,
            own_chat(BEN_THERE),
        )
    else:
        assert await seek(house, BEN_THERE, "sahara clock=1d 30 1400-1600") == ""
    here, there = house.board(own_chat(ADA)), house.board(own_chat(BEN_THERE))
    assert here.code == there.code
    assert "Ben there" in here.message.title
    assert "Ada" in there.message.title
    assert there.message.awaits == (BEN_THERE,)
    assert house.pings() == [(ADA.id, own_chat(ADA).id)], "who waited is told, whoever begins"
    assert house.platform.in_chat(CHANNEL) == house.other.in_chat(ELSEWHERE) == []
    await house.restart()
    assert "Nobody else" in await seek(house, CLEO, "")
    assert await running(house) == [{ADA.id, BEN_THERE.id}]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("sahara", "sator"),
        ("sahara target=30", "sahara"),
        ("sahara", "sahara clock=1d"),
        ("sahara 1600-", "sahara"),
        ("sahara", "sahara -1400"),
    ],
)
async def test_who_looks_for_something_else_or_for_others_is_not_met(
    house: Houses, first: str, second: str
) -> None:
    await seek(house, ADA, first)
    assert "You are looking" in await seek(house, BEN_THERE, second)
    assert await running(house) == []


@pytest.mark.parametrize("blocker", [ADA, BEN])
async def test_who_blocks_the_other_never_meets_them_nor_sees_them_in_the_list(
    house: Houses, blocker: Account
) -> None:
    await house.meet(ADA, BEN)
    other = BEN if blocker == ADA else ADA
    await house.type(blocker, f"/settings block={other.name}", own_chat(blocker))
    await seek(house, ADA)
    assert "Nobody else" in await seek(house, BEN, "")
    (found,) = await house.store.seeks.seeks(house.now, most=9)
    await house.ask(BEN, TakeSeek("sahara", found.id), own_chat(BEN))
    assert house.note(BEN).startswith("Somebody was quicker")
    assert "You are looking" in await seek(house, BEN)
    assert await running(house) == []


async def test_seeking_twice_is_one_seek_and_another_takes_its_place(house: Houses) -> None:
    await seek(house, ADA, "sahara target=30")
    house.now += DAY
    assert "already" in await seek(house, ADA, "sahara 30")
    assert "Search changed" in await seek(house, ADA, "sahara 40")
    assert len(await house.store.seeks.seeks(house.now, most=9)) == 1


async def test_it_ends_by_a_button_or_after_three_days(house: Houses) -> None:
    await house.type(ADA, "/settings zone=Asia/Tokyo", own_chat(ADA))
    assert "Thu 15 Jan, 22:46" in await seek(house, ADA), "as their clocks tell it"
    house.now += 3 * DAY
    assert "You are looking" in await seek(house, BEN_THERE)
    await press_note(house, BEN_THERE, "Stop looking: Sahara")
    assert "You are looking" in await seek(house, CLEO)
    assert await running(house) == []


async def test_nobody_meets_themselves_not_even_by_their_other_account(house: Houses) -> None:
    await link(house, ADA, ADA_THERE)
    await seek(house, ADA)
    assert "already" in await seek(house, ADA_THERE)
    (own,) = await house.store.seeks.seeks(house.now, most=9)
    await house.ask(ADA, TakeSeek("sahara", own.id), own_chat(ADA))
    assert house.note(ADA).startswith("Somebody was quicker")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/seek sahara 2000-1000", "lower rating first"),
        ("/seek sahara target=31", "target=31"),
        ("/seek sahara 1-2 3-4", "rating"),
        ("/seek sahara begins=me", "drawn by lot who begins"),
        ("/seek sahara head_start=3 begins=me", "Both players must agree on a head start"),
        ("/seek chess", "chess"),
    ],
)
async def test_what_cannot_be_looked_for_is_explained(house: Houses, line: str, told: str) -> None:
    await house.type(ADA, line)
    assert told in house.note(ADA)
    assert await house.store.seeks.seeks(house.now, most=9) == ()


async def test_a_chat_lists_those_of_elsewhere_only_where_whoever_manages_it_wants_that(
    house: Houses,
) -> None:
    await seek(house, BEN_THERE, "sahara target=30")
    await house.type(ADA, "/seek")
    assert "not listed here" in house.note(ADA)
    assert "series to 30" not in house.note(ADA)
    house.managers = {CLEO.id}
    await house.ask(CLEO, ChangeChat(CHANNEL.place, ("seeks=on",)), CHANNEL)
    await house.restart()
    await house.type(ADA, "/seek")
    assert "series to 30" in house.note(ADA)


async def test_until_they_meet_nobody_learns_who_looks(house: Houses) -> None:
    """Neither name nor id, of whomever, in whatever is shown or can be pressed."""
    await seek(house, ADA, "sahara target=30")
    player = await house.services.accounts.player_of(ADA.platform, ADA.id)
    for who in (BEN_THERE, CLEO):
        await seek(house, who, "")
        shown = repr(house.notes[who.id])
        assert "series to 30" in shown
        for secret in ("Ada", str(player), "@ada"):
            assert secret not in shown
    assert house.pings() == []


async def test_the_list_is_of_those_one_can_play_with_and_no_longer_than_a_message_holds(
    house: Houses,
) -> None:
    for number in range(MOST_LISTED + 2):
        await seek(house, account(f"N{number}"), f"sahara clock={3 + number}d+1h")
    await seek(house, account("Picky"), "sahara 1600-")
    listed = await seek(house, CLEO, "")
    assert listed.count("(rating 1400 to 1600)") == MOST_LISTED
    assert "from 1600" not in listed


async def test_two_who_take_the_same_at_once_one_of_them_plays(house: Houses) -> None:
    await house.meet(BEN_THERE, CLEO)
    await seek(house, ADA)
    presses = [
        Incoming(who, own_chat(who), SeekOpponent("sahara", ()), f"p{who.id}") for who in (BEN_THERE, CLEO)
    ]
    await asyncio.gather(*map(house.dispatcher.handle, presses))
    assert len(await running(house)) == 1
    assert len(await house.store.seeks.seeks(house.now, most=9)) == 1  # whoever came too late


@pytest.mark.parametrize("stored", [False, True])
async def test_a_bot_that_dies_as_two_meet_neither_loses_nor_doubles_them(
    house: Houses, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    """Whichever moment it was: the same command once more ends with one match and no seek."""
    await seek(house, ADA)
    append = house.store.append

    async def dies(change: Change) -> None:
        if stored:
            await append(change)
        raise OSError

    monkeypatch.setattr(house.store, "append", dies)
    await house.type(BEN_THERE, "/seek sahara", own_chat(BEN_THERE), press="once")
    assert len(await house.store.seeks.seeks(house.now, most=9)) == (0 if stored else 1)
    await house.restart()
    for _ in range(2):
        await house.type(BEN_THERE, "/seek sahara", own_chat(BEN_THERE), press="once")
        assert await running(house) == [{ADA.id, BEN_THERE.id}]
        assert await house.store.seeks.seeks(house.now, most=9) == ()
    codes = {house.board(own_chat(who)).code for who in (ADA, BEN_THERE)}
    assert len(codes) == 1


async def test_each_brings_their_own_zone_along_where_weekends_are_off(house: Houses) -> None:
    await house.type(ADA, "/settings zone=Europe/Berlin", own_chat(ADA))
    await house.type(BEN_THERE, "/settings zone=Asia/Tokyo", own_chat(BEN_THERE))
    assert "weekends" in await seek(house, ADA, "sahara weekends=off")
    await seek(house, BEN_THERE, "sahara weekends=off")
    offered, accepted, *_ = await house.store.matches.load(house.board(own_chat(ADA)).code)
    assert isinstance(offered, ChallengeOffered)
    assert isinstance(accepted, ChallengeAccepted)
    assert (offered.zone, accepted.zone) == ("Europe/Berlin", "Asia/Tokyo")


async def test_the_same_command_of_who_was_met_meanwhile_does_not_look_anew(house: Houses) -> None:
    await house.type(ADA, "/seek sahara", CHANNEL, press="again")
    await seek(house, BEN_THERE)
    await house.type(ADA, "/seek sahara", CHANNEL, press="again")
    assert house.note(ADA).startswith("Found!")
    assert await house.store.seeks.seeks(house.now, most=9) == ()


async def test_a_stranger_cannot_take_all_that_is_open(house: Houses) -> None:
    """A cap on those who were met by looking, whoever of them looked first; one that is over makes room."""
    for number in range(MOST_UNDER_WAY + 3):
        await seek(house, account(f"N{number}"), f"sahara clock={3 + number}d+1h")
    open_still = []
    for number in range(MOST_UNDER_WAY + 3):
        await seek(house, BEN_THERE, f"sahara clock={3 + number}d+1h")
        open_still.append(len(await house.store.seeks.seeks(house.now, most=99)))
    assert open_still[-1] == 3
    assert "with people you met this way" in house.note(BEN_THERE)
    (found, *_) = await house.store.seeks.seeks(house.now, most=99)
    await house.ask(BEN_THERE, TakeSeek("sahara", found.id), own_chat(BEN_THERE))
    assert len(await house.store.seeks.seeks(house.now, most=99)) == 3
    code = house.board(own_chat(BEN_THERE)).code
    await house.ask(BEN_THERE, Resign(code, sure=True), own_chat(BEN_THERE))
    await house.ask(BEN_THERE, TakeSeek("sahara", found.id), own_chat(BEN_THERE))
    assert len(await house.store.seeks.seeks(house.now, most=99)) == 2


async def test_a_rating_is_told_as_a_range_that_names_nobody(house: Houses) -> None:
    await rate(house, {ADA: 1723})
    await seek(house, ADA)
    assert "(rating 1600 to 1800)" in (await seek(house, BEN_THERE, ""))
    assert "1723" not in repr(house.notes[BEN_THERE.id])


@pytest.mark.parametrize(("clock", "good"), [("5m", HOUR), ("1h", 12 * HOUR), ("12h", 3 * DAY)])
async def test_who_wants_to_play_soon_is_not_listed_for_days(house: Houses, clock: str, good: int) -> None:
    await seek(house, ADA, f"sahara clock={clock}")
    house.now += good - 1
    assert len(await house.store.seeks.seeks(house.now, most=9)) == 1
    house.now += 1
    assert await house.store.seeks.seeks(house.now, most=9) == ()


@pytest.mark.parametrize("there", [False, True])
async def test_with_a_clock_of_minutes_who_waited_is_asked_first(house: Houses, *, there: bool) -> None:
    assert "Your match begins when you accept" in await seek(house, ADA, "sahara clock=5m")
    await house.type(
        BEN_THERE, "/seek sahara clock=5m", ELSEWHERE if there else own_chat(BEN_THERE), press="p"
    )
    if there:
        assert house.note(BEN_THERE).startswith("Found! I have asked them")
    assert await running(house) == []
    assert ADA.id in {who for who, _ in house.pings()}
    house.now += 600  # nobody loses on time meanwhile
    await house.restart()
    await house.type(
        BEN_THERE, "/seek sahara clock=5m", ELSEWHERE if there else own_chat(BEN_THERE), press="p"
    )
    assert await house.store.seeks.seeks(house.now, most=9) == ()
    await house.press(ADA, "Accept", house.board(own_chat(ADA)))
    assert await running(house) == [{ADA.id, BEN_THERE.id}]


async def test_who_waited_sees_the_seal_before_they_accept_and_can_bring_words(house: Houses) -> None:
    await seek(house, ADA, "sato clock=5m")
    await seek(house, BEN_THERE, "sato clock=5m")
    challenge = house.board(own_chat(ADA))
    assert "Seal of the deal: " in challenge.message.text
    await house.type(ADA, f"/join {challenge.code} three green frogs", own_chat(ADA))
    assert await running(house) == [{ADA.id, BEN_THERE.id}]
    assert "three green frogs" in (await house.more(ADA, house.board(own_chat(ADA)))).text


@pytest.mark.parametrize(("clock", "good"), [("5m", HOUR), ("12h", 24 * HOUR)])
async def test_who_waited_is_asked_for_as_long_as_they_would_have_waited(
    house: Houses, clock: str, good: int
) -> None:
    await seek(house, ADA, f"sahara clock={clock}")
    await seek(house, BEN_THERE, f"sahara clock={clock}")
    await house.wait(good - 60)
    await house.restart()
    assert "Accept" in house.labels(house.board(own_chat(ADA)).message)
    await house.wait(60)
    shown = house.board(own_chat(ADA)).message
    assert "Accept" not in house.labels(shown)
    assert "it has expired" in shown.text
    assert await running(house) == []


async def test_with_a_clock_of_days_nobody_is_asked(house: Houses) -> None:
    await seek(house, ADA, "sahara clock=1d")
    await seek(house, BEN_THERE, "sahara clock=1d")
    assert await running(house) == [{ADA.id, BEN_THERE.id}]


async def test_who_cannot_be_written_to_in_private_is_told_so(house: Houses) -> None:
    await house.meet(ADA)
    house.services.presence.mark_closed("fake", own_chat(ADA).id)
    await house.type(ADA, "/seek sahara", CHANNEL)
    assert "Open a private chat with me" in house.note(ADA)
    assert await house.store.seeks.seeks(house.now, most=9) == ()
