"""What holds for all tests."""

from __future__ import annotations

import os

# Processes that tests start keep their bytecode, as at a host: every start after the first is quicker.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
