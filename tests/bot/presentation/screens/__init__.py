"""Every screen that people can receive: a house that watches what it shows, and what is looked at."""
