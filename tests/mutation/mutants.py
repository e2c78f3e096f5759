"""Which mistakes can be made where: the operators of cosmic-ray, and a sample of what they make."""

from __future__ import annotations

import ast
import difflib
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from tests import ROOT

ROOMS = ("games", "storage", "bot/handlers", "bot/delivery", "bot/domain")
SWAPPED = {
    "ReplaceBinaryOperator": "Add_Sub Sub_Add Mul_Add Mul_FloorDiv Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul"
    " LShift_RShift RShift_LShift BitOr_BitAnd BitAnd_BitOr BitXor_BitOr",
    "ReplaceComparisonOperator": "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt"
    " Is_IsNot IsNot_Is",
    "ReplaceUnaryOperator": "USub_UAdd Invert_UAdd Delete_Not",
}
"""One operator for another: pairs that make code which still runs."""
OTHERS = (
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "NumberReplacer", "ZeroIterationForLoop"),
)
PROMISES = ("slots", "frozen", "kw_only", "eq")
"""What a class says of itself that changes no run of a program that keeps to it."""
Place = tuple[int, int]
"""Line, counted from 1, and column."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake."""

    path: Path
    operator: str
    line: int
    code: str
    """The file with the mistake in it."""

    @property
    def room(self) -> str:
        """Where it is."""
        told = self.path.relative_to(ROOT).as_posix()
        return next(room for room in ROOMS if told.startswith(f"{room}/"))

    @property
    def is_limit(self) -> bool:
        """Whether it is one more or less in a number that was only chosen: how long, how many, how often."""
        return self.room != "games" and self.line in limits(self.path.read_text())

    def __str__(self) -> str:
        changed = [
            line.strip()
            for line in difflib.ndiff(self.path.read_text().splitlines(), self.code.splitlines())
            if line.startswith("+")
        ]
        return f"{self.path.relative_to(ROOT)}:{self.line}: {' '.join(changed)}"


def sample(seed: int) -> Iterator[Mutant]:
    """All places where a mistake can be made, in an order drawn from the seed, each with one mistake."""
    chance = random.Random(seed)
    sites = [
        (path, place)
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for place in sorted(_sites(path))
    ]
    chance.shuffle(sites)
    for path, place in sites:
        operator, occurrence = chance.choice(_sites(path)[place])
        code = str(mutate_code(path.read_text(), _operator(operator), occurrence))
        with suppress(SyntaxError):  # `*` among parameters is no operator
            compile(code, str(path), "exec", dont_inherit=True)
            yield Mutant(path, operator, place[0], code)


def operators() -> Iterator[str]:
    """Their names."""
    yield from OTHERS
    for name, pairs in SWAPPED.items():
        yield from (f"{name}_{pair}" for pair in pairs.split())


_KNOWN: dict[Path, dict[Place, list[tuple[str, int]]]] = {}


def _sites(path: Path) -> dict[Place, list[tuple[str, int]]]:
    """Where in a file mistakes can be made: operators, and which of their occurrences."""
    if path not in _KNOWN:
        code = path.read_text()
        _KNOWN[path] = sites(code)
    return _KNOWN[path]


def sites(code: str) -> dict[Place, list[tuple[str, int]]]:
    """Where mistakes can be made that somebody could notice."""
    found: dict[Place, list[tuple[str, int]]] = {}
    nodes, silent = list(ast_nodes(get_ast(code))), list(_silent(ast.parse(code)))
    for name in operators():
        operator, occurrence = _operator(name), 0
        for node in nodes:
            for start, _ in operator.mutation_positions(node):
                if not any(first <= start < last for first, last in silent):
                    found.setdefault(start, []).append((name, occurrence))
                occurrence += 1
    return found


def limits(code: str) -> set[int]:
    """The lines of constants that hold nothing but numbers."""
    told = [node for node in ast.parse(code).body if isinstance(node, ast.Assign | ast.AnnAssign)]
    return {node.lineno for node in told if node.value and _is_chosen(node.value)}


def _is_chosen(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=int() | float() as number):
            return not isinstance(number, bool)
        case ast.BinOp(left=left, right=right):
            return _is_chosen(left) and _is_chosen(right)
        case ast.Tuple(elts=parts):
            return all(map(_is_chosen, parts))
    return isinstance(value, ast.Name)


def _silent(tree: ast.Module) -> Iterator[tuple[Place, Place]]:
    """Stretches that are never carried out, and what a class promises of itself alone."""
    for node in ast.walk(tree):
        told: Sequence[ast.AST | None] = ()
        if isinstance(node, ast.AnnAssign | ast.arg):
            told = [node.annotation]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            told = [node.returns]
        elif isinstance(node, ast.keyword) and node.arg in PROMISES:
            told = [node.value]
        elif (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and node.value.id == "Literal"
        ):
            told = [node.slice]
        for each in told:
            if isinstance(each, ast.expr):
                yield (each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0)


def _operator(name: str) -> Any:
    return get_operator(f"core/{name}")()
