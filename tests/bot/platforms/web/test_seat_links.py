"""A seat by a link: one browser takes it, plays as anybody does, and nobody else gets in by that door."""

from __future__ import annotations

import base64
import logging
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.domain.terms import HOUR
from bot.handlers.access import Bucket, Rate
from bot.handlers.jobs.remarks import hide_remark
from bot.interface import (
    GUEST,
    Account,
    BuildChallenge,
    Choose,
    ForgetMe,
    LinkAccounts,
    OfferChallenge,
    Resign,
    SayPhrase,
    ShowProfile,
    UnlinkAccount,
)
from bot.interface.requests import AGAINST_WHOM
from bot.platforms import callback_data
from bot.platforms.web.guests import Guests, account_id
from bot.platforms.web.match_pages import MOST_PAGES, MatchPages
from games.events import MatchId, PlayerId
from games.match import Phase
from storage.boards import ChatId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, UNHURRIED, House, private_chat
from tests.bot.platforms.web.guest import PIXEL, PUBLIC, Guest, guest, match_pages

ZOE, MAX = ("z" * 43), ("m" * 43)
"""The secrets of two browsers."""


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: PIXEL)
    house = House(tmp_path)
    house.others[GUEST] = Guests()
    async with house:
        await house.meet(ADA, BEN)
        yield house


@pytest.fixture
async def server(house: House) -> AsyncIterator[MatchPages]:
    async with match_pages(house) as server:
        yield server


async def seat(house: House, line: str = "/play sahara link", who: Account = ADA) -> str:
    """Somebody challenges by a link; what the link has behind `#seat=`."""
    answer = await house.type(who, line)
    assert answer.note is not None
    found = re.search(rf"{re.escape(PUBLIC)}#seat=(\w+)", answer.note.text)
    assert found, answer.note.text
    return found[1]


async def sit(page: Guest, secret: str, name: str = "Zoe", browser: str = ZOE) -> dict[str, Any]:
    return await page.open(seat=secret, name=name, browser=browser)


async def player(house: House, browser: str = ZOE) -> PlayerId:
    return await house.services.accounts.player_of(GUEST, account_id(browser)) or PlayerId("")


def code_in(secret: str) -> MatchId:
    return MatchId(secret[:6])


async def played(house: House, server: MatchPages, who: Account = ADA) -> str:
    """Zoe has taken the seat that somebody offered."""
    secret = await seat(house, who=who)
    async with guest(server) as page:
        assert (await sit(page, secret))["type"] == "welcome"
    await house.settled()
    return secret


async def test_a_link_shows_the_challenge_and_the_first_browser_takes_the_seat(
    house: House, server: MatchPages
) -> None:
    secret = await seat(house, "/play sahara link target=30")
    shown = house.board().message
    assert "Ada challenges Guest (by link) to a game of Sahara." in shown.text
    assert "/join" not in shown.text, "the guest has no chat"
    assert shown.awaits == ()
    async with guest(server) as page, guest(server) as other:
        for opened in (page, other):  # opening uses nothing up
            offered = await opened.open(seat=secret)
            assert offered["type"] == "offered"
            assert offered["message"]["title"] == "Ada invites you to Sahara"
            assert "series to 30 · 3 days for each move · not rated" in offered["message"]["text"]
            assert not offered["message"]["rows"]
        assert (await sit(page, secret))["match"] == code_in(secret)
        assert "Ada" in (await page.until("edit"))["message"]["title"]
        assert "This seat is taken" in (await sit(other, secret, "Max", MAX))["detail"]
    await house.settled()
    match = await house.services.matches.load(code_in(secret))
    assert (match.phase, match.opened.rated) == (Phase.RUNNING, False)
    assert await player(house) in (match.players or ())
    assert "Zoe" in house.board().message.title
    assert not await player(house, MAX)


@pytest.mark.parametrize("game", ["sahara", "sator", "stacko", "sato variant=hidden"])
async def test_a_guest_plays_to_the_end_and_is_offered_a_rematch(
    house: House, server: MatchPages, game: str
) -> None:
    name, *rules = game.split()
    secret = await seat(house, " ".join(("/play", name, "link", *rules)))
    async with guest(server) as page:
        await sit(page, secret)
        await page.until("edit")
        await page.press("More")
        await page.press("Resign", on="note")
        await page.press("Yes, resign", on="note")
        await house.settled()
        assert "Zoe resigned" in house.board().message.text
        await house.press(ADA, "Rematch")
        while page.newest()["title"] == "" or "Accept" not in page.labels():
            await page.until("edit")
        await page.press("Accept")
        await house.settled()
    rows = await house.services.accounts.under_way(await player(house))
    assert [row.phase for row in rows] == [Phase.RUNNING]
    assert not (await house.services.matches.load(rows[0].match)).opened.rated


async def test_a_board_of_another_match_takes_the_place_of_none_that_is_still_played(
    house: House, server: MatchPages
) -> None:
    over, running = [await played(house, server) for _ in range(2)]
    await house.resign(ADA, code_in(over))
    async with guest(server) as page:
        await page.open(code_in(running), browser=ZOE)
        await page.until("edit")
        await house.type(ADA, f"/rematch {code_in(over)}")
        await page.press("More")
        assert [frame["match"] for frame in page.frames if frame["type"] == "welcome"] == [code_in(running)]


async def test_moves_go_both_ways_and_the_secrets_stay_on_their_side(
    house: House, server: MatchPages
) -> None:
    secret = await seat(house, "/play sator link")
    async with guest(server) as page:
        await sit(page, secret)
        seen = (await page.until("edit"))["message"]
        assert "My view" not in page.labels()
        before = seen["text"]
        await page.press(page.labels()[0])
        assert page.newest()["text"] != before or page.newest()["rows"] != seen["rows"]
    async with guest(server) as stranger:
        assert (await stranger.open(code_in(secret), browser=MAX))["type"] == "problem"
        assert (await stranger.open(code_in(secret), browser="x"))["type"] == "problem"


async def test_the_browser_comes_back_by_its_secret_after_a_restart(house: House) -> None:
    async with match_pages(house) as server:
        secret = await played(house, server)
    await house.restart()
    async with match_pages(house) as server, guest(server) as page, guest(server) as again:
        assert (await page.open(code_in(secret), browser=ZOE))["match"] == code_in(secret)
        assert (await again.open(seat=secret, browser=ZOE))["match"] == code_in(secret)  # the link once more
    async with match_pages(house) as server, guest(server) as page:
        assert (await page.open(browser=ZOE))["match"] == code_in(secret)  # the most urgent one


async def test_a_seat_is_not_lost_or_doubled_if_the_bot_dies_while_it_is_taken(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with match_pages(house) as server, guest(server) as page:
        secret = await seat(house)
        with monkeypatch.context() as dying:
            dying.setattr(type(house.dispatcher), "handle", lambda *_: 1 / 0)
            assert (await sit(page, secret))["type"] == "problem"
    await house.restart()
    async with match_pages(house) as server, guest(server) as page, guest(server) as other:
        assert "This seat is taken" in (await sit(other, secret, "Max", MAX))["detail"]
        for _ in range(2):
            async with guest(server) as again:
                assert (await sit(again, secret))["match"] == code_in(secret)
        assert (await page.open(code_in(secret), browser=ZOE))["type"] == "welcome"
    assert (await house.services.matches.load(code_in(secret))).phase is Phase.RUNNING


WRONG = {
    "cut": lambda secret: secret[:-1],
    "longer": lambda secret: f"{secret}0",
    "of another match": lambda secret: f"ZZZZZZ{secret[6:]}",
    "only the code": lambda secret: secret[:6],
    "lower case": lambda secret: secret.lower(),
    "not ASCII": lambda secret: f"{secret[:-1]}é",
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
async def test_a_wrong_link_offers_nothing(house: House, server: MatchPages, change: Any) -> None:
    secret = await seat(house)
    async with guest(server) as page:
        for proof in ({"seat": change(secret)}, {"seat": change(secret), "name": "Zoe", "browser": ZOE}):
            answer = await page.open(**proof)
            assert answer["type"] == "problem"
            assert "Ada" not in str(answer)
    assert not await player(house)


async def test_a_link_waits_as_long_as_the_challenge(house: House, server: MatchPages) -> None:
    secret = await seat(house)
    await house.wait(20 * HOUR)
    await house.services.store.jobs.beat(house.now)
    await house.restart()
    async with match_pages(house) as server, guest(server) as page:
        assert (await sit(page, secret))["type"] == "welcome"


async def test_a_withdrawn_challenge_takes_its_link_along(house: House, server: MatchPages) -> None:
    secret = await seat(house)
    await house.press(ADA, "Cancel")
    async with guest(server) as page:
        assert "the challenge has ended" in (await page.open(seat=secret))["detail"]
        assert "the challenge has ended" in (await sit(page, secret))["detail"]


@pytest.mark.parametrize(("name", "told"), [("", ""), (" ", "name"), ("x" * 33, "32"), ("a/b", "/")])
async def test_names_are_checked(house: House, server: MatchPages, name: str, told: str) -> None:
    secret = await seat(house)
    async with guest(server) as page:
        answer = await sit(page, secret, name)
        assert answer["type"] == ("problem" if name else "offered")
        assert told in answer.get("detail", "")
        assert (await sit(page, secret, "Zoe"))["type"] == "welcome"  # the page asks again


async def test_a_browser_has_so_many_seats(house: House, server: MatchPages) -> None:
    for _ in range(5):
        await played(house, server)
    secret = await seat(house)
    async with guest(server) as page:
        assert "has 5 seats already" in (await sit(page, secret))["detail"]
    assert len(await house.services.accounts.under_way(await player(house))) == 5


async def test_a_browser_that_asks_too_often_uses_up_no_seat(house: House, server: MatchPages) -> None:
    secret = await seat(house)
    house.services.limits.commands = Bucket(Rate(0, 1), lambda: 0.0)
    async with guest(server) as page:
        assert "a lot at once" in (await sit(page, secret))["detail"]
    house.services.limits.commands = Bucket(UNHURRIED.commands, lambda: 0.0)
    async with guest(server) as page:
        assert (await sit(page, secret, "Max", MAX))["type"] == "welcome"


async def test_a_link_is_open_on_so_many_pages_at_a_time(house: House, server: MatchPages) -> None:
    secret = await seat(house)
    async with AsyncExitStack() as stack:
        for number in range(MOST_PAGES + 1):
            page = await stack.enter_async_context(guest(server))
            kind = (await page.open(seat=secret))["type"]
            assert kind == ("offered" if number < MOST_PAGES else "problem")


async def test_one_does_not_sit_down_opposite_oneself(house: House, server: MatchPages) -> None:
    await played(house, server, BEN)
    await linked(house, server, ADA)
    secret = await seat(house)
    async with guest(server) as page:
        assert "against yourself" in (await sit(page, secret))["detail"]


async def linked(house: House, server: MatchPages, who: Account = BEN) -> None:
    """The seat of Zoe is taken over by an account."""
    async with guest(server) as page:
        await page.open(browser=ZOE)
        await page.until("edit")
        await page.press("More")
        await page.press("Keep this seat", on="note")
        found = re.search(r"/link (\w{10})", page.newest("note")["text"])
        assert found
    await house.type(who, f"/link {found[1]}", private_chat(who))
    await house.settled()


async def test_an_account_takes_the_seat_over(house: House, server: MatchPages) -> None:
    secret = await played(house, server)
    guests = await player(house)
    await linked(house, server)
    ben = await house.services.accounts.player_of(BEN.platform, BEN.id)
    match = await house.services.matches.load(code_in(secret))
    assert ben in (match.players or ())
    assert guests != ben or await player(house) == ben
    async with guest(server) as page:  # the browser goes on, as one of two accounts
        await page.open(browser=ZOE)
        await page.until("edit")
        await page.press("More")
        assert not {"Keep this seat", "Forget me …"} & {*page.labels("note")}
        await page.send(callback_data.encode(ForgetMe(sure=True)))
        await page.send(callback_data.encode(LinkAccounts(None)))
    assert await house.services.accounts.player_of(BEN.platform, BEN.id)
    await house.ask(BEN, Resign(code_in(secret), sure=True), CHANNEL)
    assert (await house.services.matches.load(code_in(secret))).phase is Phase.OVER


async def test_a_guest_is_forgotten_on_the_page(house: House, server: MatchPages) -> None:
    secret = await played(house, server)
    async with guest(server) as page:
        await page.open(browser=ZOE)
        await page.until("edit")
        await page.press("More")
        await page.press("Forget me …", on="note")
        await page.press("Yes, forget me", on="note")
        assert any("You are forgotten here" in frame.get("detail", "") for frame in page.frames)
    assert not await player(house)
    assert (await house.services.matches.load(code_in(secret))).phase is Phase.OVER
    assert await house.stored("Zoe") == []
    async with guest(server) as page:
        assert (await page.open(browser=ZOE))["type"] == "problem"


async def test_what_the_opponent_says_stands_on_the_page(house: House, server: MatchPages) -> None:
    secret = await played(house, server)
    await house.ask(ADA, SayPhrase(code_in(secret), "luck"), CHANNEL)
    await house.settled()
    async with guest(server) as page:  # it was said while nobody looked
        await page.open(browser=ZOE)
        assert "Good luck" in (await page.until("note"))["message"]["text"]
        await house.ask(ADA, SayPhrase(code_in(secret), "hello"), CHANNEL)
        await house.settled()
        assert "Hello" in (await page.until("note"))["message"]["text"]


async def test_what_was_said_last_is_there_when_the_page_is_loaded_again_unless_it_is_hidden(
    house: House, server: MatchPages
) -> None:
    secret = await played(house, server)
    async with guest(server) as page:
        await page.open(browser=ZOE)
        await house.ask(ADA, SayPhrase(code_in(secret), "luck"), CHANNEL)
        await house.settled()
        assert "Good luck" in (await page.until("note"))["message"]["text"]
    async with guest(server) as page:
        await page.open(browser=ZOE)
        assert "Good luck" in (await page.until("note"))["message"]["text"]
    speaker = await house.services.accounts.player_of(ADA.platform, ADA.id)
    assert speaker
    (remark,) = await house.store.talk.remarks_of(speaker)
    await hide_remark(house.services, remark)
    async with guest(server) as page:
        await page.open(browser=ZOE)
        await page.until("edit")
        await page.press("More")
        assert "Good luck" not in "".join(page.received)


async def test_only_what_a_match_allows_is_done_on_the_page(house: House, server: MatchPages) -> None:
    secret = await played(house, server)
    other = await played(house, server)
    async with guest(server) as page:
        await page.open(code_in(secret), browser=ZOE)
        await page.until("edit")
        for request in (Resign(code_in(other), sure=True), ShowProfile(None), UnlinkAccount("guest")):
            await page.send(callback_data.encode(request))
        assert {frame["type"] for frame in page.frames} == {"welcome", "edit", "answered"}
    assert (await house.services.matches.load(code_in(other))).phase is Phase.RUNNING


async def test_the_link_is_told_to_nobody_else(
    house: House, server: MatchPages, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = await played(house, server)
    hidden = (secret, secret[6:], ZOE)
    async with guest(server) as page:
        for browser in (ZOE, MAX):
            await page.open(seat=secret, browser=browser, name="" if browser == ZOE else "Max")
        received = "".join(page.received)
    await house.restart()
    shown = [str(one.message) for one in house.platform.in_chat(CHANNEL)]
    stored = "\n".join(await house.stored())
    for words in (caplog.text, received, stored, *shown):
        assert not any(each in words for each in hidden)
        assert base64.b64encode(ZOE.encode()).decode() not in words
    assert hidden[0] not in "".join(screen.text for screen in house.notes.get(BEN.id, []))


async def test_the_same_press_gives_the_same_link(house: House, server: MatchPages) -> None:
    first, second = [(await house.type(ADA, "/play sahara link", press="once")).noted.text for _ in range(2)]
    assert first == second
    assert len(house.platform.in_chat(CHANNEL)) == 1


async def test_without_pages_there_are_no_links(house: House) -> None:
    """It says what is left to who asks, and what the host can do."""
    note = (await house.type(ADA, "/play sahara link")).noted
    assert "/play without a name challenges anyone here" in note.text
    assert "The host can give it an address: TISCHRAND_PUBLIC_URL" in note.text
    assert not house.platform.in_chat(CHANNEL)
    assert not await house.store.matches.matches_in(CHANNEL.platform, ChatId(CHANNEL.id), (Phase.CHALLENGE,))


async def test_such_a_match_is_never_rated(house: House, server: MatchPages) -> None:
    note = (await house.type(ADA, "/play sahara link rated=yes")).noted
    assert note.text == "A match with a guest is never rated. Leave out rated=yes."


async def test_the_builder_offers_a_link(house: House, server: MatchPages) -> None:
    note = (await house.type(ADA, "/play")).noted
    note = (await house.press_note(ADA, "Sahara", note)).updated
    against = next(
        button.label
        for row in note.rows
        for button in row
        if isinstance(button.request, BuildChallenge) and button.request.page == AGAINST_WHOM
    )
    note = (await house.press_note(ADA, against, note)).updated
    note = (await house.press_note(ADA, "A guest, by a link", note)).updated
    assert "a guest without an account, by link" in note.text
    assert "#seat=" in (await house.press_note(ADA, "Send the challenge", note)).noted.text
    assert "Ada challenges Guest (by link)" in house.board().message.text


@pytest.mark.parametrize("line", ["/play sahara link 30 1d", "/play sahara LINK target=30 clock=1d"])
async def test_house_rules_are_said_as_in_any_challenge(house: House, server: MatchPages, line: str) -> None:
    opened = (await house.services.matches.load(code_in(await seat(house, line)))).opened
    assert (opened.house_rules, opened.clock) == ({"target": "30"}, 86400)
    note = (await house.type(ADA, "/play sahara link target=31")).noted
    assert "“target=31” is not a house rule of Sahara." in note.text


async def test_a_channel_plays_against_a_guest(house: House, server: MatchPages) -> None:
    secret = await seat(house, "/play sahara channel link")
    async with guest(server) as page:
        assert (await sit(page, secret))["type"] == "welcome"
    match = await house.services.matches.load(code_in(secret))
    assert (match.phase, bool(match.opened.vote), match.opened.rated) == (Phase.RUNNING, True, False)


async def test_on_a_platform_with_a_list_of_people_the_link_is_a_house_rule(
    house: House, server: MatchPages
) -> None:
    answer = await house.ask(ADA, OfferChallenge("sahara", None, ("link", "target=30")), CHANNEL)
    assert "#seat=" in answer.noted.text
    assert "30" in house.board().message.text


async def test_a_guest_moves_only_when_it_is_their_turn(house: House, server: MatchPages) -> None:
    secret = await played(house, server)
    match = await house.services.matches.load(code_in(secret))
    async with guest(server) as page:
        await page.open(code_in(secret), browser=ZOE)
        await page.until("edit")
        assert match.players
        mover = match.players[next(iter(match.awaited))]
        await page.send(
            callback_data.encode(Choose(code_in(secret), match.version, ("1",), final=True, page=0))
        )
    after = await house.services.matches.load(code_in(secret))
    assert (after.version > match.version) == (mover == await player(house))


PLACES = ("hide a b", "hide c d")
"""What the opponent of a guest hides, in two worlds."""


async def told_to(folder: Path, hides: str) -> list[str]:
    """All that a guest receives of a match in which the opponent hides this."""
    house = House(folder)
    house.others[GUEST] = Guests()
    async with house, match_pages(house) as server, guest(server) as page:
        await house.meet(ADA)
        secret = await seat(house, "/play sator link")
        await sit(page, secret)
        await page.until("edit")
        await house.type(ADA, f"/move {hides}", private_chat(ADA))
        await house.settled()
        for label in ("More", page.labels()[0]):
            await page.press(label)
        await page.send(callback_data.encode(Resign(code_in(secret), sure=False)))
        assert (await house.services.matches.load(code_in(secret))).version == 3
        return [frame for frame in page.received if '"answered"' not in frame]


async def test_what_the_opponent_hides_changes_nothing_that_a_guest_receives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: PIXEL)
    received = list[list[str]]()
    for number, hides in enumerate(PLACES):
        (tmp_path / str(number)).mkdir()
        received.append(await told_to(tmp_path / str(number), hides))
    one, two = received
    assert one == two
    assert len("".join(one)) > 1000
