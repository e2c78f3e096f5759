"""The checks of languages: every language passes them, and each check finds what it is there for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from gettext import c2py

import pytest

from bot.texts import DEFAULT, LANGUAGES
from tools.languages import __main__ as command
from tools.languages import checks, plurals, skeleton
from tools.languages.checks import CHECKS, Check
from tools.languages.habits import habits
from tools.languages.language import FOLDER, Finding, Language, language
from tools.languages.page import page
from tools.languages.terms import terms
from tools.languages.words import language_guessed, spelling


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_language_passes(tag: str) -> None:
    """Whatever is listed here names its file and its key, and says what to do."""
    complain(found for check in (*CHECKS, terms, habits) for found in check(language(tag)))


def complain(found: Iterable[Finding]) -> None:
    """Fail with all of them, in full."""
    if said := "\n".join(map(str, found)):
        pytest.fail(said, pytrace=False)


def with_said(tag: str, key: str, *said: str) -> Language:
    """A language that says one thing otherwise."""
    ours = language(tag)
    return replace(ours, entries={**ours.entries, key: replace(ours.entries[key], said=said)})


@pytest.mark.parametrize(
    ("check", "key", "said", "problem"),
    [
        (checks.translated, "button.accept", ("",), "not translated"),
        (checks.headers, "since.hours", ("seit {count} Stunde",), "1 plural forms, but the language has 2"),
        (checks.counted, "since.hours", ("seit Stunden", "seit Stunden"), "which may be several numbers"),
        (checks.forms_in_order, "sato.stack", ("{count} Steine", "{count} Stein"), "in another order than"),
        (checks.filled_in, "title.challenge", ("{game} · {code}",), "{code}, {match}"),
        (checks.filled_in, "title.challenge", ("{game} · {match",), "braces"),
        (checks.filled_in, "since.hours", ("seit {count} Stunde", "seit {count} {more}"), "{more}"),
        (checks.turned, "challenge.named", ("{invited}: {challenger} will {game} spielen.",), "other order"),
        (
            checks.turned,
            "stacko.in_hand_offered",
            ("Teil {part} bekommt {seat}.",),
            "order of places of English",
        ),
        (checks.typed, "help.text", ("Tippe /spielen.",), "what people type differs"),
        (checks.shaped, "button.accept", ("Annehmen ",), "blanks"),
        (checks.shaped, "button.accept", ("An\nnehmen",), "0 line breaks in English"),
        (checks.shaped, "telegram.short_description", ("Brettspiele für zwei",), "must begin with '🎲'"),
        (
            checks.short_enough,
            "button.accept",
            ("Ich nehme die Herausforderung gern und sofort an",),
            "at most 40",
        ),
        (checks.short_enough, "command.play", ("x" * 101,), "101 characters, at most 100"),
        (checks.narrow_enough, "button.accept", ("W" * 39,), "pixels wide, at most"),
        (checks.narrow_enough, "heading.rating", ("Rangpunktzahl",), "pixels wide, at most"),
        (checks.left_over, "button.accept", ("Accept",), "reads the same as in English"),
        (checks.menus, "place.opponent", ("Spiel",), "two options of /play have the same name"),
        (checks.menus, "place.show", ("allen zeigen",), "one word"),
        (checks.menus, "called.hello", ("Hallo",), "lower case"),
        (checks.understood, "called.commands", ("start:resign",), "another language calls /help so"),
        (checks.understood, "called.commands", ("spielen:spiel",), "not another name of a command"),
        (checks.understood, "phrase.bye", ("Hello!",), "in another language this means phrase.hello"),
        (checks.named, "language.name", ("German",), "CLDR calls the language Deutsch"),
        (checks.guides, "sahara.rules.aim", (" ".join(["Bohne"] * 91),), "91 words, at most 90"),
        (terms, "button.hint", ("Rat",), "hint is called otherwise than “Tipp”"),
        (habits, "button.back", ("“Zurück”",), "quotation marks"),
        (habits, "button.back", ("„Zurück",), "1 times „, but 0 times “"),
        (habits, "button.back", ("Zurück !",), "ordinary blank before !"),
        (habits, "no.not_here", ("Hier nicht",), "ends with a stop"),
        (habits, "button.back", ("Zurück...",), "three full stops"),
    ],
)
def test_a_check_finds_what_is_wrong_and_names_file_and_key(
    check: Check, key: str, said: tuple[str, ...], problem: str
) -> None:
    found = list(map(str, check(with_said("de", key, *said))))
    where = f"de/{language('de').entries[key].catalogue}.po {key}: "
    about = [each for each in found if problem in each]
    assert about, found
    assert check is checks.menus or about[0].startswith(where)


HABITS_OF_OTHERS = {
    "fr": {"quotes": ["«", "»"], "before": ";:!?»", "after": "«"},
    "es": {"quotes": ["«", "»"], "opened": "¿¡"},
    "ja": {"quotes": ["「", "」"], "stop": "。", "comma": "、", "question": "？", "exclamation": "！"},
    "hi": {"quotes": ["“", "”"], "stop": "।"},
}


@pytest.mark.parametrize(
    ("tag", "said", "problems"),
    [
        ("fr", "«\u202fJouer\u202f»\u202f: prêts\u202f?", []),
        ("fr", "« Jouer »", ["ordinary blank before »", "no no-break space after «"]),
        ("fr", "Prêts?", ["no no-break space before ?"]),
        ("fr", "/play {game} clock=1d, 12:30", []),
        ("es", "¿Otra vez?", []),
        ("es", "Otra vez?", ["1 times ?, but 0 times ¿"]),
        ("ja", "「対局」を選んでください。", []),
        ("ja", "あなたの番です.", ["., where the language has 。"]),
        ("ja", "{name}, あなたの番です。", [",, where the language has 、"]),
        ("ja", "あなた の番です。", ["blank between two Japanese letters"]),
        ("hi", "आपकी बारी है।", []),
        ("hi", "आपकी बारी है.", ["., where the language has ।"]),
    ],
)
def test_signs_and_spaces_are_those_of_the_language(tag: str, said: str, problems: list[str]) -> None:
    entry = replace(language(DEFAULT).entries["button.back"], said=(said,), english=(said,))
    ours = Language(tag, {}, {entry.key: entry}, {"habits": HABITS_OF_OTHERS[tag]})
    found = [finding.problem for finding in habits(ours)]
    assert [problem for problem in found if not problem.startswith("English ends")] == problems


@pytest.mark.parametrize(
    ("tag", "forms"),
    [
        ("ar", {0: "zero", 1: "one", 2: "two", 103: "few", 11: "many", 100: "other"}),
        ("hi", {0: "one", 1: "one", 2: "other"}),
        ("id", {0: "other", 1: "other", 2: "other"}),
        ("pl", {0: "many", 1: "one", 2: "few", 12: "many", 21: "many", 22: "few"}),
        ("ru", {0: "many", 1: "one", 2: "few", 12: "many", 21: "one", 22: "few"}),
        ("tr", {0: "other", 1: "one", 2: "other"}),
    ],
)
def test_plural_forms_are_the_categories_of_cldr(tag: str, forms: dict[int, str]) -> None:
    categories = list(plurals.plural_forms(tag))
    count, rule = re.findall(r"nplurals=(\d); plural=(.*);", plurals.header(tag))[0]
    assert {number: categories[c2py(rule)(number)] for number in forms} == forms
    assert plurals.is_right(tag, int(count), rule)
    assert not plurals.is_right(tag, int(count) + 1, rule)


def test_a_form_for_several_numbers_tells_which() -> None:
    said = ("уже час", "уже {count} часа", "уже {count} часов")
    assert [found.said for found in checks.counted(with_said("ru", "since.hours", *said))] == [said[0]]
    assert not list(checks.counted(with_said("de", "since.hours", "seit einer Stunde", "seit {count}")))


def test_a_term_that_is_not_decided_is_named() -> None:
    ours = replace(
        language("de"), decisions={**language("de").decisions, "terms": {"seat": "Platz", "king": "K"}}
    )
    found = [finding.problem for finding in checks.glossary(ours)]
    assert len(found) == len(language(DEFAULT).table("terms"))
    assert "terms: English has no king" in found
    assert [each for each in found if each.startswith("terms: store is not decided")]


def test_catalan_never_has_to_shorten_a_word_before_what_somebody_is_called() -> None:
    """It is `d’Ada` and `del xat web`, but `de Ben`: no sentence can know which."""
    named = r"(?<!\w)[Dd]e \{(names?|first|second|seat|other|challenger|invited|opponent|winner|platform)\}"
    said = language("ca").filled
    assert [entry.key for entry in said if any(re.search(named, form) for form in entry.said)] == []


@pytest.mark.parametrize("tag", ["es", "ja", "ru", "pt-br"])
def test_a_new_language_has_all_keys_its_plural_forms_and_every_term_to_decide(
    tag: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(tmp_path, type(FOLDER))
    assert skeleton.write(tag, tmp_path) == []
    ours = language(tag, tmp_path)
    assert not ours.filled
    assert list(checks.catalogues(ours)) == []
    assert [found.problem for found in checks.headers(ours)] == [
        "the header must have Last-Translator and X-Read-By-Native"
    ]
    assert len(list(checks.translated(ours))) == len(language(DEFAULT).entries)
    assert ours.table("terms").keys() == language(DEFAULT).table("terms").keys()
    assert len(list(checks.glossary(ours))) == len(ours.table("terms")) + 1


def test_what_is_translated_stays_when_english_has_changed(tmp_path: object) -> None:
    assert isinstance(tmp_path, type(FOLDER))
    for file in (FOLDER / "de").iterdir():
        text = (
            file.read_text()
            .replace('msgid "Accept"', 'msgid "Take it"')
            .replace('"button.decline"', '"gone"')
        )
        (tmp_path / "de").mkdir(exist_ok=True)
        (tmp_path / "de" / file.name).write_text(text)
    before = language("de")
    assert skeleton.write("de", tmp_path) == ["button.accept"]
    after = language("de", tmp_path)
    assert {key: entry.said for key, entry in after.entries.items() if key != "button.decline"} == {
        key: entry.said for key, entry in before.entries.items() if key != "button.decline"
    }
    assert [entry.key for entry in after.entries.values() if entry.fuzzy] == ["button.accept"]
    assert not after.entries["button.decline"].is_filled
    assert (tmp_path / "de/language.toml").read_text() == (FOLDER / "de/language.toml").read_text()
    assert after.headers == before.headers


def test_the_command_prints_what_it_finds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command.main(["de", "--only", "menus", "filled_in"]) == 0
    assert capsys.readouterr().out == "nothing found\n"
    bad = with_said("de", "button.accept", "")
    monkeypatch.setattr(command, "language", lambda tag: bad)
    assert command.main(["de", "--only", "translated"]) == 1
    assert capsys.readouterr().out.startswith("de/house.po button.accept: not translated")


def found_words(tag: str, key: str, *said: str) -> list[Finding]:
    return [*spelling(with_said(tag, key, *said)), *language_guessed(with_said(tag, key, *said))]


@pytest.mark.long
@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_language_is_spelt_right_and_is_itself(tag: str) -> None:
    pytest.importorskip("hunspell")
    ours = language(tag)
    complain((*spelling(ours), *language_guessed(ours)))


@pytest.mark.long
def test_a_slip_and_a_sentence_that_was_left_in_english_are_found() -> None:
    pytest.importorskip("hunspell")
    found = found_words("de", "no.not_here", "Hier bin ich nicht zu Haus, nimm die Tastatru.")
    assert [each for each in found if each.problem.startswith("Tastatru is in no dictionary")]
    found = found_words("de", "no.not_here", "You cannot use me here, please try it in another chat.")
    assert [each for each in found if "looks like the language 'en'" in each.problem]


def test_what_the_others_are_translated_from_is_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--update", DEFAULT])
    assert "write it by hand" in capsys.readouterr().err


def test_the_page_tells_of_each_language_how_much_had_to_be_mended() -> None:
    rows = {row[2].strip(" `"): row[5].strip() for row in map(_cells, page().splitlines()) if len(row) > 5}
    assert rows.keys() == {"", "---", *LANGUAGES}
    assert rows[DEFAULT] == "no"
    for tag in LANGUAGES:
        told = language(tag).table("read_back")
        expected = [str(told[what]) for what in ("mended", "texts", "rules_mended", "rules") if told]
        assert re.findall(r"\d+", rows[tag]) == expected


def _cells(line: str) -> list[str]:
    return line.split("|")
