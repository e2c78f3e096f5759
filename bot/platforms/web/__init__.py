"""The local web chat and the pages of matches: one kind of server, on two ports."""
