"""*This sentence is odd* on each platform: by its button and in words, and on Discord in a form."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage.sql.sentences import odd_sentences
from tests.bot.platforms.across_setup import PLATFORMS, Across, across, all_on


async def told(there: Across) -> list[tuple[str, str]]:
    kept = await odd_sentences(lambda query, row: there.store.database.rows(query, row))
    return [(one.keys, one.comment) for one in kept]


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_sentence_is_told_in_a_line(platform: str, private: bool, tmp_path: Path) -> None:
    async with across(tmp_path, all_on(platform)) as there:
        ada, ben = there.guest("Ada"), there.guest("Ben")
        await there.type(ada, "/settings odd Accept -> Ada says yes", privately=private)
        assert await told(there) == [("button.accept", "{name} says yes")]
        assert "button.accept" not in ben.received()


@pytest.mark.parametrize("platform", ["telegram", "web"])
async def test_where_there_are_no_forms_the_button_asks_in_words(platform: str, tmp_path: Path) -> None:
    async with across(tmp_path, all_on(platform)) as there:
        ada = there.guest("Ada")
        await there.type(ada, "/settings", privately=True)
        for label in ("Language", "This sentence is odd"):
            await there.press(ada, await ada.sees(label, private=True), label)
        assert any("/settings odd" in seen.text for seen in ada.messages(private=True))
        assert await told(there) == []
