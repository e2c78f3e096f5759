"""What every store must do with reviews of finished matches."""

from __future__ import annotations

from games.judgement import Judgement
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, CLEO, M, N, StoreTests, change, forget, join

MOVES = (Judgement(0.0, None, exact=False), Judgement(1.25, "4 2", exact=True, laid_open=0.5))


class ReviewsContract(StoreTests):
    """What moves cost, by match and seat."""

    async def test_of_a_review_the_newest_is_kept_for_each_match_and_seat(self, store: Store) -> None:
        await store.append(change(M, 1))
        await store.append(change(N, 1))
        assert await store.results.review(M, 0) == ()
        await store.results.put_review(M, 0, ADA, MOVES[:1])
        await store.results.put_review(M, 0, ADA, MOVES)
        await store.results.put_review(M, 1, BOB, MOVES[1:])
        assert await store.results.review(M, 0) == MOVES
        assert await store.results.review(M, 1) == MOVES[1:]
        assert await store.results.review(N, 0) == ()

    async def test_reviews_are_forgotten_with_their_player_and_come_not_back(self, store: Store) -> None:
        await store.append(change(M, 1))
        await store.results.put_review(M, 0, ADA, MOVES)
        await store.results.put_review(M, 1, BOB, MOVES)
        await forget(store, ADA, 100)
        await store.results.put_review(M, 0, ADA, MOVES)  # it was still being made
        assert await store.results.review(M, 0) == ()
        assert await store.results.review(M, 1) == MOVES

    async def test_reviews_of_a_former_player_are_forgotten_with_who_they_became(self, store: Store) -> None:
        await store.append(change(M, 1))
        await store.results.put_review(M, 0, ADA, MOVES[:1])
        await join(store, ADA, CLEO)
        await store.results.put_review(M, 0, ADA, MOVES)  # begun before
        assert await store.results.review(M, 0) == MOVES
        await forget(store, CLEO, 100)
        await store.results.put_review(M, 0, ADA, MOVES)
        assert await store.results.review(M, 0) == ()
