"""Checks and skeletons of the languages in `bot/texts`; `python -m tools.languages --help` tells more."""
