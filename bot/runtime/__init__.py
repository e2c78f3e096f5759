"""Builds the bot, keeps it running, and reports its health."""
