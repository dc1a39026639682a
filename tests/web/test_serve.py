"""The page on a port."""

import socket
import urllib.request
from threading import Thread

import pytest
from flask import Flask

from companion.session import Session
from companion.web.serve import PortError, Server, addresses, qr


def test_a_port_in_use_is_one_clear_line(app: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortError, match=f"^port {port} is in use by another program; choose another with --port"):
            Server(app, "127.0.0.1", port)


def test_a_host_that_is_not_ours_is_one_clear_line(app: Flask) -> None:
    with pytest.raises(PortError, match="check host and port"):
        Server(app, "192.0.2.7", 0)


def test_it_serves_and_ends_with_a_viewer_still_there(app: Flask, session: Session) -> None:
    server = Server(app, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    stream = urllib.request.urlopen(f"http://127.0.0.1:{server.port}/live", timeout=5)
    assert stream.readline() == b"retry: 1500\n"
    session.close()
    server.close()
    thread.join(10)
    stream.close()
    assert not thread.is_alive()


def test_a_server_that_never_ran_frees_its_port(app: Flask) -> None:
    first = Server(app, "127.0.0.1", 0)
    first.close()
    Server(app, "127.0.0.1", first.port).close()


def test_addresses_of_a_page() -> None:
    assert addresses("127.0.0.1", 8080) == ("http://127.0.0.1:8080/",)
    assert addresses("::1", 80) == ("http://[::1]/",)
    assert addresses("0.0.0.0", 8080)[-1] == "http://localhost:8080/"


def test_the_code_for_phones_is_drawn() -> None:
    code = qr("http://192.168.1.20:8080/")
    assert len(code.splitlines()) > 10
