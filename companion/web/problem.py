"""Errors that programs and pages can read: application/problem+json (RFC 9457)."""

from collections.abc import Mapping
from http import HTTPStatus

from flask import Response, json

from companion.game import Json


class Problem(Exception):
    """A request that ends here: status, one sentence, and what goes with it."""

    def __init__(self, status: HTTPStatus, detail: str, headers: Mapping[str, str] | None = None, **extra: Json) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers, self.extra = status, detail, dict(headers or {}), extra


def problem_response(problem: Problem) -> Response:
    """The problem as an answer."""
    body: dict[str, Json] = {"type": "about:blank", "title": problem.status.phrase, "status": int(problem.status), "detail": problem.detail}
    body.update(problem.extra)
    return Response(json.dumps(body), problem.status, problem.headers, content_type="application/problem+json")
