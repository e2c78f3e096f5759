"""Loads data from the store and caches it in memory."""
