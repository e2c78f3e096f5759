"""Checks the languages in `bot/texts`, or makes the files of a new one.

Every finding names the file, the key, and what to do. docs/develop/new-language.md leads through a
translation.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from bot.texts import DEFAULT, LANGUAGES
from tools.languages import skeleton
from tools.languages.checks import CHECKS, Check
from tools.languages.habits import habits
from tools.languages.language import Finding, language
from tools.languages.terms import terms
from tools.languages.words import language_guessed, spelling

ALL: Sequence[Check] = (*CHECKS, terms, habits, spelling, language_guessed)


def findings(tag: str, checks: Sequence[Check] = ALL) -> list[Finding]:
    """What is wrong with a language.

    Raises:
        LookupError: it has no folder.
    """
    ours = language(tag)
    return [finding for check in checks for finding in check(ours)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 1 if something was found."""
    asked = parser().parse_args(arguments)
    if asked.write == DEFAULT:
        parser().error(f"{DEFAULT} is what the others are translated from; write it by hand")
    if asked.write:
        for key in skeleton.write(asked.write):
            print(f"{asked.write}: the English of {key} has changed; the translation is marked as fuzzy")
        print(f"written: bot/texts/{asked.write}")
        return 0
    found = [finding for tag in asked.languages or LANGUAGES for finding in findings(tag, _chosen(asked))]
    for finding in found:
        print(finding)
    print(f"{len(found)} findings" if found else "nothing found")
    return int(bool(found))


def _chosen(asked: argparse.Namespace) -> Sequence[Check]:
    return [check for check in ALL if not asked.only or check.__name__ in asked.only]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.languages", description=__doc__)
    parser.add_argument(
        "languages", nargs="*", metavar="LANGUAGE", help="such as pt-br; all, if none is named"
    )
    parser.add_argument("--only", nargs="+", metavar="CHECK", help=", ".join(check.__name__ for check in ALL))
    parser.add_argument(
        "--new",
        "--update",
        dest="write",
        metavar="LANGUAGE",
        help="write its files as English is now; what is translated stays",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
