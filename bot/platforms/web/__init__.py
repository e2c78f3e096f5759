"""The local web chat and the pages of matches: one server with two doors."""
