"""Puzzles by game: tasks whose answers follow from the view of a seat, proved to the end of what they ask."""
