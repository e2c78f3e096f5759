"""Tests of `bot/repositories`."""
