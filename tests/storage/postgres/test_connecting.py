"""Connections to a PostgreSQL server, encrypted ones too, and in words why there is none."""

from __future__ import annotations

import asyncio
import re
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import asyncpg
import pytest

from storage.errors import UnusableDatabase
from storage.postgres.connecting import connected, explained, place
from tests import ROOT
from tests.storage.postgres.server import url_of

ASKED = 8  # bytes, in which a client asks for an encrypted connection


@asynccontextmanager
async def front(socket: str, certificate: Path | None) -> AsyncIterator[str]:
    """Where the test server is reached by TCP: encrypted with a certificate, or not."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readexactly(ASKED)
        writer.write(b"S" if certificate else b"N")
        if not certificate:
            writer.close()
            return
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        try:
            await writer.start_tls(context)
        except (ssl.SSLError, ConnectionError):  # who asks does not trust it
            return
        there, back = await asyncio.open_unix_connection(socket)
        await asyncio.gather(_hand_on(reader, back), _hand_on(there, writer))

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"postgresql://postgres:@127.0.0.1:{port}/postgres"


async def _hand_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://ada:hidden@127.0.0.1:9/games", "games at 127.0.0.1:9 cannot be reached"),
        ("postgresql://ada:hidden@127.0.0.1:9/games?sslmode=hidden", "games at 127.0.0.1:9 cannot be used"),
    ],
)
async def test_an_unreachable_server_is_told_without_the_password(url: str, why: str) -> None:
    with pytest.raises(UnusableDatabase, match=why) as caught:
        await connected(url)
    assert "hidden" not in str(caught.value)
    assert "ada" not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (asyncpg.InvalidPasswordError("for user ada"), "does not let this account in"),
        (asyncpg.InsufficientPrivilegeError("for schema public"), "may not create tables"),
        (TimeoutError(), "cannot be reached"),
    ],
)
def test_what_keeps_the_bot_out_is_told_in_words(error: Exception, why: str) -> None:
    url = "postgresql://ada:hidden@db.example:5433/games"
    with pytest.raises(UnusableDatabase, match=why) as caught, explained(url):
        raise error
    assert "games at db.example:5433" in str(caught.value)
    assert "ada" not in str(caught.value)


def test_a_database_is_named_without_account_and_password() -> None:
    assert place("postgresql://ada:hidden@db.example/games") == "games at db.example"
    assert place("postgresql://ada:hidden@db.example:x/games") == "games at db.example:x"
    assert place("postgresql://ada@/games?host=/run/postgresql") == "games at /run/postgresql"


def test_the_time_is_the_bots_alone_and_a_server_whose_clock_is_wrong_does_no_harm() -> None:
    times = r"(?i)\b(now|\w+_timestamp)\s*\(|\b(current|local)_?(date|time)|strftime|unixepoch"
    for file in (ROOT / "storage").rglob("*.py"):
        assert not re.findall(times, file.read_text()), file


# Encryption


async def test_a_server_without_encryption_is_told_where_it_is_asked_for() -> None:
    async with front("", None) as url:
        with pytest.raises(UnusableDatabase, match="has no encrypted connections, which sslmode asks for"):
            await connected(f"{url}?sslmode=require")


async def test_whoever_wants_a_certificate_has_to_know_who_signs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(UnusableDatabase, match="name who signs it, such as with &sslrootcert="):
        await connected("postgresql://ada:hidden@127.0.0.1:9/games?sslmode=verify-full")


def signed(file: Path) -> Path:
    """A certificate that nobody but its owner has signed, with its key."""
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=127.0.0.1"
    names = ("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{file}.key", "-out", f"{file}.crt")
    subprocess.run(["openssl", *words.split(), *names], check=True, capture_output=True)
    file.write_text(Path(f"{file}.key").read_text() + Path(f"{file}.crt").read_text())
    return file


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl")
async def test_a_self_signed_certificate_encrypts_and_is_trusted_where_it_is_named(tmp_path: Path) -> None:
    (query,) = parse_qsl(urlsplit(url_of("postgres")).query)
    socket = f"{query[1]}/.s.PGSQL.5432"
    own, other = signed(tmp_path / "own.pem"), signed(tmp_path / "other.pem")
    async with front(socket, own) as url:
        for enough in ("sslmode=require", f"sslmode=verify-full&sslrootcert={own}.crt"):
            connection = await connected(f"{url}?{enough}")
            assert await connection.fetchval("SELECT 1") == 1
            await connection.close()
        with pytest.raises(UnusableDatabase, match=r"is not trusted .*self-signed.*&sslrootcert="):
            await connected(f"{url}?sslmode=verify-full&sslrootcert={other}.crt")
