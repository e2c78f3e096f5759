"""The tests of storage: one contract for every store, and what is particular to SQLite."""
