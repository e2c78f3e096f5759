"""Painters: a view in, a picture out."""
