"""/my_data: a copy of what is kept about a person, for them alone, and nothing that is hidden from them."""

from __future__ import annotations

import json
from typing import Any

from bot.interface import Account, ImportRecord
from bot.texts import LANGUAGES
from tests.bot.memory_platform import ADA, BEN, CHANNEL, House, account


async def copy_of(house: House, who: Account = ADA) -> dict[str, Any]:
    answer = await house.type(who, "/my_data")
    assert answer.update is None
    assert answer.post is None
    assert answer.note is not None
    assert answer.note.file is not None
    told: dict[str, Any] = json.loads(answer.note.file.data)
    return told


async def test_the_list_of_what_i_keep_is_its_table_of_contents(house: House) -> None:
    sections = [
        *("accounts", "choices", "matches", "records", "reviews"),
        *("searches", "puzzles", "votes", "plans", "messages", "results", "places"),
    ]
    assert list(await copy_of(house)) == sections
    for texts in LANGUAGES.values():
        assert texts("privacy.text").count("\n· ") == len(sections)


async def test_it_holds_accounts_choices_matches_and_what_one_has_said(house: House) -> None:
    await house.start("/play sahara")
    await house.type(ADA, "/settings theme=dark")
    await house.type(ADA, "/say mind your beans")
    await house.type(ADA, "/seek sato")
    told = await copy_of(house)
    assert [(one["platform"], one["name"]) for one in told["accounts"]] == [("fake", "Ada")]
    assert told["choices"]["theme"] == "dark"
    assert [one["said"] for one in told["messages"]] == ["mind your beans"]
    assert [one["game"] for one in told["searches"]] == ["sato"]
    (match,) = told["matches"]
    assert (match["game"], match["phase"]) == ("sahara", "running")
    assert {one["match"] for one in told["places"]} == {match["match"]}


async def test_what_others_wrote_and_who_they_are_is_not_in_it(house: House) -> None:
    await house.start("/play sahara")
    await house.type(BEN, "/say a secret of mine")
    told = json.dumps(await copy_of(house))
    assert "a secret of mine" not in told
    assert "Ben" not in told


async def test_somebody_unknown_gets_an_empty_copy(house: House) -> None:
    told = await copy_of(house, account("Dora"))
    assert told["matches"] == told["records"] == told["messages"] == []


async def test_what_i_keep_names_the_host_where_the_host_says_how(house: House) -> None:
    answer = await house.type(ADA, "/privacy")
    assert answer.note is not None
    assert "host of this bot:" not in answer.note.text
    assert "My data as a file" in house.labels(answer.note)


async def test_what_i_keep_comes_with_the_terms(house: House) -> None:
    answer = await house.type(ADA, "/privacy")
    assert answer.note is not None
    assert "The terms: playing is free of charge" in answer.note.text


async def test_finished_matches_and_what_was_brought_along_are_in_it(house: House) -> None:
    loser = await house.start("/play sahara rated=no")
    await house.press(loser, "4")
    await house.resign(loser)
    exported = await house.type(ADA, "/export")
    assert exported.note is not None
    assert exported.note.file is not None
    await house.ask(ADA, ImportRecord(exported.note.file.data), CHANNEL)
    told = await copy_of(house)
    (result,) = told["results"]["matches"]
    assert (result["game"], result["reason"]) == ("sahara", "resigned")
    assert len(told["records"]) == 1
    (match,) = told["matches"]
    assert match["phase"] == "over"
    assert any("sowed hollow 4" in turn["told"] for turn in match["turns"])
