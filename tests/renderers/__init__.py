"""Painters are held to what a person must be able to see, and pictures to the byte."""
