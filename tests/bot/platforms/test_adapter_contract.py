"""What every adapter promises, on every platform."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
import pytest_asyncio

from bot.interface import (
    Answer,
    Button,
    Capabilities,
    Choose,
    Delivery,
    Incoming,
    InteractionRequired,
    MessageGone,
    MessageKindFixed,
    Note,
    RetryLater,
    Screen,
    ShowBoard,
    Touchable,
    Unreachable,
    Update,
)
from bot.runtime.platforms import PLATFORMS
from games.events import MatchId
from tests.bot.conftest import Scripted, board_image
from tests.bot.platforms.contract import SCENES, Scene

BOARD = Screen("v1", rows=((Button("Board", ShowBoard(MatchId("AAAAAA"))),),))
CHOICE = Choose(MatchId("AAAAAA"), 1, ("4",), final=False, page=0)
UPDATE = Update(Screen("v2"), delivery=Delivery("b1", 7))
CAPABILITIES = {platform.key: platform.capabilities for platform in PLATFORMS}


@pytest_asyncio.fixture(params=[platform.key for platform in PLATFORMS])
async def scene(request: pytest.FixtureRequest, front: Scripted, tmp_path: Path) -> AsyncIterator[Scene]:
    async with SCENES[request.param](front, tmp_path) as scene:
        yield scene


@pytest.fixture
def able(scene: Scene) -> Capabilities:
    return CAPABILITIES[scene.adapter.platform]


async def test_a_started_adapter_tells_where_and_as_whom_it_is(scene: Scene) -> None:
    assert scene.adapter.connected
    assert scene.adapter.name
    assert scene.adapter.platform == scene.chat.platform


async def test_a_stop_is_heard_and_may_come_twice(scene: Scene) -> None:
    for _ in range(2):
        await scene.adapter.stop()
        assert not scene.adapter.connected


async def test_a_new_message_is_shown_and_can_be_replaced_by_its_id(scene: Scene) -> None:
    posted = await scene.adapter.post(scene.chat, BOARD, "n1")
    assert await scene.texts() == ["v1"]
    await scene.adapter.edit(scene.chat, posted, Screen("v2"))
    assert await scene.texts() == ["v2"]


async def test_a_nonce_makes_one_message(scene: Scene) -> None:
    first = await scene.adapter.post(scene.chat, BOARD, "n1")
    for newer in ("v1", "v2"):
        assert await scene.adapter.post(scene.chat, replace(BOARD, text=newer), "n1") == first
        assert await scene.texts() == [newer]
    assert await scene.adapter.post(scene.chat, BOARD, "n2") != first


async def test_a_private_chat_is_read_by_one_person_alone(scene: Scene) -> None:
    private = scene.adapter.private_chat(scene.person)
    assert private.private
    assert private.platform == scene.adapter.platform
    assert await scene.adapter.post(private, Screen("for Ada"), "n1")
    assert await scene.texts() == []


async def test_a_chat_that_takes_no_message_is_unreachable(scene: Scene) -> None:
    with pytest.raises(Unreachable):
        await scene.adapter.post(scene.close(), BOARD, "n1")


async def test_after_a_passing_fault_the_same_goes_through(scene: Scene) -> None:
    scene.interrupt()
    with pytest.raises(RetryLater):
        await scene.adapter.post(scene.chat, BOARD, "n1")
    await scene.adapter.post(scene.chat, BOARD, "n1")
    assert await scene.texts() == ["v1"]


async def test_what_is_not_there_cannot_be_edited(scene: Scene) -> None:
    posted = await scene.adapter.post(scene.chat, BOARD, "n1")
    if scene.adapter.platform == "web":  # nobody deletes there
        posted = "0"
    else:
        scene.delete()
    with pytest.raises(MessageGone):
        await scene.adapter.edit(scene.chat, posted, Screen("v2"))


async def test_a_message_can_be_deleted_once(scene: Scene) -> None:
    first = await scene.adapter.post(scene.chat, BOARD, "n1")
    second = await scene.adapter.post(scene.chat, Screen("v2"), "n2")
    await scene.adapter.delete(scene.chat, first)
    assert await scene.texts() == ["v2"]
    with pytest.raises(MessageGone):
        await scene.adapter.delete(scene.chat, first)
    private = scene.adapter.private_chat(scene.person)
    posted = await scene.adapter.post(private, Screen("for Ada"), "n3")
    await scene.adapter.delete(private, posted)
    with pytest.raises(MessageGone):
        await scene.adapter.edit(private, posted, Screen("v2"))
    await scene.adapter.edit(scene.chat, second, Screen("v3"))
    assert await scene.texts() == ["v3"]


async def test_a_deletion_that_meets_a_passing_fault_goes_through_later(scene: Scene) -> None:
    posted = await scene.adapter.post(scene.chat, BOARD, "n1")
    scene.keep()
    with pytest.raises(RetryLater):
        await scene.adapter.delete(scene.chat, posted)
    await scene.adapter.delete(scene.chat, posted)
    assert await scene.texts() == []


async def test_a_picture_becomes_words_where_the_platform_can(scene: Scene) -> None:
    pictured = Screen("v1", image=board_image("sienna", "the board"))
    posted = await scene.adapter.post(scene.chat, pictured, "n1")
    with pytest.raises(MessageKindFixed) if scene.adapter.platform == "telegram" else nullcontext():
        await scene.adapter.edit(scene.chat, posted, Screen("in words", text_only=True))
        assert await scene.texts() == ["in words"]


def to_touch(said: str) -> Screen:
    """A board that can be touched, where the platform has such boards."""
    board = Touchable("<script>show(STATE)</script>", {"said": said}, (("4", CHOICE),))
    image = replace(board_image("sienna", "the board"), touchable=lambda: board)
    return Screen(said, image=image, rows=((Button("4", CHOICE),),))


async def test_a_board_to_touch_is_shown_changed_and_deleted_as_any_board(scene: Scene) -> None:
    private = scene.adapter.private_chat(scene.person)
    posted = await scene.adapter.post(private, to_touch("v1"), "n1")
    assert await scene.adapter.post(private, to_touch("v1"), "n1") == posted
    assert await scene.private() == ["v1"]
    await scene.adapter.edit(private, posted, to_touch("v2"))
    assert await scene.private() == ["v2"]
    await scene.adapter.delete(private, posted)
    assert await scene.private() == []
    with pytest.raises(MessageGone):
        await scene.adapter.edit(private, posted, to_touch("v3"))
    with pytest.raises(MessageGone):
        await scene.adapter.delete(private, posted)


async def test_a_board_to_touch_becomes_no_picture_where_these_are_other_messages(
    scene: Scene, able: Capabilities
) -> None:
    private, picture = scene.adapter.private_chat(scene.person), board_image("sienna", "the board")
    for number, (one, other) in enumerate(permutations((to_touch("v1"), Screen("v1", image=picture)))):
        posted = await scene.adapter.post(private, one, f"n{number}")
        with pytest.raises(MessageKindFixed) if able.widgets else nullcontext():
            await scene.adapter.edit(private, posted, replace(other, text="v2"))
        assert await scene.private() == ["v1" if able.widgets else "v2"]
        await scene.adapter.delete(private, posted)


async def test_a_chat_of_many_has_a_picture_for_a_board_to_touch(scene: Scene, able: Capabilities) -> None:
    picture = Screen("v2", image=board_image("sienna", "the board"))
    posted = await scene.adapter.post(scene.chat, to_touch("v1"), "n1")
    await scene.adapter.edit(scene.chat, posted, picture)
    assert await scene.texts() == ["v2"]
    private = scene.adapter.private_chat(scene.person)
    posted = await scene.adapter.post(private, to_touch("v1"), "n2")
    with pytest.raises(MessageKindFixed) if able.widgets else nullcontext():  # it can be touched there
        await scene.adapter.edit(private, posted, picture)


async def test_a_press_is_handed_in_once_and_its_message_replaced(scene: Scene, front: Scripted) -> None:
    front.on(ShowBoard, UPDATE)
    posted = await scene.adapter.post(scene.chat, BOARD, "n1")
    await scene.press("Board")
    assert await scene.texts() == ["v2"]
    (asked,) = front.asked
    assert (asked.account.id, asked.chat, asked.message) == (scene.person, scene.chat, posted)
    assert not asked.ephemeral
    assert front.deliveries == [(UPDATE.delivery, posted)]


async def test_a_question_gives_way_once_it_is_answered(scene: Scene, front: Scripted) -> None:
    front.on(ShowBoard, Update(Screen("never mind"), gives_way=True))
    await scene.adapter.post(scene.chat, replace(BOARD, text="before"), "n0")
    await scene.adapter.post(scene.chat, BOARD, "n1")
    await scene.press("Board")
    assert await scene.texts() == ["before"]


async def test_a_note_that_is_to_change_is_replaced_by_its_id_for_its_reader_alone(
    scene: Scene, front: Scripted
) -> None:
    announced = Delivery("r1")
    front.on(ShowBoard, Note(replace(BOARD, text="soon"), delivery=announced))
    await scene.adapter.post(scene.chat, BOARD, "n1")
    await scene.press("Board")
    assert await scene.own() == "soon"
    ((delivery, note),) = front.deliveries
    assert delivery == announced
    assert note
    await scene.adapter.edit(scene.chat, note, replace(BOARD, text="done"))
    assert await scene.own() == "done"


async def test_an_answer_that_could_not_be_shown_is_reported_as_such(scene: Scene, front: Scripted) -> None:
    async def refused(_: Incoming) -> Answer:
        scene.refuse_answer()
        return UPDATE

    front.on(ShowBoard, refused)
    await scene.adapter.post(scene.chat, BOARD, "n1")
    await scene.press("Board")
    assert await scene.texts() == ["v1"]
    assert front.deliveries == [(UPDATE.delivery, None)]


async def test_without_a_voice_of_its_own_the_bot_waits_for_a_press(scene: Scene) -> None:
    """Where the platform lets it be without one; elsewhere there is no such chat."""
    if scene.press_only is None:
        return
    with pytest.raises(Unreachable):
        await scene.adapter.post(scene.press_only, BOARD, "n1")
    with pytest.raises(InteractionRequired):
        await scene.adapter.edit(scene.press_only, "1/2", Screen("v2"))
    with pytest.raises(InteractionRequired):
        await scene.adapter.delete(scene.press_only, "1/2")
