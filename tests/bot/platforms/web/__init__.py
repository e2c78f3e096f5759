"""Tests of `bot/platforms/web`."""
