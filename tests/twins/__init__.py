"""Twins at scale: pairs of worlds that differ only in what somebody may not know, compared byte for byte."""
