"""What the command line lists: the words that players have reported, and the licences of packages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from bot.domain import remarks
from bot.runtime import databases
from bot.runtime.settings import Settings
from bot.texts import DEFAULT, texts_for
from storage.sql import matches

MOST_REPORTS = 200

OURS = "tischrand"
EXTRAS = ("postgres", "cjk", "strong")
"""Optional dependencies that hosts can install."""
LONGEST_LICENCE = 60  # characters: some packages declare the whole text

_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")
_CLASSIFIER = "License :: "


async def reports(settings: Settings) -> list[str]:
    """A line for each report, the latest first.

    Raises:
        UnusableDatabase: the database cannot be read.
    """
    async with databases.opened(settings) as rows:
        return [_line(report) for report in await matches.reports(rows, most=MOST_REPORTS)]


def _line(report: matches.ReportedWords) -> str:
    texts, remark = texts_for(DEFAULT), report.remark
    words = remarks.phrase(remark.said, texts) if remark.phrase else remark.said
    people = f"{report.player} to {report.reader} in {remark.match}"
    line = f"{texts.moment(remark.reported or 0)}  {people}: “{words}”, reported by {report.reporter}"
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)  # no control characters


def licences() -> list[str]:
    """A line for each package installed with the bot: name, version, licence as it declares it."""
    packages = {package.name.lower(): package for package in _needed(OURS, set())}
    return [
        f"{package.name} {package.version}: {_licence(package)}" for _, package in sorted(packages.items())
    ]


def _needed(name: str, seen: set[str]) -> Iterator[Distribution]:
    """A package and its installed requirements: not every system needs all of them."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in seen:
        return
    seen.add(key)
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return
    if name != OURS:
        yield package
    for requirement in package.requires or ():
        found, extra = _NAME.match(requirement), _EXTRA.search(requirement)
        if found and (extra is None or (name == OURS and extra[1] in EXTRAS)):
            yield from _needed(found[0], seen)


def _licence(package: Distribution) -> str:
    """An expression, else a short text, else the classifiers, else the beginning of the text."""
    about = package.metadata
    declared = (about[field].strip() for field in ("License-Expression", "License") if field in about)
    text = next(filter(None, declared), "")
    if text and len(text) <= LONGEST_LICENCE:
        return text
    named = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or ()
        if line.startswith(_CLASSIFIER)
    ]
    return ", ".join(named) or text.partition("\n")[0][:LONGEST_LICENCE] or "not declared"
