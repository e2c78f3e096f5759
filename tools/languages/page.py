"""The page of the site that says who has translated and read each language."""

from __future__ import annotations

from collections.abc import Iterator

from bot.texts import DEFAULT, LANGUAGES, language_names
from tools.languages.language import Language, language

PAGE = """\
# Languages

Tischrand speaks {count} languages. `/settings` has them all. At first it speaks that of your account.

{table}

*Read by a native* says whether somebody who grew up with the language has read every sentence. Until then,
expect odd ones.

*Read back* is a check of translations by machine. Texts drawn by lot and all sentences of the rules are
translated back into English, without sight of the English ones. What differs in meaning or is odd is mended.

## Mend a sentence

Every sentence is in the folder of its language, `bot/texts/LANGUAGE/`. Search there for a few of its words.
Change what is behind `msgstr`, below the English `msgid`. The names in braces stay. Then open a pull request;
one sentence is enough. If you do not use Git, open an issue of the kind *Translation*: say where you saw the
sentence and how you would say it.

While you play, a button may be quicker: *This sentence is odd*, under `/settings`, *Language*. It is there if
the host of the bot has set `TISCHRAND_ODD_SENTENCES=true`. Copy the sentence and say what would be better.
The bot finds its key, and keeps both for the host without your name. The host works through the list that
`tischrand odd` prints.

Have you read everything? Then tell us, and we write it here. A new language is welcome, too:
[your first language](develop/new-language.md) leads you through it.
"""


def page() -> str:
    """The page in Markdown, from the headers of the catalogues."""
    lines = [
        "| language | | translated by | read by a native | read back |",
        "| --- | --- | --- | --- | --- |",
    ]
    return PAGE.format(count=len(LANGUAGES), table="\n".join([*lines, *_rows()]))


def _rows() -> Iterator[str]:
    for tag in LANGUAGES:
        ours = language(tag)
        translator = "written by the maintainers" if tag == DEFAULT else ours.headers["Last-Translator"]
        native, back = ours.headers["X-Read-By-Native"], _read_back(ours)
        yield f"| {language_names()[tag]} | `{tag}` | {translator} | {native} | {back} |"


def _read_back(ours: Language) -> str:
    """How many texts had to be mended; `language.toml` tells it."""
    if not (told := ours.table("read_back")):
        return "no"
    return "mended: {mended} of {texts} texts, {rules_mended} of {rules} sentences of rules".format(**told)
