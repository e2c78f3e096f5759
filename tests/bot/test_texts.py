"""Every sentence is there, is used, and has the places that are filled."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

from bot.commands import COMMANDS
from bot.presenter import Voice
from bot.rulebook import RULEBOOK
from bot.texts import DEFAULT, LANGUAGES, Message, texts_for
from games import GAMES
from games.game import VIEWERS
from games.match import Phase
from games.requests import Reason
from tests.games.walks import CASES, Case, random_line

ROOT = Path(__file__).parents[2]
ROOMS = (
    *("answers", "challenges", "commands", "desk", "finder", "information", "linking", "manners", "notices"),
    *("preferences", "turns"),
)
MENUS = (
    *("bot/platforms/discord/command_tree.py", "bot/platforms/telegram"),
    "bot/platforms/telegram_adapter.py",
)
SPOKEN = ("bot/presenter", *(f"bot/{room}.py" for room in ROOMS), *MENUS)
GENERAL = {"name", "summary", "expected"}  # what the presenter asks of every game


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
    assert {f"option.{option.name}" for command in COMMANDS for option in command.options} <= set(messages)
    assert {f"challenge.{phase.value}" for phase in (Phase.DECLINED, Phase.CANCELLED)} <= set(messages)
    assert {f"no.{reason.value}" for reason in Reason} <= set(messages)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_sentence_that_its_code_does_not_know(game: str) -> None:
    known = facts_of(game) | GENERAL
    beginnings = tuple(text for text in known if text.endswith("_") and len(text) > 1)
    for key in texts_for(DEFAULT).messages:
        _, *rest = key.split(".")
        if key.startswith(f"{game}.") and rest[0] not in ("choice", "prompt", "word", "rules"):
            assert rest[-1] in known or rest[-1].startswith(beginnings), key


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_and_its_paragraphs_agree(game: str) -> None:
    paragraphs = {key for key in texts_for(DEFAULT).messages if key.startswith(f"{game}.rules.")}
    assert paragraphs == {f"{game}.rules.{page.key}" for page in RULEBOOK[game]}


def told_by(case: Case, seed: int) -> set[str]:
    """Everything that is told to anybody in a game, and every refusal; fails where a sentence is missing."""
    voice, names, told = Voice(texts_for(DEFAULT), {}), ("Ada", "Ben"), set[str]()
    for state in random_line(case, seed).states:
        for viewer in VIEWERS:
            view = state.view(viewer)
            for fact in (*view.tell_turn(), *view.tell_table()):
                told.update(voice.tell(case.game.key, names, [fact]))
    return told


@pytest.mark.parametrize("case", CASES, ids=str)
def test_whatever_happens_can_be_told(case: Case) -> None:
    told = set().union(*(told_by(case, seed) for seed in range(3)))
    assert told
    assert not [sentence for sentence in told if "{" in sentence or "None" in sentence]


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_the_rules_shows_what_it_says(game: str) -> None:
    for page in RULEBOOK[game]:
        view = page.view(game)
        assert not page.shows or page.shows in [fact.key for fact in view.tell_turn()], page.key
        said = re.search(r"Here: (.+)\.$", texts_for(DEFAULT)(f"{game}.rules.{page.key}"))
        if said:
            assert page.plies.split(", ")[-1] == said[1].removeprefix("hollow ")


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
