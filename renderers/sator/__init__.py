"""Sator's painter: an inlaid board seen from the viewer's side, with the dots that they know."""

from renderers.sator.scene import flights, paint, regions

__all__ = ["flights", "paint", "regions"]
