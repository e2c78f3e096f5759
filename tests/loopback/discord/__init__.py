"""A Discord for tests: its server, its limits, and the people who press buttons in it."""
