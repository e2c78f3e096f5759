"""Tests of `bot/runtime`."""
