"""The public pages of finished matches: what everybody may see, and that they tell nothing else."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import aiohttp
import pytest
from multidict import CIMultiDict

from bot import interface
from bot.handlers.access import Rate
from bot.interface import Account, LayOpen, Resign, WebLink
from bot.platforms.web import public_pages
from bot.platforms.web.match_pages import MatchPages
from bot.platforms.web.passes import Sessions
from games import record
from games.events import MatchId
from tests.bot.finished_matches import begun
from tests.bot.handlers.test_replays import finished, play
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, UNHURRIED, House, code_of, private_chat
from tests.bot.platforms.web.guest import PUBLIC
from tests.bot.simple_robots import FirstMoves

PNG = b"\x89PNG\r\n\x1a\n"
CHANGING = {"Date"}
"""Headers that differ between any two answers."""
NOWHERE = MatchId("ZZZZZZ")


class Got(NamedTuple):
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return html.unescape(self.body.decode())


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with House(tmp_path, robots=FirstMoves()) as house:
        yield house


@asynccontextmanager
async def served(house: House) -> AsyncIterator[MatchPages]:
    pages = MatchPages(
        house.dispatcher,
        PUBLIC,
        0,
        Sessions(bytes(32), lambda: house.now),
        ways_in=lambda payload: (WebLink("Telegram", f"https://t.me/bot?start={payload}"),),
    )
    await pages.start()
    try:
        yield pages
    finally:
        await pages.stop()


@pytest.fixture
async def server(house: House) -> AsyncIterator[MatchPages]:
    async with served(house) as pages:
        yield pages


async def get(server: MatchPages, path: str, **headers: str) -> Got:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{server.port}/{path}", headers=sent) as answer,
    ):
        told = CIMultiDict((name, value) for name, value in answer.headers.items() if name not in CHANGING)
        return Got(answer.status, told, await answer.read())


async def secret(house: House, ada: str = "a b", ben: str = "a b") -> MatchId:
    """A finished match of Sator; each has hidden their dots there."""
    await house.start("/play sator")
    code = code_of(house)
    for who, hidden in ((ADA, ada), (BEN, ben)):
        await house.type(who, f"/move hide {hidden} {code}", private_chat(who))
    await house.ask(ADA, Resign(code, sure=True), CHANNEL)
    return code


def meta(page: Got, name: str) -> str:
    found = re.search(rf'<meta (?:property|name)="{name}" content="([^"]*)">', page.body.decode())
    assert found, name
    return html.unescape(found[1])


# What is seen


async def test_a_link_has_a_preview_with_picture_and_result(house: House, server: MatchPages) -> None:
    code = await finished(house)
    page = await get(server, f"m/{code}")
    assert page.status == 200
    assert meta(page, "og:url") == server.public_link(code) == f"{PUBLIC}m/{code}"
    assert "Ada" in meta(page, "og:title")
    assert "Ben" in meta(page, "og:title")
    assert "Ada resigned: Ben wins." in meta(page, "og:description")
    picture = await get(server, meta(page, "og:image").removeprefix(PUBLIC))
    assert (picture.status, picture.body[:8]) == (200, PNG)
    assert picture.headers["Content-Type"] == "image/png"
    assert "hollows" in meta(page, "og:image:alt")


async def test_a_match_is_gone_through_without_a_script(house: House, server: MatchPages) -> None:
    code = await finished(house)
    page, told = await get(server, f"m/{code.lower()}"), []
    while back := re.search(r'class="prev" href="([^"]*)"', page.text):
        told.append(re.findall(r"<p>((?:Move|The deal)[^<]*)</p>", page.text)[0])
        assert f'<img src="{code}/' in page.text
        page = await get(server, f"m/{back[1]}")
    assert told == ["Move 3 of 3.", "Move 2 of 3.", "Move 1 of 3."]
    assert "The deal. 3 moves follow." in page.text
    assert "resigned" in page.text, "the result stands on every page"


@pytest.mark.parametrize(
    ("asked", "said"), [("de-AT,en;q=0.5", "gibt auf"), ("ca", "guanya"), ("xx", "wins")]
)
async def test_it_speaks_the_language_of_the_browser(
    house: House, server: MatchPages, asked: str, said: str
) -> None:
    page = await get(server, f"m/{await finished(house)}", Accept_Language=asked)
    assert said in page.text
    assert page.headers["Vary"] == "Accept-Language"


async def test_the_record_can_be_fetched_and_leads_back_to_the_match(
    house: House, server: MatchPages
) -> None:
    code = await finished(house)
    got = await get(server, f"m/{code}/record.txt")
    assert record.read(got.body.decode())[0].match == code
    assert got.headers["Content-Disposition"] == f'attachment; filename="{code}.txt"'


async def test_it_leads_on_against_the_robot_from_the_position_that_it_shows(
    house: House, server: MatchPages
) -> None:
    code = await finished(house)
    page = await get(server, f"m/{code}?at=2")
    assert f"https://t.me/bot?start=on_{code}_1" in page.text
    assert f"/replay {code}, go to move 1" in page.text


async def test_names_are_never_markup(house: House, server: MatchPages) -> None:
    eve = replace(CLEO, name='<script src="x">$title</script>"')
    code = await begun(house, BEN, host=eve)
    await house.ask(eve, Resign(code, sure=True), CHANNEL)
    page = (await get(server, f"m/{code}")).body.decode()
    assert "<script src=&quot;x&quot;&gt;$title" in page.replace("&lt;", "<")
    assert page.count("<script") == 1


async def test_nothing_is_inline_and_nobody_is_followed(house: House, server: MatchPages) -> None:
    code = await finished(house)
    for path in (f"m/{code}", f"m/{NOWHERE}"):
        page = await get(server, path)
        assert "Set-Cookie" not in page.headers
        assert "unsafe" not in page.headers["Content-Security-Policy"]
        assert page.headers["X-Robots-Tag"] == "noindex"
        assert not re.search(r"<script>|<style|style=|\son\w+=", page.text)
        assert not re.search(r'(?:src|srcset)="https?:', page.text)


async def test_what_somebody_has_is_not_sent_again(house: House, server: MatchPages) -> None:
    code = await finished(house)
    for path in (f"m/{code}", f"m/{code}/2.png", f"m/{code}/record.txt"):
        first = await get(server, path)
        assert first.headers["Cache-Control"] == f"public, max-age={public_pages.FRESH}"
        again = await get(server, path, If_None_Match=first.headers["ETag"])
        assert (again.status, again.body) == (304, b"")
        assert (await get(server, path, If_None_Match='"other"')).body == first.body


# What is not there


async def test_what_is_not_public_looks_like_what_is_not_there(
    house: House, server: MatchPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = list[float]()

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(public_pages, "sleep", sleep)
    off, gone = await finished(house), await finished(house)
    await house.type(CLEO, "/play sahara")
    challenge = code_of(house)
    running = await begun(house, BEN)
    await house.type(ADA, "/settings pages=off")
    codes = {"off": off, "running": running, "challenge": challenge, "unknown": NOWHERE, "no code": "x"}
    nothing = await get(server, f"m/{NOWHERE}")
    assert nothing.status == 404
    assert "There is no such page" in nothing.text
    assert "ETag" not in nothing.headers
    assert nothing.headers["Cache-Control"] == "no-store"
    for why, code in codes.items():
        for path in (f"m/{code}", f"m/{code}?at=1", f"m/{code}/1.png", f"m/{code}/record.txt"):
            assert await get(server, path, If_None_Match="*") == nothing, why
    await house.type(ADA, "/settings pages=on")
    assert (await get(server, f"m/{gone}")).status == 200
    for path in (f"m/{gone}?at=first", f"m/{gone}/99.png", f"m/{gone}/0.png"):
        assert await get(server, path) == nothing, path
    assert (await get(server, f"m/{gone}?at=99")).status == 200
    await house.forget(BEN)
    assert await get(server, f"m/{gone}") == nothing
    assert len(waited) == 4 * len(codes) + 5
    assert all(0 < seconds <= public_pages.FLOOR for seconds in waited)


async def test_either_player_can_switch_it_off(house: House, server: MatchPages) -> None:
    code = await finished(house)
    for who in (ADA, BEN):
        await house.type(who, "/settings")
        page = (await house.press_note(who, "Other people", house.notes[who.id][-1])).updated
        assert "Public pages of your finished matches: on, if your opponent has them on, too" in page.text
        await house.press_note(who, "Turn public pages off", page)
        assert (await get(server, f"m/{code}")).status == 404
        await house.type(who, "/settings pages=on")
        assert (await get(server, f"m/{code}")).status == 200


async def test_the_end_offers_the_link_only_where_there_is_a_page(house: House) -> None:
    """It stands behind *More*: few look for it, and the board has the next match."""
    await finished(house)
    assert (await house.more(ADA)).page is None
    async with served(house) as server:
        code = await finished(house)
        assert house.board().message.page is None
        page = (await house.more(ADA)).page
        assert page == WebLink("Public page", server.public_link(code))
        await house.type(BEN, "/settings pages=off")
        await finished(house)
        assert (await house.more(ADA)).page is None


async def test_whoever_asks_too_often_waits(tmp_path: Path) -> None:
    rates = replace(UNHURRIED, pages=Rate(2, 1), clock=lambda: 0.0)
    async with House(tmp_path, rates=rates) as house, served(house) as server:
        code = await finished(house)
        for _ in range(2):
            assert (await get(server, f"m/{code}", X_Forwarded_For="6.6.6.6, 192.0.2.1")).status == 200
        slow = await get(server, f"m/{code}", X_Forwarded_For="192.0.2.1")
        assert (slow.status, slow.headers["Retry-After"]) == (429, "60")
        assert (await get(server, f"m/{code}", X_Forwarded_For="192.0.2.2")).status == 200


# Secrets


async def test_what_was_hidden_stays_hidden_until_both_lay_it_open(house: House, server: MatchPages) -> None:
    code = await secret(house)
    page = await get(server, f"m/{code}")
    assert "What was hidden in this match stays between its two players." in page.text
    assert "Ada resigned: Ben wins." in page.text
    assert meta(page, "og:image") == f"{PUBLIC}sator.png"
    assert (await get(server, "sator.png")).body[:8] == PNG
    assert f"{code}/" not in page.text
    own = await house.type(ADA, f"/hand {code}")
    assert "To show everybody what was hidden, both of you press More → Lay open." in own.noted.text
    assert "More → Lay open" not in house.board().message.text, "only its players are told"
    asked = (await house.press(ADA, "Lay open")).updated
    assert "if Ben lays it open as well" in asked.text
    assert (await get(server, f"m/{code}")) == page, "a question changes nothing"
    done = await house.press_note(ADA, "Yes, lay open", asked)
    assert done.updated.text == "Noted. It stays hidden until Ben lays it open as well."
    assert "Ada wants to show everybody what was hidden." in house.board().message.text
    assert (await get(server, f"m/{code}")) == page
    for path in (f"m/{code}/1.png", f"m/{code}/record.txt"):
        assert (await get(server, path)).status == 404
    await house.restart()
    async with served(house) as again:
        await house.ask(BEN, LayOpen(code, sure=True), CHANNEL)
        opened = await get(again, f"m/{code}")
        assert "What was hidden" not in opened.text
        assert meta(opened, "og:image:alt").count("Red dots of") == 2
        assert record.read((await get(again, f"m/{code}/record.txt")).body.decode())[0].match == code


async def test_what_is_laid_open_is_so_for_everybody(house: House, server: MatchPages) -> None:
    code = await secret(house)
    ended = (await house.services.matches.load(code)).since
    house.now += 1000
    await house.type(CLEO, f"/export {code}")
    assert "do not play" in house.note(CLEO)
    for who in (ADA, BEN):
        await house.ask(who, LayOpen(code, sure=True), CHANNEL)
    exported = (await house.type(CLEO, f"/export {code}")).noted
    assert exported.file
    assert record.read(exported.file.data.decode())[0].match == code
    match = await house.services.matches.load(code)
    assert (match.since, match.is_open_to_all) == (ended, True)
    await house.ask(CLEO, interface.PlayOn(code, 2, interface.ROBOT), CHANNEL)
    assert code_of(house) != code
    await house.ask(ADA, LayOpen(code), CHANNEL)
    assert house.note(ADA) == "You have laid this match open already."


async def test_a_robot_has_nothing_against_it(house: House, server: MatchPages) -> None:
    await house.type(ADA, "/play sator robot")
    code = code_of(house)
    await house.ask(ADA, Resign(code, sure=True), CHANNEL)
    own = await house.type(ADA, f"/hand {code}")
    assert "To show everybody what was hidden: More → Lay open." in own.noted.text
    await house.ask(ADA, LayOpen(code), CHANNEL)
    assert house.note(ADA).startswith("Everybody will be able to see what was hidden, move by move. That")
    await house.ask(ADA, LayOpen(code, sure=True), CHANNEL)
    assert "What was hidden" not in (await get(server, f"m/{code}")).text


async def test_a_board_shows_what_is_laid_open_at_once(house: House) -> None:
    """For all who read it, and above it for those who read words."""
    code = await secret(house)
    for who in (ADA, BEN):
        assert "Red dots of" not in _told(house)
        await house.ask(who, LayOpen(code, sure=True), CHANNEL)
    assert _told(house).count("Red dots of") == 2
    assert house.note(BEN) == "Now everybody can see what was hidden."


def _told(house: House) -> str:
    """The picture of the newest board in the channel, in words."""
    image = house.board().message.image
    assert image
    return image.alt


async def test_a_robot_lets_its_board_be_seen_at_once(house: House) -> None:
    await house.type(ADA, "/play sator robot", private_chat(ADA))
    code = MatchId(house.board(private_chat(ADA)).message.title.split()[-1])
    await house.type(ADA, f"/move hide a b {code}", private_chat(ADA))
    await house.ask(ADA, Resign(code, sure=True), private_chat(ADA))
    await house.ask(ADA, LayOpen(code, sure=True), private_chat(ADA))
    (board,) = house.platform.in_chat(private_chat(ADA))
    assert board.message.image
    assert board.message.image.alt.count("Red dots of") == 2


@pytest.mark.parametrize("one", [(), (ADA,)])
async def test_two_worlds_that_differ_in_a_secret_have_the_same_page(
    tmp_path: Path, one: tuple[Account, ...]
) -> None:
    """To the byte and the header, also when one player has laid their side open."""
    told = []
    for world, (ada, ben) in enumerate((("a b", "c d"), ("d e", "a e"))):
        async with House(tmp_path / str(world)) as house, served(house) as server:
            code = await secret(house, ada, ben)
            for who in one:
                await house.ask(who, LayOpen(code, sure=True), CHANNEL)
            paths = (f"m/{code}", f"m/{code}?at=1", f"m/{code}/1.png", f"m/{code}/record.txt")
            told.append([(path, await get(server, path)) for path in paths])
            boards = [shown.message.text for shown in house.platform.in_chat(CHANNEL)]
            told[-1].append(("boards", Got(0, {}, repr(boards).encode())))
    assert told[0] == told[1]


async def test_a_match_that_runs_or_hid_nothing_cannot_be_laid_open(house: House) -> None:
    await house.start("/play sator")
    running = code_of(house)
    await house.ask(ADA, LayOpen(running), CHANNEL)
    assert "not over" in house.note(ADA)
    await house.ask(ADA, LayOpen(await finished(house), sure=True), CHANNEL)
    assert house.note(ADA) == "Nothing was hidden in this match: everybody can see it."
    await house.ask(CLEO, LayOpen(await secret(house), sure=True), CHANNEL)
    assert "You do not play in this match" in house.note(CLEO)


async def test_a_longer_match_has_every_position(house: House, server: MatchPages) -> None:
    await house.start()
    code = code_of(house)
    await play(house, "1", "2", "3", "4")
    await house.ask(ADA, Resign(code, sure=True), CHANNEL)
    pictures = {(await get(server, f"m/{code}/{place}.png")).body for place in range(1, 6)}
    assert len(pictures) == 5
    assert (await get(server, f"m/{code}/5-dark.png")).body not in pictures
