"""Boards to touch: the widget of a private chat shows what the picture shows, and a touch is a press."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot import presentation
from bot.delivery.image_cache import ImageCache
from bot.interface import Choose, Screen, Touchable
from bot.platforms import callback_data
from bot.platforms.telegram.widgets import widget
from bot.presentation.boards import Hint
from tests.bot.conftest import Scripted, board_image
from tests.bot.platforms.telegram.setup import Table, choices, stage, table
from tests.bot.presentation.running_matches import PHRASING, begun
from tests.loopback.telegram import widgets
from tests.loopback.telegram.content import Json
from tests.loopback.telegram.people import Person
from tests.loopback.telegram.refusals import Refusal, bad
from tests.loopback.telegram.service import BOT_ID
from tests.loopback.telegram.showing import Shown

LONGER = ("stacko", "sato")
"""Games with hundreds of touches in a match."""
GAMES = ("sahara", "sator", *LONGER)
WAIT = 2.0  # seconds that somebody thinks: five touches in five seconds are all that Telegram sends


@asynccontextmanager
async def playing(folder: Path, game: str = "sahara", *, touch: bool = True) -> AsyncIterator[Table]:
    """A match in the private chats of Ada and Ben, who want boards to touch."""
    async with table(folder) as there:
        there.start_all()
        if touch:
            await wants(there, "touch=on")
        await there.begin_in_private(game)
        yield there


async def wants(there: Table, settings: str) -> None:
    for person in (there.ada, there.ben):
        person.say(person.private, f"/settings {settings}")
    await there.settled()


def boards(person: Person) -> list[Shown]:
    return [one for one in person.messages(person.private) if one.message.content.widget]


def board(person: Person) -> Shown:
    (only,) = boards(person)
    return only


def drawn(shown: Shown) -> Json:
    return widgets.state_of(shown.message)


def touchable(shown: Shown) -> dict[str, str]:
    return widgets.touchable(drawn(shown))


def payloads(shown: Shown) -> set[str]:
    return {key.value for key in choices(shown)}


def to_move(there: Table) -> list[tuple[Person, Shown]]:
    """Who has a board with a place to touch, or with a choice that has none."""
    return [(one, shown) for one in (there.ada, there.ben) for shown in boards(one) if choices(shown)]


def movers(there: Table) -> tuple[Person, Person]:
    """Who is to move, and the other one."""
    first = to_move(there)[0][0]
    return first, there.ben if first is there.ada else there.ada


async def test_a_touch_plays_a_move_and_is_answered_with_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, other = movers(there)
        before = board(mover)
        at_first = drawn(before)["d"]
        answer = await mover.touches(before, "4")
        await there.settled()
        assert at_first != drawn(mover.still(before))["d"] == answer["d"]
        assert drawn(board(other))["d"]["s"] == answer["d"]["s"][::-1], (
            "what is near to one is far to the other"
        )
        assert there.telegram.calls.count("sendPhoto") == 0


async def test_words_and_buttons_stand_below_the_board_and_change_with_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, _ = movers(there)
        before = board(mover)
        at_first = drawn(before)["d"]
        assert "More" in before.labels
        assert set(touchable(before).values()) == payloads(before)
        await mover.press(before, "4")
        await there.settled()
        after = mover.still(before)
        assert after.text != before.text
        assert drawn(after)["d"] != at_first
        assert set(touchable(after).values()) == payloads(after)


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    "game", ["sahara", "sator", *(pytest.param(game, marks=pytest.mark.long) for game in LONGER)]
)
async def test_a_match_is_touched_to_its_end(game: str, tmp_path: Path) -> None:
    """Where the board has a place for a choice it is touched; what has none, such as to pass, is a button."""
    async with playing(tmp_path, game) as there:
        touched = pressed = 0
        while asks := to_move(there):
            person, shown = asks[touched % len(asks)]
            if game == "sahara":
                assert set(touchable(shown).values()) == payloads(shown), "every hollow, even the only one"
            if places := nearest_to_a_move(shown):
                place = soon(shown, touched) if game == "stacko" else places[touched * 7 % len(places)]
                assert place in places
                await person.touches(shown, place)
                touched += 1
            else:
                await person.press(shown, payload=choices(shown)[0].value)
                pressed += 1
            there.telegram.clock.advance(WAIT)
            await there.settled()
            assert touched + pressed < 500, "it does not end"
        assert touched > 4 * pressed
        for person in (there.ada, there.ben):
            assert "Rematch" in board(person).labels
            assert touchable(board(person)) == {}
        assert there.telegram.calls.count("sendPhoto") == 0
        assert_accepted(there)


def soon(shown: Shown, touched: int) -> str:
    """What ends a round of Stacko soon: each place gets the four parts that are its own; some are drawn."""
    if "draw" in touchable(shown) and touched % 3 == 0:
        return "draw"
    part = drawn(shown)["d"]["h"][0]
    return str(10 - (int(part) - 1) // 4)


def nearest_to_a_move(shown: Shown) -> list[str]:
    """The places that go on with what is chosen, rather than with something else."""
    requests = {word: callback_data.decode(payload) for word, payload in touchable(shown).items()}
    said = {word: len(one.words) for word, one in requests.items() if isinstance(one, Choose)}
    return [word for word, words in said.items() if words == max(said.values())]


def assert_accepted(there: Table, *, but: int = 0) -> None:
    """Telegram has refused nothing but what it shows already, and what is tried on purpose with the bot.

    `but`: a status with which it has been ordered to refuse.
    """
    refused = [one for one in there.telegram.calls.refused() if one.chat != BOT_ID and one.status != but]
    assert [one for one in refused if "not modified" not in one.description] == []


async def test_the_same_touch_counts_once(tmp_path: Path) -> None:
    """The last bean of 4 falls into the store, so that its player goes on: a second touch could be a move."""
    async with playing(tmp_path) as there:
        mover, _ = movers(there)
        mover.touch(board(mover), "4")
        there.telegram.updates.repeat()
        await there.settled()
        assert drawn(board(mover))["d"]["s"][0][0] == 1
        assert there.telegram.calls.count("answerWidgetQuery", status=200) == 1


async def test_an_old_touch_changes_nothing_and_brings_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, _ = movers(there)
        before = board(mover)
        old = touchable(before)["1"]
        await mover.touches(before, "4")
        await there.settled()
        now = drawn(board(mover))
        answer = await mover.touches(before, payload=old)
        await there.settled()
        assert answer["n"], "it is said why"
        assert answer["d"] == now["d"]
        assert drawn(board(mover)) == now


@pytest.mark.parametrize("payload", ["-", "?", "nonsense", "c:zzzzzz:1:4:1:0", "c:::::", "\u2028" * 21])
async def test_a_forged_touch_is_told_so(payload: str, tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        before = board(there.ada)
        answer = await there.ada.touches(before, payload=payload)
        await there.settled()
        assert answer["n"]
        assert drawn(board(there.ada)) == drawn(before)


async def test_the_touch_of_another_is_not_a_move(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, other = movers(there)
        before = board(mover)
        answer = await other.touches(board(other), payload=touchable(before)["4"])
        await there.settled()
        assert answer["n"]
        assert drawn(board(mover)) == drawn(before)


async def test_a_board_whose_match_is_over_says_so(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, _ = movers(there)
        old = touchable(board(mover))["4"]
        mover.say(mover.private, "/resign")
        sure = await mover.sees(lambda one: "Yes, resign" in one.labels, mover.private)
        await mover.press(sure, "Yes, resign")
        await there.settled()
        over = drawn(board(mover))
        assert over["t"] == []
        answer = await mover.touches(board(mover), payload=old)
        await there.settled()
        assert answer["n"]
        assert drawn(board(mover)) == over


async def test_boards_are_pictures_until_somebody_asks_for_widgets(tmp_path: Path) -> None:
    async with playing(tmp_path, touch=False) as there:
        assert boards(there.ada) == []
        (picture,) = [one for one in there.ada.messages(there.ada.private) if one.picture]
        await wants(there, "touch=on")
        assert there.ada.now(picture) is None, "the widget has replaced it"
        now = board(there.ada)
        await wants(there, "touch=off")
        assert there.ada.now(now) is None
        (again,) = [one for one in there.ada.messages(there.ada.private) if one.picture]
        assert again.text == picture.text


async def test_a_server_without_widgets_gets_pictures(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        await there.close()
        there.telegram.settings.widgets = False
        await there.open()
        there.start_all()
        await wants(there, "touch=on")
        await there.begin_in_private("sahara")
        assert boards(there.ada) == []
        assert there.telegram.calls.count("sendWidget") == 0
        assert any(one.picture for one in there.ada.messages(there.ada.private))


async def test_where_widgets_are_refused_boards_are_pictures_and_nothing_is_lost(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.start_all()
        await wants(there, "touch=on")
        refusal = Refusal(400, "Bad Request: INPUT_MEDIA_WIDGET_NOT_ALLOWED")
        there.telegram.faults.refuse("sendWidget", refusal)
        await there.begin_in_private("sahara")
        (picture,) = [one for one in there.ada.messages(there.ada.private) if one.picture]
        (other,) = [one for one in there.ben.messages(there.ben.private) if one.picture]
        person, shown = (there.ada, picture) if choices(picture) else (there.ben, other)
        await person.press(shown, "4")
        await there.settled()
        assert there.ada.still(picture).sha256 != picture.sha256, "it goes on as a picture"
        assert there.telegram.calls.count("sendWidget") == 1


async def test_groups_have_pictures(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.start_all()
        await wants(there, "touch=on")
        shown = await there.begin("sahara")
        assert shown.picture
        assert shown.message.content.widget is None


@pytest.mark.parametrize("call", ["editMessageWidgetData", "editMessageCaption", "answerWidgetQuery"])
async def test_a_bot_that_stops_in_the_middle_brings_the_boards_up_to_date(call: str, tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, other = movers(there)
        hold = there.telegram.faults.hold(call)
        mover.touch(board(mover), "4")
        await hold.arrival()
        await there.close()
        hold.release()
        await there.open()
        await there.settled()
        near, far = drawn(board(mover)), drawn(board(other))
        assert near["d"]["s"] == far["d"]["s"][::-1] == [[1, 0, False], [0, 0, False]]
        assert set(touchable(board(mover)).values()) == payloads(board(mover))
        await mover.touches(board(mover), "1")


async def test_a_half_chosen_move_that_is_half_shown_is_a_job_until_all_of_it_is(tmp_path: Path) -> None:
    """Nothing else of it is stored: a bot that is killed between the two calls has to make both again."""
    async with playing(tmp_path, "sator") as there:
        for _ in range(4):  # both hide their dots
            person, shown = to_move(there)[0]
            await person.touches(shown, nearest_to_a_move(shown)[0])
            there.telegram.clock.advance(WAIT)
            await there.settled()
        mover, _ = movers(there)
        assert await jobs_of_boards(there) == 0
        hold = there.telegram.faults.hold("editMessageCaption")
        mover.touch(board(mover), nearest_to_a_move(board(mover))[0])
        await hold.arrival()
        assert await there.store.boards.count_boards_behind() == 1
        hold.release()
        await there.settled()
        assert await jobs_of_boards(there) == 0


async def jobs_of_boards(there: Table) -> int:
    there.cleo.say(there.cleo.private, "/settings language=de")  # with this is stored what can wait
    await there.settled()
    return await there.store.boards.count_boards_behind()


async def test_if_the_words_have_to_wait_what_is_touched_is_the_newest(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, _ = movers(there)
        there.telegram.faults.answer("editMessageCaption", 429, retry_after=3)
        await mover.touches(board(mover), "4")
        await there.settled()
        assert set(touchable(board(mover)).values()) == payloads(board(mover))
        await mover.touches(board(mover), "1")
        await there.settled()
        assert set(touchable(board(mover)).values()) == payloads(board(mover))
        assert drawn(board(mover))["d"]["c"][0][0][0] == 0, "its beans are sown"
        assert_accepted(there, but=429)


async def test_a_board_that_only_says_something_else_is_not_drawn_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, other = movers(there)
        await mover.press(board(mover), "4")
        await there.settled()
        told, data = board(other).text, "editMessageWidgetData"
        before = there.telegram.calls.count(data, chat=other.id)
        mover.say(mover.private, "/draw")
        await there.settled()
        assert board(other).text != told
        assert there.telegram.calls.count(data, chat=other.id) == before


async def test_what_is_left_on_a_pile_is_said_in_words(tmp_path: Path) -> None:
    async with playing(tmp_path, "stacko") as there:
        there.ben.say(there.ben.private, "/settings language=de")
        await there.settled()
        count = drawn(board(there.ada))["d"]["k"][0]
        assert drawn(board(there.ada))["r"] == f"{count} left"
        assert drawn(board(there.ben))["r"] == f"noch {count}"


def test_a_hint_marks_what_is_to_be_touched_next() -> None:
    view = begun("sahara").seen_by(0)
    shown = presentation.board(
        view, PHRASING, reader=view.players and view.players[0], hint=Hint(("4",), "4, says the robot.")
    )
    made = widget(ImageCache().message(shown, "light", touch=True))
    assert made
    assert json.loads(made.state)["h"] == "4"


async def test_a_board_that_has_become_a_link_cannot_be_touched(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, _ = movers(there)
        before = board(mover)
        there.telegram.faults.refuse("deleteMessage", bad("message can't be deleted for everyone"))
        mover.say(mover.private, "/board")
        await there.settled()
        link = mover.still(before)
        assert (touchable(link), payloads(link)) == ({}, set())
        assert link.text == "The board is further down."


async def test_a_widget_that_cannot_be_changed_is_replaced(tmp_path: Path) -> None:
    async with playing(tmp_path) as there:
        mover, other = movers(there)
        before, his = board(mover), board(other)
        there.telegram.faults.refuse("editMessageWidgetData", Refusal(400, "Bad Request: WIDGET_EXPIRED"))
        await mover.press(before, "4")
        await there.settled()
        others = {board(person).message for person in (mover, other)} - {before.message, his.message}
        assert len(others) == 1, "the board of one of them is a new message"
        assert drawn(board(mover))["d"]["s"] == drawn(board(other))["d"]["s"][::-1]


async def test_the_settings_offer_boards_to_touch_where_they_are(tmp_path: Path) -> None:
    async with table(tmp_path) as there:
        there.start_all()
        there.ada.say(there.ada.private, "/settings")
        page = await there.ada.sees(lambda one: "Boards" in one.labels, there.ada.private)
        await there.ada.press(page, "Boards")
        await there.settled()
        await there.ada.press(there.ada.still(page), "Boards to touch")
        await there.settled()
        assert "Boards as pictures" in there.ada.still(page).labels


async def test_nothing_that_is_drawn_ends_the_script_that_holds_it(front: Scripted) -> None:
    said = "</script><script>alert(1)</script> <!-- "
    board = Touchable("<script>show(STATE)</script>", {"s": said}, ())
    image = replace(board_image("sienna", "the board"), touchable=lambda: board)
    async with stage(front) as there:
        there.ada.private.bot = "member"
        private = there.adapter.private_chat(str(there.ada.id))
        shown = await there.posted(Screen("Board", image=image), private)
        assert shown.message.content.widget
        begun = shown.message.content.widget.html.removeprefix("<script>show(").removesuffix(")</script>")
        assert "<" not in begun
        assert json.loads(json.loads(begun))["d"]["s"] == said


@pytest.mark.parametrize("game", GAMES)
async def test_what_is_sent_is_small_enough(game: str, tmp_path: Path) -> None:
    async with playing(tmp_path, game) as there:
        (sent, *_) = [one for one in there.telegram.calls if one.method == "sendWidget"]
        html = sent.fields["html"].encode()
        assert len(zlib.compress(html, 9)) <= 4096
        assert json.loads(sent.fields["chat_data"])["d"]
        assert "STATE" not in sent.fields["html"]
