"""Every sentence is there, is used, and has the places that are filled."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from bot.commands import COMMANDS
from bot.texts import DEFAULT, LANGUAGES, Message, texts_for
from games import GAMES
from games.match import Phase
from games.requests import Reason

ROOT = Path(__file__).parents[2]
SPOKEN = ("bot/presenter", "bot/desk.py", "bot/finder.py", "bot/commands.py")
GENERAL = {"name", "summary", "expected", "rules"}  # what the presenter asks of every game


def literals(*places: str) -> set[str]:
    """Every string literal in these files, and the fixed beginning of every f-string."""
    found: set[str] = set()
    for place in places:
        path = ROOT / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
    return found


def facts_of(game: str) -> set[str]:
    """The keys that a game's engine can tell or refuse with, as they stand in its code."""
    path = ROOT / "games" / game
    return literals(f"games/{game}" if path.is_dir() else f"games/{game}.py")


def places(message: Message) -> list[set[str]]:
    forms = [message] if isinstance(message, str) else list(message.values())
    return [{name for _, name, _, _ in string.Formatter().parse(form) if name} for form in forms]


def test_every_sentence_that_is_spoken_exists() -> None:
    texts = texts_for(DEFAULT)
    wings = {key.split(".")[0] for key in texts.messages if "." in key} - set(GAMES)
    spoken = {
        text for text in literals(*SPOKEN) if text.split(".")[0] in wings and "." in text and " " not in text
    }
    built = {text for text in spoken if text.endswith(".")}  # the beginning of an f-string
    assert spoken - built <= set(texts.messages), spoken - built - set(texts.messages)
    for beginning in built:
        assert [key for key in texts.messages if key.startswith(beginning)], beginning


def test_what_is_built_from_keys_is_complete() -> None:
    messages = texts_for(DEFAULT).messages
    assert {f"command.{command.name}" for command in COMMANDS} <= set(messages)
    assert {f"challenge.{phase.value}" for phase in (Phase.DECLINED, Phase.CANCELLED)} <= set(messages)
    assert {f"no.{reason.value}" for reason in Reason} <= set(messages)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_sentences_and_no_others(game: str) -> None:
    known = facts_of(game)
    for key in texts_for(DEFAULT).messages:
        if key.startswith(f"{game}."):
            last = key.split(".")[-1]
            assert last in GENERAL | known | {"here"} | {word for text in known for word in text.split()}, key


def test_no_sentence_stands_unused() -> None:
    said = literals(*SPOKEN, "bot/texts/__init__.py")
    beginnings = tuple(text for text in said if text.endswith((".", "_")) and "." in text)
    spare = [
        key
        for key in texts_for(DEFAULT).messages
        if key not in said and key.split(".")[0] not in GAMES and not key.startswith(beginnings)
    ]
    assert spare == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_sentences_with_the_same_places(language: str) -> None:
    ours, theirs = texts_for(DEFAULT).messages, texts_for(language).messages
    assert set(ours) == set(theirs)
    for key, message in theirs.items():
        names = places(message)
        assert all(form | {"count"} == names[0] | {"count"} for form in names), key
        assert names[0] | {"count"} == places(ours[key])[0] | {"count"}, key


def test_an_unknown_language_falls_back_to_english() -> None:
    assert texts_for("tlh").language == texts_for("EN-gb").language == "en"


def test_numbers_choose_their_plural() -> None:
    texts = texts_for("en")
    assert texts("since.hours", count=1) == "for 1 hour"
    assert texts("since.hours", count=2) == "for 2 hours"
