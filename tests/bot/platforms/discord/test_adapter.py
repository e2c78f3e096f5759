"""The Discord adapter: what a press costs, answers that take long, start and stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.interface import (
    Answer,
    Button,
    Chat,
    Delivery,
    Incoming,
    ListMatches,
    Note,
    OfferChallenge,
    Post,
    Screen,
    ShowHand,
    Update,
)
from bot.platforms.discord.adapter import DiscordAdapter
from bot.platforms.spec import CannotStart
from tests.bot.conftest import Scripted, board_image
from tests.bot.platforms.discord.setup import Table, choices, library_as_it_was, presses_done
from tests.loopback.discord.people import Asked, Person
from tests.loopback.discord.rest import Call
from tests.loopback.discord.server import DiscordServer
from tests.loopback.discord.sight import Shown
from tests.loopback.discord.world import Channel

PRESSED = Screen("a board", image=board_image("red", "alt"), rows=((Button("Press", ListMatches()),),))
PUBLIC = Screen("seen by all", image=board_image("green", "all"))
SECRET = Screen("for one pair of eyes", image=board_image("blue", "one"))
UPDATED = Screen("another board", image=board_image("white", "alt"))
PLACES = ("guild", "thread", "dm", "group", "foreign")


def kinds(calls: list[Call]) -> list[tuple[str, str]]:
    return [(call.method, call.route.rpartition("/")[2]) for call in calls]


# What it costs


async def test_a_press_on_a_group_board_of_an_open_game_is_one_call(there: Table) -> None:
    await there.begin("sahara")
    for _ in range(6):
        ((person, shown),) = there.to_press()
        mark = there.discord.log.mark()
        await person.press(shown, shown.labels[0])
        await there.settled()
        assert kinds(there.discord.log.since(mark)) == [("POST", "callback")]


async def test_each_step_of_a_choice_is_one_call_and_only_the_move_itself_changes_the_board(
    there: Table,
) -> None:
    await there.begin("sato", "variant=open")
    board, ((person, shown),) = there.board(), there.to_press()
    for label in ("a …", "Back", "a …", "a1"):
        mark = there.discord.log.mark()
        ((_, shown),) = there.to_press()
        await person.press(shown, label)
        await there.settled()
        assert kinds(there.discord.log.since(mark)) == [("POST", "callback")]
        assert there.board() == board
    ((_, panel),) = there.to_press()
    assert panel.ephemeral
    mark = there.discord.log.mark()
    await person.press(panel, "White →")
    await there.answered()
    assert set(kinds(there.discord.log.since(mark))) == {("POST", "callback"), ("PATCH", "{message_id}")}
    assert "laid" in there.board().text
    assert not choices(person.now(panel))


async def test_with_private_boards_a_press_is_one_more_call_for_each_board_that_changes(there: Table) -> None:
    await there.begin("stacko")
    for _ in range(4):
        before = {one.id: one for one in boards(there.discord)}
        person, shown = there.to_press()[0]
        mark = there.discord.log.mark()
        await person.press(shown, shown.labels[0])
        await there.settled()
        after = {one.id: one for one in boards(there.discord)}
        changed = {number for number, one in after.items() if look(one) != look(before.get(number))}
        calls = there.discord.log.since(mark)
        assert sorted(call.method for call in calls) == ["PATCH"] * (len(calls) - 1) + ["POST"]
        assert {call.message for call in calls} == changed
        assert len(calls) == len(changed)


async def test_a_refused_press_is_one_call_that_one_person_sees(there: Table) -> None:
    await there.begin("sahara")
    mark = there.discord.log.mark()
    asked = await there.person("Cleo").press(there.board(), there.board().labels[0])
    assert (await asked.reply()).ephemeral
    await there.settled()
    assert kinds(there.discord.log.since(mark)) == [("POST", "callback")]


def boards(discord: DiscordServer) -> list[Shown]:
    return [one for chat in discord.world.channels.values() for one in discord.messages(chat)]


def look(shown: Shown | None) -> object:
    return shown and (shown.text, shown.buttons, [(one.digest, one.alt) for one in shown.pictures])


# Answers that take long


@dataclass
class Stage:
    """Ada and Ben, and a front that answers when the test lets it."""

    discord: DiscordServer
    front: Scripted
    adapter: DiscordAdapter
    ada: Person
    ben: Person
    places: dict[str, Channel]
    gate: asyncio.Event

    def slowly(self, kind: type, answer: Answer) -> None:
        async def later(_: Incoming) -> Answer:
            await self.gate.wait()
            return answer

        self.front.on(kind, later)

    async def board(self, place: str) -> Shown:
        """A message with a button, as the answer to a command."""
        self.front.on(OfferChallenge, Post(PRESSED))
        asked = self.ada.use("play", self.places[place], game="sahara")
        return await asked.reply()

    async def late(self, asked: Asked) -> None:
        """Three seconds go by after the first answer, and only then the front has one."""
        await asked
        self.discord.clock.advance(10)
        self.gate.set()
        await presses_done()
        self.gate.clear()


@asynccontextmanager
async def stage(patience: float = 0.0) -> AsyncIterator[Stage]:
    with library_as_it_was():
        async with DiscordServer() as discord:
            ada, ben = discord.person("Ada", apps=True), discord.person("Ben", apps=True)
            guild = discord.guild("Guild", ada, ben)
            channel = discord.channel(guild, "general")
            places = {
                "guild": channel,
                "thread": discord.thread(channel, "a thread"),
                "dm": discord.dm(ada),
                "group": discord.group(ada, ben),
                "foreign": discord.channel(discord.guild("Foreign", ada, ben, installed=False), "there"),
            }
            front = Scripted()
            adapter = DiscordAdapter(discord.token, discord.api_url, patience=patience)
            adapter.connect(front)
            await adapter.start()
            await discord.connected("play")
            try:
                yield Stage(discord, front, adapter, ada, ben, places, asyncio.Event())
            finally:
                await adapter.stop()
            assert discord.complaints == []


@pytest_asyncio.fixture
async def scene() -> AsyncIterator[Stage]:
    async with stage() as scene:
        yield scene


UPDATE_AND_NOTE = Update(UPDATED, note=SECRET, delivery=Delivery("board", 7))
ANSWERS: tuple[Answer, ...] = (
    Update(UPDATED, delivery=Delivery("board", 7)),
    Post(PUBLIC, delivery=Delivery("board", 7)),
    Note(SECRET),
    UPDATE_AND_NOTE,
    None,
)


@pytest.mark.parametrize("place", PLACES)
async def test_a_late_answer_to_a_press_arrives_as_what_it_is(scene: Stage, place: str) -> None:
    for answer in ANSWERS:
        board = await scene.board(place)
        scene.slowly(ListMatches, answer)
        scene.front.deliveries.clear()
        asked = scene.ada.press(board, "Press")
        await scene.late(asked)
        updated = isinstance(answer, Update)
        assert scene.ada.now(board).text == (UPDATED.text if updated else PRESSED.text)
        assert_said(scene, place, asked, answer)
        if delivery := answer and answer.delivery:
            shown = board if updated else scene.discord.messages(board.chat)[-1]
            assert scene.front.deliveries == [(delivery, f"{board.chat.id}/{shown.id}")]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("command", ["play", "hand"])
async def test_a_late_answer_to_a_command_arrives_as_what_it_is(
    scene: Stage, command: str, place: str
) -> None:
    for answer in ANSWERS:
        if isinstance(answer, Update):
            continue
        scene.slowly(OfferChallenge if command == "play" else ShowHand, answer)
        options = {"game": "sahara"} if command == "play" else {}
        asked = scene.ada.use(command, scene.places[place], **options)
        await scene.late(asked)
        assert_said(scene, place, asked, answer)


def assert_said(there: Stage, place: str, asked: Asked, answer: Answer) -> None:
    """What was to be said to all was, what was for one is seen by them alone, and nothing waits for ever."""
    first, posted = asked.interaction.id, isinstance(answer, Post)
    noted = isinstance(answer, Note) or (isinstance(answer, Update) and answer.note is not None)
    mine = [shown for shown in there.ada.messages(there.places[place]) if shown.id > first]
    theirs = [shown.text for shown in there.ben.messages(there.places[place]) if shown.id > first]
    expected = [(PUBLIC.text, False)] * posted + [(SECRET.text, place != "dm")] * noted
    assert [(shown.text, shown.ephemeral) for shown in mine] == expected
    assert theirs == ([PUBLIC.text] if posted and place != "dm" else [])
    assert SECRET.text.encode() not in there.ben.record.text()
    assert asked.interaction.followups <= 1


async def test_an_answer_in_time_is_not_announced() -> None:
    async with stage(patience=60.0) as there:
        board = await there.board("guild")
        there.front.on(ListMatches, UPDATE_AND_NOTE)
        mark = there.discord.log.mark()
        await there.ada.press(board, "Press")
        await presses_done()
        assert kinds(there.discord.log.since(mark)) == [("POST", "callback"), ("POST", "{webhook_token}")]


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_deferral_that_got_lost_on_the_way_is_made_up_for(scene: Stage, when: str) -> None:
    board = await scene.board("guild")
    scene.slowly(ListMatches, UPDATE_AND_NOTE)
    drop = scene.discord.faults.drop("POST", "/callback", times=3, when=when)  # type: ignore[arg-type]
    scene.ada.press(board, "Press")
    await scene.discord.until(lambda: drop.struck == 3 or None)
    scene.gate.set()
    await scene.ada.sees(scene.places["guild"], lambda shown: shown.text == SECRET.text)
    assert scene.ada.now(board).text == UPDATED.text
    await presses_done()


# Coming and going


async def test_stop_finishes_what_is_being_answered_and_hears_nothing_new() -> None:
    async with stage(patience=60.0) as there:
        board = await there.board("guild")
        there.front.on(ListMatches, ANSWERS[0])
        held = there.discord.faults.hold("POST", "/callback")
        asked = there.ada.press(board, "Press")
        await held.arrived.wait()
        stopping = asyncio.create_task(there.adapter.stop())
        await asyncio.sleep(0)
        late = there.ben.press(board, "Press")
        held.release()
        await stopping
        assert asked.kind is not None
        assert late.kind is None
        assert there.ada.now(board).text == UPDATED.text
        assert [message for _, message in there.front.deliveries] == [f"{board.chat.id}/{board.id}"]


async def test_stop_does_not_wait_for_ever(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.platforms.discord.adapter.FAREWELL", 0.05)
    async with stage(patience=60.0) as there:
        board = await there.board("guild")
        there.front.on(ListMatches, ANSWERS[0])
        held = there.discord.faults.hold("POST", "/callback")
        there.ada.press(board, "Press")
        await held.arrived.wait()
        await there.adapter.stop()
        assert [message for _, message in there.front.deliveries] == [None]
        assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_refused_token_is_refused_for_good() -> None:
    with library_as_it_was():
        async with DiscordServer() as discord:
            adapter = DiscordAdapter("a.wrong.token", discord.api_url)
            adapter.connect(Scripted())
            with pytest.raises(CannotStart, match="DISCORD_TOKEN") as refused:
                await adapter.start()
            assert refused.value.for_good
            assert not adapter.connected
            await adapter.stop()


async def test_a_discord_that_is_down_may_be_back_later() -> None:
    with library_as_it_was():
        async with DiscordServer() as discord:
            pass
        adapter = DiscordAdapter(discord.token, discord.api_url)
        adapter.connect(Scripted())
        with pytest.raises(CannotStart) as refused:
            await adapter.start()
        assert not refused.value.for_good


async def test_a_start_that_failed_can_be_tried_again() -> None:
    with library_as_it_was():
        async with DiscordServer() as discord:
            adapter = DiscordAdapter(discord.token, discord.api_url)
            adapter.connect(Scripted())
            discord.faults.fail("GET", "/users/@me", status=503)
            with pytest.raises(CannotStart):
                await adapter.start()
            await adapter.start()
            assert adapter.connected
            assert adapter.name
            await adapter.stop()
            assert not adapter.connected


async def test_commands_that_cannot_be_registered_are_tried_again_and_hold_nothing_up() -> None:
    slept = asyncio.Event()
    go_on = asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.set()
        await go_on.wait()

    with library_as_it_was():
        async with DiscordServer() as discord:
            front, ada = Scripted(), discord.person("Ada")
            guild = discord.guild("Guild", ada)
            channel = discord.channel(guild, "general")
            adapter = DiscordAdapter(discord.token, discord.api_url, sleep=sleep)
            adapter.connect(front)
            front.on(ListMatches, Note(SECRET))
            discord.faults.fail("PUT", "/commands", status=503)
            await adapter.start()
            await slept.wait()
            posted = await adapter.post(
                Chat("discord", f"{guild.id}/{channel.id}", private=False), PRESSED, "nonce"
            )
            board = await ada.sees(channel, PRESSED.text)
            assert posted == f"{channel.id}/{board.id}"
            assert (await ada.press(board, "Press").reply()).text == SECRET.text
            go_on.set()
            await discord.connected("play", "help")
            await adapter.stop()
