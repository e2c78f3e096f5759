"""Tests of `bot/texts`."""
