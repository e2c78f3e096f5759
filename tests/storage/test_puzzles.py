"""Puzzles of the day in the store: who got how far, which messages count it, and what is queued."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.events import PlayerId
from storage.boards import ChatId
from storage.puzzles import POST_EDITED_AFTER, Outcome, PuzzlePost, PuzzleTry
from storage.sql.store import Store
from storage.standing import STANDING_EDITED_AFTER, StandingMessage
from tests.storage.facts import ADA, BOB, jobs_of

HALL = ChatId("7/hall")


def post(day: int, chat: ChatId = HALL, *, puzzle: str = "abc", edited: int = 100) -> PuzzlePost:
    return PuzzlePost("web", chat, day, puzzle, f"m{day}", "shown", edited)


def tried(outcome: Outcome, *, by: PlayerId = ADA, day: int = 5, at: int = 100) -> PuzzleTry:
    return PuzzleTry(by, "web", HALL, day, outcome, at)


async def due(store: Store, kind: str) -> list[tuple[str, int]]:
    return sorted((job.key, job.due) for job in await jobs_of(store) if job.kind == kind)


@pytest.mark.parametrize(
    ("outcomes", "last"),
    [
        (("trying", "first"), "first"),
        (("first", "first"), "first"),
        (("wrong", "first"), "later"),
        (("trying", "wrong", "trying", "first", "wrong"), "later"),
        (("wrong", "given_up", "first"), "given_up"),
        (("first", "given_up"), "first"),
    ],
)
async def test_what_is_final_stays(store: Store, outcomes: Sequence[Outcome], last: Outcome) -> None:
    for at, outcome in enumerate(outcomes):
        await store.puzzles.put_try(tried(outcome, at=at))
    (kept,) = await store.puzzles.tries_of(ADA)
    assert kept.outcome == last
    solved = last in ("first", "later")
    assert await store.puzzles.days_solved(ADA) == ([5] if solved else [])
    assert len(await store.puzzles.solvers(post(5))) == solved


async def test_first_tries_come_before_later_ones(store: Store) -> None:
    await store.puzzles.put_try(tried("wrong", at=1))
    await store.puzzles.put_try(tried("first", at=2))
    await store.puzzles.put_try(tried("first", by=BOB, at=3))
    assert [one.player for one in await store.puzzles.solvers(post(5))] == [BOB, ADA]


async def test_the_newest_posts_of_a_chat_are_kept_and_one_is_open(store: Store) -> None:
    for day in (4, 5, 6):
        await store.puzzles.put_post(post(day))
    await store.puzzles.put_post(post(4, ChatId("elsewhere")))
    await store.puzzles.close_posts("web", "7", before=6, at=200)
    assert [(one.day, one.closed) for one in await store.puzzles.posts("web", HALL)] == [
        (6, False),
        (5, True),
    ]
    assert await due(store, "solvers") == [("web:7/hall", 200)]
    open_post = await store.puzzles.open_post("web", HALL, "abc")
    assert open_post
    assert open_post.day == 6
    assert await store.puzzles.open_post("web", HALL, "other") is None
    assert len(await store.puzzles.posts("web", ChatId("elsewhere"))) == 1


async def test_only_where_somebody_has_begun_an_answer_in_private_counts(store: Store) -> None:
    await store.puzzles.put_post(post(5))
    assert await store.puzzles.open_posts_tried(ADA, "abc") == ()
    await store.puzzles.put_try(tried("trying"))
    assert [one.chat for one in await store.puzzles.open_posts_tried(ADA, "abc")] == [HALL]
    assert await store.puzzles.open_posts_tried(BOB, "abc") == ()
    await store.puzzles.close_posts("web", "7", before=6, at=1)
    assert await store.puzzles.open_posts_tried(ADA, "abc") == ()


async def test_a_solve_queues_the_edits_that_count_it_once_a_minute_at_most(store: Store) -> None:
    await store.puzzles.put_post(post(5))
    await store.standing_messages.put(StandingMessage("web", HALL, "s", "shown", 100), before=None)
    await store.puzzles.put_try(tried("wrong", at=110))
    assert await due(store, "solvers") == []
    await store.puzzles.put_try(tried("first", at=110))
    assert POST_EDITED_AFTER == STANDING_EDITED_AFTER == 60
    assert await due(store, "solvers") == await due(store, "standing") == [("web:7/hall", 160)]


async def test_whoever_takes_their_name_back_is_taken_out_of_all_that_may_name_them(store: Store) -> None:
    for day in (5, 6):
        await store.puzzles.put_post(post(day))
        await store.puzzles.put_try(tried("first", day=day))
    await store.standing_messages.put(StandingMessage("web", HALL, "s", "shown", 0), before=None)
    await store.puzzles.refresh_names(ADA, 900)
    assert await due(store, "solvers") == [("web:7/hall", 900)]
    assert await due(store, "standing") == [("web:7/hall", 60)]
    await store.puzzles.refresh_names(BOB, 999)
    assert await due(store, "solvers") == [("web:7/hall", 900)]


async def test_a_post_remembers_what_it_shows_and_stays_closed(store: Store) -> None:
    await store.puzzles.put_post(post(5))
    await store.puzzles.close_posts("web", "7", before=6, at=1)
    await store.puzzles.note_shown(PuzzlePost("web", HALL, 5, "abc", "", "new", 300))
    (kept,) = await store.puzzles.posts("web", HALL)
    assert kept == PuzzlePost("web", HALL, 5, "abc", "", "new", 300, closed=True)


async def test_posts_and_tries_move_with_their_chat(store: Store) -> None:
    await store.puzzles.put_post(post(5))
    await store.puzzles.put_try(tried("first"))
    await store.puzzles.put_post(post(5, ChatId("8/hall"), puzzle="theirs"))
    await store.chats.move("web", ChatId("7"), ChatId("9"), ())
    (moved,) = await store.puzzles.posts("web", ChatId("9/hall"))
    assert (moved.puzzle, moved.message) == ("abc", "")
    assert [one.player for one in await store.puzzles.solvers(moved)] == [ADA]
    await store.chats.move("web", ChatId("9"), ChatId("8"), ())
    (stays,) = await store.puzzles.posts("web", ChatId("8/hall"))
    assert stays.puzzle == "theirs"
    assert await store.puzzles.posts("web", ChatId("9/hall")) == ()
