"""The pages of the documentation that are made from the program: a hook of MkDocs (`mkdocs.yml` names it).

Nothing here is written twice: commands and rules come from the catalogues, settings from `.env.example`,
metrics from the registry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os.path import dirname, relpath
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from prometheus_client.parser import text_string_to_metric_families

from bot.interface.registry import COMMANDS, Command
from bot.presentation import Phrasing
from bot.presentation.exercises import SEAT_NAMES
from bot.presentation.rules import example, rules_page
from bot.runtime.metrics import Metrics
from bot.texts import DEFAULT, LANGUAGES, Texts, language_names, texts_for
from games import GAMES
from renderers import picture
from tools.languages.page import page as languages_page

ROOT = Path(__file__).parent.parent
COPIED = {
    "changelog.md": "CHANGELOG.md",
    "develop/architecture.md": "ARCHITECTURE.md",
    "develop/contributing.md": "CONTRIBUTING.md",
    "trust/security.md": "SECURITY.md",
}
"""Pages that are files at the root of the repository."""

GROUPS = {
    "Begin a match": "play join pair seek rematch tournament",
    "Play": "board hand where move if resign draw takeback more_time say",
    "Learn and look back": "rules learn hint puzzle review replay history export import verify",
    "People and settings": "matches watch profile leaderboard settings away link unlink",
    "Privacy, help, moderation": "help my_data privacy forget_me moderate standing",
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The rules in other languages stand below those in English; MkDocs calls it."""
    games = next(part["Games"] for part in config.nav or () if "Games" in part)
    for tag, name in language_names().items():
        if tag != DEFAULT:
            games.append({name: [rules_path(game, tag) for game in GAMES]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and their pictures; MkDocs calls it."""
    for path, content in pages():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Links to files at the root lead to their pages; in the repository they lead to the files themselves."""
    for path, source in COPIED.items():
        away = relpath(path, dirname(page.file.src_uri) or ".")
        markdown = re.sub(rf"\]\((?:\.\./)+{re.escape(source)}", f"]({away}", markdown)
    return markdown


def pages() -> Iterator[tuple[str, str | bytes]]:
    """Every generated file of the site: its path and what it holds."""
    yield "languages.md", languages_page()
    yield "commands.md", commands_page(texts_for("en"))
    yield "host/settings.md", settings_page((ROOT / ".env.example").read_text())
    yield "host/metrics.md", metrics_page(Metrics())
    for path, source in COPIED.items():
        yield path, relinked((ROOT / source).read_text(), path)
    for game in GAMES:
        for texts in LANGUAGES.values():
            yield from rules(game, texts)


def commands_page(texts: Texts) -> str:
    """All commands in groups, each with its options."""
    lines = ["# Commands", "", "On Telegram and in the web chat, options come in this order.", ""]
    for title, names in _grouped(COMMANDS).items():
        lines += [f"## {title}", ""]
        for name in names:
            lines += _command(COMMANDS[name], texts)
    return "\n".join(lines)


def _grouped(known: dict[str, Command]) -> dict[str, list[str]]:
    """The commands by group; those of no group come last."""
    groups = {title: [name for name in names.split() if name in known] for title, names in GROUPS.items()}
    named = {name for names in groups.values() for name in names}
    groups[list(groups)[-1]] += sorted(known.keys() - named)
    return groups


def _command(command: Command, texts: Texts) -> list[str]:
    described = texts(f"command.{command.name}")
    lines = [f"### `{command.usage(texts)}`", "", f"{texts.upper(described[0])}{described[1:]}.", ""]
    lines += [f"- **{option.name}**: {texts(f'option.{option.name}')}" for option in command.options]
    return [*lines, ""]


def settings_page(example_file: str) -> str:
    """`.env.example` as a page: each setting with its default and its comment."""
    intro, *blocks = example_file.strip().split("\n\n")
    lines = ["# Settings", "", _uncommented(intro), ""]
    for block in blocks:
        name, _, default = block.splitlines()[-1].partition("=")
        lines += [f"## `{name}`", "", _uncommented(block), ""]
        lines += [f"Default: `{default}`" if default else "Default: not set", ""]
    return "\n".join(lines)


def _uncommented(block: str) -> str:
    return "\n".join(line.removeprefix("#").strip() for line in block.splitlines() if line.startswith("#"))


def metrics_page(metrics: Metrics) -> str:
    """A table of all metrics."""
    lines = [
        "# Metrics",
        "",
        "What Prometheus reads from `/metrics`. No label names a person, a chat or a match.",
        "",
    ]
    lines += ["| metric | kind | what it is |", "| --- | --- | --- |"]
    for family in text_string_to_metric_families(metrics.text().decode()):
        name = f"{family.name}_total" if family.type == "counter" else family.name
        lines.append(f"| `{name}` | {family.type} | {family.documentation} |")
    return "\n".join([*lines, ""])


def rules_path(game: str, language: str) -> str:
    """The file of the rules of a game in a language."""
    return f"games/{game}.md" if language == "en" else f"games/{language}/{game}.md"


def rules(game: str, texts: Texts) -> Iterator[tuple[str, str | bytes]]:
    """The pages of `/rules` as one page, with links to the other languages, and its pictures."""
    phrasing, path = Phrasing(texts, {}), rules_path(game, texts.language)
    others = [tag for tag in LANGUAGES if tag != texts.language]
    up = "../" * (path.count("/") - 1)
    ways = " · ".join(
        f"[{language_names()[tag]}]({up}{rules_path(game, tag).removeprefix('games/')})" for tag in others
    )
    lines = [f"# {texts(f'{game}.name')}", "", texts(f"{game}.summary"), "", ways, ""]
    pages = GAMES[game].rule_pages
    for number, page in enumerate(pages, 1):
        view = example(game, page)
        shown = rules_page(game, page.key, view, phrasing, page=number, pages=len(pages), robots=False)
        alt = re.sub(r"[\[\]\n]", " ", shown.picture.alt if shown.picture else "")
        file = f"{path.removesuffix('.md')}-{number}.png"
        lines += [shown.text, "", f"![{alt}]({file.rpartition('/')[2]})", ""]
        sun, moon = map(texts, SEAT_NAMES)
        yield file, picture.paint(game, view, (sun, moon))
    yield path, "\n".join(lines)


def relinked(text: str, path: str) -> str:
    """A document of the repository's root, with its links as they are from its place on the site.

    What is no page of the site, such as a file of the program, becomes plain text.
    """
    pages = {source: page for page, source in COPIED.items()} | {".env.example": "host/settings.md"}

    def link(found: re.Match[str]) -> str:
        target, mark, anchor = found[2].partition("#")
        page = pages.get(target, target.removeprefix("docs/"))
        if page == target:
            return found[1]
        return f"[{found[1]}]({relpath(page, dirname(path) or '.')}{mark}{anchor})"

    return re.sub(r"\[([^\]]*)\]\((?!http|#)([^)]+)\)", link, text)
