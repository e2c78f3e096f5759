"""Preferences and chat settings, messages between players, seeks, and imported records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.events import MatchId, PlayerId
from storage.boards import ChatId
from storage.errors import PeopleChanged, VersionConflict
from storage.matches import Posted
from storage.people import SHARED_KEPT, Block, ChatSettings, DailyPuzzle, Preferences
from storage.results import StoredRecord
from storage.sql.matches import reports
from storage.sql.store import Store
from tests.storage.facts import ADA, BOB, CLEO, M, N, board, change, forget, join, remark, seek

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


async def test_what_was_chosen_last_is_found(store: Store) -> None:
    await store.settings.put_preferences(Preferences(BOB, "en"))
    await store.settings.put_preferences(CHOSEN)
    assert await store.settings.preferences(ADA) == CHOSEN
    midnight = replace(CHOSEN, quiet=(0, 0), text_only=False)
    await store.settings.put_preferences(midnight)
    assert await store.settings.preferences(ADA) == midnight
    await store.settings.put_preferences(replace(CHOSEN, quiet=None))
    assert await store.settings.preferences(ADA) == replace(CHOSEN, quiet=None)
    assert await store.settings.preferences(BOB) == Preferences(BOB, "en")


async def test_the_settings_of_a_chat_are_those_of_its_place_and_platform(store: Store) -> None:
    await store.settings.put_chat_settings(HERE)
    assert await store.settings.chat_settings("discord", "100") == HERE
    assert await store.settings.chat_settings("telegram", "100") == ChatSettings("telegram", "100")
    opened = replace(HERE, challengers="everyone", text_only=False)
    await store.settings.put_chat_settings(opened)
    assert await store.settings.chat_settings("discord", "100") == opened
    await store.boards.move_chat("discord", ChatId("100"), ChatId("200"), ["running"])
    assert await store.settings.chat_settings("discord", "200") == replace(opened, place="200")
    assert await store.settings.chat_settings("discord", "100") == ChatSettings("discord", "100")


async def test_what_processes_have_in_common_is_replaced_by_the_first_that_read_it(store: Store) -> None:
    assert await store.settings.shared_value("telegram -1") == ("", 0)
    await store.settings.put_shared_value("telegram -1", "[1]", 0)
    with pytest.raises(PeopleChanged):
        await store.settings.put_shared_value("telegram -1", "[2]", 0)
    value, revision = await store.settings.shared_value("telegram -1")
    assert value == "[1]"
    await store.jobs.beat(10_000)
    await store.settings.put_shared_value("telegram -1", "[1, 2]", revision)
    await store.jobs.beat(9_999 + SHARED_KEPT)
    assert (await store.settings.shared_value("telegram -1"))[0] == "[1, 2]"
    await store.jobs.beat(10_000 + SHARED_KEPT)
    assert await store.settings.shared_value("telegram -1") == ("", 0)


async def test_a_place_gets_daily_puzzles_until_they_are_dropped(store: Store) -> None:
    other = DailyPuzzle("telegram", "100", "100", "UTC")
    for daily in (replace(DAILY, zone="UTC"), DAILY, other):
        await store.settings.put_daily_puzzle(daily, 900)
    assert await store.settings.daily_puzzle("discord", "100") == DAILY
    await store.settings.drop_daily_puzzle("telegram", "100")
    assert await store.settings.daily_puzzle("telegram", "100") is None
    await store.boards.move_chat("discord", ChatId("100"), ChatId("2000"), ["running"])
    assert await store.settings.daily_puzzle("discord", "100") is None
    moved = replace(DAILY, place="2000", chat="2000/7")
    assert await store.settings.daily_puzzle("discord", "2000") == moved


async def test_blocks_are_told_by_their_age_and_stand_once(store: Store) -> None:
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


async def test_what_the_former_player_has_chosen_follows_unless_the_other_has_chosen(store: Store) -> None:
    augusta = PlayerId("augusta")
    await store.settings.put_preferences(CHOSEN)
    await join(store, ADA, augusta)
    assert await store.settings.preferences(augusta) == replace(CHOSEN, player=augusta)
    assert await store.settings.preferences(ADA) == Preferences(ADA)
    await store.settings.put_preferences(Preferences(BOB, theme="large"))
    await join(store, augusta, BOB)
    assert await store.settings.preferences(BOB) == Preferences(BOB, theme="large")


async def test_blocks_by_and_of_both_are_those_of_the_one(store: Store) -> None:
    augusta = PlayerId("augusta")
    blocks = [(ADA, BOB), (augusta, BOB), (ADA, CLEO), (ADA, augusta), (augusta, ADA)]
    blocks += [(BOB, ADA), (CLEO, augusta), (CLEO, ADA)]
    for since, (player, blocked) in enumerate(blocks, 1):
        await store.settings.put_block(Block(player, blocked, since))
    await join(store, ADA, augusta)
    assert await store.settings.blocked_by(augusta) == (Block(augusta, BOB, 2), Block(augusta, CLEO, 3))
    assert await store.settings.blocked_by(BOB) == (Block(BOB, augusta, 6),)
    assert await store.settings.blocked_by(CLEO) == (Block(CLEO, augusta, 7),)
    assert await store.settings.blocked_by(ADA) == ()


async def test_of_a_players_records_the_newest_are_kept(store: Store) -> None:
    for number in range(22):
        await store.results.put_record(StoredRecord(f"R{number:02}", ADA, 7, f"text {number}"))
    await store.results.put_record(StoredRecord("other", BOB, 7, "text"))
    assert await store.results.record("R00") is await store.results.record("R01") is None
    assert await store.results.record("R02") == StoredRecord("R02", ADA, 7, "text 2")
    assert await store.results.record("other") == StoredRecord("other", BOB, 7, "text")


async def test_records_are_forgotten_with_their_player_and_go_with_them(store: Store) -> None:
    await store.results.put_record(StoredRecord("R1", ADA, 7, "text"))
    await store.results.put_record(StoredRecord("R2", BOB, 7, "text"))
    await join(store, BOB, CLEO)
    await forget(store, ADA, 100)
    assert await store.results.record("R1") is None
    assert await store.results.record("R2") == StoredRecord("R2", CLEO, 7, "text")


THERE = Posted("web", "lounge", private=False, message="7")


async def test_a_remark_waits_until_it_is_posted_and_is_kept_once(store: Store) -> None:
    await store.append(change(M, 1))
    first, second = remark("r1", M, ADA, BOB), replace(remark("r2", M, BOB, ADA), phrase=True)
    for one in (first, second, replace(first, said="again")):
        await store.talk.add_remark(one)
    assert await store.talk.remarks_waiting(M) == (first, second)
    await store.talk.post_remark("r1", THERE)
    posted = replace(first, posted=THERE)
    assert await store.talk.remarks_waiting(M) == (second,)
    assert await store.talk.remark("r1") == posted
    await store.talk.add_remark(first)
    assert await store.talk.remarks_of(ADA) == (posted,)
    await store.talk.post_remark("r1", replace(THERE, message=""))
    assert await store.talk.remark("r1") == replace(first, posted=replace(THERE, message=""))
    await store.talk.drop_remark("r2")
    assert await store.talk.remark("r2") is None
    assert await store.talk.remarks_waiting(M) == ()


async def test_remarks_are_deleted_in_time_and_reported_ones_later(store: Store) -> None:
    await store.append(change(M, 1))
    for number in ("kept", "gone", "reported"):
        until = {"gone": 500}.get(number, 600)
        await store.talk.add_remark(remark(number, M, ADA, BOB, until=until))
    await store.talk.report_remark("reported", BOB, 200, 800)
    await store.talk.report_remark("unknown", BOB, 200, 800)
    for at, left in ((499, 3), (500, 2), (600, 1), (800, 0)):
        await store.jobs.beat(at)
        assert len(await store.talk.remarks_of(ADA)) == left


async def test_reports_are_found_by_place_and_the_first_of_a_remark_counts(store: Store) -> None:
    await store.append(change(M, 1, boards=(board("m", M, message="1"),)))
    private = replace(board("n", N, message="2"), private=True)
    await store.append(change(N, 1, boards=(private,)))
    for number, match in (("r1", M), ("r2", M), ("r3", N), ("r4", M)):
        await store.talk.add_remark(remark(number, match, ADA, BOB))
    for number, at in (("r2", 300), ("r3", 200), ("r1", 200)):
        await store.talk.report_remark(number, CLEO, at, 1000)
    await store.talk.report_remark("r1", BOB, 400, 2000)
    ask = store.database.rows
    assert [one.remark.id for one in await reports(ask, most=9)] == ["r2", "r3", "r1"]
    assert [one.remark.id for one in await reports(ask, most=1)] == ["r2"]
    here = await store.talk.reported_in("web", "lounge", most=9)
    assert [(one.id, one.reporter, one.reported, one.until) for one in here] == [
        ("r2", CLEO, 300, 1000),
        ("r1", CLEO, 200, 1000),
    ]
    assert await store.talk.reported_in("web", "lounge", most=1) == here[:1]
    assert await store.talk.reported_in("web", "loung", most=9) == ()
    assert await store.talk.reported_in("discord", "lounge", most=9) == ()


async def test_mutes_and_silences_stand_until_they_are_dropped(store: Store) -> None:
    for _ in range(2):
        await store.talk.put_mute(ADA, BOB)
        await store.talk.put_silence("web", "lounge", BOB)
    assert await store.talk.muted_by(ADA) == (BOB,)
    assert await store.talk.muted_by(BOB) == ()
    assert await store.talk.silenced_in("web", "lounge") == (BOB,)
    await store.boards.move_chat("web", ChatId("lounge"), ChatId("hall"), ["running"])
    assert await store.talk.silenced_in("web", "lounge") == ()
    assert await store.talk.silenced_in("web", "hall") == (BOB,)
    await store.talk.drop_mute(ADA, BOB)
    await store.talk.drop_silence("web", "hall", BOB)
    assert await store.talk.muted_by(ADA) == ()
    assert await store.talk.silenced_in("web", "hall") == ()


async def test_who_becomes_another_takes_along_what_they_said(store: Store) -> None:
    await store.append(change(M, 1))
    await store.talk.add_remark(remark("r1", M, ADA, BOB))
    await store.talk.add_remark(remark("r2", M, BOB, ADA))
    await store.talk.report_remark("r2", ADA, 200, 800)
    for who, muted in ((ADA, BOB), (BOB, ADA), (ADA, CLEO), (CLEO, BOB)):
        await store.talk.put_mute(who, muted)
    await store.talk.put_silence("web", "lounge", ADA)
    await join(store, ADA, CLEO)
    assert [one.reader for one in await store.talk.remarks_of(CLEO)] == [BOB]
    assert [(one.reader, one.reporter) for one in await store.talk.remarks_of(BOB)] == [(CLEO, CLEO)]
    assert await store.talk.muted_by(CLEO) == (BOB,)
    assert await store.talk.muted_by(BOB) == (CLEO,)
    assert await store.talk.silenced_in("web", "lounge") == (CLEO,)


async def test_the_words_of_who_is_forgotten_go_and_those_said_to_them_unless_reported(store: Store) -> None:
    await store.append(change(M, 1))
    for number, who, to in (("r1", ADA, BOB), ("r2", BOB, ADA), ("r3", BOB, ADA), ("r4", ADA, BOB)):
        await store.talk.add_remark(remark(number, M, who, to))
    for number in ("r3", "r4"):
        await store.talk.report_remark(number, CLEO, 200, 800)
    await store.talk.put_mute(ADA, BOB)
    await forget(store, ADA, 100)
    assert await store.talk.remarks_of(ADA) == ()
    assert [one.id for one in await store.talk.remarks_of(BOB)] == ["r3"]
    assert await store.talk.muted_by(ADA) == ()


async def test_who_looks_for_an_opponent_is_found_the_oldest_first_until_time_is_up(store: Store) -> None:
    late, early = seek("a", ADA, at=200, until=800), seek("b", BOB, at=100)
    other = seek("c", ADA, "sato", at=150)
    for one in (late, early, other):
        await store.seeks.put_seek(one)
    assert await store.seeks.seeks(300, most=9) == (early, other, late)
    assert await store.seeks.seeks(300, most=2) == (early, other)
    assert await store.seeks.seeks(300, game="sahara", most=9) == (early, late)
    assert await store.seeks.seeks_of(ADA, 300) == (other, late)
    assert await store.seeks.seeks(800, game="sahara", most=9) == (early,)
    await store.jobs.beat(850)
    assert await store.seeks.seeks_of(ADA, 0) == (other,)


async def test_a_player_looks_for_one_opponent_in_a_game(store: Store) -> None:
    again = seek("b", ADA, at=200)
    for one in (seek("a", ADA), again, seek("c", ADA, "sato")):
        await store.seeks.put_seek(one)
    assert await store.seeks.seeks(300, game="sahara", most=9) == (again,)
    await store.seeks.drop_seek(ADA, "sahara")
    assert [one.id for one in await store.seeks.seeks_of(ADA, 300)] == ["c"]


async def test_when_two_meet_the_match_is_stored_and_both_look_no_more_or_nothing_is(store: Store) -> None:
    first, second, third = seek("a", ADA), seek("b", BOB), seek("c", CLEO)
    for one in (first, second, third):
        await store.seeks.put_seek(one)
    await store.append(replace(change(M, 1, press="web:1"), seeks=(first, second)))
    assert await store.seeks.seeks(300, most=9) == (third,)
    for press in ("web:1", first.press, second.press):
        assert await store.matches.pressed(press) == M
    with pytest.raises(VersionConflict):
        await store.append(replace(change(M, 1), seeks=(third,)))
    assert await store.seeks.seeks(300, most=9) == (third,)
    assert await store.matches.pressed(third.press) is None
    assert await store.matches.row(MatchId("N")) is None


async def test_matches_that_came_of_seeks_are_counted_until_they_are_over(store: Store) -> None:
    met = replace(change(M, 1), seeks=(seek("a", ADA),))
    await store.append(met)
    await store.append(change(MatchId("N"), 1))
    first, second = met.row.players
    assert [await store.seeks.met_under_way(one) for one in (first, second, CLEO)] == [1, 1, 0]
    await store.append(replace(change(M, 2), row=replace(change(M, 2).row, phase="over")))
    assert await store.seeks.met_under_way(first) == 0


async def test_two_who_look_under_one_press_meet_and_it_stays_what_it_counted_for(store: Store) -> None:
    first = replace(seek("a", ADA), press="web:1")
    await store.append(replace(change(M, 1, press="web:1"), seeks=(first, replace(first, id="b"))))
    assert await store.matches.pressed("web:1") == M
    await store.append(replace(change(MatchId("N"), 1, press="web:2"), seeks=(first,)))
    assert await store.matches.pressed("web:1") == M
    assert await store.matches.pressed("web:2") == "N"


async def test_who_becomes_another_or_is_forgotten(store: Store) -> None:
    for one in (seek("a", ADA), seek("b", ADA, "sato"), seek("c", CLEO), seek("d", BOB)):
        await store.seeks.put_seek(one)
    await join(store, ADA, CLEO)
    assert {one.id for one in await store.seeks.seeks_of(CLEO, 300)} == {"b", "c"}
    assert await store.seeks.seeks_of(ADA, 300) == ()
    await forget(store, CLEO, 300)
    assert [one.id for one in await store.seeks.seeks(300, most=9)] == ["d"]
