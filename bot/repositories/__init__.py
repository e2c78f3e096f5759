"""What is loaded from the store, and kept in memory for a while."""
