"""The store of the bot in PostgreSQL."""
