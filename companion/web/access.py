"""Who may ask for what: hosts, origins, roles, and the headers that keep a browser honest.

A page of the local network is protected against other pages of the same browser: the Host must be an address or a name that
we were given (so that no foreign name can be bound to us), a POST must come from our own origin, and nothing but our own files is run.
"""

from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from companion.devices import Devices, Role
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
COOKIE = "companion-device"
FOR_ALL = frozenset({"/pair", "/leave"})
FOR_PLAYERS = frozenset({"dispute", "answer"})
REFUSED = {
    Role.VIEWER: "This device may watch. Pair it to keep the score: the menu has a place for the PIN.",
    Role.PLAYER: "This device may ask and answer questions. Pair it by PIN to keep the score.",
    Role.SCOREKEEPER: "Only the owner may do this: at the machine itself, or by the link that its terminal shows.",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LARGEST_BODY_BYTES = 16_384


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


def token_of(asked: Request) -> str:
    """The device's token: its cookie, or a program's `Authorization: Bearer`; empty when there is none."""
    kind, _, token = asked.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else asked.cookies.get(COOKIE, "")


def is_at_the_machine(asked: Request) -> bool:
    """Whether the request comes from the machine itself and was not passed on by another program."""
    try:
        address = ip_address(asked.remote_addr or "")
    except ValueError:
        return False
    plain = getattr(address, "ipv4_mapped", None) or address
    return plain.is_loopback and "X-Forwarded-For" not in asked.headers


def current_role(devices: Devices) -> Role:
    """What whoever asks may do."""
    return devices.role(token_of(request), is_at_the_machine(request))


def needed_for(path: str) -> Role:
    """The role that a POST needs."""
    if path in FOR_ALL:
        return Role.VIEWER
    if path.startswith("/devices/"):
        return Role.OWNER
    return Role.PLAYER if path.rpartition("/")[2] in FOR_PLAYERS and "/actions/" in path else Role.SCOREKEEPER


def guard(app: Flask, hosts: Hosts, devices: Devices) -> None:
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
        needed = needed_for(request.path)
        if not (role := current_role(devices)).may(needed):
            raise Problem(HTTPStatus.FORBIDDEN, REFUSED[role], role=role.value, needed=needed.value, pair="/pair")

    @app.after_request
    def harden(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response
