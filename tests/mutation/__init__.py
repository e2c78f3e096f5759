"""Mutants: the code with one small mistake in it. Where no test notices it, one is missing.

`python -m tests.mutation` tries a sample of them.
"""
