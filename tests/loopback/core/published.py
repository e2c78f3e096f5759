"""Published descriptions of the services, where copies of them lie beside the project."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tests import ROOT


@cache
def published(name: str) -> dict[str, Any] | None:
    """A description, found in a folder `specs` beside the project or a level above; None: there is none."""
    for place in (ROOT.parent, ROOT.parent.parent):
        for found in sorted(place.glob(f"*/specs/{name}")):
            described: dict[str, Any] = json.loads(found.read_text())
            return described
    return None
