"""A snapshot as a page in another language shows it: every sentence said anew, everything else as it was."""

import re
from collections.abc import Callable
from dataclasses import replace

from companion.disputes import Inquiry
from companion.game import Clause, Json, Pack, ScoreLine
from companion.snapshot import Answer, Look, Question, Snapshot, Told
from companion.web.sentences import load_sentences
from companion.web.texts import Texts

Say = Callable[[str], str]
BOOK = re.compile(r"\b00\d\b")
"""How a pack's sources call its rulebook."""
LINES = re.compile(r"(?:,? lines?|,| \(| ·)\s*\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*\)?(?=$|[;,:]| and )")
"""The lines of it that they name."""
SAID = frozenset({"text", "title", "turn_reason", "ability"})
"""What a game's `show` calls its sentences; everything else in it is for programs."""


def saying(t: Texts, pack: Pack, players: tuple[str, ...] = ()) -> Say:
    """How a game's sentences are said in the language of `t`. Names of pieces, and of people where they are given, stay."""
    named = [value for piece in pack.pieces for key, value in piece.attributes.items() if key not in SAID]
    called = {*named, *(piece.id for piece in pack.pieces)}
    words = {name.replace("-", " ").replace("_", " ") for name in called}
    return load_sentences(t.language, pack.game, frozenset({*called, *words, *players} - {""}))


def localised(snapshot: Snapshot, say: Say) -> Snapshot:
    """The snapshot with every sentence said by `say`."""
    return replace(
        snapshot,
        status=replace(snapshot.status, phase=say(snapshot.status.phase)),
        show={key: said_in(each, say, key) for key, each in snapshot.show.items()},
        scores=tuple(_line(line, say) for line in snapshot.scores),
        told=tuple(_told(told, say) for told in snapshot.told),
        question=_question(snapshot.question, say) if snapshot.question else None,
        look=_look(snapshot.look, say) if snapshot.look else None,
        camera=say(snapshot.camera),
        not_ready=say(snapshot.not_ready),
    )


def said_in(value: Json, say: Say, key: str = "") -> Json:
    """A value of `show` with its sentences said by `say`; `key` is what it is called there."""
    if isinstance(value, str):
        return say(value) if key in SAID else value
    if isinstance(value, list):
        return [said_in(each, say, key) for each in value]
    if isinstance(value, dict):
        return {name: said_in(each, say, name) for name, each in value.items()}
    return value


def boxed(pack: Pack, say: Say, t: Texts) -> Pack:
    """A pack with its clauses and open questions said by `say`; ids, answers and the rulebook's own headings stay."""
    clauses = {id: _clause(clause, say, _book(pack, t)) for id, clause in pack.clauses.items()}
    return replace(pack, clauses=clauses, options=tuple(replace(option, text=say(option.text)) for option in pack.options))


def inquired(inquiry: Inquiry, say: Say, pack: Pack, t: Texts) -> Inquiry:
    """What the rules say of an entry, with its clauses, its facts and what would be legal said by `say`."""
    found, book = inquiry.explanation, _book(pack, t)
    reasons = tuple(replace(each, clause=_clause(each.clause, say, book), facts=say(each.facts)) for each in found.reasons)
    about = tuple(_clause(clause, say, book) for clause in found.about)
    legal = tuple(replace(each, told=tuple(map(say, each.told))) for each in inquiry.legal)
    return replace(inquiry, explanation=replace(found, reasons=reasons, about=about), legal=legal)


def _clause(clause: Clause, say: Say, book: str) -> Clause:
    return replace(clause, text=say(clause.text), source=sourced(clause.source, say, book))


def sourced(source: str, say: Say, book: str) -> str:
    """Where a rule stands, for people: the rulebook by its name and the heading, without the lines of a text that they do not have.

    >>> sourced("004, To Start, lines 15-17; arithmetic", str, "the rulebook of Appetite")
    'the rulebook of Appetite, To Start; arithmetic'
    """
    return BOOK.sub(book, say(LINES.sub("", source)))


def _book(pack: Pack, t: Texts) -> str:
    return t("rule.book", title=pack.title)


def _look(look: Look, say: Say) -> Look:
    """The newest picture with what is said of it: advice, remarks, and why a piece has no name."""
    seen = look.observation
    pieces = tuple(replace(each, why=say(each.why)) if each.why else each for each in seen.detections)
    quality = replace(seen.quality, advice=tuple(map(say, seen.quality.advice)))
    remarks = tuple(_in_parts(line, say) for line in look.remarks)
    return replace(look, observation=replace(seen, detections=pieces, quality=quality), remarks=remarks)


def _in_parts(line: str, say: Say) -> str:
    """A line said whole, else part by part."""
    said = say(line)
    return "; ".join(map(say, line.split("; "))) if said == line else said


def _line(line: ScoreLine, say: Say) -> ScoreLine:
    return replace(line, what=say(line.what))


def _told(told: Told, say: Say) -> Told:
    return replace(told, text=say(told.text), was=say(told.was))


def _question(question: Question, say: Say) -> Question:
    return replace(question, text=say(question.text), why=say(question.why), answers=tuple(_answer(each, say) for each in question.answers))


def _answer(answer: Answer, say: Say) -> Answer:
    return replace(answer, label=say(answer.label), violations=tuple(map(say, answer.violations)))
