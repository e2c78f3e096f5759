"""Every language says the same as English: nothing is missing, superfluous, or too long."""

from __future__ import annotations

import re
import string
import tomllib
from collections import Counter
from functools import cache
from gettext import c2py

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.domain.terms import OF_ANY_GAME, choices
from bot.platforms.discord.layout import LABEL_MAX as DISCORD_LABEL_MAX
from bot.platforms.telegram.layout import LABEL_MAX as TELEGRAM_LABEL_MAX
from bot.platforms.telegram.profile import COMMAND_MAX as TELEGRAM_COMMAND_MAX
from bot.presentation.phrasing import BRIEF_NAME_MAX
from bot.texts import DEFAULT, LANGUAGES
from games import GAMES
from games.events import MatchId
from tests import ROOT

NOT_YET_RELEASED = frozenset[str]()
"""Languages whose catalogues are still being filled; what is filled has to be right already."""

FOLDER = ROOT / "bot/texts"
LABEL_MAX = min(40, DISCORD_LABEL_MAX, TELEGRAM_LABEL_MAX)  # a phone shows hardly more than 40 characters
MENU_MAX = 32  # characters; Discord, name of a command at a person's name
COMMAND_MAX = min(100, TELEGRAM_COMMAND_MAX)  # characters; Discord takes 100
OPTION_MAX = 100  # characters; Discord
SENTENCE_MAX = 30  # words; what is longer is read twice
TYPED = re.compile(r"(?<!\w)/[a-z_]+|\b[a-z_]+=\w+|\b[a-z]\d\w*\b")
"""What a person types, such as `/play`, `target=30` or `c3`: the same in every language."""

TURNED = {
    "de": {"no.setting_value", "sator.captured_red", "sator.captured_white", "stacko.in_hand_offered"},
    "ca": {"challenge.declined", "sahara.ended_other", "stacko.in_hand_offered", "time.given"},
}
"""Sentences in which something comes earlier than in English; somebody has read them."""

Filled = dict[str, tuple[str, ...]]
"""By key, the sentence or its plural forms, where they are translated."""


def domains(language: str) -> set[str]:
    return {path.stem for path in (FOLDER / language).glob("*.po")}


@cache
def catalog_of(language: str, domain: str) -> Catalog:
    path = FOLDER / language / f"{domain}.po"
    assert path.exists(), f"{language} has no catalogue {domain}.po"
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def messages_of(language: str, domain: str) -> dict[str, Message]:
    return {message.context or "": message for message in catalog_of(language, domain) if message.id}


def english(message: Message) -> tuple[str, ...]:
    """What is to be translated: one sentence, or singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> tuple[str, ...]:
    """One, or one for each plural form; empty where they are not translated."""
    said = message.string
    return (said,) if isinstance(said, str) else tuple(said or ())


def filled(language: str) -> Filled:
    found = [messages_of(language, domain) for domain in sorted(domains(language))]
    said = english if language == DEFAULT else forms
    return {
        key: said(message) for messages in found for key, message in messages.items() if all(said(message))
    }


ENGLISH = filled(DEFAULT)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def places(form: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def in_order(said: str) -> list[str]:
    """The places of a sentence, each where it stands first; a form may leave a number out."""
    return [name for name in dict.fromkeys(re.findall(r"{(\w+)}", said)) if name != "count"]


def longest(key: str, form: str, said: Filled) -> str:
    """The sentence with the longest that its places can hold."""
    values = {"game": max((said.get(f"{game}.name", ("",))[0] for game in GAMES), key=len)}
    values |= {
        "match": MatchId("MMMMMM"),
        "letter": "m12",
        "level": "5",
        "number": "999",
        "name": "M" * BRIEF_NAME_MAX,
        "time": "30 minutes",
        "platform": "Telegram",
        "more": "30 minutes",
    }
    return form.format_map(values)


@each_language
def test_a_language_has_the_same_catalogues(language: str) -> None:
    assert domains(language) == domains(DEFAULT) >= {"house", "web", *GAMES}


@each_language
def test_the_messages_of_a_language_are_those_of_english(language: str) -> None:
    for domain in domains(DEFAULT):
        ours, theirs = messages_of(DEFAULT, domain), messages_of(language, domain)
        assert set(ours) - set(theirs) == set(), f"missing in {language}/{domain}.po"
        assert set(theirs) - set(ours) == set(), f"unknown in {language}/{domain}.po"
        assert {key for key in ours if ours[key].pluralizable != theirs[key].pluralizable} == set()


@each_language
def test_the_english_that_a_translator_sees_is_what_the_bot_says_in_english(language: str) -> None:
    """Where it differs, the English was changed after it was translated: see whether that still fits."""
    for domain in domains(language):
        beside = {key: english(message) for key, message in messages_of(language, domain).items()}
        assert {key: said for key, said in beside.items() if said != ENGLISH[key]} == {}


def test_english_is_not_translated_again() -> None:
    messages = [each for domain in domains(DEFAULT) for each in messages_of(DEFAULT, domain).items()]
    assert [key for key, message in messages if any(forms(message))] == []


def test_english_says_one_thing_a_sentence() -> None:
    """Items of a list apart, which are read by the line."""
    for key, said in ENGLISH.items():
        lines = [line for form in said for line in form.split("\n") if not line.startswith("· ")]
        sentences = [sentence for line in lines for sentence in re.split(r"(?<=[.!?])\s", line)]
        assert all(len(sentence.split()) <= SENTENCE_MAX for sentence in sentences), key
        assert not re.search(r"\bwhoever\b", " ".join(said), re.IGNORECASE), key


@each_language
def test_a_released_language_lacks_no_translation(language: str) -> None:
    missing = sorted(set(ENGLISH) - set(filled(language)))
    assert missing == [] or language in NOT_YET_RELEASED


@each_language
def test_nothing_is_left_in_doubt_or_forgotten_in_a_catalogue(language: str) -> None:
    for domain in domains(language):
        catalog = catalog_of(language, domain)
        assert [message.context for message in catalog if message.id and message.fuzzy] == []
        assert list(catalog.obsolete) == []


def test_no_key_stands_in_two_catalogues_and_those_of_a_game_in_its_own() -> None:
    keys = [(key, domain) for domain in domains(DEFAULT) for key in messages_of(DEFAULT, domain)]
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


@each_language
def test_the_header_tells_the_language_and_its_plural_forms(language: str) -> None:
    count, rule = get_plural(LANGUAGES[language].locale)
    numbers = range(300)
    expected = list(map(c2py(rule), numbers))
    for domain in domains(language):
        catalog = catalog_of(language, domain)
        assert str(catalog.locale_identifier).lower().replace("_", "-") == language
        assert catalog.num_plurals == count
        assert list(map(c2py(catalog.plural_expr), numbers)) == expected
        for message in catalog:
            assert not message.pluralizable or len(forms(message)) == count, message.context


@each_language
def test_a_translation_has_the_places_of_english(language: str) -> None:
    for key, said in filled(language).items():
        expected = places(ENGLISH[key][-1]) | {"count"}  # a form such as “one stone” may leave the number out
        for form in said:
            assert places(form) | {"count"} == expected, f"{key}: {form}"
            assert "count" not in places(form) or "count" in places(ENGLISH[key][-1]), f"{key}: {form}"


@each_language
def test_what_fills_a_sentence_comes_in_the_order_of_english(language: str) -> None:
    """Else who has won, or paid, may be told the wrong way round; sentences that need it are named."""
    turned = {
        key
        for key, said in filled(language).items()
        if any(in_order(form) != in_order(ENGLISH[key][-1]) for form in said)
    }
    assert turned == TURNED.get(language, set())


@each_language
def test_what_is_typed_is_the_same_in_every_language(language: str) -> None:
    for key, said in filled(language).items():
        for form in said:
            assert set(TYPED.findall(form)) == set(TYPED.findall(ENGLISH[key][-1])), f"{key}: {form}"


def test_catalan_never_has_to_shorten_a_word_before_what_somebody_is_called() -> None:
    """It is `d’Ada` and `del xat web`, but `de Ben`: no sentence can know which."""
    named = r"(?<!\w)[Dd]e \{(names?|first|second|seat|other|challenger|invited|opponent|winner|platform)\}"
    assert [key for key, said in filled("ca").items() if any(re.search(named, form) for form in said)] == []


@each_language
def test_a_translation_has_no_blanks_round_it(language: str) -> None:
    assert [key for key, said in filled(language).items() if any(form != form.strip() for form in said)] == []


@each_language
@pytest.mark.parametrize(
    ("pattern", "most"),
    [
        (r"button\..*|\w+\.choice\..*|(\w+\.)?term\.\w+\.\w+|\w+\.name", LABEL_MAX),
        (r"menu\..*", MENU_MAX),
        (r"command\..*|\w+\.summary", COMMAND_MAX),
        (r"option\..*", OPTION_MAX),
    ],
)
def test_labels_and_descriptions_are_short_enough(language: str, pattern: str, most: int) -> None:
    said = filled(language)
    for key in [key for key in said if re.fullmatch(pattern, key)]:
        for form in said[key]:
            assert 0 < len(longest(key, form, said)) <= most, f"{key}: {form}"
    assert any(re.fullmatch(pattern, key) for key in ENGLISH)


def test_an_installed_package_has_all_catalogues() -> None:
    packaging = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    packed = {path for pattern in packaging["bot.texts"] for path in FOLDER.glob(pattern)}
    assert packed == set(FOLDER.rglob("*.po"))
