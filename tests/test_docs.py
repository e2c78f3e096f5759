"""What the documents say is true: commands, settings, files."""

from __future__ import annotations

import ast
import itertools
import re
import tomllib
from pathlib import Path

import pytest

from bot.interface.registry import COMMANDS
from bot.runtime.settings import Settings, variable
from bot.texts import texts_for
from storage.sqlite.copying import ASK_AGAIN, SHOW_AGAIN, SHOW_BOARDS
from tests import ROOT
from tests.prose import lengths, sentences, words_of

README = (ROOT / "README.md").read_text()
SECURITY = (ROOT / "SECURITY.md").read_text()


def test_the_page_of_commands_lists_every_command_and_no_other() -> None:
    """It is made from the catalogues; none of its groups names what is gone."""
    pytest.importorskip("mkdocs")  # of the extra `docs`
    from tools.generated_pages import GROUPS, commands_page

    listed = re.findall(r"^### `/(\w+)", commands_page(texts_for("en")), re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)
    assert set(" ".join(GROUPS.values()).split()) <= set(listed)


def test_the_readme_is_short_and_names_no_command_that_is_not_there() -> None:
    assert len(README.splitlines()) <= 90
    named = set(re.findall(r"`/(\w+)", README)) - {"newbot", "setinline"}  # BotFather's
    assert named <= set(COMMANDS)


def test_every_setting_is_explained_and_no_other() -> None:
    explained = re.findall(r"^(\w+)=.*$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert sorted(explained) == sorted(variable(name) for name in Settings.model_fields)


def test_the_example_settings_are_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    assert Settings(_env_file=ROOT / ".env.example") == Settings(_env_file=None)  # type: ignore[call-arg]


def test_what_a_wheel_holds_leads_to_no_file_that_it_lacks() -> None:
    """Settings, help and findings are read where there is no checkout."""
    shown = [(ROOT / ".env.example").read_text()]
    shown += [
        node.value
        for path in [
            ROOT / "bot/__main__.py",
            *ROOT.glob("bot/runtime/*.py"),
            *ROOT.glob("bot/platforms/*/*.py"),
        ]
        for node in ast.walk(_without_docstrings(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert len(shown) > 1000
    assert [text for text in shown if re.search(r"\.md\b|\bdocs/|\bdeploy/|\.env\.example", text)] == []


def _without_docstrings(path: Path) -> ast.Module:
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = [line for line in body if not _is_docstring(line)]  # type: ignore[attr-defined]
    return tree


def _is_docstring(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def test_the_changelog_is_short_and_in_its_usual_shape() -> None:
    lines = (ROOT / "CHANGELOG.md").read_text().splitlines()
    assert len(lines) <= 120
    newest = next(line for line in lines if line.startswith("## "))
    assert re.fullmatch(r"## \[(Unreleased\]|\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d)", newest)
    kinds = {line[4:] for line in lines if line.startswith("### ")}
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


FOLDERS = "bot|games|renderers|robots|storage|tests|tools|docs|deploy|benchmarks"
MADE = {"benchmarks/figures.csv"}
"""What a command makes."""


def test_every_file_that_the_documents_name_exists() -> None:
    for file in ROOT.glob("*.md"):  # those of the site are looked after by `mkdocs build --strict`
        for path in re.findall(r"\]\((?!http|#)([^)#]+)", file.read_text()):
            assert (file.parent / path).exists(), f"{file.name} names {path}"
    for file in WRITTEN:
        for path in re.findall(rf"`((?:{FOLDERS})/[\w/.-]+)`", file.read_text()):
            assert re.search("NAME|LANGUAGE", path) or path in MADE or (ROOT / path).exists(), (
                f"{file}: {path}"
            )


def test_the_commands_install_what_is_tested() -> None:
    pinned = dict(
        line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line
    )
    commands = re.findall(r"pip install (.*?) &&", README)
    assert len(commands) == 2
    assert all("-c constraints.txt" in command for command in commands)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *itertools.chain(*project["optional-dependencies"].values())]
    assert len(wanted) > 20
    assert {plain(re.split("[<>=]", line)[0]) for line in wanted} <= set(map(plain, pinned))


def plain(package: str) -> str:
    """The name of a package as the index compares it."""
    return re.sub("[-_.]+", "-", package).lower()


def test_no_document_names_a_place_of_one_machine() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("constraints*.txt"), ROOT / "pyproject.toml"]:
        assert not re.search(r"/(?:root|home|work|tmp)/", path.read_text()), path


def test_every_command_that_the_security_page_names_exists() -> None:
    for module in re.findall(r"`python -m ([\w.]+)", README + SECURITY):
        place = ROOT.joinpath(*module.split("."))
        assert (place / "__main__.py").exists() or place.with_suffix(".py").exists(), module


def test_postgresql_catches_up_after_a_restore_as_the_file_does() -> None:
    page = (ROOT / "docs/host/postgresql.md").read_text()
    (commands,) = re.findall(
        r"^psql --single-transaction URL <<'END'\n(.*?);\nEND$", page, re.MULTILINE | re.DOTALL
    )
    statements = [" ".join(statement.split()) for statement in commands.split(";")]
    assert statements == [" ".join(each.split()) for each in (SHOW_AGAIN, SHOW_BOARDS, ASK_AGAIN)]


WRITTEN = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
"""By hand; what is made from the program is held by the tests of texts."""

MEAN, LONG, FEW = 16, 35, 0.02


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: str(file.relative_to(ROOT)))
def test_sentences_are_short(file: Path) -> None:
    sentences_are_short(file.read_text())


def test_settings_are_explained_in_short_sentences() -> None:
    example = (ROOT / ".env.example").read_text()
    sentences_are_short(re.sub(r"^(?:\w+=.*|# ?)", "", example, flags=re.MULTILINE))


def sentences_are_short(text: str) -> None:
    words = lengths(text)
    assert sum(words) / len(words) <= MEAN
    longest = [each for each in sentences(text) if words_of(each) > LONG]
    assert len(longest) < max(FEW * len(words), 1), longest


def test_sentences_are_told_apart() -> None:
    """What the measure counts: no heading, no table, no code; a name in code is one word."""
    text = (
        "# Title\n\nOne two. Three `a b c`\nfour (five)!\n\n- an item\n- another\n\n| a |\n\n```sh\nls\n```\n"
    )
    assert lengths(text) == [2, 4, 2, 1]


def test_the_page_on_privacy_names_whatever_the_bot_names() -> None:
    """In other words, but each command and each time."""
    named = set(re.findall(r"/\w+|\b\d+\b|\w+ (?:days|minutes|week)", texts_for("en")("privacy.text")))
    assert len(named) > 8
    page = (ROOT / "docs/trust/privacy.md").read_text()
    assert {one for one in named if one not in page} == set()
