"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# Processes that tests start keep their bytecode, as at a host: every start after the first is quicker.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No law depends on how fast the machine is.
settings.register_profile("tischrand", settings(), deadline=None)
settings.load_profile("tischrand")
