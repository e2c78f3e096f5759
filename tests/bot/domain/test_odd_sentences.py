"""A sentence is found by how it reads, with anything in its places; and names are taken out of a comment."""

from __future__ import annotations

import pytest

from bot.domain.odd_sentences import MOST_KEYS, Sentence, find, split_at_arrow, without_names
from bot.texts import LANGUAGES, texts_for

TIME = "{name} has more time now. You can give it {count} more times in this match."


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("Accept", "button.accept"),
        ("  accept. ", "button.accept"),
        ("Ben has more time now. You can give it 2 more times in this match.", "note.time_given"),
        ("“Ben has more time now.  You can give it 1 more time in this match”", "note.time_given"),
        ("Ben hs more time now. You can give it 2 more tmes in this match", "note.time_given"),
        ("You can play only your own matches and challenges", ""),
        ("Hides the words of nobody", ""),
        ("Ben", ""),
        ("Be", ""),
        ("{name} has more time now. You can give it {count} more times in this match.", "note.time_given"),
        ("… !", ""),
        ("", ""),
        ("a b " * 75, ""),
        ("x" * 300, ""),
    ],
)
def test_the_key_is_found_by_what_was_read(typed: str, key: str) -> None:
    found = find(typed, texts_for("en"))
    assert (found.keys[0] if found else "") == key


def test_a_sentence_of_a_page_of_rules_is_found_by_a_part() -> None:
    texts = texts_for("de")
    page = texts("sahara.rules.capture")
    found = find(page[: len(page) // 2], texts)
    assert found
    assert found.keys == ("sahara.rules.capture",)


def test_what_reads_the_same_is_told_together() -> None:
    messages = texts_for("en").messages
    alike = [key for key, said in messages.items() if said == messages["title.privacy"]]
    found = find(texts_for("en")("title.privacy"), texts_for("en"))
    assert found
    assert len(alike) > 1
    assert [*found.keys] == alike[:MOST_KEYS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_finds_its_own(language: str) -> None:
    texts = texts_for(language)
    said = texts("matches.line", match="ABCDEF", game="Sahara", opponent="Ben", whose="x", since="y")
    found = find(said, texts)
    assert found
    assert found.keys == ("matches.line",)
    assert dict(found.filled)["ben"] == "{opponent}"


@pytest.mark.parametrize(
    ("line", "sentence", "better"),
    [
        ("Accept -> Yes, please", "Accept", "Yes, please"),
        ("Accept → Yes => sure", "Accept", "Yes => sure"),
        ("Accept", "Accept", ""),
        ("-> Yes", "", "Yes"),
        ("", "", ""),
    ],
)
def test_an_arrow_parts_it_from_a_better_one(line: str, sentence: str, better: str) -> None:
    assert split_at_arrow(tuple(line.split())) == (sentence, better)


@pytest.mark.parametrize(
    ("comment", "kept"),
    [
        ("BEN has now more time", "{name} has now more time"),
        ("Bens time; Benさんは", "{name}s time; {name}さんは"),
        ("Ada Lovelace and Al also", "{name} and {name} also"),
        ("2 more (.*)", "2 more (.*)"),
        ("", ""),
    ],
)
def test_a_comment_keeps_no_name(comment: str, kept: str) -> None:
    read = Sentence(("note.time_given",), TIME, (("ben", "{name}"), ("2", "{count}")))
    assert without_names(comment, read, ["Ada", "ada lovelace", "Al", ""]) == kept
