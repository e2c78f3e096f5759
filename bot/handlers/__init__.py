"""One request in, one response out."""
