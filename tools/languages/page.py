"""The page of the site that says who has translated and read each language."""

from __future__ import annotations

from collections.abc import Iterator

from bot.texts import DEFAULT, LANGUAGES, language_names
from tools.languages.language import language

PAGE = """\
# Languages

Tischrand speaks {count} languages. `/settings` has them all. At first it speaks that of your account.

{table}

*Read by a native* says whether somebody who grew up with the language has read every sentence. Until then,
expect odd ones.

## Mend a sentence

Every sentence is in the folder of its language, `bot/texts/LANGUAGE/`. Search there for a few of its words.
Change what is behind `msgstr`, below the English `msgid`. The names in braces stay. Then open a pull request;
one sentence is enough. If you do not use Git, open an issue of the kind *Translation*: say where you saw the
sentence and how you would say it.

Have you read everything? Then tell us, and we write it here. A new language is welcome, too:
[your first language](develop/new-language.md) leads you through it.
"""


def page() -> str:
    """The page in Markdown, from the headers of the catalogues."""
    lines = ["| language | | translated by | read by a native |", "| --- | --- | --- | --- |"]
    return PAGE.format(count=len(LANGUAGES), table="\n".join([*lines, *_rows()]))


def _rows() -> Iterator[str]:
    for tag in LANGUAGES:
        headers = language(tag).headers
        translator = "written by the maintainers" if tag == DEFAULT else headers["Last-Translator"]
        yield f"| {language_names()[tag]} | `{tag}` | {translator} | {headers['X-Read-By-Native']} |"
