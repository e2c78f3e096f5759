"""The page of a match: who is let in, what they see and do there, and that nothing else reaches them."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.domain.terms import DAY
from bot.interface import Account, Choose, ForgetMe, OpenPage, Resign, SeenMatch, ShowHand, UnlinkAccount
from bot.platforms import callback_data
from bot.platforms.web import passes
from bot.platforms.web.match_pages import MOST_PAGES, MatchPages
from bot.platforms.web.passes import LINK_LIVES, OPENED_WITHIN
from bot.platforms.web.server import STATIC
from games.events import MatchId
from tests.bot.handlers.test_account_linking import link as join
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, private_chat
from tests.bot.platforms.web.guest import PIXEL, PUBLIC, guest, link, match_pages, opening, told
from tests.bot.two_platforms import ADA_THERE, Houses
from tests.games.walks import KNOWN
from tests.loopback.core.signal import PATIENCE

BIG = "Big board"


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: PIXEL)
    async with House(tmp_path) as house:
        yield house


@pytest.fixture
async def server(house: House) -> AsyncIterator[MatchPages]:
    async with match_pages(house) as server:
        yield server


async def begun(house: House, line: str = "/play sahara") -> MatchId:
    await house.start(line)
    return house.board().code


async def test_boards_lead_to_their_page_only_where_there_are_pages(house: House) -> None:
    code = await begun(house)
    assert BIG not in house.labels(await house.more(ADA))
    await house.ask(ADA, OpenPage(code), CHANNEL)
    assert house.note(ADA) == "Boards cannot be opened as a page at the moment."
    async with match_pages(house):
        assert BIG in house.labels(await house.more(ADA))


async def test_a_press_on_the_page_is_one_of_that_person_and_seen_by_all(
    house: House, server: MatchPages
) -> None:
    code = await begun(house)
    who, other = house.to_act(), next(one for one in (ADA, BEN) if one != house.to_act())
    async with guest(server) as page, guest(server) as theirs:
        assert (await page.open(link=await link(house, who, code)))["match"] == code
        await theirs.open(link=await link(house, other, code))
        await page.until("edit")
        await theirs.until("edit")
        assert "My view" not in page.labels()
        before, posted = house.board().message.text, len(house.platform.in_chat(CHANNEL))
        while house.board().message.text == before:
            await page.press(next(label for label in page.labels() if label.isdigit()))
            await house.settled()
        await theirs.until("edit")
        assert len(theirs.frames) == 3
        assert len(house.platform.in_chat(CHANNEL)) == posted
        row = await house.store.matches.row(code)
        assert row is not None
        assert row.version == 3


async def test_the_answer_to_a_press_brings_the_board_which_is_not_drawn_again(
    house: House, server: MatchPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await begun(house)
    who, looks = house.to_act(), list[str]()
    see = house.dispatcher.see_match

    async def looked(platform: str, account: str, match: MatchId | None, **named: bool) -> SeenMatch | str:
        looks.append(account)
        return await see(platform, account, match, **named)

    async with guest(server) as page, guest(server) as again:
        await page.open(link=await link(house, who, code))
        await page.until("edit")
        monkeypatch.setattr(house.dispatcher, "see_match", looked)
        before = page.newest("board")
        await page.press("1")
        await house.settled()
        assert looks == []
        await again.open(link=await link(house, who, code))
        await again.until("edit")
        assert page.newest("board") == again.newest("board") != before


async def test_what_is_said_about_a_match_stands_in_a_note(house: House, server: MatchPages) -> None:
    code = await begun(house)
    async with guest(server) as page:
        await page.open(link=await link(house, ADA, code))
        await page.until("edit")
        await page.press("More")
        assert not {BIG, "My view"} & {*page.labels("note")}
        await page.press("Rules", on="note")
        assert page.newest("note")["title"]
        await page.press("More")
        await page.press("Resign", on="note")
        await page.press("Yes, resign", on="note")
        await house.settled()
        assert "Rematch" in page.labels()
        assert "resigned" in house.board().message.text
        await page.press("Rematch")
        await house.settled()
        assert house.board().message.title == page.newest("note")["title"]
        assert "Accept" in house.labels(house.board().message)
        assert not page.newest("note")["rows"]


async def test_what_is_behind_more_follows_the_match(house: House, server: MatchPages) -> None:
    code = await begun(house)
    who, other = house.to_act(), next(one for one in (ADA, BEN) if one != house.to_act())
    async with guest(server) as page, guest(server) as theirs:
        await page.open(link=await link(house, other, code))
        await theirs.open(link=await link(house, who, code))
        await page.until("edit")
        await theirs.until("edit")
        await page.press("More")
        assert "If …" in page.labels("note")
        while "1" not in page.labels():
            await theirs.press(next(label for label in theirs.labels() if label.isdigit()))
            await house.settled()
            await page.until("note")
        assert "If …" not in page.labels("note")
        assert page.newest("note")["again"]
        await page.press("Rules", on="note")
        told = len(page.frames)
        await page.press(next(label for label in page.labels() if label.isdigit()))
        await house.settled()
        assert not any(frame["type"] == "note" for frame in page.frames[told:])


async def test_a_link_opens_one_match_once_and_for_minutes(house: House, server: MatchPages) -> None:
    code = await begun(house)
    another = await begun(house, "/play sator")
    name, in_time, late = [await link(house, ADA, code) for _ in range(3)]
    async with guest(server) as page:
        assert (await page.open(another, link=name))["match"] == code
        await page.until("edit")
        await page.send(callback_data.encode(Resign(another, sure=True)))
        await page.send(callback_data.encode(ForgetMe(sure=True)))
        await page.send(callback_data.encode(ShowHand(code)))
        assert {frame["type"] for frame in page.frames} == {"welcome", "edit", "answered"}
    async with guest(server) as again:
        assert (await again.open(link=name))["type"] == "problem"
        house.now += LINK_LIVES - 1
        async with guest(server) as other:
            assert (await other.open(link=in_time))["type"] == "welcome"
        house.now += 1
        assert "too old" in (await again.open(link=late))["detail"]
    assert (await house.store.matches.row(another)).phase == "running"  # type: ignore[union-attr]


async def test_a_page_comes_back_after_a_restart_by_what_it_was_given(house: House) -> None:
    code = await begun(house)
    async with match_pages(house) as server, guest(server) as page:
        session = (await page.open(link=await link(house, ADA, code)))["session"]
    await house.restart()
    async with match_pages(house) as server, guest(server) as page:
        assert (await page.open(session=session))["match"] == code
        assert (await page.until("edit"))["message"]["match"] == code
    async with match_pages(house) as server, guest(server) as page:
        assert (await page.open(session=f"{session}0"))["type"] == "problem"


async def test_telegram_opens_the_match_of_its_link_or_the_most_urgent_one(
    house: House, server: MatchPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passes, "TELEGRAM", "fake")
    ada, ben = Account("fake", "1", "Ada"), Account("fake", "2", "Ben")
    await house.meet(ada, ben)
    await house.type(ada, "/play sahara")
    await house.press(ben, "Accept")
    code = house.board().code
    async with guest(server) as page:
        assert (await page.open(telegram=told(ada, house.now)))["match"] == code
    async with guest(server) as page:
        assert (await page.open(telegram=told(ben, house.now, start_param=code)))["match"] == code
    async with guest(server) as page:
        stranger = Account("fake", "3", "Cleo")
        assert "no running match" in (await page.open(telegram=told(stranger, house.now)))["detail"]
        forged = told(ada, house.now, token="1:of-another-bot")  # noqa: S106
        assert "does not know who you are" in (await page.open(telegram=forged))["detail"]
        aged = told(ada, house.now - OPENED_WITHIN - 1)
        assert "too long ago" in (await page.open(telegram=aged))["detail"]


async def test_whoever_does_not_play_sees_what_a_watcher_sees(house: House, server: MatchPages) -> None:
    """And nothing of a match that has not begun."""
    code = await begun(house, "/play sator")
    await house.meet(CLEO)
    async with guest(server) as page:
        await page.open(link=await link(house, CLEO, code))
        seen = (await page.until("edit"))["message"]
        assert seen["text"] == house.board().message.text
        choosing = callback_data.encode(Choose(code, 2, ("a",), final=False, page=0))
        await page.send(choosing)
        assert "note" in {frame["type"] for frame in page.frames}
    await house.type(ADA, "/play sahara")
    challenge = house.board().code
    await house.ask(CLEO, OpenPage(challenge), CHANNEL)
    assert "has not begun" in house.note(CLEO)


async def test_whoever_is_forgotten_has_no_page_any_more(house: House, server: MatchPages) -> None:
    code = await begun(house)
    name, of_another = [await link(house, who, code) for who in (ADA, BEN)]
    async with guest(server) as page:
        session = (await page.open(link=await link(house, ADA, code)))["session"]
        await page.until("edit")
        resign = callback_data.encode(Resign(code, sure=True))
        await house.ask(ADA, ForgetMe(sure=True), private_chat(ADA))
        await page.until("problem")
        await page.send(resign)
    assert await house.store.people.person("fake", ADA.id) is None
    async with guest(server) as page:
        assert (await page.open(link=name))["type"] == "problem"
        assert (await page.open(session=session))["type"] == "problem"
        assert (await page.open(link=of_another))["type"] == "welcome"


async def test_times_are_told_in_the_zone_of_the_browser_unless_their_reader_has_chosen_one(
    house: House, server: MatchPages
) -> None:
    code, moments = await begun(house, "/play sahara clock=1d"), []
    for zone in ("UTC", "Asia/Tokyo"):
        await house.type(ADA, f"/settings zone={zone}", private_chat(ADA))
        async with guest(server) as page:
            await page.open(link=await link(house, ADA, code))
            await page.until("edit")
            moments.append(page.newest()["moments"])
    assert moments == [[["Tue 13 Jan, 13:46 UTC", house.now + DAY]], []]


async def test_of_one_person_so_many_pages_are_open_at_a_time(house: House, server: MatchPages) -> None:
    code = await begun(house)
    names = [await link(house, ADA, code) for _ in range(MOST_PAGES + 1)]
    async with aiohttp.ClientSession() as session:
        sockets = [await session.ws_connect(f"http://127.0.0.1:{server.port}/ws") for _ in names]
        for name, socket in zip(names, sockets, strict=True):
            await socket.send_json(opening(link=name))
            said = (await socket.receive_json(timeout=PATIENCE))["type"]
            assert said == ("problem" if name == names[-1] else "welcome")
        async with guest(server) as page:
            assert (await page.open(link=await link(house, BEN, code)))["type"] == "welcome"


async def test_what_happens_while_a_page_is_opened_is_shown_too(
    house: House, server: MatchPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, look = await begun(house), house.dispatcher.see_match
    name = await link(house, ADA, code)

    async def outrun(*asked: Any, opening: bool = False) -> SeenMatch | str:
        seen = await look(*asked, opening=opening)
        if opening:
            await house.ask(BEN, Resign(code, sure=True), CHANNEL)
        return seen

    monkeypatch.setattr(house.dispatcher, "see_match", outrun)
    async with guest(server) as page:
        await page.open(link=name)
        await page.until("edit")
        await page.until("edit")
        assert "Rematch" in page.labels()


async def test_so_many_sockets_are_open_at_a_time_and_no_more(
    server: MatchPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.web.server.MOST_SOCKETS", 1)
    async with guest(server) as page:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
            async with guest(server):
                pass
        assert (await page.open())["type"] == "problem"


async def test_whose_account_was_unlinked_does_nothing_on_an_open_page_in_the_name_of_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: PIXEL)
    async with Houses(tmp_path) as house, match_pages(house) as server, guest(server) as page:
        code = await begun(house, "/play sator")
        await join(house, ADA, ADA_THERE)
        await page.open(link=await link(house, ADA_THERE, code))
        await page.until("edit")
        assert page.labels() != ["More"]
        await house.ask(ADA, UnlinkAccount("other"), private_chat(ADA))
        await page.send(callback_data.encode(Resign(code, sure=True)))
        assert page.labels() == ["More"]
        assert (await house.store.matches.row(code)).phase == "running"  # type: ignore[union-attr]


PRESS = '{"type": "press", "message": "board", "payload": "", "id": "6f8b7a1e-5d5b-4d6a-9d57-3c1f5a0e9b11"}'
HELLO = '{"type": "hello", "name": "Ada", "language": "en", "browser": "", "ticket": ""}'


async def test_frames_of_no_sense_open_nothing(server: MatchPages) -> None:
    for said in ('"', "[]", "{}", '{"type": "press"}', '{"type": "open"}', PRESS, HELLO):
        async with guest(server) as page:
            await page.socket.send_str(said)
            assert (await page.until("problem", "welcome"))["problem"] == "malformed", said


async def test_a_page_that_is_open_is_no_chat(house: House, server: MatchPages) -> None:
    code = await begun(house)
    async with guest(server) as page:
        await page.open(link=await link(house, ADA, code))
        for said in (HELLO, json.dumps(opening(link=await link(house, BEN, code)))):
            await page.socket.send_str(said)
            assert (await page.until("problem", "welcome"))["problem"] == "malformed"


async def test_other_websites_open_no_socket_and_frame_no_page(server: MatchPages) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with guest(server, Origin="https://elsewhere.example"):
            pass
    async with guest(server, Origin=PUBLIC.rstrip("/")):
        pass
    address = f"http://127.0.0.1:{server.port}"
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{address}/") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "frame-ancestors https://web.telegram.org" in policy
            assert "script-src 'self'" in policy
            assert "Set-Cookie" not in answer.headers
            page = await answer.text()
        for name in ("message.css", "match.css", "match.js", "launches.js", "message.js", "health"):
            async with session.get(f"{address}/{name}") as answer:
                assert answer.status == 200, name
        for game in KNOWN:
            async with session.get(f"{address}/{game}.png") as answer:
                assert (answer.status, answer.headers["Content-Type"]) == (200, "image/png"), game
        for name in ("passes.py", "match.html", "..%2fpasses.py", "static"):
            async with session.get(f"{address}/{name}") as answer:
                assert answer.status == 404, name
    assert 'src="match.js"' in page


def test_pages_load_only_what_is_served() -> None:
    """Each file that a page or a script names is there."""
    for file in STATIC.iterdir():
        if file.name.endswith((".html", ".js")):
            text = file.read_text("utf-8")
            for name in re.findall(r'(?:from "\./|src="|href=")([\w./-]+)"', text):
                served = name.removeprefix("../")  # from a page below /m/
                assert STATIC.joinpath(served).is_file(), (file.name, name)
