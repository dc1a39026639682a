"""What a server serves while it may become something else: the first evening's pages, and from its beginning on the table's."""

from collections.abc import Iterable
from typing import Any

from companion.web.serve import Wsgi


class Front:
    """What the server serves: the first evening's pages, and from its beginning on the table's."""

    def __init__(self, app: Wsgi) -> None:
        self._app = app

    def show(self, app: Wsgi) -> None:
        """From now on this is served."""
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """As WSGI asks."""
        return self._app(environ, start_response)
