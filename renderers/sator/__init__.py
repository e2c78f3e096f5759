"""Sator's painter: an inlaid board seen from the viewer's side, with the dots that they know."""

from renderers.sator.scene import paint, regions

__all__ = ["paint", "regions"]
