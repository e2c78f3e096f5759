"""Which message shows which match, brought up to date; who is told of a turn, and where."""
