"""Pure decisions of the bot's own: challenges, terms, ratings, deadlines, settings, commands."""
