"""Boards: found by match and by chat, behind until they show the newest version."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage.boards import Board, BoardId, ChatId, Notice
from storage.changes import Change
from storage.jobs import NEVER, UNCLAIMED, Claim, Job
from storage.matches import Seen
from storage.sql.store import Store
from tests.storage.facts import (
    ADA,
    M,
    N,
    behind,
    board,
    boards_behind,
    change,
    forget,
    jobs_of,
    person,
    ply,
    row,
)


def mine(number: int, *, now: int = 100) -> Claim:
    return Claim(f"me:{number}", now, now + 30, served=["web"])


YOURS = replace(mine(1), by="you:1")


async def test_boards_are_found_by_match_and_matches_by_chat(store: Store) -> None:
    public = board("b1", M, message="m1")
    hand = Board(BoardId("b2"), M, "web", ChatId("ada's"), True, None, ADA, 0)
    again = board("b4", M)
    other = board("b3", N, message="m2")
    await store.append(change(M, 1, boards=(public, hand, again)))
    await store.append(change(N, 1, boards=(other,)))
    assert set(await store.boards.boards_of(M)) == {public, hand, again}
    assert await store.boards.boards_of(N) == (other,)
    phases = [row(M, 1).phase]
    assert await store.matches.matches_in("web", ChatId("lounge"), phases) == (row(M, 1), row(N, 1))
    assert await store.matches.matches_in("web", ChatId("ada's"), phases) == (row(M, 1),)
    assert await store.matches.matches_in("web", ChatId("ada's"), ["no such phase"]) == ()


async def test_a_board_that_has_moved_is_behind_until_it_is_forgotten(store: Store) -> None:
    moved = board("b1", M, message="m1", shown=1, moved_to="m2")
    await store.append(change(M, 1, boards=(moved, board("b2", M, message="m2", shown=1))))
    assert await boards_behind(store) == (moved,)
    assert await store.boards.count_boards_behind() == 1
    for _ in range(2):
        await store.boards.drop_board(BoardId("b1"))
    assert await boards_behind(store) == ()


async def test_new_facts_replace_those_of_the_same_board(store: Store) -> None:
    await store.append(change(M, 2, ply(1), ply(2)))
    posting = board("b", M)
    await store.boards.put_boards([posting])
    posted = replace(posting, message="m1", shown=1)
    await store.boards.put_boards([posted])
    assert await store.boards.boards_of(M) == (posted,)
    moved = replace(posted, chat=ChatId("bar"), message="m7", shown=2)
    await store.append(change(M, 3, boards=(moved,)))
    assert await store.boards.boards_of(M) == (moved,)


async def test_a_board_keeps_whom_it_has_to_notify_until_it_is_told_otherwise(store: Store) -> None:
    fresh = replace(board("b", M), notice=Notice(ADA, 1), made=1_000_000)
    await store.append(change(M, 1, boards=(fresh,)))
    assert await store.boards.boards_of(M) == (fresh,)
    assert await boards_behind(store) == (fresh,)
    posted = replace(fresh, message="m1", shown=1, notice=None)
    await store.boards.put_boards([posted])
    assert await store.boards.boards_of(M) == (posted,)


async def test_what_finds_an_answer_again_is_kept_until_its_message_is_known(store: Store) -> None:
    fresh = replace(board("b", M), answer="a-token")
    await store.append(change(M, 1, boards=(fresh,)))
    assert await store.boards.boards_of(M) == (fresh,)
    assert "a-token" not in repr(fresh)
    await store.boards.put_boards([replace(fresh, message="m1", shown=1)])
    assert await store.boards.boards_of(M) == (replace(fresh, message="m1", shown=1, answer=None),)


async def test_what_was_being_sent_to_somebody_who_is_forgotten_meanwhile_is_not_kept(store: Store) -> None:
    await store.people.put_person(person("1", "Ada", player=ADA))
    own = replace(board("own", M), private=True, player=ADA)
    await store.append(change(M, 1, boards=(own, board("b", M))))
    await forget(store, ADA)
    await store.boards.put_boards([replace(own, message="m1"), board("b", M, message="m2")])
    assert await store.boards.boards_of(M) == (board("b", M, message="m2"),)


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


@pytest.mark.parametrize("known_before", [True, False])
async def test_a_message_shows_the_board_that_was_put_last(store: Store, *, known_before: bool) -> None:
    await store.append(change(M, 1, boards=(board("b1", M, message="m1"),)))
    await store.append(change(N, 1, boards=(board("b2", N),) if known_before else ()))
    rematch = board("b2", N, message="m1", shown=1)
    await store.boards.put_boards([rematch])
    assert await store.boards.boards_of(N) == (rematch,)
    assert await store.boards.boards_of(M) == ()


async def test_a_board_is_behind_until_it_shows_the_newest_version(store: Store) -> None:
    await store.append(change(M, 1, boards=(board("b", M),)))
    assert await behind(store) == {"b"}
    await store.boards.note_shown(BoardId("b"), 1)
    assert await behind(store) == set()
    await store.append(change(M, 2))
    assert await behind(store) == {"b"}
    await store.append(Change(row(M, 3, phase="over"), (ply(3),)))
    await store.boards.note_shown(BoardId("b"), 2)
    assert await behind(store) == {"b"}
    await store.boards.put_boards([board("b", M, message="m1", shown=3)])
    await store.boards.note_shown(BoardId("gone"), 3)  # dropped meanwhile
    assert await behind(store) == set()


async def test_what_a_message_shows_never_goes_down(store: Store) -> None:
    events = tuple(map(ply, range(1, 10)))
    await store.append(change(M, 9, *events, boards=(board("b", M, message="m1"),)))
    await store.boards.note_shown(BoardId("b"), 7)
    await store.boards.note_shown(BoardId("b"), 5)
    assert [known.shown for known in await store.boards.boards_of(M)] == [7]
    await store.boards.put_boards([board("b", M, message="m1", shown=4)])
    assert [known.shown for known in await store.boards.boards_of(M)] == [7]
    await store.boards.put_boards([board("b", M, message="m2", shown=1)])  # of another message
    assert [known.shown for known in await store.boards.boards_of(M)] == [1]


# A chat gets another id


@pytest.mark.parametrize("place", ["-42", "100%", "a_b"])
async def test_the_boards_of_a_chat_that_is_called_otherwise_are_to_be_posted_anew(
    store: Store, place: str
) -> None:
    chats = (place, f"{place}/7", f"{place}0", f"x{place}")
    boards = {chat: replace(board(chat, M, message=chat, shown=2), chat=ChatId(chat)) for chat in chats}
    elsewhere = replace(board("e", M, message="e", shown=2), chat=ChatId(place), platform="telegram")
    changed = change(M, 2, ply(1), ply(2), boards=(*boards.values(), elsewhere))
    await store.append(changed)
    await store.boards.move_chat("web", ChatId(place), ChatId("-100"), [row(M, 2).phase])
    moved = {
        place: replace(boards[place], id=BoardId(f"{place}+"), chat=ChatId("-100"), message=None, shown=0),
        f"{place}/7": replace(
            boards[f"{place}/7"], id=BoardId(f"{place}/7+"), chat=ChatId("-100/7"), message=None, shown=0
        ),
    }
    assert set(await store.boards.boards_of(M)) == {*(boards | moved).values(), elsewhere}
    assert await behind(store) == {f"{place}+", f"{place}/7+"}


async def test_boards_of_other_phases_move_and_are_done_with(store: Store) -> None:
    await store.append(change(M, 1, boards=(board("b", M, message="m1"),)))
    await store.append(Change(row(M, 2, phase="over"), (ply(2),)))
    await store.boards.move_chat("web", ChatId("lounge"), ChatId("hall"), ["running"])
    assert await boards_behind(store) == ()
    assert await store.matches.matches_in("web", ChatId("hall"), ["over"]) == (row(M, 2, phase="over"),)


async def test_where_players_were_seen_is_called_otherwise_too(store: Store) -> None:
    ada = Seen(ADA, "web", ChatId("lounge/7"), False, 100)
    await store.append(replace(change(M, 1), seen=ada))
    await store.append(replace(change(M, 2), seen=replace(ada, chat=ChatId("lounges"))))
    await store.append(replace(change(M, 3), seen=replace(ada, chat=ChatId("hall/7"), at=90)))
    await store.boards.move_chat("web", ChatId("lounge"), ChatId("hall"), ["running"])
    assert await store.matches.seen_in(M) == (
        replace(ada, chat=ChatId("hall/7")),
        replace(ada, chat=ChatId("lounges")),
    )


async def test_a_board_goes_on_in_another_chat_with_those_who_acted_where_it_stood(store: Store) -> None:
    old, beside = board("b", M, message="m", shown=1), board("c", N, message="n", shown=1)
    ada = Seen(ADA, "web", ChatId("lounge"), False, 100)
    for match, one in ((M, old), (N, beside)):
        await store.append(replace(change(match, 1, boards=(one,)), seen=ada))
    fresh = replace(board("d", M, message="t", shown=1), chat=ChatId("lounge/thread"))
    await store.boards.move_board(old, fresh, UNCLAIMED)
    await store.boards.move_board(old, fresh, UNCLAIMED)
    assert set(await store.boards.boards_of(M)) == {replace(old, moved_to="t"), fresh}
    assert await store.matches.seen_in(M) == (replace(ada, chat=fresh.chat),)
    assert (await store.boards.boards_of(N), await store.matches.seen_in(N)) == ((beside,), (ada,))


# The job that shows a board


async def test_a_change_claims_the_boards_that_it_makes_behind_until_they_are_shown(store: Store) -> None:
    boards = (board("a", M, message="a", shown=2), board("b", M, message="b"))
    await store.append(replace(change(M, 1, boards=boards), claim=mine(1)))
    assert [job.key for job in await jobs_of(store)] == [f"b {M} web:lounge"]
    assert await store.jobs.claim(YOURS, most=9) == ()
    await store.boards.note_shown(BoardId("b"), 1, job=f"b {M} web:lounge", claim="me:2")
    assert [job.key for job in await jobs_of(store)] == [f"b {M} web:lounge"], "under another claim"
    await store.boards.note_shown(BoardId("b"), 1, job=f"b {M} web:lounge", claim="me:1")
    assert await jobs_of(store) == ()


async def test_what_a_process_shows_that_has_died_is_shown_by_another_when_its_claim_has_run_out(
    store: Store,
) -> None:
    await store.append(replace(change(M, 1, boards=(board("b", M),)), claim=mine(1)))
    (job,) = await store.jobs.claim(replace(YOURS, now=130, until=160), most=9)
    assert (job.about, job.lane) == ("b", f"{M} web:lounge")
    alone = Claim("you:2", 171, 201, alone=True, served=["web"])
    await store.append(replace(change(M, 2), claim=mine(2, now=170)))
    assert len(await store.jobs.claim(alone, most=9)) == 1


async def test_the_newest_claim_of_a_process_holds_and_nobody_takes_that_of_another(store: Store) -> None:
    await store.append(replace(change(M, 1, boards=(board("b", M),)), claim=mine(1)))
    await store.append(replace(change(M, 2), claim=mine(2)))
    await store.boards.note_shown(BoardId("b"), 1, job=f"b {M} web:lounge", claim="me:1")
    assert len(await jobs_of(store)) == 1, "there is more to show than what was shown under the first"
    await store.append(replace(change(M, 3), claim=YOURS))
    (job,) = await jobs_of(store)
    assert not await store.jobs.is_held(replace(job, claim="you:1"))
    assert await store.jobs.is_held(replace(job, claim="me:2"))
    assert job.since, "an edit of the first may arrive last, whatever the board shows by then"
    await store.boards.note_shown(BoardId("b"), 3, job=f"b {M} web:lounge", claim="me:2")
    (job,) = await store.jobs.claim(replace(YOURS, by="you:2"), most=9)
    await store.jobs.done(job)
    assert await jobs_of(store) == ()


async def test_boards_on_platforms_where_the_process_is_not_are_left_to_others(store: Store) -> None:
    there = replace(board("there", M), platform="elsewhere")
    await store.append(replace(change(M, 1, boards=(board("b", M), there)), claim=mine(1)))
    claimed = await store.jobs.claim(replace(YOURS, served=["web", "elsewhere"]), most=9)
    assert [job.about for job in claimed] == ["there"]


async def test_a_process_leaves_what_it_has_claimed_to_others_and_what_they_have_to_them(
    store: Store,
) -> None:
    await store.append(replace(change(M, 1, boards=(board("b", M),)), claim=mine(1)))
    await store.append(replace(change(N, 1, boards=(board("n", N),)), claim=replace(mine(1), by="me2:1")))
    await store.jobs.leave("me:")
    claimed = await store.jobs.claim(YOURS, most=9)
    assert [job.about for job in claimed] == ["b"]


async def test_what_one_does_alone_is_theirs_until_time_is_up_or_it_is_left(store: Store) -> None:
    mine, early, late = Claim("me", 100, 130), Claim("you", 129, 159), Claim("you", 130, 160)
    assert await store.jobs.hold("a", mine)
    assert await store.jobs.hold("b", mine)
    assert not await store.jobs.hold("a", early)
    assert await store.jobs.hold("a", mine)
    await store.jobs.done(Job("alone", "a", NEVER, claim="me"))
    assert await store.jobs.hold("a", early)
    assert await store.jobs.hold("b", late)
    assert not await store.jobs.hold("b", mine)
