"""Somebody with 200 matches, driven through the list of them and from each to the next."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from games.events import MatchId
from tests.bot.handlers.test_reads_of_a_press import count_store
from tests.bot.many_matches import multiply
from tests.bot.memory_platform import ADA, BEN, House, private_chat

MANY = 200
NEXT = "Next: Ben – Sahara"


async def test_two_hundred_matches_are_paged_and_played_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.image_cache.picture.paint", lambda *_, **__: b"a picture")
    async with House(tmp_path) as house:
        here = private_chat(ADA)
        await house.start("/play sahara clock=7d")
        if house.to_act() == BEN:
            await house.press(BEN, "1")
        first = MatchId(house.board().message.title.split()[-1])
        codes = [first, *await multiply(house.store, first, MANY - 1)]
        calls = count_store(monkeypatch, house)
        note = (await house.type(ADA, "/matches", here)).note
        assert note is not None
        shown = house.platform.put(here, note, "the list")
        listed = [line.split()[0] for line in note.text.splitlines()[1:]]
        assert note.text.splitlines()[0] == "Your turn (200)"
        while "Next" in house.labels(house.platform.messages[shown].message):
            page = (await house.press(ADA, "Next", house.platform.messages[shown])).update
            assert page is not None
            listed += [line.split()[0] for line in page.text.splitlines()[1:]]
        assert listed == codes
        assert set(calls.values()) == {MANY // 10}
        assert calls.keys() == {"read_press", "open_matches_of", "people"}
        await house.type(ADA, f"/board {first}", here)
        for code, following in pairwise(codes[:4]):
            board = house.board(here)
            assert code in board.message.title
            calls.clear()
            await house.press(ADA, "2", board)
            assert calls["next_turn_of"] == calls["append"] == 1
            answered = house.platform.messages[board.id]
            await house.press(ADA, NEXT, answered)
            assert following in house.board(here).message.title
        await house.type(ADA, "/matches", here)
        assert house.note(ADA).splitlines()[0] == "Your turn (197) · waiting (3)"
