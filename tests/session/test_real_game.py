"""The session with a real game: whatever is played, taking everything back is the opening, and a restart changes nothing."""

import random
from pathlib import Path

import pytest

from companion.game import Setup
from companion.games import available
from companion.pack import built_in
from companion.public import LEGAL_SHOWN
from companion.session import Session
from companion.snapshot import Source
from companion.store import Store

OPTIONS = {"boxes": "5"}
GAMES = available()


@pytest.mark.parametrize("seed", range(3))
def test_an_evening_of_appetite(tmp_path: Path, seed: int) -> None:
    game, pack = GAMES["appetite"], built_in("appetite")
    names = ("Ines", "Bruno", "Maren")
    session = Session.start(Store(tmp_path), game, pack, Setup(3, OPTIONS), names)
    opening, dice = session.snapshot(), random.Random(seed)
    state = game.initial(pack, Setup(3, opening.options))
    for _ in range(60):
        legal = session.snapshot().legal
        if not legal or session.snapshot().status.over:
            break
        assert len(legal) <= LEGAL_SHOWN
        action = dice.choice(legal)
        session.act(action, dice.choice(list(Source)))
        state = game.apply(state, game.parse_action(action))
        if dice.random() < 0.1:
            session.undo(Source.PAGE)
            session.redo(Source.PAGE)
    snapshot = session.snapshot()
    assert (snapshot.show, snapshot.scores, snapshot.status) == (game.show(state), game.scores(state), game.status(state))
    session.close()
    again = Session.resume(Store(tmp_path), game, pack)
    assert (again.snapshot().show, again.snapshot().told) == (snapshot.show, snapshot.told)
    first = next(told.seq for told in snapshot.told if told.action)
    assert again.undo(Source.PAGE, to_seq=first).show == opening.show
    again.close()
