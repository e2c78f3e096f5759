"""The persistent state of the bot: the event log and its read models."""
