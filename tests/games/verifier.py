"""The verifier of the documents, as whoever distrusts this code runs it."""

from __future__ import annotations

import ast
import importlib.util
from typing import Any

from tests import ROOT

PATH = ROOT / "docs/trust/verify.py"
FAIR = "All of it fits together."


def verifier() -> Any:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("verify", PATH)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imported() -> set[str]:
    """The packages that the script imports."""
    found = set[str]()
    for node in ast.walk(ast.parse(PATH.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found
