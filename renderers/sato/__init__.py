"""Sato's painter: stones in a tray, as much of the table as there is to see, supplies beside it."""

from renderers.sato.scene import paint, regions, steady

__all__ = ["paint", "regions", "steady"]
