"""Builds the bot, keeps it alive, and tells how it is."""
