"""What may be done at a table by a POST: its values read and checked, its refusals explained."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

import msgspec
from flask import Request

from companion.game import CompanionError, IllegalAction, Json, TextError, with_names
from companion.numerals import LONGEST, whole
from companion.session import ConflictError, CorrectionRefused
from companion.snapshot import Snapshot, Source
from companion.web.localised import saying
from companion.web.moves import filled
from companion.web.problem import Problem
from companion.web.table import Table
from companion.web.texts import Texts

LONGEST_KEY = 100
LONGEST_TEXT = 600
"""Characters of an action's text."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A POST with its values, from JSON or a form."""

    values: Mapping[str, Json]
    expected_seq: int | None
    by: Source
    key: str | None
    """Sent twice under one key is done once."""

    def text(self, name: str) -> str:
        """A value as text. Raises Problem when it is missing or too long."""
        value = self.values.get(name)
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TEXT:
            raise Problem(HTTPStatus.BAD_REQUEST, f"{name} is missing: give it as text of at most {LONGEST_TEXT} characters.")
        return value

    def words(self, name: str) -> str:
        """A value as text that may be left empty. Raises Problem when it is too long."""
        return self.text(name).strip() if self.values.get(name) else ""

    def action(self) -> str:
        """The action's line of text, with the answers of a form filled in."""
        pattern = self.text("action")
        return filled(pattern, self.values) if "{" in pattern else pattern

    def number(self, name: str) -> int | None:
        """A value as a whole number; None when it is missing."""
        value = self.values.get(name)
        if value in (None, ""):
            return None
        if (number := whole(value)) is None:
            raise Problem(HTTPStatus.BAD_REQUEST, f"{name} is a whole number of at most {LONGEST} digits.")
        return number

    def needed(self, name: str) -> int:
        """A whole number that has to be there."""
        if (number := self.number(name)) is None:
            raise Problem(HTTPStatus.BAD_REQUEST, f"{name} is missing: give it as a whole number.")
        return number


def asked(posted: Request) -> Asked:
    """What a request asks for. Raises Problem for a body that is neither a JSON object nor a form."""
    by = Source.PAGE if "Sec-Fetch-Site" in posted.headers or "Origin" in posted.headers else Source.PROGRAM
    values: object = {name: given if len(given) > 1 else given[0] for name, given in posted.form.lists()}
    if posted.mimetype == "application/json":
        try:
            values = msgspec.json.decode(posted.get_data() or b"{}")
        except (msgspec.DecodeError, RecursionError) as fault:
            raise Problem(HTTPStatus.BAD_REQUEST, f"The body is no JSON: {fault}.") from fault
    if not isinstance(values, dict):
        raise Problem(HTTPStatus.BAD_REQUEST, "The body is a JSON object of the action's values.")
    tag = posted.headers.get("If-Match", str(values.get("expected_seq", ""))).strip().removeprefix("W/").strip('"')
    seen = whole(tag)
    if tag not in ("", "*") and seen is None:
        raise Problem(HTTPStatus.BAD_REQUEST, "If-Match is the number of the newest entry that you saw.")
    return Asked(values, seen, by, _key(posted))


def _key(posted: Request) -> str | None:
    key = posted.headers.get("Idempotency-Key", "").strip().strip('"')
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise Problem(HTTPStatus.BAD_REQUEST, f"Idempotency-Key is at most {LONGEST_KEY} printable characters.")
    return key or None


class Actions:
    """What may be done at a table, by verb."""

    def __init__(self, table: Table, texts: Texts) -> None:
        self._table, self._texts = table, texts
        self._verbs: dict[str, Callable[[Asked], object]] = {
            "act": lambda a: table.act(a.action(), a.by, a.expected_seq, key=a.key),
            "undo": lambda a: table.undo(a.by, a.number("to_seq"), expected_seq=a.expected_seq, key=a.key),
            "redo": lambda a: table.redo(a.by, expected_seq=a.expected_seq, key=a.key),
            "correct": lambda a: table.correct(
                a.needed("seq"), a.action(), a.by, a.values.get("force") is True, expected_seq=a.expected_seq, key=a.key
            ),
            "answer": lambda a: table.answer(
                a.needed("question"), a.text("answer"), a.by, a.action() if "action" in a.values else None, key=a.key
            ),
            "dispute": lambda a: table.dispute(a.needed("about"), a.words("claim"), a.by, a.number("seat"), key=a.key),
            "rule": lambda a: table.rule(
                a.words("text"),
                a.by,
                clause=a.words("clause"),
                about=a.number("about"),
                verdict=a.words("verdict"),
                who=a.words("who"),
                take_back=a.values.get("take_back") in (True, "true"),
                key=a.key,
            ),
        }

    def do(self, verb: str, asked: Asked) -> Snapshot:
        """The table after the action. Raises Problem with what stood in the way."""
        if verb not in self._verbs:
            raise Problem(HTTPStatus.NOT_FOUND, self._texts("error.unknown_verb", verb=verb[:40], verbs=", ".join(self._verbs)))
        try:
            self._verbs[verb](asked)
        except ConflictError as late:
            raise Problem(
                HTTPStatus.CONFLICT, self._said(str(late)), seq=late.snapshot.seq, events=msgspec.to_builtins(late.meanwhile)
            ) from late
        except CorrectionRefused as refused:
            raise Problem(HTTPStatus.CONFLICT, self._said(str(refused)), dropped=list(refused.dropped)) from refused
        except IllegalAction as refused:
            whys = [with_names(self._said(each.why), self._table.snapshot().players) for each in refused.violations]
            reasons: list[Json] = [{"clause": each.clause, "why": why} for each, why in zip(refused.violations, whys, strict=True)]
            detail = " ".join(f"{said(why)} {each.clause}" for each, why in zip(refused.violations, whys, strict=True))
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, violations=reasons) from refused
        except TextError as fault:
            raise Problem(HTTPStatus.BAD_REQUEST, self._said(str(fault))) from fault
        except CompanionError as fault:
            raise Problem(HTTPStatus.CONFLICT, said(self._said(str(fault)))) from fault
        return self._table.snapshot()

    def _said(self, text: str) -> str:
        """A sentence of the game or the session in the page's language."""
        return saying(self._texts, self._table.pack, self._table.snapshot().players)(text)


def said(text: str) -> str:
    """With a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
