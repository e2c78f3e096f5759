"""Sator's painter: an inlaid board seen from the viewer's side, with the dots that they know."""

from renderers.sator.scene import between, paint, regions

__all__ = ["between", "paint", "regions"]
