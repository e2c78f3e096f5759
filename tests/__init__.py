"""The tests: what is promised, and that it is kept."""
