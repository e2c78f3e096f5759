"""A database of the last layout before the first release, as its own version wrote and told it.

`sqlite.sql` and `postgres.sql` are dumps of one store, lived by people in a simulation; `told.json` is what
that version said of it, as `telling` asks.
"""
