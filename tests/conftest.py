"""What holds for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# Processes that tests start keep their bytecode, as at a host: every start after the first is quicker.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# No law depends on how fast the machine is. `many` is for the run of all checks: --hypothesis-profile=many
settings.register_profile("many", settings(), deadline=None)
settings.register_profile("tischrand", settings(), deadline=None, max_examples=40)
settings.load_profile("tischrand")
