"""Stacko's painter: both towers with parts as wide as their numbers, and what lies between them."""

from renderers.stacko.scene import flights, hint, paint, regions

__all__ = ["flights", "hint", "paint", "regions"]
