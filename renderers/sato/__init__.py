"""Sato's painter: stones in a tray, as much of the table as there is to see, supplies beside it."""

from renderers.sato.scene import flights, framing, hint, paint, regions

__all__ = ["flights", "framing", "hint", "paint", "regions"]
