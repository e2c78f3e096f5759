"""Boards: found by chat, whatever that is called; claimed until they are shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.boards import BoardId, ChatId
from storage.jobs import Claim, Job
from storage.matches import Seen
from storage.people import ChatSettings
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, OPEN, M, N, behind, board, change, jobs_of, ply, row


def mine(number: int, *, now: int = 100) -> Claim:
    return Claim(f"me:{number}", now, now + 30, served=["web"])


YOURS = replace(mine(1), by="you:1")


def test_what_a_log_says_of_a_board_does_not_tell_the_token_of_a_press() -> None:
    assert "token" not in repr(replace(board("b", M), answer="token"))


@pytest.mark.parametrize("place", ["guild", "100%", "a_b", "*", "[a]", "ü"])
async def test_boards_are_found_by_their_chat_and_by_what_their_chats_lie_in(
    store: Store, place: str
) -> None:
    chats = (place, f"{place}/", f"{place}/1", f"{place}/2/3", f"{place}0", f"{place}.", f"x{place}/1")
    others = ("axb/1", "100/1", "guilds/1", "a/1", "GUILD/1")
    boards = {
        chat: replace(board(f"in {chat}", M), chat=ChatId(chat))
        for chat in (*chats, *others)
        if chat != place
    } | {place: replace(board("there", M), chat=ChatId(place))}
    elsewhere = replace(board("elsewhere", M), chat=ChatId(f"{place}/1"), platform="telegram")
    await store.append(change(M, 1, boards=(*boards.values(), elsewhere)))
    found = {known.chat for known in await store.boards.boards_in("web", place)}
    assert found == {place, f"{place}/", f"{place}/1", f"{place}/2/3"}


@pytest.mark.parametrize("place", ["-42", "100%", "a_b"])
async def test_the_boards_of_a_chat_that_is_called_otherwise_are_to_be_posted_anew(
    store: Store, place: str
) -> None:
    chats = (place, f"{place}/7", f"{place}0", f"x{place}")
    boards = {chat: replace(board(chat, M, message=chat, shown=2), chat=ChatId(chat)) for chat in chats}
    elsewhere = replace(board("e", M, message="e", shown=2), chat=ChatId(place), platform="telegram")
    changed = change(M, 2, ply(1), ply(2), boards=(*boards.values(), elsewhere))
    await store.append(changed)
    await store.chats.move("web", ChatId(place), ChatId("-100"), [row(M, 2).phase])
    moved = {
        place: replace(boards[place], id=BoardId(f"{place}+"), chat=ChatId("-100"), message=None, shown=0),
        f"{place}/7": replace(
            boards[f"{place}/7"], id=BoardId(f"{place}/7+"), chat=ChatId("-100/7"), message=None, shown=0
        ),
    }
    assert set(await store.boards.boards_of(M)) == {*(boards | moved).values(), elsewhere}
    assert await behind(store) == {f"{place}+", f"{place}/7+"}


async def test_a_process_leaves_what_it_has_claimed_to_others_and_what_they_have_to_them(
    store: Store,
) -> None:
    await store.append(replace(change(M, 1, boards=(board("b", M),)), claim=mine(1)))
    await store.append(replace(change(N, 1, boards=(board("n", N),)), claim=replace(mine(1), by="me2:1")))
    await store.jobs.leave("me:")
    claimed = await store.jobs.claim(YOURS, most=9)
    assert [job.about for job in claimed] == ["b"]


async def test_what_is_kept_of_a_chat_is_kept_under_its_new_id(store: Store) -> None:
    here = ChatSettings("web", "lounge", "ca", "dark", challengers="managers", puzzles="lounge/7")
    acted = Seen(ADA, "web", ChatId("lounge/7"), False, 100)
    await store.settings.put_chat_settings(here)
    await store.jobs.put(Job("puzzle", "web:lounge", 900, "web"))
    await store.talk.put_silence("web", "lounge", BOB)
    await store.append(replace(change(M, 1), seen=acted))
    await store.tournaments.put_tournament(replace(OPEN, place="lounge", chat="lounge/corner"))
    await store.chats.move("web", ChatId("lounge"), ChatId("hall"), [])
    assert await store.settings.chat_settings("web", "hall") == replace(here, place="hall", puzzles="hall/7")
    assert await store.settings.chat_settings("web", "lounge") == ChatSettings("web", "lounge")
    assert [(job.key, job.due) for job in await jobs_of(store) if job.kind == "puzzle"] == [("web:hall", 900)]
    assert await store.talk.silenced_in("web", "hall") == (BOB,)
    assert await store.matches.seen_in(M) == (replace(acted, chat=ChatId("hall/7")),)
    moved = await store.tournaments.tournament_in("web", "hall")
    assert moved
    assert moved.chat == "hall/corner"


@pytest.mark.parametrize("there", [100, 300])
async def test_who_acted_under_both_ids_of_a_chat_acted_there_at_the_latest(store: Store, there: int) -> None:
    for version, (chat, at) in enumerate([("lounge", 200), ("hall", there)], 1):
        acted = Seen(ADA, "web", ChatId(chat), False, at)
        await store.append(replace(change(M, version, ply(version)), seen=acted))
    await store.chats.move("web", ChatId("lounge"), ChatId("hall"), [])
    assert [acted.at for acted in await store.matches.seen_in(M)] == [max(200, there)]
