"""Tests of `bot/domain`."""
