"""Machine code for the inner loops, where numba is installed; without it they are ordinary Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., object])

COMPILES = find_spec("numba") is not None
"""Whether `compiled` compiles: searches may choose another depth by it, never another result by the time."""


def compiled(function: Function) -> Function:
    """The function as machine code, kept between processes, or itself."""
    if not COMPILES:
        return function
    import numba

    return cast(Function, numba.njit(cache=True)(function))
