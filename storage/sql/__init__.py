"""All SQL statements of the store and the parts that run them, independent of the database."""
