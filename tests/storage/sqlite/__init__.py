"""Tests of `storage/sqlite`."""
