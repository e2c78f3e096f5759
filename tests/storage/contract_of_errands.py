"""What every store must do with what chats have asked for."""

from __future__ import annotations

from dataclasses import replace

from games.events import ChallengeAccepted
from storage.boards import Board, BoardId, ChatId
from storage.jobs import Errand
from storage.settings import ChatSettings
from storage.sql.store import Store
from tests.storage.facts import BOB, M, StoreTests, board, change, result

RESULTS = "club/results"
ACCEPTED = ChallengeAccepted(at=100, player=BOB, entropy="")


def standing_in(chat: str, *, private: bool = False) -> Board:
    return replace(board(f"board in {chat}", M), chat=ChatId(chat), private=private)


class ErrandsContract(StoreTests):
    """Errands: noted with the events that ask for them, until they are done; and whose they are."""

    async def test_the_bot_of_each_platform_is_the_one_that_was_put_last(self, store: Store) -> None:
        assert await store.jobs.bots() == {}
        for platform, bot in (("telegram", "1"), ("discord", "2"), ("telegram", "3")):
            await store.jobs.put_bot(platform, bot)
        assert await store.jobs.bots() == {"telegram": "3", "discord": "2"}

    async def test_a_result_is_to_be_told_where_the_place_of_a_board_wants_it(self, store: Store) -> None:
        await store.settings.put_chat_settings(ChatSettings("web", "club", results=RESULTS))
        boards = (standing_in("club/games"), standing_in("club/thread"))
        await store.append(change(M, 1, boards=boards))
        assert await store.jobs.errands() == ()
        await store.append(replace(change(M, 2), result=result(M)))
        errand = Errand("result", M, "web", "club", RESULTS)
        assert await store.jobs.errands() == (errand,)
        await store.jobs.drop_errand(errand)
        await store.jobs.drop_errand(errand)
        assert await store.jobs.errands() == ()

    async def test_a_result_is_not_told_where_a_board_shows_it_nor_for_boards_that_one_person_sees(
        self, store: Store
    ) -> None:
        for place in ("club", "hall", "@ada"):
            await store.settings.put_chat_settings(ChatSettings("web", place, results=f"{place}/results"))
        boards = (standing_in("club/results"), standing_in("club/games"), standing_in("clubs/games"))
        await store.append(change(M, 1, boards=(*boards, standing_in("@ada", private=True))))
        await store.append(replace(change(M, 2), result=result(M)))
        assert await store.jobs.errands() == ()

    async def test_what_a_chat_is_to_be_told_of_a_change_is_kept_with_it(self, store: Store) -> None:
        told = Errand("stopped", M, "web", "club", "club/games")
        await store.append(replace(change(M, 1), errands=(told,)))
        assert await store.jobs.errands() == (told,)
        await store.talk.report_remark(
            "unknown", BOB, 100, 200, told, Errand("reported", M, "web", "1 in club", "club")
        )
        assert [one.kind for one in await store.jobs.errands()] == ["reported", "stopped"]
        await store.jobs.drop_errand(told)
        assert [one.kind for one in await store.jobs.errands()] == ["reported"]

    async def test_a_match_that_begins_gets_a_thread_only_where_any_chat_wants_some(
        self, store: Store
    ) -> None:
        await store.append(change(M, 1, ACCEPTED, boards=(BOARD,)))
        assert await store.jobs.errands() == ()
        await store.settings.put_chat_settings(ChatSettings("web", "club", threads=True))
        assert (await store.settings.chat_settings("web", "club")).threads
        await store.append(change(M, 2, ACCEPTED))
        assert await store.jobs.errands() == (Errand("thread", M),)


BOARD = replace(board("a board", M), id=BoardId("a board"))
