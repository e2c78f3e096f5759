"""What functions remember of earlier calls: a test that gets only that reaches no mistake in them."""

from __future__ import annotations

import functools
import sys
from collections.abc import Sequence

ROOTS = ("games", "storage", "bot")
Caches = Sequence["functools._lru_cache_wrapper[object]"]


def known() -> Caches:
    """Those of the functions of the program, as far as it is imported."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] in ROOTS]
    held = (each for module in modules for each in vars(module).values())
    return [each for each in held if isinstance(each, functools._lru_cache_wrapper)]


def clear(caches: Caches) -> None:
    for cache in caches:
        cache.cache_clear()
