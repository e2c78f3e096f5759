"""What goes wrong at Discord: nothing is lost, nothing comes twice, and the log stays calm and discreet."""

from __future__ import annotations

import pytest

from bot.platforms.discord.reply import PAUSE_WHEN_LIMITED, PAUSES
from tests.bot.platforms.discord.play import (
    BY_ITSELF,
    CALLBACK,
    EDIT,
    HOOK,
    POST,
    owns,
    play,
    plies,
    plies_of,
    public,
    show_privately,
    told,
)
from tests.bot.platforms.discord.setup import Table, choices, mover
from tests.loopback.discord.answers import UPDATE
from tests.loopback.discord.faults import When
from tests.loopback.discord.people import Person
from tests.loopback.discord.sight import Shown
from tests.loopback.discord.world import EXTERNAL_APPS

pytestmark = pytest.mark.usefixtures("log")

# Too much, and breakdowns


@pytest.mark.parametrize("via", [True, False])
async def test_while_edits_are_limited_many_plies_become_one_or_two(there: Table, via: bool) -> None:
    await there.begin("sahara")
    await show_privately(there, "Ada", "Ben")
    there.discord.faults.limit("PATCH", EDIT, retry_after=0.01, times=1_000_000, via=via)
    mark = there.discord.log.mark()
    for _ in range(6):
        await (await play(there, wait=False))
    there.discord.faults.clear()
    await there.answered()
    arrived = [call.message for call in there.discord.log.since(mark, "PATCH") if call.status == 200]
    assert all(1 <= arrived.count(shown.id) <= 2 for shown in owns(there))
    assert [told(shown) for shown in owns(there)] == [told(there.board())] * 2


@pytest.mark.parametrize("everywhere", [False, True])
async def test_a_429_on_an_answer_is_obeyed(there: Table, everywhere: bool) -> None:
    await there.begin("sahara")
    there.discord.faults.limit("POST", CALLBACK, retry_after=0.05, everywhere=everywhere)
    await play(there)
    assert plies(there) == 1


async def test_a_429_over_all_routes_is_obeyed(there: Table) -> None:
    there.discord.faults.limit("POST", POST, retry_after=0.05, everywhere=True)
    await there.begin("stacko")
    assert all(shown is not None for shown in (there.own("Ada"), there.own("Ben")))


@pytest.mark.parametrize(("method", "path"), [("POST", CALLBACK), ("PATCH", EDIT)])
async def test_a_429_of_the_wall_before_discord_only_delays(there: Table, method: str, path: str) -> None:
    await there.begin("sahara")
    await show_privately(there, "Ada")
    there.discord.faults.limit(method, path, retry_after=7.0, via=False)
    await play(there, wait=False)
    await there.discord.until(lambda: plies(there) == 1)
    await there.answered()
    assert [told(shown) for shown in owns(there)] == [told(there.board())]


@pytest.mark.parametrize("fault", ["500 twice", "503 three times", "wall", "untold"])
async def test_a_press_is_answered_in_time_though_the_answer_is_refused_at_first(
    there: Table, fault: str
) -> None:
    """By waits of the bot's own that fit into three seconds, as the library's do not."""
    assert max(sum(PAUSES), len(PAUSES) * PAUSE_WHEN_LIMITED) <= 2.5
    await there.begin("sahara")
    faults = there.discord.faults
    match fault:
        case "wall":
            faults.limit("POST", CALLBACK, retry_after=30.0, via=False, times=2)
        case "untold":
            faults.limit("POST", CALLBACK, tells=False, times=2)
        case _:
            faults.fail("POST", CALLBACK, int(fault[:3]), times=2 if "twice" in fault else 3)
    asked = await play(there)
    assert asked.interaction.answer == UPDATE
    assert plies(there) == 1
    assert len(public(there)) == 1


@pytest.mark.parametrize(("method", "path"), [("POST", POST), ("PATCH", EDIT), ("POST", HOOK)])
async def test_a_429_that_does_not_say_how_long_is_waited_for(there: Table, method: str, path: str) -> None:
    await there.begin("sahara")
    await show_privately(there, "Ada")
    old = there.board()
    await play(there)
    there.discord.faults.limit(method, path, tells=False)
    if path == POST:
        there.now += 600
    asked = await there.person(mover(old)).press(old, choices(old)[0])
    await play(there)
    assert len(asked.replies) == 1
    assert plies(there) == 2
    assert [told(shown) for shown in owns(there)] == [told(there.board())]


BREAKDOWNS: list[tuple[int | None, When]] = [
    (None, "before"), (None, "after"), (500, "before"), (502, "after"), (503, "after")
]  # fmt: skip
WHENS: tuple[When, ...] = ("before", "after")


async def test_a_challenge_is_posted_once(there: Table) -> None:
    for count, (status, when) in enumerate(BREAKDOWNS, start=1):
        breaks(there, "POST", CALLBACK, status, when)
        await there.begin("sahara")
        assert len(public(there)) == count
        await play(there)
        assert plies(there) == 1


async def test_a_board_that_the_bot_posts_comes_once(there: Table) -> None:
    for count, (status, when) in enumerate(BREAKDOWNS, start=1):
        breaks(there, "POST", POST, status, when)
        await there.begin("stacko")
        for name in ("Ada", "Ben"):
            assert len(there.person(name).messages(there.discord.dm(there.person(name)))) == count


async def test_an_edit_arrives_in_the_end(there: Table) -> None:
    await there.begin("sahara")
    await show_privately(there, "Ada")
    for status, when in BREAKDOWNS:
        breaks(there, "PATCH", EDIT, status, when)
        await play(there)
        assert [told(shown) for shown in owns(there)] == [told(there.board())]


async def test_a_note_comes_once_or_not_at_all(there: Table) -> None:
    """It follows the board in the answer to a press that came too late, and has no nonce."""
    await there.begin("sahara")
    for status, when in BREAKDOWNS:
        old = there.board()
        await play(there)
        breaks(there, "POST", HOOK, status, when)
        mark = there.discord.log.mark()
        asked = await there.person(mover(old)).press(old, choices(old)[0])
        await there.answered()
        assert len(asked.replies) == (1 if when == "after" else 0)
        assert len(there.discord.log.since(mark, "POST", "/webhooks/")) == 1


async def test_an_answer_whose_connection_breaks_counts_once(there: Table) -> None:
    await there.begin("sahara")
    for count, when in enumerate(WHENS, start=1):
        old = there.board()
        await play(there)
        breaks(there, "POST", CALLBACK, None, when)
        asked = there.person(mover(old)).press(old, choices(old)[0])
        assert "moved on" in (await asked.reply()).text
        await there.answered()
        assert plies(there) == count
        assert len(asked.replies) == 1


def breaks(there: Table, method: str, path: str, status: int | None, when: When) -> None:
    if status is None:
        there.discord.faults.drop(method, path, when=when)
    else:
        there.discord.faults.fail(method, path, status=status, when=when)


# Messages, chats and permissions that are gone


@pytest.mark.parametrize("by_press", [True, False])
async def test_a_board_that_somebody_deletes_is_posted_again_once(there: Table, by_press: bool) -> None:
    await there.begin("sahara")
    board = there.board()
    who = there.person(mover(board))
    if by_press:
        held = there.discord.faults.hold("POST", CALLBACK)
        who.press(board, choices(board)[0])
        await held.arrived.wait()
        there.discord.delete_message(board)
        held.release()
    else:
        there.discord.delete_message(board)
        await who.use("move", there.channel, words=choices(board)[0].label)
    await there.discord.until(lambda: public(there))
    await there.answered()
    assert len(public(there)) == 1
    assert plies(there) == 1
    assert not there.board().pings
    await play(there)
    assert len(public(there)) == 1
    assert plies(there) == 2


async def test_a_board_too_old_to_be_edited_is_posted_again_without_a_ping(there: Table) -> None:
    await there.begin("sahara")
    there.discord.clock.advance(7200)
    there.discord.faults.refuse("PATCH", BY_ITSELF, 429, 30046, "Maximum number of edits to messages older")
    board = there.board()
    await there.person(mover(board)).use("move", there.channel, words=choices(board)[0].label)
    await there.discord.until(lambda: public(there)[-1].id != board.id)
    await there.answered()
    assert len(public(there)) == 1
    assert plies(there) == 1
    assert not there.board().pings
    await play(there)
    assert len(public(there)) == 1
    assert plies(there) == 2


async def test_in_an_archived_thread_the_board_is_posted_again_which_opens_it(there: Table) -> None:
    await there.begin("sahara")
    there.discord.faults.refuse("PATCH", EDIT, 400, 50083, "Thread is archived", times=2)
    board = there.board()
    await there.person(mover(board)).use("move", there.channel, words=choices(board)[0].label)
    await there.discord.until(lambda: len(public(there)) == 2)
    await there.answered()
    assert plies(there) == 1
    assert not there.board().pings


@pytest.mark.parametrize(
    ("status", "code", "words"),
    [(400, 50083, "Thread is archived"), (400, 160005, "This thread is locked")],
)
async def test_where_a_thread_is_locked_too_the_match_goes_on_in_private(
    there: Table, status: int, code: int, words: str
) -> None:
    await there.begin("sahara")
    there.discord.faults.refuse("PATCH", EDIT, 400, 50083, "Thread is archived", times=2)
    there.discord.faults.refuse("POST", POST, status, code, words, times=1)
    board = there.board()
    await there.person(mover(board)).use("move", there.channel, words=choices(board)[0].label)
    await there.discord.until(lambda: there.own("Ada") and there.own("Ben"))
    await there.answered()
    _, shown = in_private(there)
    assert plies_of(shown) == 1


async def test_where_a_server_hides_the_answers_of_foreign_bots_nobody_takes_one_for_public(
    there: Table,
) -> None:
    ada = there.person("Ada")
    ada.user.apps = True
    guild = there.discord.guild("Foreign", ada, there.person("Ben"), installed=False)
    guild.people_permissions &= ~EXTERNAL_APPS
    channel = there.discord.channel(guild, "there")
    await ada.use("play", channel, game="sahara")
    await there.answered()
    (hidden,) = ada.messages(channel)
    assert hidden.ephemeral
    (word,) = ada.messages(there.discord.dm(ada))
    assert "/join" in word.text


@pytest.mark.parametrize("shut", [False, True])
async def test_where_a_server_hides_the_answers_of_foreign_bots_the_challenged_is_told_in_private(
    there: Table, shut: bool
) -> None:
    ada, ben = there.person("Ada"), there.person("Ben")
    ada.user.apps = ben.user.apps = True
    if shut:
        there.discord.close_dms(ben)
    guild = there.discord.guild("Foreign", ada, ben, installed=False)
    guild.people_permissions &= ~EXTERNAL_APPS
    channel = there.discord.channel(guild, "there")
    await ada.use("play", channel, game="sahara", opponent=ben)
    await there.answered()
    own, why = sorted(ada.messages(there.discord.dm(ada)), key=lambda one: "Others" in one.text)
    assert "Others do not see what I write" in why.text
    assert "no longer" not in why.text
    assert ("anywhere I am" in own.text) == shut
    if not shut:
        (asked,) = ben.messages(there.discord.dm(ben))
        assert ben.pinged == [asked]
        await ben.press(asked, "Accept")
        await there.answered()
        _, board = in_private(there)
        assert plies_of(board) == 0


async def test_a_board_deleted_while_one_chooses_beside_it_is_posted_again_with_the_move(
    there: Table,
) -> None:
    await there.begin("sato", "variant=open")
    ((_, shown),) = there.to_press()
    for label in ("a …", "a1"):
        ((person, shown),) = there.to_press()
        await person.press(shown, label)
        await there.settled()
    there.discord.delete_message(there.board())
    ((person, panel),) = there.to_press()
    await person.press(panel, "White →")
    await there.answered()
    (board,) = public(there)
    assert plies_of(board) == 1


@pytest.mark.parametrize("lost", ["channel", "guild", "expelled", "thread"])
async def test_where_a_chat_is_lost_the_match_goes_on_in_private(there: Table, lost: str) -> None:
    if lost == "thread":
        there.channel = there.discord.thread(there.channel, "a thread")
    await there.begin("sahara")
    for name in ("Ada", "Ben"):
        there.person(name).user.apps = True
    if lost in ("channel", "thread"):
        there.discord.delete_channel(there.channel)
    elif lost == "guild":
        there.discord.delete_guild(there.guild)
    else:
        there.discord.expel(there.guild)
    await there.discord.until(lambda: there.own("Ada") and there.own("Ben"))
    await there.answered()
    for _ in range(2):
        person, shown = in_private(there)
        await person.press(shown, choices(shown)[0])
        await there.answered()
    person, shown = in_private(there)
    assert plies_of(shown) == 2


def in_private(there: Table) -> tuple[Person, Shown]:
    """Who is asked in their private chat, and where."""
    people = [there.person(name) for name in ("Ada", "Ben")]
    found = [
        (one, shown) for one in people for shown in one.messages(there.discord.dm(one)) if choices(shown)
    ]
    return max(found, key=lambda pair: plies_of(pair[1]))


async def test_an_outage_of_a_guild_loses_nothing(there: Table) -> None:
    await there.begin("sahara")
    there.discord.gateway.guild_deleted(there.guild, unavailable=True)
    there.discord.gateway.guild_created(there.guild)
    await play(there)
    assert plies(there) == 1
    assert owns(there) == []
