"""Tests of the bot: what it understands, decides, stores and shows."""
