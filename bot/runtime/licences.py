"""The licences of the packages installed with the bot, as the packages declare them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

OURS = "tischrand"
EXTRAS = ("postgres", "cjk", "strong")
"""Optional dependencies that hosts can install."""

_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")
_CLASSIFIER = "License :: "
LONGEST = 60  # characters: some packages contain the whole text


def told() -> list[str]:
    """A line for each installed package: name, version, licence."""
    packages = {package.name.lower(): package for package in _needed(OURS, set())}
    return [
        f"{packages[name].name} {packages[name].version}: {licence(packages[name])}"
        for name in sorted(packages)
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


def licence(package: Distribution) -> str:
    """The declared licence: an expression, else a short text, else the classifiers."""
    about = package.metadata
    declared = [about[field] for field in ("License-Expression", "License") if field in about]
    text = next(filter(None, declared), "")
    if text.strip() and len(text) <= LONGEST:
        return text.strip()
    named = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or ()
        if line.startswith(_CLASSIFIER)
    ]
    return ", ".join(named) or text.strip().partition("\n")[0][:LONGEST] or "not declared"
