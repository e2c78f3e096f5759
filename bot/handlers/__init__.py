"""Request handlers: each answers one kind of request."""
