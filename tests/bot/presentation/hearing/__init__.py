"""Boards rebuilt from words alone: a reader a game, it knows its sentences and not who writes them."""
