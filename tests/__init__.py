"""The tests, in the same rooms as what they test."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The folder of the project."""
