"""Tests of `bot/platforms`."""
