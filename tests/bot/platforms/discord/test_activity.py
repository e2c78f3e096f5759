"""The board as an Activity: launched from a board, opened in Discord's frame, and checked with Discord."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.platforms.discord.activity import MOST_CODES
from bot.platforms.web.spec import WEB
from bot.runtime.app import bot_service
from bot.runtime.settings import Settings
from tests.bot.conftest import board_image
from tests.bot.platforms.discord.room import BUTTON, LAUNCH, PAGES, Room, served
from tests.bot.platforms.discord.setup import table
from tests.bot.platforms.web.guest import Guest, guest
from tests.loopback.discord.activities import SECRET
from tests.loopback.discord.server import DiscordServer

LINK = "Big board"
MOST_STEPS = 6


@pytest.fixture(autouse=True)
def plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    tan = board_image("tan", "").data
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: tan)


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with DiscordServer() as discord:
        discord.activities.enable()
        async with table(tmp_path, discord=discord, launches=True) as there, served(there) as room:
            yield room


def entry_points(discord: DiscordServer) -> list[tuple[str, int]]:
    return [(one["name"], one["handler"]) for one in discord.world.commands if one["type"] == 4]


async def test_each_person_in_an_instance_sees_their_own_side_and_the_channel_what_is_pressed(
    room: Room,
) -> None:
    """Both choose in secret in Sator; a third person has joined by the card in the channel."""
    there = room.there
    await there.begin("sator")
    code = room.code()
    instance = await room.launch("Ada")
    assert await room.launch("Ben") == instance
    assert there.person("Cleo").join(there.channel) == instance
    async with guest(room.pages) as ada, guest(room.pages) as ben, guest(room.pages) as cleo:
        for name, page in (("Ada", ada), ("Ben", ben), ("Cleo", cleo)):
            assert (await room.open(page, name, instance))["match"] == code
            await page.until("edit")
        assert not choices_of(cleo)
        offered = choices_of(ben)
        await choose(ada)
        assert choices_of(ben) == offered
        before = there.board().text
        await choose(ben)
        await there.settled()
        assert there.board().text != before
        told = "".join(frame for page in (ada, ben, cleo) for frame in page.received)
        secrets = [*there.discord.world.bearers, SECRET, there.discord.token]
        assert not [secret for secret in secrets if secret in told]


def choices_of(page: Guest) -> list[str]:
    buttons = [button for row in page.newest()["rows"] for button in row]
    chooses = [button["label"] for button in buttons if button["payload"].startswith("c:")]
    return [label for label in chooses if label != "Back"]


async def choose(page: Guest) -> None:
    """Choose one thing after the other, until nothing is asked any more."""
    for step in range(MOST_STEPS):
        if not (labels := choices_of(page)):
            return
        await page.press(labels[min(step, len(labels) - 1)])
    raise AssertionError(page.newest()["text"])


async def test_the_button_is_on_every_running_board_in_place_of_the_link_behind_more(room: Room) -> None:
    there = room.there
    await there.begin("sahara")
    board = there.board()
    assert BUTTON in board.labels
    more = await (await there.person("Ada").press(board, "More")).reply()
    assert LINK not in more.labels


async def test_without_the_setting_there_is_neither_button_nor_command_and_the_portal_s_own_stays(
    tmp_path: Path,
) -> None:
    async with DiscordServer() as discord:
        discord.activities.enable()
        async with table(tmp_path, discord=discord) as there:
            assert entry_points(discord) == [("Launch", 2)]
            await there.begin("sahara")
            assert BUTTON not in there.board().labels
            assert discord.complaints == []


async def test_the_entry_point_becomes_ours_and_opens_the_only_match(room: Room) -> None:
    there = room.there
    assert entry_points(there.discord) == [("launch", 1)]
    await there.begin("sahara")
    asked = await there.person("Ben").launch(there.channel)
    assert asked.kind == LAUNCH
    await there.answered()
    assert asked.interaction.instance
    async with guest(room.pages) as page:
        assert (await room.open(page, "Ben", asked.interaction.instance))["match"] == room.code()


async def test_our_entry_point_goes_with_the_setting_and_all_other_commands_stay(room: Room) -> None:
    there = room.there
    before = {command["name"] for command in there.discord.world.commands}
    there.launches = False
    await there.go()
    await there.come()
    await there.discord.until(lambda: not entry_points(there.discord) or None, "an entry point")
    assert {command["name"] for command in there.discord.world.commands} == before - {"launch"}


async def test_the_entry_point_asks_which_of_several_matches_and_says_so_if_there_is_none(room: Room) -> None:
    there, ben = room.there, room.there.person("Ben")
    none = await (await ben.launch(there.channel)).reply()
    assert "no running match" in none.text
    for game in ("sahara", "stacko"):
        await there.begin(game)
    several = await (await ben.launch(there.channel)).reply()
    asked = await ben.press(several, several.buttons[0])
    assert asked.kind == LAUNCH


async def test_where_discord_refuses_to_launch_a_link_opens_the_page_instead(tmp_path: Path) -> None:
    """Activities are not enabled in the portal: neither command nor Activity, and nothing else is missing."""
    async with table(tmp_path, launches=True) as there, served(there) as room:
        assert entry_points(there.discord) == []
        await there.begin("sahara")
        note = await (await there.person("Ada").press(there.board(), BUTTON)).reply()
        assert note.ephemeral
        assert PAGES in str(note)
        assert room.pages.embedded_in == "discord"


async def test_an_entry_point_that_discord_refuses_keeps_no_other_command_away(tmp_path: Path) -> None:
    async with DiscordServer() as discord:
        discord.activities.enable()
        discord.faults.refuse("PUT", "/commands$", 403, 50001, "Missing Access")
        async with table(tmp_path, discord=discord, launches=True) as there:
            await there.begin("sahara")
            assert entry_points(discord) == [("Launch", 2)]


async def test_another_board_s_button_turns_the_open_page_of_this_person_to_that_match(room: Room) -> None:
    there = room.there
    await there.begin("sahara")
    first = there.board()
    instance = await room.launch("Ada")
    await room.launch("Ben")
    async with guest(room.pages) as ada, guest(room.pages) as ben:
        for name, page in (("Ada", ada), ("Ben", ben)):
            await room.open(page, name, instance)
            await page.until("edit")
        await there.begin("stacko")
        assert await room.launch("Ada") == instance
        assert (await ada.until("welcome"))["match"] == room.code() != room.code(first)
        assert "Stacko" in (await ada.until("edit"))["message"]["title"]
        assert [frame["match"] for frame in ben.frames if frame["type"] == "welcome"] == [room.code(first)]


async def test_who_joins_sees_the_match_that_was_opened_there_last(room: Room) -> None:
    there = room.there
    boards = []
    for game in ("sahara", "stacko"):
        await there.begin(game)
        boards.append(there.board())
    first, second = boards
    for name, board in (("Ada", first), ("Ben", second), ("Ada", first)):
        instance = await room.launch(name, board)
    there.person("Cleo").join(there.channel)
    async with guest(room.pages) as page:
        assert (await room.open(page, "Cleo", instance))["match"] == room.code(first)


async def test_a_launch_elsewhere_leaves_an_open_page_at_its_match(room: Room) -> None:
    there, ada = room.there, room.there.person("Ada")
    await there.begin("sahara")
    code, instance = room.code(), await room.launch("Ada")
    async with guest(room.pages) as page:
        await room.open(page, "Ada", instance)
        await page.until("edit")
        await there.begin("stacko")
        await ada.use("board", there.discord.dm(ada), match=room.code())
        await there.answered()
        assert await room.launch("Ada", there.own("Ada")) != instance
        await page.press(page.newest()["rows"][-1][-1]["label"])  # it catches up before
        assert [frame["match"] for frame in page.frames if frame["type"] == "welcome"] == [code]


async def test_a_launch_and_an_open_page_survive_a_restart(room: Room) -> None:
    there = room.there
    for game in ("sahara", "stacko"):
        await there.begin(game)
    code = room.code()  # not the match that has waited longest
    instance = await room.launch("Ada")
    async with guest(room.pages) as page:
        session = (await room.open(page, "Ada", instance))["session"]
    await room.pages.stop()
    await there.restart()
    async with served(there) as again, guest(again.pages) as page, guest(again.pages) as kept:
        assert (await again.open(page, "Ada", instance))["match"] == code
        assert (await kept.open(match=code, session=session, instance=instance))["match"] == code


@pytest.mark.parametrize("fault", ["forged code", "used code", "no code", "forged", "left", "elsewhere"])
async def test_who_is_not_confirmed_by_discord_gets_a_clear_word_and_nothing_else(
    room: Room, fault: str
) -> None:
    there, ben = room.there, room.there.person("Ben")
    await there.begin("sahara")
    instance, code = await room.launch("Ada"), ben.authorize()
    ben.join(there.channel)
    match fault:
        case "forged code":
            code = "code-of-nobody"
        case "used code":
            there.discord.world.codes.pop(code)
        case "no code":
            code = ""
        case "forged":
            instance = "../../users/@me"
        case "left":
            ben.leave(instance)
        case "elsewhere":
            ben.leave(instance)
            instance = there.person("Ada").join(there.discord.channel(there.guild, "other"))
    before, mark = there.board(), there.discord.log.mark()
    async with guest(room.pages) as page:
        refused = await page.open(code=code, instance=instance)
        assert refused["problem"] == "not_let_in"
        assert BUTTON in refused["detail"]
        assert [frame["type"] for frame in page.frames] == ["problem"]
    assert there.board() == before
    asked = [call.path for call in there.discord.log.since(mark, "GET")]
    assert all("activity-instances" in path or path.endswith("/users/@me") for path in asked)
    assert sum(path.endswith("/users/@me") and "activity" not in path for path in asked) <= 1


async def test_the_secret_is_in_no_log_and_no_answer_when_discord_refuses_it_or_is_away(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    there = room.there
    await there.begin("sahara")
    instance = await room.launch("Ada")
    told = []
    for change in ("away", "refused"):
        if change == "away":
            there.discord.faults.fail("POST", "/oauth2/token", 503)
        else:
            there.discord.activities.reset_secret()
        async with guest(room.pages) as page:
            told.append((await room.open(page, "Ada", instance))["detail"])
    assert all("Discord does not answer" in one for one in told)
    assert "DISCORD_CLIENT_SECRET" in caplog.text
    assert SECRET not in caplog.text + "".join(told)


async def test_a_flood_of_codes_does_not_reach_discord(room: Room) -> None:
    """The page is public: who sends codes without end must not get the bot shut out."""
    there = room.there
    await there.begin("sahara")
    instance = await room.launch("Ada")
    mark = there.discord.log.mark()
    details = []
    for _ in range(MOST_CODES + 2):
        async with guest(room.pages) as page:
            details.append((await page.open(code="code-of-nobody", instance=instance))["detail"])
    assert len(there.discord.log.since(mark, "POST", "/oauth2/token")) == MOST_CODES
    assert ["does not answer" in detail for detail in details] == [False] * MOST_CODES + [True] * 2


async def test_a_launch_answered_twice_counts_once(room: Room) -> None:
    """The gateway delivers a press again after a broken connection."""
    there, ada = room.there, room.there.person("Ada")
    await there.begin("sahara")
    asked = await ada.press(there.board(), BUTTON)
    before = len(ada.messages(there.channel))
    ada.press_again(asked)
    await there.answered()
    assert len(ada.messages(there.channel)) == before


async def test_the_page_may_be_framed_by_discord_and_by_its_proxy_only(room: Room) -> None:
    async with guest(room.pages, Origin=f"https://{room.there.discord.world.bot.id}.discordsays.com"):
        pass
    with pytest.raises(Exception, match="403"):
        async with guest(room.pages, Origin="https://1.discordsays.com"):
            pass


async def test_a_board_opens_in_a_private_chat_and_where_the_bot_can_only_answer(room: Room) -> None:
    """A DM has an instance of its own; so has a group of people, in which the bot is no member."""
    there, dora = room.there, room.there.discord.person("Dora", apps=True)
    await there.begin("sahara")
    code = room.code()
    ada = there.person("Ada")
    await ada.use("board", there.discord.dm(ada), match=code)
    await there.answered()
    group = there.discord.group(dora, there.person("Ben"))
    await dora.use("play", group, game="stacko")
    challenge = await there.person("Ben").sees(group, lambda shown: "Accept" in shown.labels)
    await there.person("Ben").press(challenge, "Accept")
    await there.answered()
    own, guests = there.own("Ada"), dora.messages(group)[-1]
    assert own
    opened = [await dora.press(guests, BUTTON), await ada.press(own, BUTTON)]
    await there.answered()
    instances = [asked.interaction.instance or "" for asked in opened]
    assert len(set(instances)) == 2
    for person, instance, match in (("Ben", instances[0], room.code(guests)), ("Ada", instances[1], code)):
        there.person(person).join(opened[instances.index(instance)].interaction.channel)
        async with guest(room.pages) as page:
            assert (await room.open(page, person, instance))["match"] == match


HOST: dict[str, Any] = {
    "discord_token": "MTAwMDAwMDAwMDAwMDAwMDAw.tests.of-the-table",
    "discord_client_secret": SECRET,
    "public_url": PAGES,
}


@pytest.mark.parametrize(
    ("different", "expected"),
    [
        ({}, "discord"),
        ({"discord_client_secret": None}, ""),
        ({"discord_token": None}, ""),
        ({"public_url": "http://127.0.0.1:8322/"}, ""),
    ],
)
async def test_the_host_turns_it_on_by_a_secret_where_the_pages_have_an_https_address(
    different: dict[str, Any], expected: str, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path, port=0, browser=False, table_port=0, **{**HOST, **different})
    async with bot_service(settings, [WEB]) as service:
        assert service.pages
        assert service.pages.embedded_in == expected
        address = f"http://127.0.0.1:{service.pages.port}/"
        async with aiohttp.ClientSession() as session, session.get(address) as page:
            allowed, told = page.headers["Content-Security-Policy"], await page.text()
    assert ("https://100000000000000000.discordsays.com" in allowed) == bool(expected)
    assert "unsafe-inline" not in allowed
    assert SECRET not in allowed + told
