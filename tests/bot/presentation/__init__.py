"""Tests of `bot/presentation`."""
