"""The bot's own rules, without I/O: challenges, terms, ratings, deadlines, settings, commands."""
