"""A Telegram for tests: its Bot API server, its limits, and the people who press buttons in it."""
