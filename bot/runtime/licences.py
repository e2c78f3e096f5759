"""The licences of the packages installed with the bot, for the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution

BOT = "tischrand"
EXTRAS = ("postgres", "cjk", "strong")
"""Optional dependencies that hosts can install."""
LONGEST_LICENCE = 60  # characters: some packages declare the whole text

_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")
_CLASSIFIER = "License :: "


def licences() -> list[str]:
    """A line for each package installed with the bot: name, version, licence as it declares it."""
    packages = {package.name.lower(): package for package in _requirements(BOT, set())}
    return [
        f"{package.name} {package.version}: {_licence(package)}" for _, package in sorted(packages.items())
    ]


def _requirements(name: str, seen: set[str]) -> Iterator[Distribution]:
    """A package, unless it is the bot, and its installed requirements: not every system needs all of them."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in seen:
        return
    seen.add(key)
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return
    if name != BOT:
        yield package
    for requirement in package.requires or ():
        required = _NAME.match(requirement)
        extra = _EXTRA.search(requirement)
        if required and (extra is None or (name == BOT and extra[1] in EXTRAS)):
            yield from _requirements(required[0], seen)


def _licence(package: Distribution) -> str:
    """An expression, else a short text, else the classifiers, else the beginning of the text."""
    metadata = package.metadata
    declared = (metadata[field].strip() for field in ("License-Expression", "License") if field in metadata)
    text = next(filter(None, declared), "")
    if text and len(text) <= LONGEST_LICENCE:
        return text
    classifiers = [
        line.rpartition(" :: ")[2]
        for line in metadata.get_all("Classifier") or ()
        if line.startswith(_CLASSIFIER)
    ]
    return ", ".join(classifiers) or text.partition("\n")[0][:LONGEST_LICENCE] or "not declared"
