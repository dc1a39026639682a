"""What nobody can know appears nowhere: not in viewers' JSON, stream, overlay, log, bundle or exports, nor after an undo.

The programs never hear what a hand or a face-down character is. So the test plays random games, keeps account of the pieces that were ever
named openly, and looks for every other piece of the box in all that leaves the program; and at every state somebody tells a secret too
early, which has to be refused and leave no trace. Lists of what may be played next name every unseen piece alike, and are checked for that.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.archive import unpack
from companion.game import CompanionError, Game, Pack, Setup
from companion.games import available
from companion.pack import built_in
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store
from companion.web.app import create_app
from companion.web.settings import WebSettings
from fixtures.play import quick_play, setup_of
from tests.web.tables import NAMES

WORD = re.compile(r"[A-Za-zÀ-ÿ0-9]+(?:-[A-Za-zÀ-ÿ0-9]+)*")
EARLY = {
    "appetite": ("P{seat} reveal {piece}", "card"),
    "buffet_boss": ("P{seat} show B{number}", ""),
    "buffet_master": ("P{seat} hand {piece}", "card"),
    "surrealist_dinner_party": ("P{seat} keep {piece}", "card"),
}
"""A secret told before its time."""
CHARACTERS = frozenset(f"B{number}" for number in range(1, 16)) | {"A1", "A2", "A3"}
EVERY = 6
"""Everything that leaves the program is looked through at one state of so many; the session's own snapshot at each."""


def secret_of(game: str, pack: Pack) -> frozenset[str]:
    """Pieces that lie face down or in a hand until somebody shows them."""
    ids = frozenset(piece.id for piece in pack.pieces if piece.kind == "card")
    return ids | CHARACTERS if game == "buffet_boss" else ids


def words_in(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(text))


def leaks(texts: Iterable[str], unseen: frozenset[str]) -> list[tuple[str, str]]:
    """Every unseen piece that is named, with the text that names it."""
    return [(word, text[:200]) for text in texts for word in sorted(words_in(text) & unseen)]


def said_in(value: object) -> Iterator[str]:
    """Every text in a document, but not the lists of what may be played."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in ("legal", "options"):
                yield from said_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from said_in(each)
    elif isinstance(value, str):
        yield value


def all_that_leaves(client: FlaskClient) -> Iterator[str]:
    """What viewers, streams, programs and files get."""
    for path in ("/api/v1/table", "/api/v1/events", "/export/json?evening=now"):
        yield from said_in(client.get(path).get_json())
    overlay = client.get("/overlay/1/parts?widgets=title,score,last,full,word,timer").get_json()
    yield from (re.sub(r"<[^>]*>", " ", part) for part in overlay["parts"].values())
    files = unpack(client.get("/evidence.zip").data)
    yield from (bytes(content).decode() for name, content in files.items() if name not in ("box.json", "clauses.json"))
    with client.get("/api/v1/stream") as stream:
        chunks = iter(stream.response)
        next(chunks)
        chunk = next(chunks)
        text = chunk if isinstance(chunk, str) else bytes(chunk).decode()  # type: ignore[arg-type]
        yield from said_in(json.loads(text.split("data: ", 1)[1].strip()))


def tells_too_early(game: Game[Any, Any], state: Any, pick: Random, players: int, pack: Pack) -> str | None:
    """An action that tells a secret and is not allowed now; None where this game has none."""
    if game.name not in EARLY:
        return None
    form, kind = EARLY[game.name]
    piece = pick.choice([piece.id for piece in pack.pieces if piece.kind == (kind or "card")])
    text = form.format(seat=pick.randrange(players) + 1, piece=piece, number=pick.randrange(1, 16))
    try:
        return text if game.violations(state, game.parse_action(text)) else None
    except CompanionError:
        return None


def play_and_look(folder: Path, name: str, seed: int, states: int) -> tuple[int, int]:
    """Plays a random game; how many states were looked at, and how many early secrets were refused."""
    game, pack, pick = available()[name], built_in(name), Random(seed)
    players = pick.randint(max(2, pack.players[0]), pack.players[1])
    setup: Setup = setup_of(pack, players)
    session = Session.start(Store(folder), game, pack, setup, NAMES[:players])
    client, secret = create_app(session, WebSettings()).test_client(), secret_of(name, pack)
    named = set(words_in(str(setup.answers(pack))))
    looked = refused = 0
    try:
        for step in quick_play(game, game.initial(pack, setup), seed, states):
            early = tells_too_early(game, step.before, pick, players, pack)
            if early is not None:
                before = session.snapshot()
                with pytest.raises(CompanionError):
                    session.act(early, Source.PAGE)
                assert session.snapshot() is before
                assert client.post("/api/v1/tables/1/actions/act", json={"action": early}).status_code in (400, 409, 422)
                refused += 1
            session.act(step.action, Source.PAGE)
            named |= words_in(str(step.action).replace(":", " ").replace("+", " ").replace(",", " "))
            unseen = secret - named
            snapshot = session.snapshot()
            assert leaks(said_in(json.loads(_json(snapshot.show))), unseen) == [], str(step.action)
            if step.action is not None and pick.randrange(EVERY) == 0:
                if pick.randrange(3) == 0:
                    session.undo(Source.PAGE)
                    assert leaks(all_that_leaves(client), unseen) == []
                    session.redo(Source.PAGE)
                assert leaks(all_that_leaves(client), unseen) == []
            looked += 1
    finally:
        session.close()
    return looked, refused


def _json(value: object) -> str:
    return json.dumps(value, default=str)


def looked_at(tmp_path: Path, name: str, states: int) -> tuple[int, int]:
    """Random games until so many states were looked at."""
    looked = refused = seed = 0
    while looked < states:
        more, early = play_and_look(tmp_path / f"{name}-{seed}", name, seed, min(60, states - looked))
        looked, refused, seed = looked + more, refused + early, seed + 1
    return looked, refused


@pytest.mark.parametrize("name", sorted(available()))
def test_nothing_hidden_leaves_the_program(tmp_path: Path, name: str) -> None:
    looked, refused = looked_at(tmp_path, name, 60)
    assert looked >= 60
    assert refused or name not in ("appetite", "buffet_boss")


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", sorted(available()))
def test_nothing_hidden_leaves_the_program_in_ten_thousand_states(tmp_path: Path, name: str) -> None:
    looked, _ = looked_at(tmp_path, name, 2_000)
    assert looked >= 2_000


def test_the_look_would_find_a_leak(tmp_path: Path) -> None:
    """A piece that was never named, put where viewers see it, is found."""
    session = Session.start(Store(tmp_path), available()["appetite"], built_in("appetite"), setup_of(built_in("appetite"), 2), NAMES[:2])
    session.remark("trouble", "Ines holds desserts-9")
    client = create_app(session, WebSettings()).test_client()
    assert "desserts-9" in words_in(" ".join(all_that_leaves(client)))
    session.close()
