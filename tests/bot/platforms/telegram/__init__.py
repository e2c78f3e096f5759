"""Tests of `bot/platforms/telegram`."""
