"""Tests of `bot/delivery`."""
