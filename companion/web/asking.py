"""A disputed entry asked about otherwise: another player, another piece, another action in its place; and the word that was shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.disputes import Inquiry
from companion.game import CompanionError, Json, Pack
from companion.web.actions import said
from companion.web.localised import inquired, saying
from companion.web.moves import SEAT, Choice, Field, called, filled
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.web.texts import Texts
from companion.web.views import View, game_view, view_of

LATER = 12
"""So many entries after one that showed a word are looked through for the votes on it."""
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Asking:
    """The form that asks about another action, and its answer."""

    pattern: str
    """The entry's own action, its player and pieces left open."""
    fields: tuple[Field, ...]
    given: Mapping[str, str]
    """What each field says now."""
    action: str
    """What was asked; empty before."""
    inquiry: Inquiry | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class WordShown:
    """A word that was shown, on the board as it stood, with the votes."""

    view: View
    answer: Mapping[str, Json]
    refused: str


def asking(table: Table, seq: int, action: str, form: Mapping[str, str], texts: Texts) -> Asking:
    """The form about an entry's action, filled with what was asked, and what the rules say of that."""
    names = table.snapshot().players
    say = saying(texts, table.pack, names)
    pattern, fields, own = _pattern(action, table.pack, names, texts)
    written = form.get("action", "").strip()[:LONGEST]
    asked = written or (filled(pattern, form) if "ask" in form else "")
    given = own | {field.name: form[field.name] for field in fields if field.name in form}
    if not asked:
        return Asking(pattern, fields, given, "")
    try:
        inquiry = table.history().what_if(seq, asked)
    except CompanionError as fault:
        return Asking(pattern, fields, given, asked, refused=said(say(str(fault))))
    return Asking(pattern, fields, given, asked, None if inquiry is None else inquired(inquiry, say, table.pack, texts))


def _pattern(action: str, pack: Pack, names: tuple[str, ...], texts: Texts) -> tuple[str, tuple[Field, ...], dict[str, str]]:
    """An action with its player and pieces left open, a field for each, and what the action itself has there."""
    kinds, people = {piece.id: piece.kind for piece in pack.pieces}, called(pack)
    words, fields, own = [], list[Field](), dict[str, str]()
    for word in action.split():
        key = f"part{len(fields)}"
        if SEAT.fullmatch(word) and int(word[1:]) <= len(names):
            choices = tuple(Choice(f"P{seat}", name) for seat, name in enumerate(names, 1))
            fields.append(Field(key, texts("dispute.whose"), "one", choices))
        elif word in kinds:
            same = tuple(Choice(id, people[id]) for id, kind in kinds.items() if kind == kinds[word])
            fields.append(Field(key, texts("dispute.which"), "one", same))
        else:
            words.append(word)
            continue
        own[key] = word
        words.append(f"{{{key}}}")
    return " ".join(words), tuple(fields), own


def word_shown(table: Table, seq: int, settings: WebSettings, texts: Texts) -> WordShown | None:
    """The word that an entry shows, votes on or covers, checked; None for other entries, and while people search for words."""
    now = table.snapshot()
    if settings.check is None or not getattr(game_view(now, table.pack, texts), "may_look_up", False):
        return None
    history = table.history()
    at = next((count for count in (seq, seq - 1) if count > 0 and history.snapshot(now, count).show.get("word")), None)
    if at is None:
        return None
    then = history.snapshot(now, at)
    for later in range(at + 1, min(at + LATER, now.seq) + 1):
        after = history.snapshot(now, later)
        if after.show.get("word") != then.show["word"]:
            break
        then = after
    view = view_of(then, table.pack, texts, settings.table, settings.stale_s, None)
    try:
        return WordShown(view, settings.check(then.show, view.game.in_question), "")
    except CompanionError as fault:
        return WordShown(view, {}, said(saying(texts, table.pack)(str(fault))))
