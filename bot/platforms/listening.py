"""How the bot's own small web servers listen: patient with nobody, and quiet about what is no HTTP."""

from __future__ import annotations

import errno
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable

from aiohttp import http, web
from aiohttp.typedefs import Middleware

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


def origins_of(request: web.Request, names: Iterable[str], public: str = "") -> list[str]:
    """The origins of the server's own pages.

    Args:
        request: has come to the server.
        names: that it has on this machine.
        public: its only origin, where browsers reach it by way of a proxy.
    """
    port = request.get_extra_info("sockname", (None, None))[1]
    return [public] if public else [f"http://{name}:{port}" for name in names]


def only_for(names: Collection[str], public: str = "") -> Middleware:
    """A middleware that keeps out other websites which are open in the same browser, see `origins_of`.

    A name of theirs that was bound to this address (DNS rebinding) shows in `Host`; a page that opens a
    socket shows in `Origin`. Programs need send no `Origin`: they could forge it.
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
    """Not what somebody sent that is no HTTP: it is answered with 400, and no mistake of the bot."""
    fault = record.exc_info[1] if record.exc_info else None
    return not isinstance(fault, http.HttpProcessingError)


_log = logging.getLogger(__name__)
