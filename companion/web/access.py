"""Who may ask for what: hosts, origins, roles, and the headers that keep a browser honest.

A page of the local network is protected against other pages of the same browser: the Host must be an address or a name that
we were given (so that no foreign name can be bound to us), a POST must come from our own origin, and nothing but our own files is run.
"""

from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from companion.web.problem import Problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LARGEST_BODY_BYTES = 16_384


class Role(StrEnum):
    """What a device may do."""

    VIEWER = "viewer"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Hosts:
    """Under which names this page may be asked for."""

    names: frozenset[str]

    def allow(self, host: str) -> bool:
        """Whether a Host header is ours: an address, localhost, or a name that was given. A foreign name needs DNS, an address does not."""
        name = _host_name(host)
        return name == "localhost" or name in self.names or _is_address(name)


def _host_name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(asked: Request) -> bool:
    """Whether a request comes from our own page, or from a program (browsers always say where a POST comes from)."""
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = asked.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc.lower() == asked.host.lower()


def role_of(asked: Request) -> Role:
    """The role of whoever asks. Everyone on the local network plays until devices are paired by PIN."""
    del asked
    return Role.PLAYER


def guard(app: Flask, hosts: Hosts) -> None:
    """Put the checks before every request and the headers on every answer."""
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY_BYTES,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="companion",
    )

    @app.before_request
    def check() -> None:
        if not hosts.allow(request.host):
            raise Problem(HTTPStatus.BAD_REQUEST, "This page is not served under that name. Use the address that was printed at the start.")
        if request.method in SAFE:
            return
        if not is_own_origin(request):
            raise Problem(HTTPStatus.FORBIDDEN, "Only the table's own page may change the table.")
        if role_of(request) is Role.VIEWER:
            raise Problem(HTTPStatus.FORBIDDEN, "This device may watch. Pair it to play.")

    @app.after_request
    def harden(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response
