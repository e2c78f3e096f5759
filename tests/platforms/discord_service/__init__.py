"""A Discord for tests: its rooms, guarded by its limits, and the people who press buttons in it."""
