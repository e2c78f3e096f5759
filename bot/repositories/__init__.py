"""Load data from the store, and cache it in memory."""
