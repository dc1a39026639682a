"""Text answers packed for the way: a page is mostly repetition, and phones are on a shared Wi-Fi."""

import gzip

from flask import Flask, Response, request

LEAST_BYTES = 1_000
LEVEL = 6
TEXT = frozenset({"text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml"})


def pack(app: Flask) -> None:
    """Compress every whole text answer for those who say that they can read it. Streams and pictures go as they are."""

    @app.after_request
    def squeeze(response: Response) -> Response:
        if response.mimetype not in TEXT or response.status_code != 200:
            return response
        response.vary.add("Accept-Encoding")
        if not request.accept_encodings["gzip"] or response.content_encoding:
            return response
        response.direct_passthrough = False
        whole = response.get_data()
        if len(whole) >= LEAST_BYTES:
            response.set_data(gzip.compress(whole, LEVEL, mtime=0))
            response.content_encoding = "gzip"
            etag, _ = response.get_etag()
            if etag:
                response.set_etag(etag, weak=True)
        return response
