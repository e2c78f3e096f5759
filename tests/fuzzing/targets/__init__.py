"""The ways in, one a file."""

from __future__ import annotations

from tests.fuzzing.target import Target
from tests.fuzzing.targets import buttons, frames, gateway, launches, lines, records, tables, webhooks

TARGETS: tuple[Target, ...] = (
    buttons.TARGET,
    lines.TARGET,
    records.TARGET,
    launches.TARGET,
    frames.TARGET,
    tables.TARGET,
    webhooks.TARGET,
    gateway.TARGET,
)
