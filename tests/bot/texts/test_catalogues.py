"""The catalogues of English say one thing a sentence; the bot reads them as Babel does."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from gettext import c2py

import pytest

from bot.domain.terms import OF_ANY_GAME, choices
from bot.texts import DEFAULT, LANGUAGES, Plural
from bot.texts.catalogue import read
from games import GAMES
from tests import ROOT
from tools.languages.language import FOLDER, language

SENTENCE_MAX = 30  # words; what is longer is read twice

ENGLISH = language(DEFAULT).entries


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_bot_reads_what_babel_reads(tag: str) -> None:
    """The reader of the bot knows as much of the format as is written here; Babel knows it all."""
    said = {
        key: message.forms if isinstance(message, Plural) else (message,)
        for key, message in read(tag).items()
    }
    assert said == {entry.key: entry.said for entry in language(tag).filled}
    for message in read(tag).values():
        if isinstance(message, Plural):
            rule = language(tag).catalogs["house"].plural_expr
            assert len(message.forms) == language(tag).catalogs["house"].num_plurals
            assert [message.rule(n) for n in range(30)] == list(map(c2py(rule), range(30)))
            break


def test_english_says_one_thing_a_sentence() -> None:
    """Items of a list apart, which are read by the line."""
    for key, entry in ENGLISH.items():
        said = entry.english
        lines = [line for form in said for line in form.split("\n") if not line.startswith("· ")]
        sentences = [sentence for line in lines for sentence in re.split(r"(?<=[.!?])\s", line)]
        assert all(len(sentence.split()) <= SENTENCE_MAX for sentence in sentences), key
        assert not re.search(r"\bwhoever\b", " ".join(said), re.IGNORECASE), key


def test_no_key_stands_in_two_catalogues_and_those_of_a_game_in_its_own() -> None:
    catalogs = language(DEFAULT).catalogs
    keys = [(str(message.context), name) for name, each in catalogs.items() for message in each if message.id]
    assert catalogs.keys() >= {"house", "web", *GAMES}
    assert [key for key, times in Counter(key for key, _ in keys).items() if times > 1] == []
    for key, domain in keys:
        wing = key.split(".")[0]
        assert (wing == domain) or not {wing, domain} & {*GAMES, "web"}, key


def test_whatever_may_be_agreed_on_for_a_match_has_a_question_and_a_phrase() -> None:
    for game in GAMES:
        for rule in choices(game):
            key = f"term.{rule.word}" if rule.word in OF_ANY_GAME else f"{game}.term.{rule.word}"
            values = rule.values if rule.word != "clock" else ("none", "each")
            assert {key, *(f"{key}.{value}" for value in values)} <= set(ENGLISH), key


def test_an_installed_package_has_all_catalogues() -> None:
    packaging = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    packed = {path for pattern in packaging["bot.texts"] for path in FOLDER.glob(pattern)}
    assert packed == set(FOLDER.rglob("*.po"))
