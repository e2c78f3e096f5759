"""The network within the loop: what is written at one end arrives at the other a little later, in order."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from typing import Any

from tests.simulation.loop import OWNER, VirtualLoop

Factory = Callable[[], Any]
HOST = "127.0.0.1"


class Socket:
    """What libraries want to know of a socket."""

    def __init__(self, port: int) -> None:
        self.address = (HOST, port)

    def getsockname(self) -> tuple[str, int]:
        return self.address

    def getpeername(self) -> tuple[str, int]:
        return self.address

    def setsockopt(self, *_: object) -> None:
        pass

    def close(self) -> None:
        pass

    def fileno(self) -> int:
        return -1


class End(asyncio.Transport):
    """One end of a connection."""

    other: End

    def __init__(self, loop: VirtualLoop, protocol: Any, port: int, context: contextvars.Context) -> None:
        super().__init__({"socket": None, "peername": (HOST, port), "sockname": (HOST, port)})
        self._loop, self.protocol, self._context = loop, protocol, context
        self.closing = self.lost = self._paused = False
        self.port = port
        self._arrived: list[bytes | None] = []  # None: the other end has closed
        self._arrives_at = 0.0
        owner = context.get(OWNER)
        if owner is not None:
            owner.on_death.append(self.abort)

    # What the protocol of this end calls

    def write(self, data: Any) -> None:
        if data and not self.closing:
            self.other.arrive(bytes(data))

    def writelines(self, list_of_data: Any) -> None:
        self.write(b"".join(list_of_data))

    def write_eof(self) -> None:
        raise NotImplementedError

    def can_write_eof(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return 0, 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def pause_reading(self) -> None:
        self._paused = True

    def resume_reading(self) -> None:
        self._paused = False
        if self._arrived:
            self._loop.call_soon(self._deliver, context=self._context)

    def is_reading(self) -> bool:
        return not self._paused

    def is_closing(self) -> bool:
        return self.closing

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_protocol(self) -> Any:
        return self.protocol

    def close(self) -> None:
        if not self.closing:
            self.closing = True
            self.other.arrive(None)
            self._loop.call_soon(self._lose, None, context=self._context)

    def abort(self) -> None:
        self.close()

    # The network

    def arrive(self, data: bytes | None) -> None:
        self._arrived.append(data)
        if len(self._arrived) == 1 and not self.closing:
            self._arrives_at = max(self._arrives_at, self._loop.soon(0.0005, 0.02))
            self._loop.call_at(self._arrives_at, self._deliver, context=self._context)

    def _deliver(self) -> None:
        if self._paused or self.lost:
            return
        arrived, self._arrived = self._arrived, []
        data = b"".join(one for one in arrived if one is not None)
        if data and not self.closing:
            self.protocol.data_received(data)
        if None in arrived:
            self.closing = True
            self.other.closing = True
            self._lose(None)

    def _lose(self, error: Exception | None) -> None:
        if not self.lost:
            self.lost = True
            self.protocol.connection_lost(error)


class Listener(asyncio.AbstractServer):
    """A server that waits at a port."""

    def __init__(self, network: Network, port: int, factory: Factory) -> None:
        self._network, self.port, self.factory = network, port, factory
        self.sockets = [Socket(port)]
        self.context = contextvars.copy_context()

    def close(self) -> None:
        if self._network.listeners.get(self.port) is self:
            del self._network.listeners[self.port]

    def is_serving(self) -> bool:
        return self._network.listeners.get(self.port) is self

    async def wait_closed(self) -> None:
        pass

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    async def start_serving(self) -> None:
        pass

    async def serve_forever(self) -> None:
        pass


class Network:
    """All ports of the machine."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self.listeners: dict[int, Listener] = {}
        self.ends: list[End] = []
        self._free = 40_000
        self._unplugged: set[int] = set()
        loop.create_server = self._create_server  # type: ignore[method-assign, assignment]
        loop.create_connection = self._create_connection  # type: ignore[method-assign, assignment]

    def unplug(self, port: int) -> None:
        """What is connected to this port no longer is, and nobody gets through to it."""
        self._unplugged.add(port)
        for end in [one for one in self.ends if one.port == port]:
            end.abort()

    def plug_in(self, port: int) -> None:
        """It can be reached again."""
        self._unplugged.discard(port)

    async def _create_server(
        self, factory: Factory, host: object = None, port: int | None = None, **_: object
    ) -> Listener:
        if not port:
            self._free += 1
            port = self._free
        if port in self.listeners:
            raise OSError(98, "Address already in use")
        listener = self.listeners[port] = Listener(self, port, factory)
        owner = OWNER.get()
        if owner is not None:
            owner.on_death.append(listener.close)
        return listener

    async def _create_connection(
        self, factory: Factory, host: object = None, port: int | None = None, *, sock: Any = None, **_: object
    ) -> tuple[End, Any]:
        number: Any = sock.address[1] if sock is not None else port
        await asyncio.sleep(self._loop.chance.uniform(0.0005, 0.01))
        listener = self.listeners.get(number)
        if listener is None or number in self._unplugged:
            raise ConnectionRefusedError(111, "Connection refused")
        there = listener.context.copy()
        here = End(self._loop, factory(), number, contextvars.copy_context())
        other = End(self._loop, there.run(listener.factory), number, there)
        here.other, other.other = other, here
        self.ends = [end for end in self.ends if not end.lost] + [here, other]
        self._loop.call_soon(other.protocol.connection_made, other, context=there)
        here.protocol.connection_made(here)
        return here, here.protocol


async def connect_socket(addr_infos: Any, **_: object) -> Socket:
    """What aiohttp does before it asks the loop for a connection."""
    return Socket(addr_infos[0][4][1])
