"""Replays: one's own view of what has been, page by page, as a clip and as a record."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace

import pytest
from PIL import Image

from bot import interface, presentation
from bot.delivery.image_cache import ImageCache
from bot.handlers.replays import AGAIN
from bot.interface import Account, File, Screen
from bot.presentation import Phrasing, ReplayPosition
from bot.texts import texts_for
from games import record
from games.dice import SEED_BYTES, Dice
from games.events import MatchId, PlayerId
from games.game import SEATS, VIEWERS, Viewer
from games.match import Ending, Match, Phase
from games.replay import Frame, Position, seen_at
from renderers.clip import Clip
from storage.boards import BoardId
from tests.bot.memory_platform import ADA, BEN, CHANNEL, CLEO, House, Seen, code_of, private_chat
from tests.bot.presentation.running_matches import match_of
from tests.bot.presentation.test_limits import LONGEST, assert_fits
from tests.games.walks import CASES, Case, random_line


async def play(house: House, *moves: str) -> None:
    """These plies, by whoever is to move, a minute apart."""
    for move in moves:
        house.now += 60
        await house.type(house.to_act(), f"/move {move}")


async def finished(house: House, line: str = "/play sahara") -> MatchId:
    """A short match that whoever is to move gives up."""
    await house.start(line)
    code = code_of(house)
    if line == "/play sahara":
        await play(house, "1", "2", "3")
    await house.ask(ADA, interface.Resign(code, sure=True), CHANNEL)
    return code


def page_of(answer: Seen) -> Screen:
    shown = answer.update or answer.note
    assert shown
    return shown


def file_of(message: Screen | None) -> File:
    assert message
    assert message.file
    return message.file


def place_of(message: Screen) -> str:
    """The first line of a page: which position it shows."""
    return message.text.splitlines()[0]


async def test_a_finished_match_opens_with_its_deal_and_is_stepped_through(house: House) -> None:
    code = await finished(house)
    page = page_of(await house.type(CLEO, f"/replay {code}"))
    texts = []
    while "Forward" in house.labels(page):
        texts.append(place_of(page))
        assert page.image
        page = page_of(await house.press_note(CLEO, "Forward", page))
    assert texts == ["The deal. 3 moves follow.", "Move 1 of 3.", "Move 2 of 3."]
    assert place_of(page) == "Move 3 of 3."
    assert "resigned" in page.text
    assert house.labels(page) == ["Back", "Clip", "More"]
    more = page_of(await house.press_note(CLEO, "More", page))
    assert (more.text, house.labels(more)) == (
        page.text,
        ["Back", "Clip", "Play on from here", "First", "Record"],
    )
    assert place_of(page_of(await house.press_note(CLEO, "First", more))) == texts[0]
    assert page_of(await house.press_note(CLEO, "Back", page)).text.startswith("Move 2 of 3.")


async def test_a_page_shows_what_moved_and_nothing_to_press(house: House) -> None:
    code = await finished(house)
    pages = [page_of(await house.ask(CLEO, interface.Replay(code, at), CHANNEL)) for at in (1, 2, 3)]
    images = [page.image for page in pages if page.image]
    assert [(image.turn, bool([*image.motions()])) for image in images] == [(0, False), (2, True), (3, True)]
    assert not [place for image in images for place in image.regions()]


async def test_a_past_position_is_not_to_be_touched_as_a_board_is(house: House) -> None:
    code = await finished(house)
    page = page_of(await house.type(ADA, f"/replay {code}"))
    assert page.image
    assert page.image.touchable is None


async def test_a_press_turns_the_page_in_place_after_a_restart_too(house: House) -> None:
    code = await finished(house)
    own = private_chat(ADA)
    opened = (await house.type(ADA, f"/replay {code}", own)).noted
    house.platform.put(own, opened, "opened")
    await house.restart()
    more = (await house.press(ADA, "More", house.board(own))).updated
    house.platform.put(own, more, "more")
    assert (await house.press(ADA, "Last", house.board(own))).updated.text.startswith("Move 3 of 3.")


@pytest.mark.parametrize(
    ("at", "line"), [(99_999, "Move 3 of 3."), (4, "Move 3 of 3."), (1, "The deal. 3 moves follow.")]
)
async def test_a_page_beyond_the_end_is_the_last_one(house: House, at: int, line: str) -> None:
    code = await finished(house)
    assert place_of(page_of(await house.ask(ADA, interface.Replay(code, at), CHANNEL))) == line


async def test_what_was_taken_back_is_not_among_the_plies(house: House) -> None:
    await house.start()
    code, first = code_of(house), house.to_act()
    other = BEN if first == ADA else ADA
    await play(house, "1")
    await house.press(first, "Take move back")
    await house.press(other, "Allow take-back")
    page = page_of(await house.type(first, f"/replay {code}"))
    assert place_of(page) == "The deal. 0 moves follow."
    assert house.labels(page) == []


async def test_a_running_match_opens_with_what_somebody_missed(house: House) -> None:
    await house.start()
    code, first = code_of(house), house.to_act()
    other = BEN if first == ADA else ADA
    await play(house, "1")
    page = page_of(await house.type(first, f"/replay {code}"))
    assert "since you last acted" not in page.text
    page = page_of(await house.type(other, f"/replay {code}"))
    assert page.text.splitlines()[:2] == ["Move 1 of 1.", "1 turn since you last acted:"]
    assert first.name in page.text.splitlines()[2]
    assert "As a clip" not in house.labels(page)
    assert "Record" not in house.labels(page)
    house.now += 60
    await house.press(other, "Offer draw")
    page = page_of(await house.type(other, f"/replay {code}"))
    assert "since you last acted" not in page.text


async def test_a_turn_of_several_plies_is_one_missed_turn(house: House) -> None:
    """Sahara: the last bean in the own store moves again."""
    await house.start()
    code, first = code_of(house), house.to_act()
    other = BEN if first == ADA else ADA
    await play(house, "4", "5")
    assert house.to_act() == other
    page = page_of(await house.type(other, f"/replay {code}"))
    assert page.text.splitlines()[:2] == ["Move 2 of 2.", "1 turn since you last acted:"]


async def test_a_challenge_has_nothing_to_replay(house: House) -> None:
    await house.meet(ADA)
    await house.type(ADA, "/play sahara")
    await house.type(ADA, f"/replay {code_of(house)}")
    assert house.note(ADA).startswith("There is nothing to replay yet")


# Both sides


async def secret(house: House) -> MatchId:
    """A match of Sator in which both have hidden their dots."""
    await house.start("/play sator")
    code = code_of(house)
    for who in (ADA, BEN):
        await house.type(who, f"/move hide a b {code}", private_chat(who))
    return code


def hidden(page: Screen) -> bool:
    """Whether the red dots of a side are not told."""
    assert page.image
    return page.image.alt.count("Red dots of ") < len(SEATS)


async def test_players_of_a_finished_secret_match_can_see_both_sides(house: House) -> None:
    code = await secret(house)
    for who in (ADA, BEN):
        own = page_of(await house.ask(who, interface.ReplayBoth(code, 3), private_chat(who)))
        assert hidden(own), "while it runs, everybody sees their own side"
        assert "Both sides" not in house.labels(own)
    await house.ask(ADA, interface.Resign(code, sure=True), CHANNEL)
    for who in (ADA, BEN):
        own = page_of(await house.ask(who, interface.Replay(code, 3), CHANNEL))
        more = page_of(await house.press_note(who, "More", own))
        both = page_of(await house.press_note(who, "Both sides", more))
        assert hidden(own)
        assert not hidden(both)
        assert both.text.splitlines()[1] == "Both sides: what was hidden from one of you is shown."
        more = page_of(await house.press_note(who, "More", both))
        assert not hidden(more)
        assert page_of(await house.press_note(who, "My side only", more)) == own
        back = page_of(await house.press_note(who, "Back", both))
        assert back.image
        assert "Red dots of" in back.image.alt, "whoever has hidden first is seen before the other has"


async def test_nobody_but_its_players_sees_both_sides_of_a_match(house: House) -> None:
    code = await secret(house)
    await house.ask(ADA, interface.Resign(code, sure=True), CHANNEL)
    page = page_of(await house.ask(CLEO, interface.Replay(code, 3), CHANNEL))
    more = page_of(await house.ask(CLEO, interface.ReplayMore(code, 3, both=True), CHANNEL))
    assert (hidden(more), "Both sides" in house.labels(more)) == (True, False)
    assert page_of(await house.ask(CLEO, interface.ReplayBoth(code, 3), CHANNEL)) == page
    sahara = await finished(house)
    page = page_of(await house.ask(ADA, interface.ReplayMore(sahara, 1, both=False), CHANNEL))
    assert "Both sides" not in house.labels(page), "nothing was hidden in it"


# Clips


async def test_in_a_channel_the_clip_is_for_all_and_shows_what_all_may_see(house: House) -> None:
    code = await finished(house)
    answer = await house.press(ADA, "As a clip")
    file = file_of(answer.post)
    assert (file.name, file.media_type) == (f"{code}.gif", "image/gif")
    assert Image.open(io.BytesIO(file.data)).format == "GIF"
    assert "resigned" in file.alt
    assert answer.note is None


async def test_the_same_clip_is_posted_once_in_a_while(house: House) -> None:
    await finished(house)
    board = house.board()
    assert (await house.press(ADA, "As a clip", board)).post
    assert (await house.press(BEN, "As a clip", board)).post is None
    assert house.note(BEN) == "This clip was posted here a moment ago."
    house.now += AGAIN
    assert (await house.press(BEN, "As a clip", board)).post


async def test_a_clip_that_could_not_be_made_can_be_asked_for_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(house)

    async def failing(*_: object) -> bytes:
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr(ImageCache, "clip", failing)
        assert (await house.press(ADA, "As a clip")).post is None
    assert (await house.press(ADA, "As a clip")).post


async def test_alone_one_gets_the_clip_of_ones_own_view(house: House) -> None:
    code = await finished(house, "/play stacko")
    for_all = file_of((await house.press(ADA, "As a clip")).post)
    page = page_of(await house.type(ADA, f"/replay {code}"))
    own = await house.press_note(ADA, "Clip", page)
    assert own.post is None
    assert file_of(own.note).data != for_all.data
    page = page_of(await house.type(CLEO, f"/replay {code}"))
    assert file_of((await house.press_note(CLEO, "Clip", page)).note).data == for_all.data


async def test_while_a_clip_is_made_nobody_waits(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    await finished(house)
    begun, done = asyncio.Event(), asyncio.Event()

    async def clip(*_: object, **__: object) -> Clip:
        begun.set()
        await done.wait()
        return Clip(b"GIF", 4, 7)

    monkeypatch.setattr(ImageCache, "clip", clip)
    making = asyncio.create_task(house.press(ADA, "As a clip"))
    await begun.wait()
    async with asyncio.timeout(5):
        await house.type(CLEO, "/link", private_chat(CLEO))  # nobody else may act meanwhile
        await house.type(BEN, "/help")
    done.set()
    made = (await making).post
    assert file_of(made).data == b"GIF"
    assert made is not None
    assert made.text.endswith(
        "4 of the 7 positions: the file would be too large with all of them. The replay has them all."
    )


async def test_a_running_match_has_no_clip(house: House) -> None:
    await house.start()
    assert (await house.ask(ADA, interface.MakeClip(code_of(house)), CHANNEL)).post is None
    assert house.note(ADA) == "This match is not over yet."


# Records


async def test_where_everything_lies_open_everybody_gets_the_record(house: House) -> None:
    code = await finished(house)
    answer = await house.type(CLEO, f"/export {code}")
    assert answer.succeeded
    file = file_of(answer.note)
    assert (file.name, file.media_type) == (f"{code}.txt", "text/plain")
    read, states = record.read(file.data.decode())
    assert (read.match, read.day, read.reason) == (code, "1970-01-12", "resigned")
    assert set(read.names) == {"Ada", "Ben"}
    assert len(states) == 4
    assert "hidden" not in page_of(answer).text


async def test_a_record_that_tells_what_was_hidden_says_so_and_strangers_get_none(house: House) -> None:
    code = await finished(house, "/play sator")
    answer = await house.type(ADA, f"/export {code}")
    assert "It shows everything that was hidden" in page_of(answer).text
    record.read(file_of(answer.note).data.decode())
    answer = await house.type(CLEO, f"/export {code}")
    assert page_of(answer).file is None
    assert house.note(CLEO).startswith("You do not play in this match")
    page = page_of(await house.type(CLEO, f"/replay {code}"))
    assert "Record" not in house.labels(page)


async def test_a_running_match_has_no_record(house: House) -> None:
    await house.start()
    assert page_of(await house.type(ADA, f"/export {code_of(house)}")).file is None
    assert house.note(ADA).startswith("This match is not over")


# Nothing that is hidden, and nothing that is too long

PHRASING = Phrasing(
    texts_for("en"), {PlayerId(who): Account("web", who, who.title()) for who in ("ada", "ben")}
)
LONG = Phrasing(
    texts_for("en"),
    {PlayerId(who): Account("web", who, name) for who, name in zip(("ada", "ben"), LONGEST, strict=True)},
)


def told(
    case: Case, seed: int, most: int, imagined: Viewer | None = None, *, twin: bool = False
) -> tuple[Match, list[Position]]:
    """A match that was given up after some plies; its twin differs in all that this viewer cannot know."""
    states = list(random_line(case, seed).states[:most])
    if twin:
        chance = Dice.from_seed(bytes([7] * SEED_BYTES))
        states = [state.view(imagined).imagine(chance) for state in states]
    match = replace(match_of(case, states[-1]), phase=Phase.OVER, ending=Ending(0, "resigned", None))
    return match, [Position(state, place) for place, state in enumerate(states)]


def pages(match: Match, stood: list[Position], viewer: Viewer, phrasing: Phrasing) -> list[Screen]:
    missed = tuple(position.state.view(viewer) for position in stood[1:])
    positions = [
        ReplayPosition(MatchId("ABCDEF"), place, len(stood), place - 1, len(stood) - 1, False, True)
        for place in range(1, len(stood) + 1)
    ]
    positions.append(replace(positions[-1], missed=missed))
    made = []
    for position in positions:
        seen = seen_at(match, stood, Frame(position.ply), viewer)
        for text_only in (False, True):
            shown = presentation.replay_page(seen, position, replace(phrasing, text_only=text_only))
            assert_fits(shown)
            if shown.picture:
                assert len(f"{shown.title}\n{shown.text}") <= 900
            requests = [button.request for row in shown.rows for button in row]
            assert len(set(requests)) == len(requests)  # Discord takes no two buttons with one payload
            made.append(ImageCache().message(shown, "light"))
    return made


@pytest.mark.parametrize("case", CASES[::5], ids=str)
def test_what_a_viewer_may_not_know_changes_no_page(case: Case) -> None:
    for viewer in VIEWERS:
        plain, twin = told(case, 3, 7), told(case, 3, 7, viewer, twin=True)
        assert pages(*plain, viewer, PHRASING) == pages(*twin, viewer, PHRASING)


@pytest.mark.parametrize("case", CASES[::7], ids=str)
def test_every_page_fits_with_long_names(case: Case) -> None:
    match, stood = told(case, 2, 400)
    some = [*stood[:2], *stood[2:-1:40], stood[-1]]
    for viewer in VIEWERS:
        pages(match, some, viewer, LONG)


async def test_a_replay_opens_where_a_board_stands_whatever_has_come_since(house: House) -> None:
    await house.start("/play sahara")
    code = code_of(house)
    await play(house, "1", "2", "3")
    (standing,) = await house.store.boards.boards_of(code)
    version = (await house.services.matches.load(code)).version
    await house.dispatcher.worker.close()  # it would be brought up to date
    await house.store.boards.put_boards(
        [replace(standing, id=BoardId("old"), message="old", shown=version - 2)]
    )

    async def opened(version: int | None, message: str = "") -> str:
        asked = interface.ReplayFrom(code, version, message)
        return place_of(page_of(await house.ask(CLEO, asked, CHANNEL)))

    assert await opened(None, "old") == "Move 1 of 3."
    assert await opened(version - 1) == "Move 2 of 3."
    assert await opened(version - 3) == "The deal. 3 moves follow."
    assert await opened(None, "not known") == "Move 3 of 3."
    last = BEN if house.to_act() == ADA else ADA
    await house.ask(last, interface.RequestTakeback(code), CHANNEL)
    await house.ask(house.to_act(), interface.AcceptTakeback(code), CHANNEL)
    assert await opened(version) == "Move 1 of 1."  # what was taken back is not among the pages
