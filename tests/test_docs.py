"""What the documents say, holds: commands, settings, files."""

from __future__ import annotations

import itertools
import re
import tomllib

import pytest
from discord.utils import oauth_url

from bot.domain.commands import COMMANDS
from bot.platforms.discord import check
from bot.platforms.discord.permissions import PERMISSIONS
from bot.runtime.settings import Settings, variable
from tests import ROOT

README = (ROOT / "README.md").read_text()
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()
SECURITY = (ROOT / "SECURITY.md").read_text()


def test_the_readme_lists_every_command_and_no_other() -> None:
    table = "\n".join(line for line in README.splitlines() if line.startswith("| `/"))
    assert set(re.findall(r"`/(\w+)", table)) == {command.name for command in COMMANDS}


def test_every_setting_is_explained_and_no_other() -> None:
    explained = re.findall(r"^(\w+)=.*$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert sorted(explained) == sorted(variable(name) for name in Settings.model_fields)


def test_the_example_settings_are_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(variable(name), raising=False)
    assert Settings(_env_file=ROOT / ".env.example") == Settings(_env_file=None)  # type: ignore[call-arg]


def test_every_file_that_the_documents_name_exists() -> None:
    for file in ROOT.glob("*.md"):  # those of the site are looked after by `mkdocs build --strict`
        for path in re.findall(r"\]\((?!http|#)([^)#]+)", file.read_text()):
            assert (file.parent / path).exists(), f"{file.name} names {path}"
    for path in re.findall(r"`((?:bot|games|renderers|storage|tests)/[\w/.]+)`", ARCHITECTURE + SECURITY):
        assert "NAME" in path or (ROOT / path).exists(), path


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


def test_the_readme_shows_the_link_by_which_the_bot_is_installed() -> None:
    link = oauth_url("ID", permissions=PERMISSIONS, scopes=check.SCOPES)
    assert f"`{link}`" in README


def test_no_document_names_a_place_of_one_machine() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("constraints*.txt"), ROOT / "pyproject.toml"]:
        assert not re.search(r"/(?:root|home|work|tmp)/", path.read_text()), path


def test_every_command_that_the_security_page_names_exists() -> None:
    for module in re.findall(r"`python -m ([\w.]+)", README + SECURITY):
        place = ROOT.joinpath(*module.split("."))
        assert (place / "__main__.py").exists() or place.with_suffix(".py").exists(), module
