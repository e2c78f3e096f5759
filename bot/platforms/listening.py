"""Starts the bot's own small web servers, with short timeouts and without logging invalid HTTP."""

from __future__ import annotations

import errno
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence

from aiohttp import http, web
from aiohttp.typedefs import Middleware

PATIENCE = 20.0  # timeout in seconds for the head of a request, and between two requests on a connection

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


async def listen(application: web.Application, host: str, port: int, *, farewell: float) -> web.AppRunner:
    """Serve an application on a port; `cleanup` of the result closes it.

    Args:
        application: the application.
        host: the address to listen on.
        port: the port; 0: any free one, see `addresses` of the result.
        farewell: seconds for open requests when the server stops.

    Raises:
        OSError: the port is taken or not permitted.
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


def origins_of(request: web.Request, names: Iterable[str], public: Sequence[str] = ()) -> list[str]:
    """The origins of the server's own pages.

    Args:
        request: a request to the server, which gives the port.
        names: the server's host names on this machine.
        public: the only origins if browsers reach the server through proxies.
    """
    port = request.get_extra_info("sockname", (None, None))[1]
    return list(public) or [f"http://{name}:{port}" for name in names]


def only_for(names: Collection[str], public: Sequence[str] = ()) -> Middleware:
    """A middleware that rejects requests from other websites in the same browser; arguments of `origins_of`.

    `Host` reveals another site's name that was bound to this address (DNS rebinding), and `Origin` reveals a
    page that opens a socket. Programs may omit `Origin`, as they could forge it.
    """

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        own = origins_of(request, names, public)
        if not public and f"http://{request.host}" not in own:
            raise web.HTTPMisdirectedRequest(text="This server answers to its own name only.")
        if request.headers.get("Origin", own[0]) not in own:
            raise web.HTTPForbidden(text="This server talks to its own page only.")
        return await handler(request)

    return guard


def _is_ours(record: logging.LogRecord) -> bool:
    """Filter out log records of invalid HTTP, which is answered with 400 and is no fault of the bot."""
    fault = record.exc_info[1] if record.exc_info else None
    return not isinstance(fault, http.HttpProcessingError)


_log = logging.getLogger(__name__)
