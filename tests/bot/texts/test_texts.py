"""Every sentence that the bot uses is in the catalogues, and every one in them is used."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from bot.interface.registry import COMMANDS
from bot.platforms.web.server import page_texts
from bot.presentation import Phrasing
from bot.presentation.rules import example
from bot.texts import DEFAULT, Texts, texts_for
from games import GAMES
from games.actions import Reason
from games.game import VIEWERS
from games.match import Phase
from tests import ROOT
from tests.games.sampling import every_case
from tests.games.walks import Case, random_line

SPOKEN = ("bot",)
GENERAL = {"name", "summary", "expected", "here", "next_deal", "move", "cost", "cost_whole", "cost_means"}
"""What the presentation asks of every game."""


@cache
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
    """The keys of the facts and refusals in the code of a game's engine."""
    path = ROOT / "games" / game
    return literals(f"games/{game}" if path.is_dir() else f"games/{game}.py")


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


EMOJI = 0x1F000
"""From here on signs have fonts of their own, which a computer may lack."""


def test_buttons_are_read_without_a_font_for_emoji() -> None:
    messages = texts_for(DEFAULT).messages
    labels = [f"{message}" for key, message in messages.items() if key.startswith("button.")]
    assert labels
    assert [label for label in labels if any(ord(sign) >= EMOJI for sign in label)] == []


def test_what_is_built_from_keys_is_complete() -> None:
    messages = texts_for(DEFAULT).messages
    assert {f"command.{name}" for name in COMMANDS} <= set(messages)
    assert {f"option.{option.name}" for command in COMMANDS.values() for option in command.options} <= set(
        messages
    )
    unplayed = (Phase.DECLINED, Phase.CANCELLED, Phase.EXPIRED)
    assert {f"challenge.{phase.value}" for phase in unplayed} <= set(messages)
    assert {f"no.{reason.value}" for reason in Reason} <= set(messages)


GUIDES = {"aim", "aim_second", "aim_next", "rules", "legend", "lesson"}
"""Sentences that explain a game and are no facts of it."""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_no_sentence_that_its_code_does_not_know(game: str) -> None:
    known = facts_of(game) | GENERAL
    beginnings = tuple(text for text in known if text.endswith("_") and len(text) > 1)
    for key in texts_for(DEFAULT).messages:
        _, *rest = key.split(".")
        if key.startswith(f"{game}.") and rest[0] not in GUIDES and len(rest[-1]) > 1:  # letters are colours
            assert rest[-1] in known or rest[-1].startswith(beginnings), key


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_the_rules_and_their_paragraphs_agree(game: str) -> None:
    paragraphs = {key for key in texts_for(DEFAULT).messages if key.startswith(f"{game}.rules.")}
    assert paragraphs == {f"{game}.rules.{page.key}" for page in GAMES[game].rule_pages}


def told_by(case: Case, seed: int) -> set[str]:
    """All sentences of a game and every refusal; fails if a sentence is missing."""
    phrasing, names, told = Phrasing(texts_for(DEFAULT), {}), ("Ada", "Ben"), set[str]()
    for state in random_line(case, seed).states:
        for viewer in VIEWERS:
            view = state.view(viewer)
            assert {fact.key for fact in view.tell_last()[1:]} <= {"drew_stuck", "stuck"}
            for fact in (*view.tell_turn(), *view.tell_seen(), *view.tell_table(), *view.tell_last()):
                told.update(phrasing.describe(case.game.key, names, [fact]))
    return told


@every_case
def test_whatever_happens_can_be_told(case: Case) -> None:
    told = set().union(*(told_by(case, seed) for seed in range(3)))
    assert told
    assert not [sentence for sentence in told if "{" in sentence or "None" in sentence]


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_the_rules_shows_what_it_says(game: str) -> None:
    for page in GAMES[game].rule_pages:
        view = example(game, page)
        assert not page.shows or page.shows in [fact.key for fact in view.tell_turn()], page.key
        said = re.search(r"Here: (.+)\.$", texts_for(DEFAULT)(f"{game}.rules.{page.key}"))
        if said:
            assert page.plies.split(", ")[-1] == said[1].removeprefix("hollow ")


def test_no_sentence_stands_unused() -> None:
    said = literals(*SPOKEN)
    beginnings = tuple(text for text in said if text.endswith((".", "_")) and "." in text)
    spare = [
        key
        for key in texts_for(DEFAULT).messages
        if key not in said and key.split(".")[0] not in (*GAMES, "web") and not key.startswith(beginnings)
    ]
    assert spare == []


def test_an_unknown_language_falls_back_to_english() -> None:
    assert texts_for("tlh").language == texts_for("EN-gb").language == "en"


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("pt-BR", "pt-br"),
        ("pt-br", "pt-br"),
        ("pt_BR", "pt-br"),
        ("pt-PT", "pt"),
        ("pt", "pt"),
        ("zh-TW", "zh-tw"),
        ("zh-hant-tw", "zh-tw"),
        ("zh-hant", "zh-tw"),
        ("en-US", "en"),
        ("de-AT", "en"),
        ("", "en"),
    ],
)
def test_a_region_with_a_catalogue_of_its_own_comes_before_its_language(told: str, found: str) -> None:
    languages = {tag: Texts(tag, tag) for tag in ("en", "pt", "pt-br", "zh-tw")}
    assert texts_for(told, languages).language == found


def test_numbers_choose_their_plural() -> None:
    texts = texts_for("en")
    assert texts("since.hours", count=1) == "for 1 hour"
    assert texts("since.hours", count=2) == "for 2 hours"


def test_capitals_are_those_of_the_language() -> None:
    assert texts_for("tr").upper("ışık ve iz") == "IŞIK VE İZ"
    assert texts_for("de").upper("weiß ich") == "WEISS ICH"


def test_dates_durations_numbers_and_lists_follow_the_language() -> None:
    english, german, catalan = (texts_for(language) for language in ("en", "de", "ca"))
    at = 1_795_285_427
    assert english.moment(at) == "Sat 21 Nov, 18:23 UTC"
    assert english.moment(at, "Europe/Berlin") == "Sat 21 Nov, 19:23"
    assert english.date(at, "Pacific/Auckland") == "Sun, 22 Nov 2026"
    assert german.moment(at, "Europe/Berlin") == "Sa., 21. Nov., 19:23"
    assert catalan.date(at) == "ds., 21 de nov. 2026"
    assert german.number(1200) == "1.200"
    assert english.listed(["a", "b", "c"]) == "a, b and c"
    assert catalan.listed(["a", "b"]) == "a i b"


@pytest.mark.parametrize(
    ("seconds", "english", "catalan"),
    [
        (0, "0 seconds", "0 segons"),
        (60, "1 minute", "1 minut"),
        (3_600, "1 hour", "1 hora"),
        (5_400, "1 hour, 30 minutes", "1 hora i 30 minuts"),
        (3_605, "1 hour", "1 hora"),
        (3 * 86_400, "3 days", "3 dies"),
    ],
)
def test_durations_are_told_in_their_two_largest_units(seconds: int, english: str, catalan: str) -> None:
    assert texts_for("en").duration(seconds) == english
    assert texts_for("ca").duration(seconds) == catalan
    assert texts_for("en").duration(seconds, parts=1) == english.split(",")[0]


def test_the_page_of_the_web_chat_has_the_sentences_that_it_says() -> None:
    folder = ROOT / "bot/platforms/web/static"
    code = "".join(path.read_text() for path in (*folder.glob("*.js"), folder / "chat.html"))
    said = set(re.findall(r"""(?:\bTEXTS\.|\btexts\.|#texts\.|data-text=")(\w+)""", code))
    built = set(re.findall(r"""(?:TEXTS|texts)\[`(\w+)\$""", code))
    ours = set(page_texts(texts_for(DEFAULT)))
    assert {key for key in ours if not key.startswith(tuple(built))} == said | {"noscript"}
    assert all(any(key.startswith(beginning) for key in ours) for beginning in built)
