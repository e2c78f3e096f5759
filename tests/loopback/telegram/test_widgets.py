"""What Telegram refuses of widgets, the test server refuses."""

from __future__ import annotations

import random

import pytest

from tests.loopback.telegram.refusals import NOT_MODIFIED, STALE_QUERY, Refusal
from tests.loopback.telegram.test_refusals import Scene
from tests.loopback.telegram.test_refusals import scene as scene
from tests.loopback.telegram.widgets import METHODS

HTML = "<button id=b>Tap me</button>"


async def sent(scene: Scene, **more: object) -> int:
    fields = {"chat_id": scene.ada.id, "html": HTML, "allow_queries": True}
    return int((await scene.done("sendWidget", **(fields | more)))["message_id"])


def noise(size: int) -> str:
    """What cannot be packed well."""
    return "".join(random.Random(1).choices("0123456789abcdef", k=size))


async def test_a_widget_is_a_protected_message_of_a_private_chat(scene: Scene) -> None:
    result = await scene.done("sendWidget", chat_id=scene.ada.id, html=HTML, chat_data="{}", caption="Board")
    assert (result["caption"], result["has_protected_content"]) == ("Board", True)
    assert result["widget"] == {"html": HTML, "chat_data": "{}"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"html": ""}, "there is no widget in the request"),
        ({"html": "x" * 32_769}, "INPUT_MEDIA_WIDGET_TOO_LARGE"),
        ({"html": noise(9000)}, "INPUT_MEDIA_WIDGET_TOO_LARGE"),
        ({"chat_data": "ä" * 513}, "WIDGET_DATA_TOO_LONG"),
        ({"caption": "x" * 1025}, "message caption is too long"),
    ],
)
async def test_too_much_is_refused(scene: Scene, fields: dict[str, str], said: str) -> None:
    before = scene.contents()
    status, body = await scene.call("sendWidget", **({"chat_id": scene.ada.id, "html": HTML} | fields))
    assert (status, body["description"]) == (400, f"Bad Request: {said}")
    assert scene.contents() == before


async def test_groups_take_no_widget(scene: Scene) -> None:
    status, body = await scene.call("sendWidget", chat_id=scene.group.id, html=HTML)
    assert (status, body["description"]) == (400, "Bad Request: INPUT_MEDIA_WIDGET_NOT_ALLOWED")


async def test_only_the_data_and_the_words_of_a_widget_change(scene: Scene) -> None:
    message = {"chat_id": scene.ada.id, "message_id": await sent(scene)}
    assert await scene.done("editMessageWidgetData", **message, chat_data="{}") is True
    status, body = await scene.call("editMessageWidgetData", **message, chat_data="{}")
    assert (status, body["description"]) == (400, f"Bad Request: {NOT_MODIFIED}")
    assert (await scene.done("editMessageCaption", **message, caption="now"))["caption"] == "now"
    status, _ = await scene.call("editMessageText", **message, text="now")
    assert status == 400
    status, _ = await scene.call("editMessageWidgetData", chat_id=scene.group.id, message_id=scene.photo)
    assert status == 400


async def test_a_query_is_answered_once_and_soon(scene: Scene) -> None:
    await sent(scene)
    first, second = (scene.ada.touch(scene.ada.latest(), payload="a") for _ in range(2))
    status, _ = await scene.call("answerWidgetQuery", widget_query_id=first.id, data="x" * 1025)
    assert status == 400
    assert await scene.done("answerWidgetQuery", widget_query_id=first.id, data="{}") is True
    scene.server.clock.advance(16)
    for touch in (first, second):
        status, body = await scene.call("answerWidgetQuery", widget_query_id=touch.id)
        assert (status, body["description"]) == (400, f"Bad Request: {STALE_QUERY}")


@pytest.mark.parametrize("data", ["", "x" * 65])
async def test_a_query_is_short(scene: Scene, data: str) -> None:
    await sent(scene)
    with pytest.raises(Refusal):
        scene.ada.touch(scene.ada.latest(), payload=data)


async def test_a_widget_sends_queries_only_if_it_may(scene: Scene) -> None:
    await sent(scene, allow_queries=False)
    with pytest.raises(Refusal):
        scene.ada.touch(scene.ada.latest(), payload="a")


async def test_somebody_sends_five_queries_in_five_seconds(scene: Scene) -> None:
    await sent(scene)
    for _ in range(5):
        scene.ada.touch(scene.ada.latest(), payload="a")
    with pytest.raises(Refusal, match="retry after 5"):
        scene.ada.touch(scene.ada.latest(), payload="a")
    scene.server.clock.advance(5)
    scene.ada.touch(scene.ada.latest(), payload="a")


@pytest.mark.parametrize("method", METHODS)
async def test_an_older_server_knows_no_widgets(scene: Scene, method: str) -> None:
    scene.server.settings.widgets = False
    status, body = await scene.call(method, chat_id=scene.ada.id, html=HTML)
    assert (status, body["description"]) == (404, "Not Found: method not found")
