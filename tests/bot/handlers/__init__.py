"""Tests of `bot/handlers`."""
