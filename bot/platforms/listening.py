"""How the bot's own small web servers listen: patient with nobody, and quiet about what is no HTTP."""

from __future__ import annotations

import errno
import logging
from collections.abc import Awaitable, Callable, Collection

from aiohttp import http, web
from aiohttp.typedefs import Middleware
from yarl import URL

PATIENCE = 20.0  # seconds for the head of a request, and until the next one on the same line

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


async def listen(application: web.Application, host: str, port: int, *, farewell: float) -> web.AppRunner:
    """Open a port; `cleanup` closes it.

    Args:
        application: what is served there.
        host: the address to listen at.
        port: 0 takes a free one: `addresses` of the result tells which.
        farewell: seconds for what is being answered when the server stops.

    Raises:
        OSError: the port is taken, or forbidden.
    """
    _log.addFilter(_is_ours)
    runner = web.AppRunner(
        application, access_log=None, shutdown_timeout=farewell, keepalive_timeout=PATIENCE, logger=_log
    )
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        if error.errno != errno.EADDRINUSE:
            raise
        what_now = "end what listens there, or choose another"
        raise OSError(f"port {port} of {host} is taken (address already in use): {what_now}") from None
    return runner


def names_this_server(origin: str, request: web.Request, names: Collection[str]) -> bool:
    """Whether an origin such as `http://localhost:8321` is the server that this request has come to."""
    try:
        url = URL(origin)
        return url.scheme == "http" and url.host in names and url.port == port_of(request)
    except ValueError:
        return False


def port_of(request: web.Request) -> int | None:
    """The port that this request came in at."""
    port: int | None = request.get_extra_info("sockname", (None, None))[1]
    return port


def only_for(names: Collection[str]) -> Middleware:
    """A middleware that turns away a name that was bound to this address (DNS rebinding)."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not names_this_server(f"http://{request.host}", request, names):
            raise web.HTTPMisdirectedRequest(text="This server answers to its own name only.")
        return await handler(request)

    return guard


def _is_ours(record: logging.LogRecord) -> bool:
    """Not what somebody sent that is no HTTP: it is answered with 400, and no mistake of the bot."""
    fault = record.exc_info[1] if record.exc_info else None
    return not isinstance(fault, http.HttpProcessingError)


_log = logging.getLogger(__name__)
