"""Tests of bot/interface."""
