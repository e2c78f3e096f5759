"""Keeps the messages that show matches up to date and notifies players of their turn."""
