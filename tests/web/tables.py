"""A table of any game at some moment of a random game, for the pages that draw it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from companion.game import Game, Pack, Piece
from companion.games import available
from companion.pack import built_in
from companion.public import LEGAL_SHOWN
from companion.session import Session
from companion.snapshot import Snapshot, Source
from companion.store import Store
from fixtures.play import random_play, setup_of

NAMES = ("Ines", "Bruno", "Maren", "Teo", "Lou", "Ada")
GAMES = ("buffet_boss", "buffet_master", "surrealist_dinner_party", "word_buffet")
"""The games beside the Appetite, whose evening has a module of its own."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A state of a game as a page sees it, and the action that was drawn next."""

    snapshot: Snapshot
    pack: Pack
    action: str
    text: str
    """The state's own line."""


def moments(name: str, players: int, seed: int, most: int, **options: str) -> Iterator[Moment]:
    """Every moment of a random game, without a log."""
    game, pack = available()[name], built_in(name)
    setup = setup_of(pack, players, **options)
    for step in random_play(game, game.initial(pack, setup), seed, most):
        yield Moment(shown(game, pack, step.before, players, setup.answers(pack)), pack, str(step.action), str(step.before))


def shown(game: Game[Any, Any], pack: Pack, state: Any, players: int, options: dict[str, str]) -> Snapshot:
    """What a session would show of a state."""
    legal = tuple(map(str, islice(game.legal_actions(state), LEGAL_SHOWN)))
    scores, status, show = game.scores(state), game.status(state), game.show(state)
    return Snapshot(1, 1, game.name, pack.title, pack.name, NAMES[:players], options, status, show, scores, legal, ())


def table_of(folder: Path, name: str, players: int = 4, seed: int = 4, steps: int = 60, **options: str) -> Session:
    """A session of a random game after so many steps, each entered by hand."""
    game, pack = available()[name], built_in(name)
    setup = setup_of(pack, players, **options)
    session = Session.start(Store(folder), game, pack, setup, NAMES[:players])
    for step in random_play(game, game.initial(pack, setup), seed, steps):
        session.act(str(step.action), Source.PAGE)
    return session


def table_of_plates(folder: Path) -> Session:
    """A table of Buffet Boss whose box was shown with a food, so that its plates can be seen from the side."""
    game, published = available()["buffet_boss"], built_in("buffet_boss")
    pack = replace(published, pieces=(*published.pieces, Piece("food-egg", "food", 1)))
    return Session.start(Store(folder), game, pack, setup_of(pack, 2), NAMES[:2])
