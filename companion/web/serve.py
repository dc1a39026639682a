"""The page on a port: waitress, its addresses, and the QR code that phones join by."""

import errno
import io
import logging
import resource
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import ip_address
from typing import Any, cast

import segno
from waitress import wasyncore
from waitress.server import create_server

from companion.game import CompanionError
from companion.web.lines import Doors, KeepingChannel

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
"""What a server serves: a Flask app is one."""
THREADS = 12
"""For requests."""
STREAM_THREADS = 4
"""For those that ask for a live page; once it is open it needs none (`companion.web.streams`)."""
MOST_CONNECTIONS = 3_000
"""Open sockets: one that says nothing costs a file descriptor and no thread, and must not keep others out."""
SPARE_FILES = 200
"""File descriptors for the log, pictures and the camera."""
AT_ONCE = 64
"""Connections that are let in before the open ones are looked at again."""
SILENT_S = 30
"""A connection without a request or an answer for so long is closed."""
NOWHERE = "192.0.2.1"
"""An address of no machine (RFC 5737): asking for the way to it tells our own address, and sends nothing."""
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})


class PortError(CompanionError):
    """The page cannot be served there: which port, why, what to do."""


logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it counts a crowd one by one


class Server:
    """A bound port. `run` serves until `close`, which another thread may call."""

    def __init__(self, app: Wsgi, host: str, port: int) -> None:
        """Binds the port (0: any free one). Raises PortError."""
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            bound = socket.create_server((host, port), family=family, dualstack_ipv6=host == "::")
        except (OSError, OverflowError) as error:
            raise PortError(_why(host, port, error)) from error
        self.host, self.port = host, int(bound.getsockname()[1])
        self._open: dict[int, Any] = {}
        self._is_running = False
        self._server = cast(
            Any,
            create_server(
                app,
                self._open,
                sockets=[bound],
                _dispatcher=Doors(THREADS, STREAM_THREADS),
                connection_limit=_room_for(MOST_CONNECTIONS),
                channel_request_lookahead=1,
                channel_timeout=SILENT_S,
                cleanup_interval=10,
                ident=None,
            ),
        )
        self._server.channel_class = KeepingChannel
        self._server.handle_accept = self._let_in

    def _let_in(self) -> None:
        """Everybody who waits at the door: waitress lets one in and then looks at all others again, which a crowd makes slow."""
        for _ in range(AT_ONCE):
            before = len(self._open)
            type(self._server).handle_accept(self._server)
            if len(self._open) <= before:
                break

    def run(self) -> None:
        """Serves until closed; a KeyboardInterrupt passes through."""
        self._is_running = True
        try:
            wasyncore.loop(map=self._open, timeout=1.0, use_poll=True)
        finally:
            self._is_running = False

    def close(self) -> None:
        """Ends the service in good order and frees the port. Close the session first, so that its live pages let go at once."""
        self._server.task_dispatcher.shutdown()
        if self._is_running:
            with suppress(OSError):  # the thread that serves was awake, and has hung up and closed the trigger already
                self._server.trigger.pull_trigger(self._hang_up)
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        """Closes every connection, then the port; in the thread that serves, if one does, which ends with that."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()


def _room_for(connections: int) -> int:
    """How many connections may be open: as many as asked for, or as the system lets this program have."""
    low, high = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE_FILES
    if low < wanted and (high == resource.RLIM_INFINITY or low < high):
        low = wanted if high == resource.RLIM_INFINITY else min(wanted, high)
        resource.setrlimit(resource.RLIMIT_NOFILE, (low, high))
    return max(50, min(connections, low - SPARE_FILES))


def check_port(host: str, port: int) -> None:
    """Raises PortError where nothing could be served, before any work is done in vain."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family, kind, protocol) as ask:
            ask.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            ask.bind(address)
    except OSError as error:
        raise PortError(_why(host, port, error)) from error


def _why(host: str, port: int, error: OSError | OverflowError) -> str:
    if isinstance(error, OverflowError):
        return f"port {port}: choose 1 to 65535"
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use by another program; choose another with --port, e.g. --port {port % 65535 + 1}"
    if error.errno == errno.EACCES:
        return f"port {port} may be opened by the administrator only; choose one from 1024 on with --port"
    return f"the page cannot be served on {host}, port {port}: {error.strerror or error}; check host and port"


def addresses(host: str, port: int) -> tuple[str, ...]:
    """Under which addresses the page is found, the one for phones first."""
    if host not in EVERYWHERE:
        return (_url(host, port),)
    own = _own_address()
    return (*([_url(own, port)] if own else []), _url("localhost", port))


def _url(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"


def _own_address() -> str | None:
    """This machine's address in its network; None without one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ask:
            ask.connect((NOWHERE, 9))
            own = str(ask.getsockname()[0])
    except OSError:
        return None
    return None if ip_address(own).is_loopback or ip_address(own).is_unspecified else own


def qr(url: str) -> str:
    """The address as a QR code of half-height blocks, for a terminal."""
    out = io.StringIO()
    segno.make(url, error="m").terminal(out, border=2, compact=True)
    return out.getvalue()
