"""Sahara's painter: a carved board seen from the viewer's side, the last sowing drawn along its ridge."""

from renderers.sahara.scene import flights, paint, regions

__all__ = ["flights", "paint", "regions"]
