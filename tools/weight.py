"""How heavy the house is: `python -m tools.weight [ROOM ...]` prints files, lines and statements of rooms.

A statement is a line that is neither blank, comment, docstring nor import.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
PRODUCT = ("games", "renderers", "robots", "storage", "bot")
OTHERS = ("tests", "benchmarks", "tools")
SILENT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT),
    *(tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER),
}


def statements(source: str) -> int:
    """The lines of a file that say what it does."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    spoken = {
        line
        for token in tokens
        if token.type not in SILENT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(spoken.difference(_unspoken(ast.parse(source))))


def _unspoken(tree: ast.Module) -> Iterator[int]:
    """The lines of docstrings, also of those below a name, and of imports."""
    for node in ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def weight(folder: Path) -> tuple[int, int, int]:
    """Files, lines and statements below a folder."""
    sources = [path.read_text() for path in sorted(folder.rglob("*.py"))]
    return len(sources), sum(text.count("\n") for text in sources), sum(map(statements, sources))


def main(rooms: Sequence[str]) -> None:
    """Print the table, with the product's sum where no rooms are named."""
    print(f"{'':24}{'files':>8}{'lines':>8}{'statements':>12}")
    found = {room: weight(ROOT / room) for room in rooms or (*PRODUCT, *OTHERS)}
    if not rooms:
        rows = [found[room] for room in PRODUCT]
        found["the product"] = (
            sum(files for files, _, _ in rows),
            sum(lines for _, lines, _ in rows),
            sum(said for _, _, said in rows),
        )
    for room, (files, lines, said) in found.items():
        print(f"{room:24}{files:>8}{lines:>8}{said:>12}")


if __name__ == "__main__":
    main(sys.argv[1:])
