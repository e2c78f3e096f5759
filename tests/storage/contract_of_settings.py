"""What every store must do with what people and chats have chosen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.events import PlayerId
from storage.boards import ChatId
from storage.errors import PeopleChanged
from storage.people import SHARED_KEPT, Block, ChatSettings, DailyPuzzle, LinkCode, Preferences
from storage.results import StoredRecord
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, CLEO, StoreTests, forget, join

CHOSEN = Preferences(
    ADA,
    "de",
    "dark",
    text_only=True,
    reminders="both",
    quiet=(22 * 60, 7 * 60),
    zone="Europe/Berlin",
    words=False,
    away=((100, 200), (300, 400)),
)
HERE = ChatSettings(
    "discord", "100", "ca", "dark", text_only=True, challengers="managers", words=False, seeks=True
)
DAILY = DailyPuzzle("discord", "100", "100/7", "Europe/Berlin")
CODE = LinkCode("digest", "web", "1", expires=700, used=True)


class SettingsContract(StoreTests):
    """Preferences, blocks, and the settings of chats."""

    async def test_who_has_chosen_nothing_has_the_defaults(self, store: Store) -> None:
        assert await store.settings.preferences(ADA) == Preferences(ADA)
        assert await store.settings.chat_settings("discord", "100") == ChatSettings("discord", "100")
        assert await store.settings.blocked_by(ADA) == ()

    async def test_what_was_chosen_last_is_found(self, store: Store) -> None:
        await store.settings.put_preferences(Preferences(BOB, "en"))
        await store.settings.put_preferences(CHOSEN)
        assert await store.settings.preferences(ADA) == CHOSEN
        midnight = replace(CHOSEN, quiet=(0, 0), text_only=False)
        await store.settings.put_preferences(midnight)
        assert await store.settings.preferences(ADA) == midnight
        await store.settings.put_preferences(replace(CHOSEN, quiet=None))
        assert await store.settings.preferences(ADA) == replace(CHOSEN, quiet=None)
        assert await store.settings.preferences(BOB) == Preferences(BOB, "en")

    async def test_the_settings_of_a_chat_are_those_of_its_place_and_platform(self, store: Store) -> None:
        await store.settings.put_chat_settings(HERE)
        assert await store.settings.chat_settings("discord", "100") == HERE
        assert await store.settings.chat_settings("telegram", "100") == ChatSettings("telegram", "100")
        opened = replace(HERE, challengers="everyone", text_only=False)
        await store.settings.put_chat_settings(opened)
        assert await store.settings.chat_settings("discord", "100") == opened

    async def test_the_settings_of_a_chat_go_with_it_to_its_new_id(self, store: Store) -> None:
        await store.settings.put_chat_settings(HERE)
        await store.boards.move_chat("discord", ChatId("100"), ChatId("200"), ["running"])
        assert await store.settings.chat_settings("discord", "200") == replace(HERE, place="200")
        assert await store.settings.chat_settings("discord", "100") == ChatSettings("discord", "100")

    async def test_what_processes_have_in_common_is_replaced_by_the_first_that_read_it(
        self, store: Store
    ) -> None:
        assert await store.settings.shared_value("telegram -1") == ("", 0)
        await store.settings.put_shared_value("telegram -1", "[1]", 0)
        with pytest.raises(PeopleChanged):
            await store.settings.put_shared_value("telegram -1", "[2]", 0)
        value, revision = await store.settings.shared_value("telegram -1")
        assert value == "[1]"
        await store.settings.put_shared_value("telegram -1", "[1, 2]", revision)
        assert (await store.settings.shared_value("telegram -1"))[0] == "[1, 2]"

    async def test_what_processes_have_in_common_is_forgotten_when_nobody_changes_it(
        self, store: Store
    ) -> None:
        await store.jobs.beat(10_000)
        for name in ("telegram -1", "telegram -2"):
            await store.settings.put_shared_value(name, "[1]", 0)
        await store.jobs.beat(10_000 + SHARED_KEPT - 1)
        await store.settings.put_shared_value("telegram -1", "[2]", 1)
        await store.jobs.beat(10_000 + SHARED_KEPT)
        assert await store.settings.shared_value("telegram -1") == ("[2]", 2)
        assert await store.settings.shared_value("telegram -2") == ("", 0)

    async def test_a_place_gets_daily_puzzles_until_they_are_dropped(self, store: Store) -> None:
        other = DailyPuzzle("telegram", "100", "100", "UTC")
        for daily in (replace(DAILY, zone="UTC"), DAILY, other):
            await store.settings.put_daily_puzzle(daily, 900)
        assert await store.settings.daily_puzzle("discord", "100") == DAILY
        await store.settings.drop_daily_puzzle("telegram", "100")
        assert await store.settings.daily_puzzle("telegram", "100") is None

    async def test_daily_puzzles_go_with_a_chat_to_its_new_id(self, store: Store) -> None:
        await store.settings.put_daily_puzzle(DAILY, 900)
        await store.boards.move_chat("discord", ChatId("100"), ChatId("2000"), ["running"])
        assert await store.settings.daily_puzzle("discord", "100") is None
        assert await store.settings.daily_puzzle("discord", "2000") == replace(
            DAILY, place="2000", chat="2000/7"
        )

    async def test_blocks_are_told_by_their_age_and_stand_once(self, store: Store) -> None:
        await store.settings.put_block(Block(ADA, BOB, 20))
        await store.settings.put_block(Block(ADA, CLEO, 10))
        await store.settings.put_block(Block(BOB, ADA, 5))
        await store.settings.put_block(Block(ADA, BOB, 30))
        assert await store.settings.blocked_by(ADA) == (
            Block(ADA, CLEO, 10),
            Block(ADA, BOB, 20),
        )
        await store.settings.drop_block(ADA, CLEO)
        await store.settings.drop_block(ADA, PlayerId("nobody"))
        assert await store.settings.blocked_by(ADA) == (Block(ADA, BOB, 20),)

    # Two players become one

    async def test_what_the_former_player_has_chosen_follows(self, store: Store) -> None:
        await store.settings.put_preferences(CHOSEN)
        await join(store, ADA, PlayerId("augusta"))
        assert await store.settings.preferences(PlayerId("augusta")) == replace(
            CHOSEN, player=PlayerId("augusta")
        )
        assert await store.settings.preferences(ADA) == Preferences(ADA)

    async def test_what_the_other_has_chosen_goes_before(self, store: Store) -> None:
        await store.settings.put_preferences(CHOSEN)
        await store.settings.put_preferences(Preferences(PlayerId("augusta"), theme="dark"))
        await join(store, ADA, PlayerId("augusta"))
        assert await store.settings.preferences(PlayerId("augusta")) == Preferences(
            PlayerId("augusta"), theme="dark"
        )
        assert await store.settings.preferences(ADA) == Preferences(ADA)

    async def test_blocks_by_and_of_both_are_those_of_the_one(self, store: Store) -> None:
        for block in (
            *(
                Block(ADA, BOB, 1),
                Block(PlayerId("augusta"), BOB, 2),
                Block(ADA, CLEO, 3),
            ),
            *(Block(ADA, PlayerId("augusta"), 4), Block(PlayerId("augusta"), ADA, 5)),
            *(
                Block(BOB, ADA, 6),
                Block(CLEO, PlayerId("augusta"), 7),
                Block(CLEO, ADA, 8),
            ),
        ):
            await store.settings.put_block(block)
        await join(store, ADA, PlayerId("augusta"))
        assert await store.settings.blocked_by(PlayerId("augusta")) == (
            Block(PlayerId("augusta"), BOB, 2),
            Block(PlayerId("augusta"), CLEO, 3),
        )
        assert await store.settings.blocked_by(BOB) == (Block(BOB, PlayerId("augusta"), 6),)
        assert await store.settings.blocked_by(CLEO) == (Block(CLEO, PlayerId("augusta"), 7),)
        assert await store.settings.blocked_by(ADA) == ()

    async def test_of_a_players_records_the_newest_are_kept(self, store: Store) -> None:
        for number in range(22):
            await store.results.put_record(StoredRecord(f"R{number:02}", ADA, 7, f"text {number}"))
        await store.results.put_record(StoredRecord("other", BOB, 7, "text"))
        assert await store.results.record("R00") is await store.results.record("R01") is None
        assert await store.results.record("R02") == StoredRecord("R02", ADA, 7, "text 2")
        assert await store.results.record("other") == StoredRecord("other", BOB, 7, "text")

    async def test_records_are_forgotten_with_their_player_and_go_with_them(self, store: Store) -> None:
        await store.results.put_record(StoredRecord("R1", ADA, 7, "text"))
        await store.results.put_record(StoredRecord("R2", BOB, 7, "text"))
        await join(store, BOB, CLEO)
        await forget(store, ADA, 100)
        assert await store.results.record("R1") is None
        assert await store.results.record("R2") == StoredRecord("R2", CLEO, 7, "text")
