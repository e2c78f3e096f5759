"""Tests of `storage/postgres`."""
