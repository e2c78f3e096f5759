"""Every statement of the store, and the parts of it that ask them: for any database that speaks SQL."""
