"""What an examination of the bot's surroundings has found."""

from __future__ import annotations

import errno
import socket
from dataclasses import dataclass
from typing import Literal

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line for the host."""

    kind: Literal["ok", "note", "wrong"]
    """`wrong`: the bot cannot serve like this."""
    text: str
    """What is so, and what to do about it; never the value of a secret."""


def free_port(port: int) -> Finding:
    """Whether the bot could listen at a port of this computer; 0: at any."""
    try:
        with socket.create_server((HOST, port)):
            return Finding("ok", f"port {port or 'of its own choice'} is free")
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            fine = "fine if that is the running bot, else choose another"
            return Finding("note", f"port {port} is taken; {fine}")
        return Finding("wrong", f"port {port} cannot be opened: {error.strerror}; choose another")
